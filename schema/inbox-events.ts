import { builder } from './schema-builder.ts'
import { Campaign } from './campaigns.ts'
import { EmailLog } from './email-logs.ts'

builder.objectFields(Campaign, (t) => ({
  bouncedCount: t.exposeInt('bouncedCount', {
    description: 'Emails that were sent but bounced. They count as failed.',
  }),
  repliedCount: t.exposeInt('repliedCount', {
    description: 'Recipients who replied. Out-of-office replies do not count.',
  }),
  awayCount: t.exposeInt('awayCount', {
    description: 'Recipients who answered that they are out of office. They count neither as replied nor as bounced.',
  }),
  repeatableCount: t.int({
    complexity: 10,
    description:
      'Failed emails that sendToFailed retries by default. Excludes emails that bounced, are suppressed, or may have arrived.',
    resolve: (campaign, _, ctx) => ctx.loaders.resendableCounts.load(campaign.id),
  }),
}))

builder.objectFields(EmailLog, (t) => ({
  bouncedAt: t.expose('bouncedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the bounce message arrived.',
  }),
  repliedAt: t.expose('repliedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the recipient first replied.',
  }),
  awayUntil: t.expose('awayUntil', {
    type: 'DateTime',
    nullable: true,
    description:
      'The recipient is out of office and back on this day (00:00 UTC); null if they did not say so. Without a day in their answer, a week after it.',
  }),
  awayDateGiven: t.boolean({
    nullable: true,
    description: 'True if the recipient’s automatic reply named the day of awayUntil.',
    resolve: ({ awayDated }) => awayDated ?? null,
  }),
}))
