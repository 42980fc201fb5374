import { builder } from './builder.ts'
import { Campaign } from './campaigns.ts'
import { EmailLog } from './email-logs.ts'

builder.objectFields(Campaign, (t) => ({
  bouncedCount: t.exposeInt('bouncedCount', {
    description: 'Emails that left and came back; they count as failed.',
  }),
  repliedCount: t.exposeInt('repliedCount', {
    description: 'Recipients who answered; out-of-office notes do not count.',
  }),
  repeatableCount: t.int({
    complexity: 10,
    description:
      'Emails that failed and that sendToFailed would send once more unasked: not those that bounced, are suppressed, or may have arrived.',
    resolve: (campaign, _, ctx) => ctx.api.campaigns.countRepeatable(ctx, campaign.id),
  }),
}))

builder.objectFields(EmailLog, (t) => ({
  bouncedAt: t.expose('bouncedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When a report said that it could not be delivered.',
  }),
  repliedAt: t.expose('repliedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the recipient first answered.',
  }),
}))
