import type { CampaignApproval } from '#api/campaigns/approval/campaign-approval.ts'
import { APPROVAL_DECISIONS, APPROVAL_STATUSES } from '#domain/campaigns/approvals.ts'
import { builder, enumType } from './schema-builder.ts'
import { Campaign } from './campaigns.ts'
import { uuidOf } from './object-ids.ts'
import { Mailbox } from './mailboxes.ts'
import { mutation } from './mutation-fields.ts'
import { COMPARED_COST, LaunchPartEnum } from './rehearsals.ts'

const ApprovalStatusEnum = enumType('ApprovalStatus', {
  description: 'State of a request that a second person approve the launch of a campaign.',
  values: APPROVAL_STATUSES,
})
const ApprovalDecisionEnum = enumType('ApprovalDecision', {
  description: 'A decision on a request: approve and decline are for admins, withdraw for the person who made it.',
  values: APPROVAL_DECISIONS,
})

const LaunchApproval = builder.objectRef<CampaignApproval>('LaunchApproval').implement({
  description: 'The newest request to approve the launch of a campaign, and the decision.',
  fields: (t) => ({
    request: t.exposeInt('request', {
      description: 'Number of the request among those of the campaign, from 1. Pass it to decideApproval.',
    }),
    status: t.field({
      type: ApprovalStatusEnum,
      description: 'State of the request: waiting for a decision, or the decision.',
      resolve: ({ status }) => status,
    }),
    requestedBy: t.string({
      nullable: true,
      description: 'User who made the request; null if that user was deleted.',
      resolve: ({ askedBy }, _, ctx) => ctx.loaders.userNames.load(askedBy),
    }),
    requestedAt: t.expose('askedAt', { type: 'DateTime', description: 'When it was made.' }),
    note: t.exposeString('note', { nullable: true, description: 'What they wrote to the admins; null if nothing.' }),
    mailboxes: t.field({
      type: [Mailbox],
      description: 'The mailboxes to send from; they take turns. Those that were disconnected are left out.',
      resolve: async ({ mailboxIds }, _, ctx) => {
        const accounts = await Promise.all(mailboxIds.map((id) => ctx.loaders.mailboxes.load(id)))
        return accounts.filter((account) => account !== null)
      },
    }),
    scheduledAt: t.expose('scheduledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When sending is to start; null for as soon as it is approved.',
    }),
    localTimeZone: t.exposeString('localTimeZone', {
      nullable: true,
      description: 'If each recipient is to get it at that time where they are: the zone in which it was chosen.',
    }),
    undoSeconds: t.exposeInt('undoSeconds', {
      description: 'Seconds for which an immediate start is held back after the approval, so that it can be undone.',
    }),
    exceedCeiling: t.exposeBoolean('exceedsCeiling', {
      description:
        'True if the email also goes to people who already got as many emails in seven days as the workspace allows.',
    }),
    changed: t.field({
      type: [LaunchPartEnum],
      complexity: COMPARED_COST,
      description:
        'Parts of the draft that changed since the request was made. A request with changes can no longer be approved. Empty without changes, and after the launch.',
      resolve: (approval, _, ctx) => ctx.api.campaigns.changedSinceRequest(ctx, approval),
    }),
    decidedBy: t.string({
      nullable: true,
      description: 'User who decided on the request; null while it waits, and if that user was deleted.',
      resolve: ({ decidedBy }, _, ctx) => (decidedBy ? ctx.loaders.userNames.load(decidedBy) : null),
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was decided; null while it waits.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'The reason of the decision; null if none.' }),
    canDecide: t.boolean({
      description:
        'True if you may approve or decline the request: it waits, you are an admin, and somebody else made it.',
      resolve: ({ status, askedBy }, _, { viewer }) =>
        status === 'waiting' && viewer?.role === 'admin' && viewer.scopes === null && viewer.userId !== askedBy,
    }),
    canWithdraw: t.boolean({
      description: 'True if you may withdraw the request: it waits, and you made it.',
      resolve: ({ status, askedBy }, _, { viewer }) => status === 'waiting' && viewer?.userId === askedBy,
    }),
  }),
})

