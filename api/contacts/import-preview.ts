import { CHANGEABLE_FIELD_NAMES, entryOf, type GivenContactValues } from '#domain/contacts/contact-fields.ts'
import { columnLetter, type ColumnMapping } from '#domain/contacts/contact-columns.ts'
import { emailKey } from '#domain/contacts/contacts.ts'
import { AppError } from '#domain/errors.ts'
import { importChoice, type ImportChoice } from '#domain/contacts/import-choice.ts'
import { mergeNotices, noticeMessage, type ImportNotice } from '#domain/contacts/import-notices.ts'
import { type COLUMN_FIELDS, IMPORT_LIMITS } from '#domain/contacts/imports.ts'
import type { TextEncoding } from '#domain/contacts/text-encoding-labels.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { contactRoom, ensureRoom } from '#api/tenants/plan-limits.ts'
import { Contact } from './contact.ts'
import { fieldSpelling, spellContacts, type FieldSpelling, type SpelledContact } from './field-spelling.ts'
import type { ImportFile } from './import-file.ts'
import {
  chosenTable,
  contentOf,
  decoded,
  keepImportFile,
  openImportFile,
  readOptionsOf,
  sheetsAs,
  type SentFile,
} from './stored-import-files.ts'
import { knownRows } from './import-rows.ts'
import { describeSpreadsheet, readSpreadsheet } from './spreadsheet/read-spreadsheet.ts'
import { reasonInGeneral, TITLE_FIELD, type RowBatch, type SpreadsheetContact } from './spreadsheet/contact-rows.ts'
import type { SheetDescription } from './spreadsheet/contact-table-reader.ts'

/** Preview of the import of an uploaded file. Nothing is written yet. */
export interface ImportPreview {
  id: string
  fileName: string
  expiresAt: Date
  sheets: { name: string; rowCount: number; problem: string | null }[]
  /** the sheet that would be imported */
  sheet: string
  columns: PreviewColumn[]
  /** first rows of the sheet, from the header on */
  head: { row: number; cells: string[] }[]
  /** reason why the sheet cannot be imported as is; null if it can */
  problem: string | null
  added: PreviewRows
  changed: PreviewRows
  unchanged: PreviewRows
  repeated: PreviewRows
  rejected: PreviewRows
  /** reasons and the number of rows for each, most frequent first */
  reasons: { reason: string; count: number }[]
  /** encoding in which the text was read; null for a workbook */
  encoding: TextEncoding | null
  /** remarks about values that may have another meaning than they seem to have */
  notices: (ImportNotice & { message: string })[]
  /** number of empty rows */
  skipped: number
  /** rows with several addresses in a cell, and how many addresses they hold */
  severalRows: number
  severalAddresses: number
  /** the field made from titles of full names; null if there are none */
  titles: { field: string; count: number; samples: string[] } | null
  /** number of new contacts that the plan still allows; null without a limit */
  room: number | null
  /** new contacts that would be left out */
  leftOut: number
}

export interface PreviewColumn {
  index: number
  /** letter of the column in a spreadsheet program */
  letter: string
  header: string
  field: (typeof COLUMN_FIELDS)[number]
  /** name of the custom field */
  name: string | null
  samples: string[]
}

/** All rows with one outcome: the count and the first few. */
export interface PreviewRows {
  count: number
  rows: PreviewRow[]
}

export interface PreviewRow {
  row: number
  email: string
  values: { name: string; value: string }[]
  /** values that the import would change, each before and after */
  changes: { name: string; before: string; after: string }[]
  /** reason why the row is not imported */
  reason: string | null
}

/** Keeps a spreadsheet and previews its import. Throws UNSUPPORTED_TYPE, UNREADABLE_FILE, TOO_LARGE, UNAVAILABLE. */
export async function previewUpload(call: Call, file: SentFile): Promise<ImportPreview> {
  if (file.content.length > IMPORT_LIMITS.fileBytes) {
    const most = IMPORT_LIMITS.fileBytes / 1_048_576
    throw new AppError('TOO_LARGE', `The file is too large. The limit is ${most} MB.`)
  }
  const { tenantId } = viewerOf(call)
  await call.app.scan(file.content)
  const { language } = await call.app.database.inTenant(tenantId, (em) => settingsOf(em, tenantId))
  const { name: fileName, contentType } = file
  const options = { workspace: tenantId, fileName, contentType, language, signal: call.closed }
  await using read = await describeSpreadsheet(file.content, options)
  const kept = await keepImportFile(call, file, read.sheets)
  return await preview(call, kept, chosenTable(read.sheets, { columns: [] }), read.batches, { firstThatFit: false })
}

