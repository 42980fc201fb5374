import { shareLock, takeLock } from '#api/platform/locks/advisory-locks.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AUDIENCE_LIMITS } from '#domain/audiences.ts'
import type { ColumnMapping } from '#domain/contacts/contact-columns.ts'
import {
  CHANGEABLE_FIELD_NAMES,
  CONTACT_FIELD_NAMES,
  entryOf,
  isInteger,
  listFields,
  sqlTypeOf,
} from '#domain/contacts/contact-fields.ts'
import { cleanLine, emailKey, type ImportCounts } from '#domain/contacts/contacts.ts'
import { AppError } from '#domain/errors.ts'
import { mergeNotices, type ImportNotice } from '#domain/contacts/import-notices.ts'
import type { ExistingChoice } from '#domain/contacts/imports.ts'
import { v7 as newId } from 'uuid'
import { existingSpelling } from '#api/audiences/tags.ts'
import type { App } from '#api/platform/app-context.ts'
import { excludeAddresses } from '#api/tracking/tracking-exclusions.ts'
import { createNameAgain } from './returning-erased-contacts.ts'
import { executeForAnyTenant, uuidArray, type Em } from '#api/platform/database/database.ts'
import { contactRoom, ensureRoom } from '#api/tenants/plan-limits.ts'
import { noteContacts } from '#api/webhooks/webhook-outbox.ts'
import { ContactImport } from './contact-import.ts'
import { fieldSpelling, spellContacts, type FieldSpelling, type SpelledContact } from './field-spelling.ts'
import { fitting, leftOutRow } from './contacts-over-plan-limit.ts'
import { keptColumns } from './sheet-columns.ts'
import { beginSheet, finishSheet, writeSheetRows, type SheetPlan } from './sheets/sheet-storage.ts'
import type { RejectedRow, RowBatch } from './spreadsheet/contact-rows.ts'

/** Parameters of an import. */
export interface ImportPlan {
  tenantId: string
  userId: string
  importId: string
  fileName: string
  existing: ExistingChoice
  tags: readonly string[]
  /** adds only the first new contacts for which the plan has room */
  firstThatFit?: boolean
  /** the sheet's columns: the order of its fields, and in which those left out are kept */
  columns?: readonly ColumnMapping[]
  /** stores the sheet's rows too, so that emails can be about them */
  sheet?: SheetPlan
  now: Date
}

/** Columns of the values of a contact. */
const VALUES = listFields(CONTACT_FIELD_NAMES, (_, { column }) => column)

const SHEET = `(
  select r.tenant_id, r.row, r.id, ${listFields(CONTACT_FIELD_NAMES, (name, { column }) => `r."${name}" as ${column}`)}, r.fields,
    r.replaced, lower(r.email) as email_key
  from jsonb_to_recordset(:sheet::jsonb) as r (tenant_id uuid, row integer, id uuid,
    ${listFields(CONTACT_FIELD_NAMES, (name, entry) => `"${name}" ${sqlTypeOf(entry)}`)}, fields jsonb, replaced text[])
  offset 0) as s`

/**
 * SQL join of the imported rows with the existing contacts that have the same email address. Under row-level security
 * PostgreSQL uses the index only for leakproof operators. `lower` is not leakproof, so each row's address is
 * lower-cased in a subquery, which `offset 0` keeps separate. The tenant is part of each row, since the planner would
 * otherwise expect almost no contacts during an import.
 */
const KNOWN = `${SHEET} join contacts c on c.tenant_id = s.tenant_id and c.email_key = s.email_key`

/**
 * SQL: a contact's values merged with those of its imported row. An empty cell removes nothing, and no field keeps two
 * spellings.
 */
