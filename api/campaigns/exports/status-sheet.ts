import { CHANGEABLE_FIELD_NAMES, isInteger, listFields } from '#domain/contacts/contact-fields.ts'
import { AppError } from '#domain/errors.ts'
import { ERASED } from '#domain/personal-data.ts'
import { localMoment, sheetStatus, statusTitles, type SheetMoments } from '#domain/campaigns/status-sheet.ts'
import { notFound } from '#schema/object-ids.ts'
import { allowLargeHashes } from '#api/audiences/contact-matching-queries.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { ContactImport } from '#api/contacts/contact-import.ts'
import { Sheet as KeptSheet } from '#api/contacts/sheets/sheet.ts'
import { fieldOrder } from '#api/audiences/field-order.ts'
import { cellOf, usualColumns, type SheetColumn, type SheetContact } from '#api/contacts/sheet-columns.ts'
import { EXPORT_BATCH, tableFile, type ExportFormat, type TableFile } from '#api/platform/tables/table-export.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { Campaign } from '../campaign.ts'

/**
 * Streams the spreadsheet that the recipients of a campaign came from, with the outcome of each person's emails in
 * added columns. The file keeps the sheet's columns, titles and order of rows; contacts who are no recipients have no
 * status, and recipients who are not in the sheet follow at the end. If few of the recipients are in the sheet, only
 * their rows are included. Throws NOT_FOUND, FORBIDDEN before the first piece. Needs campaigns:read and contacts:read.
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

/**
 * Streams the file of {@link exportStatusSheet} for callers that checked the permission. Times are in UTC in a CSV,
 * otherwise in the workspace's zone.
 */
export async function statusSheet(
  app: Pick<App, 'database'>,
  which: { tenantId: string; campaignId: string },
  format: ExportFormat,
): Promise<TableFile> {
  const { columns, sheet, keptId, timeZone, total } = await app.database.inTenant(which.tenantId, (em) =>
    layout(em, which),
  )
  const part = { ...which, importId: sheet?.id ?? null, isTheirs: sheet?.isTheirs ?? false, keptId }
  const batches = sheet?.batches ?? 0
  const read = (after: Row | null) =>
    app.database.inTenant(which.tenantId, async (em) => {
      if (keptId && (after === null || after.batch !== null)) {
        const rows = await keptRows(em, { ...which, keptId }, after)
        if (rows.length > 0) return rows
      }
      if (sheet && after) await requireKept(em, which.tenantId, sheet.id)
      for (
        let batch = after === null ? 0 : after.batch === null ? batches : after.batch + 1;
        batch < batches;
        batch += 1
      ) {
        const rows = await sheetRows(em, part, batch)
        if (rows.length > 0) return rows
      }
      return otherRows(em, part, after?.batch === null ? after.contactId : null)
    })
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
      const { word, at } = row.isRecipient ? sheetStatus(row) : { word: '', at: null }
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
    /**
     * position of the recipient in the sheet: a batch of an import, or the row of a kept sheet; null if the sheet does
     * not contain the recipient
     */
    batch: number | null
    isRecipient: boolean
    error: string | null
  }

/** Maximum number of imports that are searched, newest first, for the sheet with the recipients. */
const SHEETS_LOOKED_AT = 20

interface Sheet {
  id: string
  sheetColumns: SheetColumn[] | null
  fieldNames: string[] | null
  batches: number
  rows: number
  /** true if the sheet contains more than half of the recipients; the whole sheet is then exported */
  isTheirs: boolean
}

/**
 * The newest sheet uploaded before the launch that contains more than half of the recipients, else the one that contains
 * most; null if none contains any.
 */
async function sheetOf(em: Em, of: { tenantId: string; campaignId: string }): Promise<Sheet | null> {
  const [{ recipients, launchedAt }] = await em.execute<[{ recipients: number; launchedAt: Date | null }]>(
    `select count(*)::int as recipients, min(created_at) as "launchedAt" from email_logs
     where tenant_id = :tenantId and campaign_id = :campaignId`,
    of,
  )
  if (launchedAt === null) return null
  await fillEarlierBatches(em, of.tenantId)
  const sheets = await em.execute<Omit<Sheet, 'isTheirs'>[]>(
    `select i.id, i.sheet_columns as "sheetColumns", i.field_names as "fieldNames", max(b.place) + 1 as batches,
       sum(cardinality(b.contact_ids))::int as rows
     from contact_imports i join import_batches b on b.tenant_id = i.tenant_id and b.import_id = i.id
     where i.tenant_id = :tenantId and i.undone is null and i.created_at <= :launchedAt
     group by i.tenant_id, i.id order by i.id desc limit :SHEETS_LOOKED_AT`,
    { ...of, launchedAt, SHEETS_LOOKED_AT },
  )
  await allowLargeHashes(em)
  let most: { sheet: Sheet | null; contained: number } = { sheet: null, contained: 0 }
  for (const sheet of sheets) {
    const [{ contained }] = await em.execute<[{ contained: number }]>(
      `select count(*)::int as contained from email_logs l
       where l.tenant_id = :tenantId and l.campaign_id = :campaignId and l.contact_id in (
         select unnest(contact_ids) from import_batches where tenant_id = :tenantId and import_id = :sheet)`,
      { ...of, sheet: sheet.id },
    )
    if (contained * 2 > recipients) return { ...sheet, isTheirs: true }
    if (contained > most.contained) most = { sheet: { ...sheet, isTheirs: false }, contained }
  }
  return most.sheet
}

