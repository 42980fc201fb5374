import { sql } from 'kysely'
import { shownStatus } from '#domain/campaigns/campaigns.ts'
import { mayUse } from '#domain/accounts/api-keys.ts'
import { partsOf } from '#domain/emails/delivery-errors.ts'
import { encodeId, notFound } from '#schema/object-ids.ts'
import { EXPORT_BATCH, tableFile, type ExportFormat, type TableFile } from '#api/platform/tables/table-export.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import { findCampaign } from '../campaigns.ts'
import type { EmailLog } from '#api/emails/email-log.ts'
import { countEmailLogs, listEmailLogs, type EmailLogFilter } from '#api/emails/email-logs.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { sqlOf, uuidArray } from '#api/platform/database/database.ts'
import type { Listed } from '#api/platform/database/keyset-pagination.ts'

const MOMENT = 22
const ID = 38

type Value = string | Date | null | undefined

/** A recipient, with the contact's id in another system. */
type Recipient = Listed<EmailLog> & { externalId: string | null }

const COLUMNS: readonly { header: string; width: number; of: (log: Recipient) => Value }[] = [
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
  { header: 'Recipient ID', width: ID, of: (log) => encodeId('EmailLog', log.id) },
  { header: 'Contact ID', width: ID, of: (log) => encodeId('Contact', log.contactId) },
  { header: 'External ID', width: 24, of: (log) => log.externalId },
  { header: 'Failure code', width: 24, of: ({ error }) => (error == null ? null : partsOf(error).code) },
  { header: 'Out Of Office Until', width: MOMENT, of: (log) => log.awayUntil },
  { header: 'Row', width: 8, of: ({ rowNumber }) => (rowNumber ? String(rowNumber) : null) },
]

/**
 * Streams a campaign's matching recipients and outcomes as a file, in queue order. Times are ISO 8601. External ids are
 * left out for keys that may not read contacts. Throws NOT_FOUND before the first piece.
 */
export async function exportRecipients(
  call: Call,
  campaignId: string,
  filter: EmailLogFilter,
  format: ExportFormat,
): Promise<TableFile> {
  const viewer = viewerWith(call, 'campaigns:read')
  const campaign = await findCampaign(call, campaignId)
  if (!campaign) throw notFound('Campaign')
  await call.app.database.inTenant(campaign.tenantId, (em) =>
    recordOwn(call, em, { action: 'recipients_exported', target: { id: campaign.id, label: campaign.name } }),
  )
  const read = async (after?: string): Promise<Recipient[]> => {
    const logs = await listEmailLogs(call, campaignId, filter, { after, limit: EXPORT_BATCH, inverted: false })
    const externalIds = mayUse(viewer, 'contacts:read') ? await externalIdsOf(call, campaign.tenantId, logs) : new Map()
    return logs.map((log) => ({ ...log, externalId: externalIds.get(log.contactId) ?? null }))
  }
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

/** The external ids of the recipients' contacts, by contact. */
async function externalIdsOf(call: Call, tenantId: string, logs: readonly EmailLog[]): Promise<Map<string, string>> {
  const ids = uuidArray(logs.map(({ contactId }) => contactId))
  const rows = await call.app.database.inTenant(tenantId, (em) =>
    sqlOf(em)
      .selectFrom('contacts')
      .select(['id', 'externalId'])
      .where('tenantId', '=', tenantId)
      .where(sql<boolean>`id = any (${ids}::uuid[])`)
      .where('externalId', 'is not', null)
      .execute(),
  )
  return new Map(rows.map(({ id, externalId }) => [id, externalId ?? '']))
}