const MERGED = {
  ...Object.fromEntries(
    CHANGEABLE_FIELD_NAMES.map((name) => {
      const { column } = entryOf(name)
      const cell = isInteger(name) ? `s.${column}` : `nullif(s.${column}, '')`
      return [column, `coalesce(${cell}, c.${column})`]
    }),
  ),
  fields: `(c.fields - s.replaced) || s.fields`,
}
const COLUMNS = Object.keys(MERGED)
const DIFFERS = `(${Object.values(MERGED).join(', ')}) is distinct from (${COLUMNS.map((name) => `c.${name}`).join(', ')})`

/** Converts contacts to the rows that the SQL relation {@link SHEET} reads, with the ids that new contacts get. */
function sheetRows(tenantId: string, contacts: readonly SpelledContact[]) {
  return contacts.map((contact, row) => ({ ...contact, tenant_id: tenantId, row, id: newId() }))
}

/** Converts contacts to rows and to the JSON text that SQL statements get. */
function asSheet(tenantId: string, contacts: readonly SpelledContact[]) {
  const asRows = sheetRows(tenantId, contacts)
  return { asRows, sheet: JSON.stringify(asRows) }
}

/** Prepares batches of rows as far as that is possible without the database. */
async function* prepared(tenantId: string, batches: AsyncIterable<RowBatch>, spelling: FieldSpelling) {
  for await (const batch of batches) {
    const spelled = spellContacts(batch.contacts, spelling)
    yield { batch, spelled, all: asSheet(tenantId, spelled) }
  }
}

/** Makes the next item while the caller still works on the one before. */
async function* oneAhead<Item>(items: AsyncGenerator<Item, void, undefined>): AsyncGenerator<Item, void, undefined> {
  try {
    for (let next = items.next(); ;) {
      const { value, done } = await next
      if (done) return
      // The caller sends its statement first.
      next = nextTurn().then(() => items.next())
      // A failure of the next step is thrown when the caller awaits that step.
      next.catch(() => {})
      yield value
    }
  } finally {
    await items.return()
  }
}

/**
 * Imports the rows of a sheet, with the data to undo it. A row that excludes its address from tracking does so even if
 * the contact exists and stays as it is; undoing the import does not take that back. Calls `report` with the number of rows done. Throws
 * LIMIT_REACHED, BAD_INPUT (a contact would have too many fields): the caller must then roll back.
 */
