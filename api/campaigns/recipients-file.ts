import { shownStatus } from '#domain/campaigns.ts'
import { notFound } from '#schema/ids.ts'
import { EXPORT_BATCH, tableFile, type ExportFormat, type TableFile } from '../contacts/spreadsheet/table-file.ts'
import { viewerWith, type Call } from '../context.ts'
import { findCampaign } from './campaigns.ts'
import type { EmailLog } from './email-log.ts'
import { countEmailLogs, listEmailLogs, type EmailLogFilter } from './email-logs.ts'
import { recordOwn } from '../audit/record.ts'

const MOMENT = 22

const COLUMNS: readonly { header: string; width: number; of: (log: EmailLog) => string | Date | null | undefined }[] = [
  { header: 'Contact', width: 24, of: (log) => log.contactName },
  { header: 'Email', width: 36, of: (log) => log.contactEmail },
  { header: 'Status', width: 12, of: (log) => shownStatus(log.status) },
  { header: 'Variant', width: 8, of: (log) => log.variant },
  { header: 'Sent At', width: MOMENT, of: (log) => log.sentAt },
  { header: 'Delivered At', width: MOMENT, of: (log) => log.deliveredAt },
  { header: 'Opened At', width: MOMENT, of: (log) => log.openedAt },
  { header: 'Clicked At', width: MOMENT, of: (log) => log.clickedAt },
  { header: 'Replied At', width: MOMENT, of: (log) => log.repliedAt },
  { header: 'Bounced At', width: MOMENT, of: (log) => log.bouncedAt },
  { header: 'Unsubscribed At', width: MOMENT, of: (log) => log.unsubscribedAt },
  { header: 'Failed At', width: MOMENT, of: (log) => log.failedAt },
  { header: 'Error', width: 48, of: (log) => log.error },
]

/**
 * Streams a campaign's matching recipients and outcomes as a file, in queue order. Times are ISO 8601. Throws NOT_FOUND
 * before the first piece.
 */
export async function exportRecipients(
  call: Call,
  campaignId: string,
  filter: EmailLogFilter,
  format: ExportFormat,
): Promise<TableFile> {
  viewerWith(call, 'campaigns:read')
  const campaign = await findCampaign(call, campaignId)
  if (!campaign) throw notFound('Campaign')
  await call.app.database.inTenant(campaign.tenantId, (em) =>
    recordOwn(call, em, { action: 'recipients_exported', target: { id: campaign.id, label: campaign.name } }),
  )
  const read = (after?: string) =>
    listEmailLogs(call, campaignId, filter, { after, limit: EXPORT_BATCH, inverted: false })
  return tableFile(format, {
    name: 'Recipients',
    columns: COLUMNS,
    total: await countEmailLogs(call, campaign, filter),
    first: await read(),
    next: (last) => read(last.cursor),
    cellsOf: (log) =>
      COLUMNS.map(({ of }) => {
        const value = of(log)
        return value instanceof Date ? value.toISOString() : (value ?? '')
      }),
  })
}
