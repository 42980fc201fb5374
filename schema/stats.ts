import type { StatsChanges, StatsView } from '#api/stats/stats.ts'
import { builder, forScope } from './builder.ts'

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
    hasMailbox: t.exposeBoolean('hasMailbox', { description: 'Whether a mailbox is connected.' }),
    hasTested: t.exposeBoolean('hasTested', { description: 'Whether a test email was sent.' }),
    hasSent: t.exposeBoolean('hasSent', {
      description: 'Whether the workspace has ever sent an email. Until then, screens show sample data.',
    }),
  }),
})

builder.queryFields((t) => ({
  stats: t.field({
    ...forScope('campaigns:read'),
    type: Stats,
    description: 'The dashboard figures.',
    resolve: (_, _args, ctx) => ctx.api.stats.stats(ctx),
  }),
}))