export async function importRows(
  app: Pick<App, 'events' | 'clock' | 'links'>,
  em: Em,
  plan: ImportPlan,
  batches: AsyncIterable<RowBatch>,
  report: (rows: number) => Promise<void> = async () => {},
): Promise<ImportCounts & { skipped: number; notices: ImportNotice[] }> {
  const { tenantId, userId, importId, now } = plan
  await takeLock(em, 'imports', tenantId)
  await shareLock(em, 'erasing', tenantId)
  const counts = { added: 0, changed: 0, tagged: 0, ignored: 0, rejected: 0, skipped: 0 }
  const rejectedRows: RejectedRow[] = []
  const notices: ImportNotice[] = []
  const fileName = cleanLine(plan.fileName.slice(0, 255))
  const record = em.create(ContactImport, {
    tenantId,
    id: importId,
    userId,
    fileName,
    ...counts,
    rejectedRows,
    createdAt: now,
  })
  await em.flush()
  if (plan.sheet) await beginSheet(em, plan, plan.sheet)
  const labels = await existingSpelling(em, tenantId, plan.tags)
  const spelling = await fieldSpelling(em, tenantId)
  const nameAgain = await createNameAgain(app, em, tenantId)
  const excluded: string[] = []
  const room = plan.firstThatFit ? await contactRoom(em, tenantId) : null
  let rows = 0
  let place = 0
  for await (const { batch, spelled, all } of oneAhead(prepared(tenantId, batches, spelling))) {
    const fits = room === null ? null : fitting(spelled, await knownRows(em, tenantId, spelled), room - counts.added)
    const { kept, leftOut } = fits ?? { kept: spelled, leftOut: [] }
    const { asRows, sheet } = fits ? asSheet(tenantId, kept) : all
    const changed = plan.existing === 'update' ? await changeKnown(em, plan, sheet) : 0
    const added = await addUnknown(em, plan, sheet)
    await nameAgain(kept.map(({ email }) => email))
    await keepOrder(em, plan, asRows, { place, allAdded: added === kept.length })
    place += 1
    if (plan.sheet) {
      await writeSheetRows(em, { tenantId, sheetId: plan.sheet.id }, [...batch.contacts, ...batch.duplicates])
    }
    if (labels.length > 0) counts.tagged += await tagRows(em, plan, sheet, labels)
    for (const { email, untracked } of kept) if (untracked) excluded.push(email)
    counts.added += added
    counts.changed += changed
    // Rows that are kept are not ignored, whoever they name.
    counts.ignored += (plan.sheet ? 0 : batch.duplicates.length) + kept.length - added - changed
    counts.rejected += batch.rejected.length + leftOut.length
    counts.skipped += batch.skipped
    mergeNotices(notices, batch.notices)
    for (const row of batch.rejected) rejectedRows.push(row)
    for (const contact of leftOut) rejectedRows.push(leftOutRow(contact, plan.columns ?? []))
    rows += batch.contacts.length + batch.duplicates.length + batch.rejected.length + batch.skipped
    await report(rows)
  }
  await ensureRoom(em, tenantId, 'contacts', now, counts.added, counts.added)
  // Last, as it blocks campaign starts until the import ends.
  await excludeAddresses(app, em, tenantId, excluded, { byRecipient: false })
  const fieldNames = (plan.columns ?? []).flatMap(({ field }) =>
    typeof field === 'object' && field !== null ? [spelling(field.custom).name] : [],
  )
  const sheetColumns = keptColumns(plan.columns ?? [], (name) => spelling(name).name)
  em.assign(record, { ...counts, rejectedRows: [...rejectedRows], fieldNames, sheetColumns })
  await em.flush()
  if (plan.sheet) await finishSheet(em, tenantId, plan.sheet)
  return { ...counts, notices }
}

/** The existing contacts of these rows: address key → whether the contact would change. */
export async function knownRows(
  em: Em,
  tenantId: string,
  contacts: readonly SpelledContact[],
): Promise<Map<string, boolean>> {
  const rows = await em.execute<{ row: number; differs: boolean }[]>(
    `select s.row, ${DIFFERS} as differs from ${KNOWN}`,
    { sheet: JSON.stringify(sheetRows(tenantId, contacts)) },
  )
  return new Map(rows.map(({ row, differs }) => [emailKey(contacts[row]?.email ?? ''), differs]))
}

/** Adds contacts with new addresses; returns how many. */
async function addUnknown(em: Em, { tenantId, importId }: ImportPlan, sheet: string): Promise<number> {
  const [result] = await executeForAnyTenant<[{ added: number }]>(
    em,
    `with added as (
       insert into contacts as c (tenant_id, id, import_id, written_by_import, ${VALUES}, fields)
       select tenant_id, id, :importId, :importId, ${VALUES}, fields from ${SHEET}
       on conflict (tenant_id, email_key) do nothing returning c.tenant_id, c.id),
     ${noteContacts({ from: 'added', change: 'created' })}
     select count(*)::int as added from added`,
    { tenantId, importId, sheet },
  )
  return result.added
}

/**
 * Updates existing contacts from their rows, and stores their old values so that the import can be undone. Returns how
 * many changed. Throws BAD_INPUT.
 */
