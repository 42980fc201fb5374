import type { StatsView } from '#api/stats/stats.ts'
import { builder } from './builder.ts'

const Stats = builder.objectRef<StatsView>('Stats').implement({
  description: 'The figures of the dashboard. All are computed.',
  fields: (t) => ({
    totalContacts: t.exposeInt('totalContacts', { description: 'Contacts in the workspace.' }),
    totalCampaigns: t.exposeInt('totalCampaigns', { description: 'Campaigns in the workspace.' }),
    campaignsSent: t.exposeInt('campaignsSent', { description: 'Campaigns that were sent to the end.' }),
    activeCampaigns: t.exposeInt('activeCampaigns', { description: 'Campaigns that are sending now.' }),
    openRate: t.exposeFloat('openRate', { description: 'Mails opened, in percent of those sent.' }),
    clickRate: t.exposeFloat('clickRate', { description: 'Mails clicked, in percent of those sent.' }),
    successRate: t.exposeFloat('successRate', {
      description: 'Mails the provider took, in percent of those attempted.',
    }),
    hasSent: t.exposeBoolean('hasSent', {
      description: 'Whether the workspace ever sent a mail; until then screens show samples.',
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