builder.objectField(Campaign, 'approval', (t) =>
  t.field({
    type: LaunchApproval,
    nullable: true,
    description: 'The newest request to approve its launch; null if none was made. Kept after the launch.',
    resolve: ({ id }, _, ctx) => ctx.loaders.approvals.load(id),
  }),
)

const CAMPAIGN = { campaign: { type: Campaign, description: 'The campaign.' } } as const

mutation('requestApproval', {
  scope: 'campaigns:send',
  description:
    'Asks the admins to approve exactly this launch of a draft, in a workspace that demands a second person (EmailSettings.launchApproval). It replaces an earlier request. A rehearsal of the launch starts with the request, unless it was rehearsed already. When one of them approves, the campaign is launched as requested. A change of the email, the recipients, the sender or the start voids the request. Errors: BAD_INPUT, NOT_FOUND, FORBIDDEN (a mailbox that is neither yours nor shared with you), CONFLICT (not a draft, approval is off, or no other admin), TOO_LARGE, TOO_MANY_REQUESTS.',
  input: {
    description: 'The launch to approve.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the campaign.' }),
      mailboxIds: t.idList({
        description: 'Mailboxes to send from; they take turns. Defaults to your most recently connected one.',
      }),
      scheduledAt: t.field({
        type: 'DateTime',
        description:
          'When to start sending, at most a year ahead. Defaults to the approval. If it is approved later than that, it must be requested again.',
      }),
      localTimeZone: t.string({ description: 'Sends at the local time of each recipient, as sendCampaign does.' }),
      undoSeconds: t.int({
        description: 'Seconds for which an immediate start is held back after the approval, 0 to 1800. Defaults to 0.',
      }),
      exceedCeiling: t.boolean({
        description: 'Send to everybody, whatever the emails per person and week. Admins only. Errors: FORBIDDEN.',
      }),
      note: t.string({ description: 'A note to the admins, at most 1,000 characters.' }),
    }),
  },
  payload: CAMPAIGN,
  resolve: async ({ id, mailboxIds, scheduledAt, localTimeZone, undoSeconds, exceedCeiling, note }, ctx) => ({
    campaign: await ctx.api.campaigns.requestApproval(ctx, uuidOf('Campaign', id), {
      mailboxIds: (mailboxIds ?? []).map((one) => uuidOf('Mailbox', one)),
      scheduledAt: scheduledAt ?? null,
      localTimeZone: localTimeZone ?? null,
      undoSeconds: undoSeconds ?? null,
      exceedCeiling: exceedCeiling ?? false,
      note: note ?? null,
    }),
  }),
})

mutation('decideApproval', {
  scope: 'campaigns:send',
  description:
    'Decides on a request for approval. Approving launches the campaign exactly as requested, from the mailboxes of the person who asked; only signed-in admins can approve or decline, and never their own request; an admin of less than 24 hours can approve only if they were one when approval was turned on. The person who asked can withdraw it. If several decide at once, one succeeds. Errors: NOT_FOUND, FORBIDDEN, BAD_INPUT (declined without a reason), CONFLICT (decided already, requested again, or something changed since), and those of sendCampaign.',
  input: {
    description: 'The decision.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the campaign.' }),
      request: t.int({
        required: true,
        description: 'The request that you looked at (LaunchApproval.request). A newer one is not decided.',
      }),
      decision: t.field({ type: ApprovalDecisionEnum, required: true, description: 'The decision.' }),
      reason: t.string({
        description:
          'Reason for the decision, at most 1,000 characters, shown to the person who made the request. Required to decline.',
      }),
    }),
  },
  payload: CAMPAIGN,
  resolve: async ({ id, request, decision, reason }, ctx) => ({
    campaign: await ctx.api.campaigns.decideApproval(ctx, uuidOf('Campaign', id), {
      ...{ request, decision, reason: reason ?? null },
    }),
  }),
})
