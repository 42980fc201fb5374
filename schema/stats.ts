import type { StatsChanges, StatsView } from '#api/stats/stats.ts'
import { builder } from './builder.ts'

const StatsChangesRef = builder.objectRef<StatsChanges>('StatsChanges').implement({
  description: 'How figures changed within a month; null where there was nothing to compare with.',
  fields: (t) => ({
    totalContacts: t.exposeFloat('totalContacts', {
      nullable: true,
      description: 'Contacts added within a month, in percent of those from before.',
    }),
    campaignsSent: t.exposeFloat('campaignsSent', {
      nullable: true,
      description: 'Campaigns finished within a month, in percent of those from before.',
    }),
    openRate: t.exposeFloat('openRate', {
      nullable: true,
      description:
        'Open rate of the campaigns begun within a month against those of the month before, in percentage points.',
    }),
    clickRate: t.exposeFloat('clickRate', {
      nullable: true,
      description: 'The same of the click rate.',
    }),
  }),
})

const Stats = builder.objectRef<StatsView>('Stats').implement({
  description: 'The figures of the dashboard. All are computed.',
  fields: (t) => ({
    totalContacts: t.exposeInt('totalContacts', { description: 'Contacts in the workspace.' }),
    totalCampaigns: t.exposeInt('totalCampaigns', { description: 'Campaigns in the workspace.' }),
    campaignsSent: t.exposeInt('campaignsSent', { description: 'Campaigns that were sent to the end.' }),
    activeCampaigns: t.exposeInt('activeCampaigns', { description: 'Campaigns that are sending now.' }),
    openRate: t.exposeFloat('openRate', {
      description: 'Emails opened, in percent of those sent; of tracked emails alone.',
    }),
    clickRate: t.exposeFloat('clickRate', {
      description: 'Emails clicked, in percent of those sent; of tracked emails alone.',
    }),
    opensTracked: t.exposeBoolean('opensTracked', {
      description: 'False where emails were sent and opens of none of them are tracked.',
    }),
    clicksTracked: t.exposeBoolean('clicksTracked', { description: 'The same of clicks.' }),
    successRate: t.exposeFloat('successRate', {
      description: 'Emails the provider took, in percent of those attempted.',
    }),
    fromLastMonth: t.field({
      type: StatsChangesRef,
      description: 'What changed from last month.',
      resolve: ({ fromLastMonth }) => fromLastMonth,
    }),
    hasSent: t.exposeBoolean('hasSent', {
      description: 'Whether the workspace ever sent an email; until then screens show samples.',
    }),
  }),
})

builder.queryFields((t) => ({
  stats: t.field({
    type: Stats,
    description: 'The figures of the dashboard.',
    resolve: (_, _args, ctx) => ctx.api.stats.stats(ctx),
  }),
}))
