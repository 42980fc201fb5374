import { ERASED } from '#domain/personal-data.ts'
import { localMoment, sheetStatus, statusTitles, type SheetMoments } from '#domain/status-sheet.ts'
import { notFound } from '#schema/ids.ts'
import { recordOwn } from '../audit/record.ts'
import { fieldOrder } from '../contacts/field-order.ts'
import { cellOf, usualColumns, type SheetColumn, type SheetContact } from '../contacts/sheet-columns.ts'
import { EXPORT_BATCH, tableFile, type ExportFormat, type TableFile } from '../contacts/spreadsheet/table-file.ts'
import { viewerWith, type App, type Call } from '../context.ts'
import type { Em } from '../platform/database.ts'
import { settingsOf } from '../settings/settings.ts'
import { Campaign } from './campaign.ts'

/**
 * Streams the spreadsheet that the recipients of a campaign came from, with what became of the emails to each, follow-ups included: its columns with
 * their titles, its rows in their order, after them recipients who were contacts before or came from elsewhere. Throws NOT_FOUND, FORBIDDEN before the
 * first piece. Needs campaigns:read and contacts:read.
 */
export async function exportStatusSheet(call: Call, campaignId: string, format: ExportFormat): Promise<TableFile> {
  const { tenantId } = viewerWith(call, 'campaigns:read')
  viewerWith(call, 'contacts:read')
  await call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id: campaignId })
    if (!campaign) throw notFound('Campaign')
    await recordOwn(call, em, { action: 'recipients_exported', target: { id: campaignId, label: campaign.name } })
  })
  return statusSheet(call.app, { tenantId, campaignId }, format)
}

/** The file of {@link exportStatusSheet}, for callers that checked who asks. Times: UTC in CSV, else in the workspace's zone. */
export async function statusSheet(
  app: Pick<App, 'database'>,
  which: { tenantId: string; campaignId: string },
  format: ExportFormat,
): Promise<TableFile> {
  const { columns, importId, timeZone, total } = await app.database.inTenant(which.tenantId, (em) => layout(em, which))
  const read = (after: Row | null) =>
    app.database.inTenant(which.tenantId, (em) => readRows(em, { ...which, importId }, after))
  const moment = (at: Date | null) =>
    at === null ? '' : format === 'csv' ? new Date(at).toISOString() : localMoment(new Date(at), timeZone)
  const titles = columns.map(({ title }) => title)
  return tableFile<Row>(format, {
    name: 'Recipients',
    columns: [
      ...titles.map((header) => ({ header, width: 24 })),
      ...statusTitles(titles).map((header) => ({ header, width: 18 })),
    ],
    total,
    first: await read(null),
    next: read,
    cellsOf: (row) => {
      const { word, at } = sheetStatus(row)
      return [
        ...columns.map(({ field }) => cellOf(field, row)),
        word,
        ...MOMENTS.map((name) => moment(row[name])),
        moment(at),
        row.error ?? '',
      ]
    },
  })
}

const MOMENTS = ['sentAt', 'openedAt', 'clickedAt', 'repliedAt', 'bouncedAt', 'unsubscribedAt'] as const

type Row = SheetMoments &
  SheetContact & {
    contactId: string
    /** it came from the sheet, whose rows come first */
    ofSheet: boolean
    error: string | null
  }

/** The sheet of most recipients, its columns, and how times are written. */
async function layout(em: Em, { tenantId, campaignId }: { tenantId: string; campaignId: string }) {
  const campaign = await em.findOneOrFail(Campaign, { tenantId, id: campaignId })
  const [sheet] = await em.execute<{ id: string; sheetColumns: SheetColumn[] | null; fieldNames: string[] | null }[]>(
    `select i.id, i.sheet_columns as "sheetColumns", i.field_names as "fieldNames"
     from (select c.import_id from campaign_contacts cc
           join contacts c on c.tenant_id = cc.tenant_id and c.id = cc.contact_id
           where cc.tenant_id = :tenantId and cc.campaign_id = :campaignId and c.import_id is not null
           group by c.import_id order by count(*) desc, c.import_id desc limit 1) as most
     join contact_imports i on i.tenant_id = :tenantId and i.id = most.import_id`,
    { tenantId, campaignId },
  )
  const columns = sheet?.sheetColumns?.length
    ? sheet.sheetColumns
    : usualColumns(sheet?.fieldNames ?? (await fieldsOf(em, tenantId, campaignId)))
  const { sendWindow } = await settingsOf(em, tenantId)
  return {
    columns,
    importId: sheet?.id ?? null,
    timeZone: sendWindow?.timeZone ?? 'UTC',
    total: campaign.status === 'draft' ? 0 : campaign.totalContacts,
  }
}

