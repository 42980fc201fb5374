import { builder } from './builder.ts'
import { Campaign } from './campaigns.ts'
import { uuidOf } from './ids.ts'

const mailboxIds = (ids: readonly string[] | null | undefined) => (ids ?? []).map((one) => uuidOf('MailAccount', one))

builder.mutationFields((t) => ({
  sendCampaign: t.field({
    type: Campaign,
    skipTypeScopes: true,
    authScopes: { send: true },
    description:
      'Starts sending a draft, at once or at a time. Recipients on the suppression list fail at once with the error SUPPRESSED, the others get their mail. Of simultaneous starts one wins and the others get CONFLICT. Errors: BAD_INPUT, NOT_FOUND, FORBIDDEN (a mailbox that is neither yours nor shared with you), CONFLICT, TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the campaign.' }),
      mailAccountId: t.arg.id({ description: 'Mailbox to send from; your own newest one when left out.' }),
      mailAccountIds: t.arg.idList({
        description: 'Several mailboxes to send from by turns, in place of mailAccountId.',
      }),
      scheduledAt: t.arg({
        type: 'DateTime',
        description: 'When sending is to begin, at most a year ahead; at once when left out or past.',
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
      'Halts a campaign that is sending: emails under way arrive, nothing new leaves until it is resumed. Errors: NOT_FOUND, CONFLICT.',
    args: { id: t.arg.id({ required: true, description: 'Id of the campaign.' }) },
    resolve: (_, { id }, ctx) => ctx.api.campaigns.pauseCampaign(ctx, uuidOf('Campaign', id)),
  }),
  resumeCampaign: t.field({
    type: Campaign,
    skipTypeScopes: true,
    authScopes: { send: true },
    description:
      'Goes on with a paused campaign, from those of its mailboxes that you may use; emails that failed because the sign-in had expired are taken up again. Errors: NOT_FOUND, CONFLICT, BAD_INPUT, FORBIDDEN (you may use none of its mailboxes), TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the campaign.' }),
      mailAccountIds: t.arg.idList({ description: 'Go on from these mailboxes instead of its own.' }),
    },
    resolve: (_, { id, mailAccountIds }, ctx) =>
      ctx.api.campaigns.resumeCampaign(ctx, uuidOf('Campaign', id), mailboxIds(mailAccountIds)),
  }),
  cancelCampaign: t.field({
    type: Campaign,
    skipTypeScopes: true,
    authScopes: { send: true },
    description:
      'Ends a campaign that is sending or paused. What is pending is not sent: it fails with the error CANCELLED. One of which nothing was ever attempted is a draft again. Errors: NOT_FOUND, CONFLICT.',
    args: { id: t.arg.id({ required: true, description: 'Id of the campaign.' }) },
    resolve: (_, { id }, ctx) => ctx.api.campaigns.cancelCampaign(ctx, uuidOf('Campaign', id)),
  }),
  sendToFailed: t.field({
    type: Campaign,
    skipTypeScopes: true,
    authScopes: { send: true },
    description:
      'Sends once more to recipients whose email failed, with their names and addresses of today. Without names: all but those on the suppression list, those that bounced, and those of which it is not certain that the email did not leave (error UNCERTAIN). A paused campaign has to be resumed first. It leaves from those of its mailboxes that you may use. Errors: NOT_FOUND, CONFLICT, BAD_INPUT, FORBIDDEN (you may use none of its mailboxes), TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the campaign.' }),
      emailLogIds: t.arg.idList({ description: 'Only these recipients, whatever the reason was.' }),
      mailAccountIds: t.arg.idList({ description: 'Send from these mailboxes instead of its own.' }),
    },
    resolve: (_, { id, emailLogIds, mailAccountIds }, ctx) =>
      ctx.api.campaigns.sendToFailed(ctx, uuidOf('Campaign', id), emailLogIds ?? null, mailboxIds(mailAccountIds)),
  }),
}))
