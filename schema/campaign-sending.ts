import type { ResumedCampaigns as Resumed } from '#api/campaigns/delivery/resume-stopped.ts'
import { builder } from './builder.ts'
import { Campaign } from './campaigns.ts'
import { encodeId, uuidOf } from './ids.ts'
import { MailAccount } from './mail-accounts.ts'

const mailboxIds = (ids: readonly string[] | null | undefined) => (ids ?? []).map((one) => uuidOf('MailAccount', one))

const NotResumed = builder.objectRef<Resumed['refused'][number]>('NotResumed').implement({
  description: 'A campaign that could not be resumed.',
  fields: (t) => ({
    campaignId: t.id({
      description: 'Id of the campaign.',
      resolve: ({ campaign }) => encodeId('Campaign', campaign.id),
    }),
    name: t.string({ description: 'Name of the campaign.', resolve: ({ campaign }) => campaign.name }),
    message: t.exposeString('message', { description: 'Why not, and what to do.' }),
  }),
})

const ResumedCampaigns = builder.objectRef<Resumed>('ResumedCampaigns').implement({
  description: 'Outcome of resuming the campaigns that a mailbox had stopped.',
  fields: (t) => ({
    mailAccount: t.field({
      type: MailAccount,
      nullable: true,
      description: 'The mailbox.',
      resolve: ({ mailAccountId }, _args, ctx) => ctx.loaders.mailAccounts.load(mailAccountId),
    }),
    resumed: t.field({
      type: [Campaign],
      description: 'Campaigns that are sending again.',
      resolve: ({ resumed }) => resumed,
    }),
    refused: t.field({
      type: [NotResumed],
      description: 'Campaigns that could not be resumed.',
      resolve: ({ refused }) => refused,
    }),
  }),
})

builder.mutationFields((t) => ({
  sendCampaign: t.field({
    type: Campaign,
    skipTypeScopes: true,
    authScopes: { send: true },
    description:
      'Starts sending a draft, now or at a scheduled time. Recipients on the suppression list fail immediately with the error SUPPRESSED. If several calls start it at once, one succeeds and the others get CONFLICT. Errors: BAD_INPUT, NOT_FOUND, FORBIDDEN (a mailbox that is neither yours nor shared with you), CONFLICT (also until an admin of a new workspace confirms their email address), TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF, TOO_LARGE (its email takes too long to prepare, or has too many merge tags and links), TOO_MANY_REQUESTS.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the campaign.' }),
      mailAccountId: t.arg.id({ description: 'Mailbox to send from. Defaults to your most recently connected one.' }),
      mailAccountIds: t.arg.idList({
        description: 'Several mailboxes that take turns, instead of mailAccountId.',
      }),
      scheduledAt: t.arg({
        type: 'DateTime',
        description: 'When to start sending, at most a year ahead. Defaults to now; a past time also means now.',
      }),
    },
    resolve: (_, { id, mailAccountId, mailAccountIds, scheduledAt }, ctx) =>
      ctx.api.campaigns.sendCampaign(ctx, uuidOf('Campaign', id), {
        mailAccountIds: mailboxIds(mailAccountIds ?? (mailAccountId ? [mailAccountId] : [])),
        scheduledAt: scheduledAt ?? null,
      }),
  }),
  pauseCampaign: t.field({
    type: Campaign,
    skipTypeScopes: true,
    authScopes: { send: true },
    description:
      'Pauses a campaign. Emails already being sent still go out; no new ones are sent until it is resumed. Errors: NOT_FOUND, CONFLICT.',
    args: { id: t.arg.id({ required: true, description: 'Id of the campaign.' }) },
    resolve: (_, { id }, ctx) => ctx.api.campaigns.pauseCampaign(ctx, uuidOf('Campaign', id)),
  }),
  resumeCampaign: t.field({
    type: Campaign,
    skipTypeScopes: true,
    authScopes: { send: true },
    description:
      'Resumes a paused campaign from those of its mailboxes that you can use. Emails that failed because the connection had expired are sent again. Errors: NOT_FOUND, CONFLICT, BAD_INPUT, FORBIDDEN (you may use none of its mailboxes), TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the campaign.' }),
      mailAccountIds: t.arg.idList({ description: 'Continue from these mailboxes instead of its own.' }),
    },
    resolve: (_, { id, mailAccountIds }, ctx) =>
      ctx.api.campaigns.resumeCampaign(ctx, uuidOf('Campaign', id), mailboxIds(mailAccountIds)),
  }),
  resumeStoppedCampaigns: t.field({
    type: ResumedCampaigns,
    skipTypeScopes: true,
    authScopes: { send: true },
    description:
      'Resumes the campaigns that a mailbox had stopped, once it works again; at most 100 per call. Each is resumed under its own rules, and those that cannot be are named with the reason. Errors: NOT_FOUND, FORBIDDEN (the mailbox is neither yours nor shared with you), BAD_INPUT (it still needs to be reconnected).',
    args: { mailAccountId: t.arg.id({ required: true, description: 'Id of the mailbox.' }) },
    resolve: (_, { mailAccountId }, ctx) =>
      ctx.api.campaigns.resumeStoppedCampaigns(ctx, uuidOf('MailAccount', mailAccountId)),
  }),
  cancelCampaign: t.field({
    type: Campaign,
    skipTypeScopes: true,
    authScopes: { send: true },
    description:
      'Ends a campaign that is sending or paused. Pending emails are not sent; they fail with the error CANCELLED. If no email was ever attempted, it becomes a draft again. Errors: NOT_FOUND, CONFLICT.',
    args: { id: t.arg.id({ required: true, description: 'Id of the campaign.' }) },
    resolve: (_, { id }, ctx) => ctx.api.campaigns.cancelCampaign(ctx, uuidOf('Campaign', id)),
  }),
  sendToFailed: t.field({
    type: Campaign,
    skipTypeScopes: true,
    authScopes: { send: true },
    description:
      'Resends to recipients whose email failed, using their current names and addresses. If no recipients are given: all except those on the suppression list, those that bounced, and those whose email may have been sent (error UNCERTAIN). A paused campaign must be resumed first. Emails are sent from those of the campaign’s mailboxes that you may use. Errors: NOT_FOUND, CONFLICT, BAD_INPUT, FORBIDDEN (you may use none of its mailboxes), TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the campaign.' }),
      emailLogIds: t.arg.idList({ description: 'Only these recipients, whatever the reason for the failure.' }),
      mailAccountIds: t.arg.idList({ description: 'Send from these mailboxes instead of its own.' }),
    },
    resolve: (_, { id, emailLogIds, mailAccountIds }, ctx) =>
      ctx.api.campaigns.sendToFailed(ctx, uuidOf('Campaign', id), emailLogIds ?? null, mailboxIds(mailAccountIds)),
  }),
}))
