import type { Campaign as FollowUpRow } from '#api/campaigns/campaign.ts'
import { FOLLOW_UP_STOPS, type NextFollowUp as NextFollowUpRow } from '#domain/campaigns/follow-ups.ts'
import { builder, enumType } from './schema-builder.ts'
import { Campaign } from './campaigns.ts'
import { FollowUpConditionEnum } from './follow-up-input.ts'
import { EmailLog } from './email-logs.ts'
import { mutation } from './mutation-fields.ts'

/** Query cost (GraphQL complexity) of the follow-ups of a campaign, which has at most nine. */
const FOLLOW_UPS_COST = 9
/**
 * Query cost (GraphQL complexity) of the follow-up emails to one recipient. Most campaigns have one or two follow-ups,
 * and one query reads the follow-up emails of a whole page of recipients.
 */
const FOLLOW_UP_EMAILS_COST = 2

const FollowUp = builder.objectRef<FollowUpRow>('FollowUp').implement({
  description:
    'A later email of a campaign. It goes to those who have not answered and for whom its condition holds, in the same conversation.',
  fields: (t) => ({
    step: t.exposeInt('step', {
      description: 'Position of the follow-up in the campaign, from 2: the campaign’s own email is step 1.',
    }),
    waitDays: t.int({
      description: 'Working days to wait after the step before.',
      resolve: ({ waitDays }) => waitDays ?? 1,
    }),
    timeOfDay: t.string({
      description: 'Time of day at which it is sent, as HH:MM.',
      resolve: ({ timeOfDay }) => timeOfDay ?? '09:30',
    }),
    timeZone: t.string({
      description:
        'IANA name of the time zone of the time of day at which the follow-up is sent. If the campaign is sent at local times: only for recipients whose time zone is not known.',
      resolve: ({ timeZone }) => timeZone ?? 'UTC',
    }),
    condition: t.field({
      type: FollowUpConditionEnum,
      description: 'Condition for getting the follow-up. Recipients who answered never get it.',
      resolve: ({ condition }) => condition ?? 'no_reply',
    }),
    link: t.exposeString('conditionLink', {
      nullable: true,
      description: 'The address that the condition is about; null: any link.',
    }),
    subject: t.exposeString('subject', {
      description: 'Subject of the follow-up; empty: “Re: ” and the subject of the campaign. Merge tags work.',
    }),
    content: t.exposeString('content', { description: 'Text of the follow-up, in which merge tags work.' }),
    attachesFiles: t.exposeBoolean('attachesFiles', {
      description: 'True if the files of the campaign, and those of each recipient, are attached again.',
    }),
    useHtmlBuilder: t.exposeBoolean('useHtmlBuilder', { description: 'True if the content was made in the builder.' }),
    htmlTemplate: t.expose('htmlTemplate', {
      type: 'JSON',
      nullable: true,
      description: 'The builder document, as given.',
    }),
    totalContacts: t.exposeInt('totalContacts', { description: 'Recipients for whom it was due so far.' }),
    sentCount: t.exposeInt('sentCount', { description: 'Emails the provider accepted, including delivered ones.' }),
    failedCount: t.exposeInt('failedCount', { description: 'Failed emails.' }),
    pendingCount: t.int({
      description: 'Emails that are due and still to be sent.',
      resolve: (step) => step.totalContacts - step.sentCount - step.failedCount,
    }),
    deliveredCount: t.exposeInt('deliveredCount', { description: 'Emails that are known to be delivered.' }),
    openedCount: t.exposeInt('openedCount', { description: 'Emails that were opened.' }),
    clickedCount: t.exposeInt('clickedCount', { description: 'Emails with a click.' }),
    repliedCount: t.exposeInt('repliedCount', { description: 'Emails that were answered.' }),
    bouncedCount: t.exposeInt('bouncedCount', { description: 'Emails that bounced.' }),
    unsubscribedCount: t.exposeInt('unsubscribedCount', { description: 'Recipients who unsubscribed by it.' }),
  }),
})