/** The custom fields of recipients that came from no sheet. */
async function fieldsOf(em: Em, tenantId: string, campaignId: string): Promise<string[]> {
  const rows = await em.execute<{ name: string }[]>(
    `select distinct jsonb_object_keys(c.fields) as name from campaign_contacts cc
     join contacts c on c.tenant_id = cc.tenant_id and c.id = cc.contact_id
     where cc.tenant_id = :tenantId and cc.campaign_id = :campaignId`,
    { tenantId, campaignId },
  )
  const names = rows.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en'))
  return (await fieldOrder(em, tenantId))(names, (name) => name)
}

type Which = { tenantId: string; campaignId: string; importId: string | null }

/** The next rows: those of the sheet, then the others, each in the order of their contacts. */
async function readRows(em: Em, which: Which, after: Row | null): Promise<Row[]> {
  if (which.importId === null) return readPart(em, which, { ofSheet: false, after, limit: EXPORT_BATCH })
  const rows =
    after === null || after.ofSheet ? await readPart(em, which, { ofSheet: true, after, limit: EXPORT_BATCH }) : []
  if (rows.length === EXPORT_BATCH) return rows
  const others = { ofSheet: false, after: after?.ofSheet === false ? after : null, limit: EXPORT_BATCH - rows.length }
  return [...rows, ...(await readPart(em, which, others))]
}

/** When something first happened to any of a person's emails. */
const firstOf = (column: string, name: string) => `least(l.${column}, later.${column}) as "${name}"`

/**
 * Rows by the index of the recipients of a campaign, whose contacts are in the order of their sheet: nothing is sorted.
 * Follow-ups are looked up for the rows found only, by the index of each person's email.
 */
async function readPart(
  em: Em,
  { tenantId, campaignId, importId }: Which,
  { ofSheet, after, limit }: { ofSheet: boolean; after: Row | null; limit: number },
): Promise<Row[]> {
  const inPart = ofSheet
    ? 'c.import_id = :importId::uuid'
    : '(:importId::uuid is null or c.import_id is distinct from :importId::uuid)'
  const shown = (contact: string, kept: string) =>
    `case when l.email_key = :erased then '' else coalesce(${contact}, ${kept}) end`
  return em.execute<Row[]>(
    `select l.contact_id as "contactId", :ofSheet::boolean as "ofSheet", ${shown('c.first_name', `l.merge_values ->> 'firstName'`)} as "firstName",
       ${shown('c.last_name', `l.merge_values ->> 'lastName'`)} as "lastName",
       case when l.email_key = :erased then '' else l.contact_email end as email,
       case when l.email_key <> :erased then c.serial_number end as "serialNumber",
       case when l.email_key = :erased then '{}' else coalesce(c.fields, l.merge_values -> 'fields', '{}') end as fields,
       l.sent_at as "sentAt", ${firstOf('opened_at', 'openedAt')}, ${firstOf('clicked_at', 'clickedAt')},
       ${firstOf('replied_at', 'repliedAt')}, ${firstOf('bounced_at', 'bouncedAt')},
       ${firstOf('unsubscribed_at', 'unsubscribedAt')}, l.failed_at as "failedAt", coalesce(l.error, later.error) as error
     from email_logs l left join contacts c on c.tenant_id = l.tenant_id and c.id = l.contact_id
     left join lateral (
       select min(f.opened_at) as opened_at, min(f.clicked_at) as clicked_at, min(f.replied_at) as replied_at,
         min(f.bounced_at) as bounced_at, min(f.unsubscribed_at) as unsubscribed_at,
         min(f.error) filter (where f.bounced_at is not null) as error
       from campaigns k join email_logs f on f.tenant_id = k.tenant_id and f.campaign_id = k.id
       where k.tenant_id = :tenantId and k.parent_id = :campaignId and f.tenant_id = :tenantId
         and f.contact_id = l.contact_id) as later on true
     where l.tenant_id = :tenantId and l.id = any (array(
       select l.id from email_logs l left join contacts c on c.tenant_id = l.tenant_id and c.id = l.contact_id
       where l.tenant_id = :tenantId and l.campaign_id = :campaignId and ${inPart}
         and (:after::uuid is null or l.contact_id > :after::uuid)
       order by l.contact_id limit :limit))
     order by l.contact_id`,
    { tenantId, campaignId, importId, ofSheet, after: after?.contactId ?? null, limit, erased: ERASED.email },
  )
}
