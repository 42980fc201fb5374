import type { Campaign as CampaignRow } from '#api/campaigns/campaign.ts'
import { rate } from '#domain/rate-percent.ts'
import { builder } from './schema-builder.ts'
import { Campaign } from './campaigns.ts'
import type { Context } from './call-context.ts'

const leftOutOf = ({ id, failedCount }: CampaignRow, ctx: Context) =>
  failedCount === 0 ? 0 : ctx.loaders.leftOutCounts.load(id)

builder.objectFields(Campaign, (t) => ({
  leftOutCount: t.int({
    description:
      'Recipients who were left out on purpose: suppressed, or one email too many in seven days. They are part of failedCount, and do not count in successRate.',
    resolve: (campaign, _, ctx) => leftOutOf(campaign, ctx),
  }),
  successRate: t.float({
    description:
      'Sent emails as a percentage of those that were sent or failed. Waiting ones and recipients who were left out do not count.',
    resolve: async (campaign, _, ctx) => {
      const failed = campaign.failedCount - (await leftOutOf(campaign, ctx))
      return rate(campaign.sentCount, campaign.sentCount + failed)
    },
  }),
}))