builder.objectFields(Campaign, (t) => ({
  followUps: t.field({
    type: [FollowUp],
    complexity: { field: FOLLOW_UPS_COST, multiplier: FOLLOW_UPS_COST },
    description: 'Follow-ups of the campaign, in their order; the counts of a campaign are those of its first email.',
    resolve: (campaign, _, ctx) => ctx.loaders.followUps.load(campaign.id),
  }),
  followingSince: t.expose('followingSince', {
    type: 'DateTime',
    nullable: true,
    description:
      'Since when all its first emails have been handled and only follow-ups are to come; null before, after, and without follow-ups.',
  }),
}))

const NextFollowUp = builder.objectRef<NextFollowUpRow>('NextFollowUp').implement({
  description: 'Next step for a recipient of a campaign with follow-ups, computed at this moment.',
  fields: (t) => ({
    state: t.field({
      type: enumType('NextFollowUpState', {
        description:
          'waiting: a follow-up is sent at a time. due: it is sent now. awaits_inbox: it is due, but waits until the inbox was read that its replies go to, because a reply may be unread. under_way: an email to them is still to be sent. stopped: they get no further follow-up. done: they got all that are for them.',
        values: ['waiting', 'due', 'awaits_inbox', 'under_way', 'stopped', 'done'] as const,
      }),
      description: 'What happens next.',
      resolve: ({ state }) => state,
    }),
    step: t.int({
      nullable: true,
      description: 'The step that is waited for or under way.',
      resolve: (next) => ('step' in next ? next.step : null),
    }),
    at: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is sent at the earliest.',
      resolve: (next) => (next.state === 'waiting' ? next.at : null),
    }),
    isAway: t.boolean({
      description: 'True if the follow-up waits longer because the recipient is out of office.',
      resolve: (next) => next.state === 'waiting' && next.away,
    }),
    isAtCeiling: t.boolean({
      description:
        'True if the follow-up waits longer because the recipient got as many emails in seven days as the workspace allows.',
      resolve: (next) => next.state === 'waiting' && next.full,
    }),
    reason: t.field({
      type: enumType('FollowUpStop', {
        description:
          'Why a recipient gets no further follow-up. declined: they want fewer emails. contact_deleted: the contact was deleted after the launch. by_hand: somebody stopped it. failed: the email before was not sent, or it is not known whether it was. mailbox_gone: the mailbox that it would be sent from is no longer one of the campaign’s.',
        values: FOLLOW_UP_STOPS,
      }),
      nullable: true,
      description: 'Reason why the recipient gets no further follow-up.',
      resolve: (next) => (next.state === 'stopped' ? next.reason : null),
    }),
  }),
})

builder.objectFields(EmailLog, (t) => ({
  step: t.int({
    description: 'Position of the email among those of its campaign: 1 for the first email, from 2 for follow-ups.',
    resolve: (log, _, ctx) => ctx.loaders.followUpSteps.load(log.campaignId),
  }),
  followUpEmails: t.field({
    type: [EmailLog],
    complexity: { field: FOLLOW_UP_EMAILS_COST, multiplier: FOLLOW_UP_EMAILS_COST },
    description: 'The follow-ups that were made for this recipient so far, in their order; empty for a follow-up.',
    resolve: (log, _, ctx) => ctx.loaders.followUpEmails.load(log.id),
  }),
  nextFollowUp: t.field({
    type: NextFollowUp,
    nullable: true,
    complexity: 5,
    description: 'Next step for this recipient; null in a campaign without follow-ups, and in a cancelled one.',
    resolve: (log, _, ctx) => ctx.loaders.nextFollowUps.load(log.id),
  }),
}))

mutation('stopFollowUps', {
  scope: 'campaigns:send',
  description:
    'Stops the follow-ups to recipients of campaigns. An email that is being sent at this moment still arrives. Errors: NOT_FOUND, BAD_INPUT.',
  input: {
    description: 'The input of stopFollowUps.',
    fields: (t) => ({
      emailLogIds: t.idList({ required: true, description: 'Ids of their emails in the campaign, at most 500.' }),
      campaignId: t.id({ description: 'Only recipients of this campaign; ids of other emails are ignored.' }),
    }),
  },
  payload: { stopped: { type: 'Int', description: 'Recipients whose follow-ups were not stopped before.' } },
  resolve: async ({ emailLogIds, campaignId }, ctx) => ({
    stopped: await ctx.api.campaigns.stopFollowUps(ctx, emailLogIds, campaignId ?? null),
  }),
})
