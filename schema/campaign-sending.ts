import type { ResumedCampaigns as Resumed } from '#api/campaigns/launch/resume-stopped-campaigns.ts'
import { VariantEnum } from './ab-variant.ts'
import { builder } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { Campaign } from './campaigns.ts'
import { encodeId, uuidOf } from './object-ids.ts'
import { Mailbox } from './mailboxes.ts'

const mailboxUuids = (ids: readonly string[] | null | undefined) => (ids ?? []).map((one) => uuidOf('Mailbox', one))

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

mutation('sendCampaign', {
  scope: 'campaigns:send',
  description:
    'Starts sending a draft, now or at a scheduled time. Recipients on the suppression list fail immediately with the error SUPPRESSED. If several calls start it at once, one succeeds and the others get CONFLICT. Errors: BAD_INPUT, NOT_FOUND, FORBIDDEN (a mailbox that is neither yours nor shared with you), CONFLICT (also until an admin of a new workspace confirms their email address), TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF, TOO_LARGE (its email takes too long to prepare, or has too many merge tags and links), TOO_MANY_REQUESTS.',
  input: {
    description: 'The input of sendCampaign.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the campaign.' }),
      mailboxId: t.id({ description: 'Mailbox to send from. Defaults to your most recently connected one.' }),
      mailboxIds: t.idList({
        description: 'Several mailboxes that take turns, instead of mailboxId.',
      }),
      scheduledAt: t.field({
        type: 'DateTime',
        description: 'When to start sending, at most a year ahead. Defaults to now; a past time also means now.',
      }),
      localTimeZone: t.string({
        description:
          'Sends at the local time of each recipient: when clocks where they are show the date and time that scheduledAt shows in this IANA time zone, such as Europe/Berlin; on the next day where that is over. Their zone is read from columns such as Time zone, City, Country or Phone, else from the country of their address; if none tells, it is this one. Needs a later scheduledAt.',
      }),
      undoSeconds: t.int({
        description:
          'Seconds for which an immediate start is held back so that it can be undone with cancelCampaign, 0 to 1800. Defaults to 0. No effect with a later scheduledAt.',
      }),
      exceedCeiling: t.boolean({
        description:
          'Send to everybody, even to people who would get more emails in seven days than the workspace allows; otherwise they are left out with the error WEEKLY_CEILING. Admins only. Errors: FORBIDDEN.',
      }),
      expectedRecipients: t.int({
        description:
          'Number of recipients that was checked. If the campaign has another number now, nothing starts (CONFLICT). Not compared if omitted.',
      }),
    }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ id, mailboxId, mailboxIds, scheduledAt, localTimeZone, ...rest }, ctx) => ({
    campaign: await ctx.api.campaigns.sendCampaign(ctx, uuidOf('Campaign', id), {
      mailboxIds: mailboxUuids(mailboxIds ?? (mailboxId ? [mailboxId] : [])),
      scheduledAt: scheduledAt ?? null,
      localTimeZone: localTimeZone ?? null,
      undoSeconds: rest.undoSeconds ?? null,
      expectedRecipients: rest.expectedRecipients ?? null,
      exceedCeiling: rest.exceedCeiling ?? false,
    }),
  }),
})
mutation('pauseCampaign', {
  scope: 'campaigns:send',
  description:
    'Pauses a campaign. Emails already being sent still go out; no new ones are sent until it is resumed. Errors: NOT_FOUND, CONFLICT.',
  input: {
    description: 'The input of pauseCampaign.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the campaign.' }) }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ id }, ctx) => ({ campaign: await ctx.api.campaigns.pauseCampaign(ctx, uuidOf('Campaign', id)) }),
})
mutation('chooseAbWinner', {
  scope: 'campaigns:send',
  description:
    'Decides an A/B test before its time: the recipients who wait get this subject, at once unless the campaign is paused. It cannot be undone. Errors: NOT_FOUND, CONFLICT (no recipients wait, or it is decided already).',
  input: {
    description: 'The input of chooseAbWinner.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the campaign.' }),
      winner: t.field({ type: VariantEnum, required: true, description: 'The subject that the rest gets.' }),
    }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ id, winner }, ctx) => ({
    campaign: await ctx.api.campaigns.chooseAbWinner(ctx, uuidOf('Campaign', id), winner),
  }),
})
mutation('resumeCampaign', {
  scope: 'campaigns:send',
  description:
    'Resumes a paused campaign from those of its mailboxes that you can use. Emails that failed because the connection had expired are sent again. Errors: NOT_FOUND, CONFLICT, BAD_INPUT, FORBIDDEN (you may use none of its mailboxes), APPROVAL_NEEDED (from other mailboxes than approved), TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF.',
  input: {
    description: 'The input of resumeCampaign.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the campaign.' }),
      mailboxIds: t.idList({ description: 'Continue from these mailboxes instead of its own.' }),
    }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ id, mailboxIds }, ctx) => ({
    campaign: await ctx.api.campaigns.resumeCampaign(ctx, uuidOf('Campaign', id), mailboxUuids(mailboxIds)),
  }),
})
mutation('resumeStoppedCampaigns', {
  scope: 'campaigns:send',
  description:
    'Resumes the campaigns that a mailbox had stopped, once it works again; at most 100 per call. Each is resumed under its own rules, and those that cannot be are named with the reason. Errors: NOT_FOUND, FORBIDDEN (the mailbox is neither yours nor shared with you), BAD_INPUT (it still needs to be reconnected).',
  input: {
    description: 'The input of resumeStoppedCampaigns.',
    fields: (t) => ({ mailboxId: t.id({ required: true, description: 'Id of the mailbox.' }) }),
  },
  payload: {
    mailbox: { type: Mailbox, description: 'The mailbox.' },
    resumed: { type: [Campaign], description: 'Campaigns that are sending again.' },
    refused: { type: [NotResumed], description: 'Campaigns that could not be resumed.' },
  },
  resolve: async ({ mailboxId: id }, ctx) => {
    const { mailboxId, ...outcome } = await ctx.api.campaigns.resumeStoppedCampaigns(ctx, uuidOf('Mailbox', id))
    return { ...outcome, mailbox: await ctx.loaders.mailboxes.load(mailboxId) }
  },
})
mutation('cancelCampaign', {
  scope: 'campaigns:send',
  description:
    'Ends a campaign that is sending or paused. Pending emails are not sent; they fail with the error CANCELLED. If no email was ever attempted, it becomes a draft again. Errors: NOT_FOUND, CONFLICT.',
  input: {
    description: 'The input of cancelCampaign.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the campaign.' }),
      onlyIfUnsent: t.boolean({
        description: 'Undo a launch: if an email was already attempted, change nothing and answer CONFLICT.',
      }),
    }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ id, onlyIfUnsent }, ctx) => ({
    campaign: await ctx.api.campaigns.cancelCampaign(ctx, uuidOf('Campaign', id), {
      onlyIfUnsent: onlyIfUnsent ?? false,
    }),
  }),
})
mutation('sendToFailed', {
  scope: 'campaigns:send',
  description:
    'Resends to recipients whose email failed, using their current names and addresses; in a workspace that demands approval, those that were approved. If no recipients are given: all except those on the suppression list, those that bounced, and those whose email may have been sent (error UNCERTAIN). A paused campaign must be resumed first. Emails are sent from those of the campaign’s mailboxes that you may use. Errors: NOT_FOUND, CONFLICT, BAD_INPUT, FORBIDDEN (you may use none of its mailboxes), APPROVAL_NEEDED (from other mailboxes than approved), TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF.',
  input: {
    description: 'The input of sendToFailed.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the campaign.' }),
      emailLogIds: t.idList({ description: 'Only these recipients, whatever the reason for the failure.' }),
      mailboxIds: t.idList({ description: 'Send from these mailboxes instead of its own.' }),
    }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ id, emailLogIds, mailboxIds }, ctx) => ({
    campaign: await ctx.api.campaigns.sendToFailed(
      ctx,
      uuidOf('Campaign', id),
      emailLogIds ?? null,
      mailboxUuids(mailboxIds),
    ),
  }),
})
