import type { StatsChanges, StatsView } from '#api/stats/stats.ts'
import type { WelcomeRow } from '#api/stats/recipient-response-figures.ts'
import { WELCOME_DAYS } from '#domain/workspace-stats.ts'
import { builder, forScope } from './schema-builder.ts'
import { Mailbox } from './mailboxes.ts'
import { Topic } from './settings.ts'

const StatsChangesRef = builder.objectRef<StatsChanges>('StatsChanges').implement({
  description: 'How figures changed over the last month; null if there is nothing to compare with.',
  fields: (t) => ({
    totalContacts: t.exposeFloat('totalContacts', {
      nullable: true,
      description: 'Contacts added in the last month, as a percentage of earlier contacts.',
    }),
    totalCampaigns: t.exposeFloat('totalCampaigns', {
      nullable: true,
      description: 'Campaigns created in the last month, drafts included, as a percentage of earlier ones.',
    }),
    campaignsSent: t.exposeFloat('campaignsSent', {
      nullable: true,
      description: 'Campaigns finished in the last month, as a percentage of earlier ones.',
    }),
    openRate: t.exposeFloat('openRate', {
      nullable: true,
      description:
        'Change in open rate between campaigns started in the last month and the month before, in percentage points.',
    }),
    clickRate: t.exposeFloat('clickRate', {
      nullable: true,
      description: 'Change in click rate, calculated the same way.',
    }),
  }),
})

const Stats = builder.objectRef<StatsView>('Stats').implement({
  description: 'Dashboard figures. All are computed.',
  fields: (t) => ({
    totalContacts: t.exposeInt('totalContacts', { description: 'Contacts in the workspace.' }),
    totalCampaigns: t.exposeInt('totalCampaigns', { description: 'Campaigns in the workspace.' }),
    campaignsSent: t.exposeInt('campaignsSent', { description: 'Campaigns that finished sending.' }),
    campaignsFailed: t.exposeInt('campaignsFailed', { description: 'Campaigns of which no email was sent.' }),
    activeCampaigns: t.exposeInt('activeCampaigns', { description: 'Campaigns that are sending now.' }),
    openRate: t.exposeFloat('openRate', {
      description: 'Opened emails as a percentage of sent ones. Counts tracked emails only.',
    }),
    clickRate: t.exposeFloat('clickRate', {
      description: 'Clicked emails as a percentage of sent ones. Counts tracked emails only.',
    }),
    opensTracked: t.exposeBoolean('opensTracked', {
      description: 'False if emails were sent but none had open tracking.',
    }),
    clicksTracked: t.exposeBoolean('clicksTracked', { description: 'The same for clicks.' }),
    successRate: t.exposeFloat('successRate', {
      description:
        'Emails the provider accepted, as a percentage of those attempted. Recipients who were left out do not count.',
    }),
    fromLastMonth: t.field({
      type: StatsChangesRef,
      description: 'Changes since last month.',
      resolve: ({ fromLastMonth }) => fromLastMonth,
    }),
    hasMailbox: t.exposeBoolean('hasMailbox', { description: 'True if a mailbox is connected.' }),
    hasTested: t.exposeBoolean('hasTested', { description: 'True if a test email was sent.' }),
    hasSent: t.exposeBoolean('hasSent', {
      description: 'True if the workspace has ever sent an email. Until then, screens show sample data.',
    }),
  }),
})

const Welcome = builder.objectRef<WelcomeRow>('Welcome').implement({
  description:
    'Numbers of emails about one topic from one mailbox that show how welcome they were. What a recipient chose counts for the newest email that they had got before.',
  fields: (t) => ({
    topicId: t.exposeString('topicId', {
      nullable: true,
      description: 'Id of the topic; null for emails without one.',
    }),
    topic: t.field({
      type: Topic,
      nullable: true,
      description: 'The topic; null for emails without one, or if it was removed.',
      resolve: async ({ topicId }, _args, ctx) =>
        topicId === null ? null : ((await ctx.loaders.topics.load(topicId)) ?? null),
    }),
    mailbox: t.field({
      type: Mailbox,
      nullable: true,
      description: 'The mailbox; null if it is no longer connected.',
      resolve: ({ mailboxId }, _args, ctx) => (mailboxId === null ? null : ctx.loaders.mailboxes.load(mailboxId)),
    }),
    sent: t.exposeInt('sent', { description: 'Emails sent.' }),
    positive: t.exposeInt('positive', { description: 'Emails with a reply that a person marked as positive.' }),
    left: t.exposeInt('left', { description: 'Emails after which their recipient left the topic.' }),
    choseLess: t.exposeInt('choseLess', { description: 'Emails after which their recipient chose one email a month.' }),
    paused: t.exposeInt('paused', { description: 'Emails after which their recipient paused all emails.' }),
    complained: t.exposeInt('complained', { description: 'Emails that their recipient reported as spam.' }),
  }),
})

builder.queryFields((t) => ({
  welcomes: t.field({
    ...forScope('campaigns:read'),
    type: [Welcome],
    complexity: 100,
    description:
      'Signs that the emails of the last days were welcome or not, one for each topic and mailbox, those with the most emails first, at most 1,000. Errors: BAD_INPUT.',
    args: {
      days: t.arg.int({
        defaultValue: WELCOME_DAYS.usual,
        description: `Days to look back, at most ${WELCOME_DAYS.max}.`,
      }),
    },
    resolve: (_, { days }, ctx) => ctx.api.stats.welcomes(ctx, days ?? WELCOME_DAYS.usual),
  }),
  stats: t.field({
    ...forScope('campaigns:read'),
    type: Stats,
    description: 'The dashboard figures.',
    resolve: (_, _args, ctx) => ctx.api.stats.stats(ctx),
  }),
}))