/**
 * Assigns the contacts of uploads from earlier versions, which kept no rows, to their imports: the ids of those
 * contacts are in the order of the rows.
 */
async function fillEarlierBatches(em: Em, tenantId: string): Promise<void> {
  await em.execute(
    `insert into import_batches (tenant_id, import_id, place, contact_ids)
     select tenant_id, import_id, place, array_agg(id order by id) from (
       select c.tenant_id, c.import_id, c.id,
         ((row_number() over (partition by c.tenant_id, c.import_id order by c.id) - 1) / ${EXPORT_BATCH})::integer as place
       from contacts c where c.tenant_id = :tenantId and c.import_id in (
         select i.id from contact_imports i where i.tenant_id = :tenantId and i.undone is null and not exists (
           select from import_batches b where b.tenant_id = :tenantId and b.import_id = i.id))) as numbered
     group by tenant_id, import_id, place on conflict do nothing`,
    { tenantId },
  )
}

/** Finds the sheet that the recipients came from, and decides the columns of the file and the format of times. */
async function layout(em: Em, { tenantId, campaignId }: { tenantId: string; campaignId: string }) {
  const campaign = await em.findOneOrFail(Campaign, { tenantId, id: campaignId })
  const kept = campaign.sheetId ? await em.findOne(KeptSheet, { tenantId, id: campaign.sheetId }) : null
  const sheet = kept ? null : await sheetOf(em, { tenantId, campaignId })
  const columns = kept
    ? usualColumns(kept.columns)
    : sheet?.sheetColumns?.length
      ? sheet.sheetColumns
      : usualColumns(sheet?.fieldNames ?? (await fieldsOf(em, tenantId, campaignId)))
  const { sendWindow } = await settingsOf(em, tenantId)
  return {
    columns,
    sheet,
    keptId: campaign.status === 'draft' ? null : (kept?.id ?? null),
    timeZone: sendWindow?.timeZone ?? 'UTC',
    // Recipients that the sheet does not contain are not counted: it is an estimate.
    total:
      campaign.status === 'draft'
        ? 0
        : Math.max(campaign.totalContacts, kept?.rowCount ?? (sheet?.isTheirs ? sheet.rows : 0)),
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

/** Throws GONE if the import was undone meanwhile, because rows already streamed could come again. */
async function requireKept(em: Em, tenantId: string, importId: string): Promise<void> {
  if ((await em.count(ContactImport, { tenantId, id: importId, undone: null })) > 0) return
  throw new AppError('GONE', 'The upload was undone while the spreadsheet was written. Download it again.')
}

type Part = { tenantId: string; campaignId: string; importId: string | null; isTheirs: boolean; keptId: string | null }

/**
 * Reads the next rows of a kept sheet, each with the outcome of the email about that row, or else of the email to that
 * person.
 */
async function keptRows(
  em: Em,
  part: { tenantId: string; campaignId: string; keptId: string },
  after: Row | null,
): Promise<Row[]> {
  return em.execute<Row[]>(
    `select ${shown('s.contact_id', 's.cells')}, s.position as batch
     from sheet_rows s
     left join lateral (
       select l.* from email_logs l
       where l.tenant_id = :tenantId and l.campaign_id = :campaignId and l.contact_id = s.contact_id
         and l.row_number in (0, s.position)
       offset 0) as l on true
     ${ofPerson('s.contact_id')}
     where s.tenant_id = :tenantId and s.sheet_id = :keptId and s.position >= :row
       and (s.position, s.contact_id) > (:row::integer, :contactId::uuid)
     order by s.position, s.contact_id limit ${EXPORT_BATCH}`,
    { ...part, row: after?.batch ?? 0, contactId: after?.contactId ?? NO_CONTACT, erased: ERASED.email },
  )
}

const NO_CONTACT = '00000000-0000-0000-0000-000000000000'

/** A batch of rows of a sheet, in its order, without contacts that were deleted and are no recipients. */
async function sheetRows(em: Em, part: Part, batch: number): Promise<Row[]> {
  return em.execute<Row[]>(
    `select ${shown('sheet.contact_id')}, b.place as batch
     from import_batches b cross join unnest(b.contact_ids) with ordinality as sheet (contact_id, row)
     left join lateral (
       select l.* from email_logs l
       where l.tenant_id = :tenantId and l.campaign_id = :campaignId and l.contact_id = sheet.contact_id
       offset 0) as l on true
     ${ofPerson('sheet.contact_id')}
     where b.tenant_id = :tenantId and b.import_id = :importId and b.place = :batch
       and (l.id is not null or (:isTheirs::boolean and c.id is not null))
     order by sheet.row`,
    { ...part, batch, erased: ERASED.email },
  )
}

/** The next recipients that the sheet does not contain, in the order of their contacts. */
async function otherRows(em: Em, part: Part, after: string | null): Promise<Row[]> {
  await allowLargeHashes(em)
  return em.execute<Row[]>(
    `select ${shown('l.contact_id')}, null::integer as batch from email_logs l ${ofPerson('l.contact_id')}
     where l.tenant_id = :tenantId and l.id = any (array(
       select l.id from email_logs l where l.tenant_id = :tenantId and l.campaign_id = :campaignId
         and (:after::uuid is null or l.contact_id > :after::uuid)
         and l.contact_id not in (${
           part.keptId
             ? 'select contact_id from sheet_rows where tenant_id = :tenantId and sheet_id = :keptId::uuid'
             : 'select unnest(contact_ids) from import_batches where tenant_id = :tenantId and import_id = :importId::uuid'
         })
       order by l.contact_id limit ${EXPORT_BATCH}))
     order by l.contact_id`,
    { ...part, after, erased: ERASED.email },
  )
}

/**
 * SQL: a value of the contact; if the contact was deleted, the value that was merged into the email. Empty for an
 * erased person.
 */
const valueOf = (contact: string, filledIn: string) =>
  `case when l.email_key = :erased then '' else coalesce(${contact}, ${filledIn}) end`
/** SQL: the contact's values; for a deleted contact, the texts that were merged into the email. */
const VALUES = listFields(CHANGEABLE_FIELD_NAMES, (name, { column }) =>
  isInteger(name)
    ? `case when l.email_key is distinct from :erased then c.${column} end as "${name}"`
    : `${valueOf(`c.${column}`, `l.merge_values ->> '${name}'`)} as "${name}"`,
)
/** SQL: when something first happened to any of a person's emails. */
const firstOf = (column: string) => `least(l.${column}, later.${column})`

/**
 * SQL: the columns of a row of the file about email `l`, if there is one, and its person. `cells`: the row's values, if
 * they were kept.
 */
const shown = (
  contactId: string,
  cells = 'c.fields',
) => `${contactId} as "contactId", l.id is not null as "isRecipient", ${VALUES},
  ${valueOf('l.contact_email', 'c.email')} as email,
  case when l.email_key = :erased then '{}' else coalesce(${cells}, l.merge_values -> 'fields', '{}') end as fields,
  l.sent_at as "sentAt", ${firstOf('opened_at')} as "openedAt", ${firstOf('clicked_at')} as "clickedAt",
  ${firstOf('replied_at')} as "repliedAt", ${firstOf('bounced_at')} as "bouncedAt",
  ${firstOf('unsubscribed_at')} as "unsubscribedAt", l.failed_at as "failedAt", coalesce(l.error, later.error) as error`

/** SQL: the contact, and the follow-ups to email `l`, looked up by the index of each person's emails. */
const ofPerson = (contactId: string) => `left join contacts c on c.tenant_id = :tenantId and c.id = ${contactId}
  left join lateral (
    select min(f.opened_at) as opened_at, min(f.clicked_at) as clicked_at, min(f.replied_at) as replied_at,
      min(f.bounced_at) as bounced_at, min(f.unsubscribed_at) as unsubscribed_at,
      min(f.error) filter (where f.bounced_at is not null) as error
    from campaigns k join email_logs f on f.tenant_id = k.tenant_id and f.campaign_id = k.id
    where k.tenant_id = :tenantId and k.parent_id = :campaignId and f.tenant_id = :tenantId
      and f.contact_id = ${contactId} and f.row_number = l.row_number) as later on true`