/** Stores an uploaded file that is given as base64. Also throws BAD_INPUT. */
export async function uploadContacts(
  call: Call,
  { fileName, contentBytes }: { fileName: string; contentBytes: string },
): Promise<ImportPreview> {
  return previewUpload(call, { name: fileName, contentType: '', content: decoded(contentBytes) })
}

/** Previews an import with these choices. Throws NOT_FOUND (the file, also after its day), BAD_INPUT. */
export async function importPreview(
  call: Call,
  id: string,
  asked: InputOf<typeof importChoice>,
): Promise<ImportPreview> {
  const { tenantId } = viewerOf(call)
  const choice = parseInput(importChoice, present(asked))
  const [file, content, options] = await call.app.database.inTenant(tenantId, async (em) => {
    const found = await openImportFile(call, em, id)
    return [found, await contentOf(em, tenantId, id), await readOptionsOf(em, found, choice, call.closed)]
  })
  const sheets = content ? await sheetsAs(file, content, options) : file.sheets
  const chosen = chosenTable(sheets, choice)
  if (chosen.problem !== null || !content) return preview(call, { ...file, sheets }, chosen, null, choice)
  await using rows = await readSpreadsheet(content, { ...options, choice: chosen.table })
  return await preview(call, { ...file, sheets }, chosen, rows.batches, choice)
}

async function preview(
  call: Call,
  file: Pick<ImportFile, 'id' | 'fileName' | 'expiresAt' | 'sheets'>,
  { sheet, table, problem }: ReturnType<typeof chosenTable>,
  batches: AsyncIterable<RowBatch> | null,
  { firstThatFit }: Pick<ImportChoice, 'firstThatFit'>,
): Promise<ImportPreview> {
  const { tenantId } = viewerOf(call)
  const spelling = await call.app.database.inTenant(tenantId, (em) => fieldSpelling(em, tenantId))
  const shown: ImportPreview = {
    id: file.id,
    fileName: file.fileName,
    expiresAt: file.expiresAt,
    sheets: file.sheets.map((one) => ({ name: one.sheet, rowCount: one.rowCount, problem: one.problem })),
    sheet: sheet.sheet,
    columns: table.columns.map((column) => previewColumn(column, sheet, spelling)),
    head: sheet.head ?? [],
    problem,
    ...{ added: none(), changed: none(), unchanged: none(), repeated: none(), rejected: none() },
    reasons: [],
    encoding: sheet.encoding ?? null,
    notices: withMessages(sheet.notices),
    skipped: 0,
    severalRows: 0,
    severalAddresses: 0,
    titles: null,
    room: null,
    leftOut: 0,
  }
  if (problem !== null || !batches) return shown

  const changing: SpelledContact[] = []
  const reasons = new Map<string, number>()
  const notices: ImportNotice[] = [...sheet.notices]
  for await (const read of batches) {
    const batch = { ...read, contacts: spellContacts(read.contacts, spelling) }
    const known = await call.app.database.inTenant(tenantId, (em) => knownRows(em, tenantId, batch.contacts))
    count(shown, batch, known, changing, reasons)
    mergeNotices(notices, read.notices)
  }
  shown.notices = withMessages(notices)
  shown.reasons = [...reasons]
    .map(([reason, times]) => ({ reason, count: times }))
    .toSorted((one, other) => other.count - one.count)
  shown.changed.rows = await changesOf(call, tenantId, changing, spelling)
  if (shown.titles) shown.titles.field = spelling(TITLE_FIELD).name
  shown.room = await call.app.database.inTenant(tenantId, (em) => contactRoom(em, tenantId))
  const fits = Math.min(shown.added.count, shown.room ?? shown.added.count)
  // After the trial, or without room for a single one, there is nothing to offer.
  shown.problem = await roomProblem(
    call,
    tenantId,
    firstThatFit ? Math.max(fits, Math.min(1, shown.added.count)) : shown.added.count,
  )
  if (firstThatFit) shown.leftOut = shown.added.count - fits
  return shown
}

const withMessages = (notices: readonly ImportNotice[]) =>
  notices.map((notice) => ({ ...notice, message: noticeMessage(notice) }))

/** titles named in a preview */
const TITLES_SHOWN = 5

const none = (): PreviewRows => ({ count: 0, rows: [] })