async function changeKnown(em: Em, { tenantId, importId }: ImportPlan, sheet: string): Promise<number> {
  const merged = Object.entries(MERGED).map(([name, value]) => `${value} as new_${name}`)
  const before = [...COLUMNS, 'written_by_import'].map((name) => `'${name}', ${name}`)
  const [result] = await executeForAnyTenant<[{ changed: number; overfull: number }]>(
    em,
    `with known as (
       select * from (select c.*, ${merged.join(', ')} from ${KNOWN}
       where c.tenant_id = :tenantId and c.import_id is distinct from :importId and ${DIFFERS} for update of c) as locked),
     kept as (
       insert into import_changes (tenant_id, import_id, contact_id, before)
       select tenant_id, :importId, id, jsonb_build_object(${before.join(', ')}) from known on conflict do nothing),
     changed as (
       update contacts c set ${COLUMNS.map((name) => `${name} = k.new_${name}`).join(', ')}, written_by_import = :importId, updated_at = now()
       from known k where c.tenant_id = :tenantId and c.id = k.id returning c.tenant_id, c.id),
     ${noteContacts({ from: 'changed', change: 'updated' })}
     select (select count(*)::int from changed) as changed,
       (select count(*)::int from known where (select count(*) from jsonb_object_keys(new_fields)) > :most) as overfull`,
    { sheet, tenantId, importId, most: AUDIENCE_LIMITS.fields },
  )
  if (result.overfull === 0) return result.changed
  throw new AppError(
    'BAD_INPUT',
    `With this import, a contact would have more than ${AUDIENCE_LIMITS.fields} fields. Ignore some columns and try again.`,
  )
}

/** Records which contacts the imported rows belong to, in the order of the rows. */
async function keepOrder(
  em: Em,
  { tenantId, importId }: ImportPlan,
  rows: ReturnType<typeof sheetRows>,
  { place, allAdded }: { place: number; allAdded: boolean },
): Promise<void> {
  if (rows.length === 0) return
  if (allAdded) {
    await em.execute(
      `insert into import_batches (tenant_id, import_id, place, contact_ids)
       values (:tenantId, :importId, :place, :ids::uuid[]) returning 1`,
      { tenantId, importId, place, ids: uuidArray(rows.map(({ id }) => id)) },
    )
    return
  }
  await em.execute(
    `insert into import_batches (tenant_id, import_id, place, contact_ids)
     select c.tenant_id, :importId, :place, array_agg(c.id order by s.row) from ${KNOWN}
     where c.tenant_id = :tenantId group by c.tenant_id returning 1`,
    {
      tenantId,
      importId,
      place,
      sheet: JSON.stringify(rows.map(({ tenant_id, row, email }) => ({ tenant_id, row, email }))),
    },
  )
}

/** Tags the contacts of these rows: added ones, and existing ones when updating. Returns how many gained a tag. */
async function tagRows(
  em: Em,
  { tenantId, importId, existing }: ImportPlan,
  sheet: string,
  labels: readonly string[],
): Promise<number> {
  const [result] = await executeForAnyTenant<[{ tagged: number }]>(
    em,
    `with wanted as (
       select c.tenant_id, c.id, c.import_id from ${KNOWN} where c.tenant_id = :tenantId),
     added as (
       insert into contact_tags as t (tenant_id, contact_id, tag)
       select tenant_id, id, label from wanted, jsonb_array_elements_text(:labels::jsonb) as label where import_id = :importId
       on conflict do nothing returning t.contact_id),
     known as (
       insert into contact_tags as t (tenant_id, contact_id, tag)
       select tenant_id, id, label from wanted, jsonb_array_elements_text(:labels::jsonb) as label
       where import_id is distinct from :importId and :updates::boolean
       on conflict do nothing returning t.tenant_id, t.contact_id, t.tag_key),
     kept as (
       insert into import_changes (tenant_id, import_id, contact_id, tags)
       select tenant_id, :importId, contact_id, array_agg(tag_key) from known group by tenant_id, contact_id
       on conflict (tenant_id, import_id, contact_id) do update set tags = import_changes.tags || excluded.tags),
     ${noteContacts({ from: '(select distinct tenant_id, contact_id as id from known) as tagged', change: 'updated' })}
     select (select count(distinct contact_id) from added)::int + (select count(distinct contact_id) from known)::int as tagged`,
    { sheet, labels: JSON.stringify(labels), tenantId, importId, updates: existing === 'update' },
  )
  return result.tagged
}