function previewColumn(
  { index, header, field }: ColumnMapping,
  { samples }: SheetDescription,
  spelling: FieldSpelling,
): PreviewColumn {
  const custom = typeof field === 'object' && field !== null
  return {
    index,
    letter: columnLetter(index),
    header,
    field: field === null ? 'ignored' : custom ? 'custom' : field,
    name: custom ? spelling(field.custom).name : null,
    samples: samples[index] ?? [],
  }
}

/** Adds a batch of rows to the counts of an import preview, and some of the rows to its samples. */
function count(
  shown: ImportPreview,
  batch: Omit<RowBatch, 'contacts'> & { contacts: SpelledContact[] },
  known: ReadonlyMap<string, boolean>,
  changing: SpelledContact[],
  reasons: Map<string, number>,
): void {
  const add = (group: PreviewRows, row: () => PreviewRow) => {
    group.count += 1
    if (group.rows.length < IMPORT_LIMITS.shownRows) group.rows.push(row())
  }
  for (const contact of batch.contacts) {
    const differs = known.get(emailKey(contact.email))
    if (contact.title !== undefined) countTitle(shown, contact.title)
    if (differs === undefined) add(shown.added, () => contactRow(contact))
    else if (!differs) add(shown.unchanged, () => contactRow(contact))
    else {
      shown.changed.count += 1
      if (changing.length < IMPORT_LIMITS.shownRows) changing.push(contact)
    }
  }
  for (const { row, email, firstRow } of batch.duplicates) {
    const reason = `Same address as in row ${firstRow}`
    add(shown.repeated, () => ({ row, email, values: [], changes: [], reason }))
  }
  for (const rejected of batch.rejected) {
    const { row, reason, values } = rejected
    const general = reasonInGeneral(rejected)
    reasons.set(general, (reasons.get(general) ?? 0) + 1)
    const named = values.map(([name, value]) => ({ name, value }))
    add(shown.rejected, () => ({ row, email: '', values: named, changes: [], reason }))
  }
  shown.skipped += batch.skipped
  shown.severalRows += batch.several.rows
  shown.severalAddresses += batch.several.addresses
}

function countTitle(shown: ImportPreview, title: string): void {
  shown.titles ??= { field: TITLE_FIELD, count: 0, samples: [] }
  shown.titles.count += 1
  const { samples } = shown.titles
  if (samples.length < TITLES_SHOWN && !samples.includes(title)) samples.push(title)
}

/** A contact's values under their display names; empty ones are left out. */
function valuesOf(contact: Omit<GivenContactValues, 'email'> & Pick<Contact, 'fields'>) {
  const values = CHANGEABLE_FIELD_NAMES.map((name) => [entryOf(name).header, String(contact[name] ?? '')])
  const all: Record<string, string> = { ...Object.fromEntries(values), ...contact.fields }
  return Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [{ name, value }]))
}

function contactRow(contact: SpreadsheetContact): PreviewRow {
  return { row: contact.row, email: contact.email, values: valuesOf(contact), changes: [], reason: null }
}

/** The rows of contacts that would change, with the changes. */
async function changesOf(
  call: Call,
  tenantId: string,
  contacts: readonly SpelledContact[],
  spelling: FieldSpelling,
): Promise<PreviewRow[]> {
  const emailKeys = contacts.map(({ email }) => emailKey(email))
  const found = await call.app.database.inTenant(tenantId, (em) =>
    em.find(Contact, { tenantId, emailKey: { $in: emailKeys } }),
  )
  const before = new Map(found.map((contact) => [contact.emailKey, new Map(valuesOf(contact).map(pair))]))
  return contacts.map((contact) => {
    const had = before.get(emailKey(contact.email))
    const changes = valuesOf(contact).flatMap(({ name, value }) => {
      const spellings = contact.fields[name] === value ? [name, ...spelling(name).others] : [name]
      const was = spellings.map((each) => had?.get(each)).find((each) => each !== undefined) ?? ''
      return was === value ? [] : [{ name, before: was, after: value }]
    })
    return { ...contactRow(contact), changes }
  })
}

const pair = ({ name, value }: { name: string; value: string }) => [name, value] as const

/** Returns why the plan does not allow `adding` more contacts, or null if it does. */
async function roomProblem(call: Call, tenantId: string, adding: number): Promise<string | null> {
  if (adding === 0) return null
  try {
    const { app } = call
    await app.database.inTenant(tenantId, (em) => ensureRoom(em, tenantId, 'contacts', app.clock(), adding))
    return null
  } catch (error) {
    if (error instanceof AppError && error.code === 'LIMIT_REACHED') return error.message
    throw error
  }
}
