import {
  CONTACT_FIELD_NAMES,
  entryOf,
  isInteger,
  type ContactValues,
  type IntegerFieldName,
} from '#domain/contacts/contact-fields.ts'
import {
  type ColumnMapping,
  excludesFromTracking,
  hasEmailColumn,
  type KnownField,
  recognizeHeaders,
  REJECTED_REST_HEADER,
} from '#domain/contacts/contact-columns.ts'
import {
  cleanEmail,
  cleanLine,
  cleanText,
  CONTACT_LIMITS,
  emailKey,
  isValidEmail,
  splitFullName,
} from '#domain/contacts/contacts.ts'
import { addNotice, type ImportNotice, type NoticeKind } from '#domain/contacts/import-notices.ts'
import { severalAddresses } from '#domain/contacts/several-addresses-in-cell.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { optOutColumn, type OptOutColumn, wantsNoEmail } from '#domain/contacts/opt-out-columns.ts'
import { hasLostLetters, isPlaceholder, isShortenedNumber } from './suspicious-cells.ts'
import { repairText } from './text-repair.ts'
import { joinHeadings } from './two-row-heading.ts'

/**
 * The outcome of each row of a sheet: a contact, a duplicate, a rejected row or nothing. Pure: text in, outcome out.
 */

/** The first cell of a merge over several rows. */
export interface MergedCell {
  column: number
  rows: number
}

/** Facts about a cell of a workbook that its text does not show. */
export interface CellDoubt {
  column: number
  kind: 'errorCells' | 'shortenedNumbers'
  text: string
}

/** The texts of one row by column (holes for empty cells); `row` is its number in the spreadsheet program. */
export interface SheetRow {
  row: number
  cells: readonly (string | undefined)[]
  /** reason why the row cannot be a contact, whatever its cells say; a sentence without a full stop */
  fault?: string | undefined
  /** for delimited text: the row's number of cells, the number that most rows have, and the cells cut off */
  ragged?: { count: number; usual: number; beyond: readonly string[] }
  /** true if the row is hidden in the spreadsheet, by hand or by a filter */
  hidden?: boolean
  /**
   * columns of formulas without a result (`empty`), or with a result that the writing program did not compute (`stale`)
   */
  formulas?: { empty: readonly number[]; stale: readonly number[] } | undefined
  /** cells that are merged with those below */
  merged?: readonly MergedCell[] | undefined
  /** cells with an error, which are empty, or with a number whose last digits are lost */
  doubts?: readonly CellDoubt[]
  /** remarkable facts about the row as a whole */
  notices?: readonly NoticeKind[]
}

/** A contact from the sheet. Names may be empty: an address is enough. */
export interface SpreadsheetContact extends ContactValues {
  row: number
  /** the title of its full name, kept as the field Title */
  title?: string
  /** set if the row excludes the email address from tracking */
  untracked?: true
  /** non-empty columns without a built-in meaning: merge tag → text */
  fields: Record<string, string>
}

/** A row that cannot become a contact. */
export interface RejectedRow {
  row: number
  /** a sentence without a full stop */
  reason: string
  /** the row's content: name and text of every imported column, in sheet order */
  values: [column: string, text: string][]
}

/** A row whose address occurs in an earlier row of the sheet. */
export interface DuplicateRow {
  row: number
  email: string
  firstRow: number
  /** cells of the row's columns without a built-in meaning, if the rows of the sheet are kept */
  fields?: Record<string, string>
}

/** The outcome of a range of rows. */
export interface RowBatch {
  contacts: SpreadsheetContact[]
  rejected: RejectedRow[]
  duplicates: DuplicateRow[]
  /** number of empty rows */
  skipped: number
  /** rows with several addresses in a cell, and how many addresses they hold, whether split or not */
  several: { rows: number; addresses: number }
  /** remarks about values that may have another meaning than they seem to have */
  notices: ImportNotice[]
}

export function emptyBatch(): RowBatch {
  return { contacts: [], rejected: [], duplicates: [], skipped: 0, several: { rows: 0, addresses: 0 }, notices: [] }
}

const HEADER_SEARCH_ROWS = 10
const ONLY_UNNAMED = 'The row has values only in columns without a name'
const SEVERAL_ADDRESSES = 'The cell holds several email addresses'
/** Field that stores the title of a full name, unless the sheet has a column of that name. */
export const TITLE_FIELD = 'Title'

/**
 * Finds the header row: among the first ten non-empty rows, the one with an address column and the most recognized
 * columns. Skips rows above it (a title, blank rows). Of a heading of two rows it is the lower one.
 */
export function findHeader(rows: Iterable<SheetRow>): { row: number; columns: ColumnMapping[] } | null {
  const read: { row: number; headers: string[] }[] = []
  for (const { row, cells } of rows) {
    const headers = headersOf(cells)
    if (headers.length > 0) read.push({ row, headers })
    // One row more than the limit is kept, because it may be the second row of a heading.
    if (read.length > HEADER_SEARCH_ROWS) break
  }
  let [at, found]: [number, ColumnMapping[]] = [-1, []]
  for (const [position, { headers }] of read.slice(0, HEADER_SEARCH_ROWS).entries()) {
    const columns = recognizeHeaders(headers)
    if (hasEmailColumn(columns) && knownColumns(columns) > knownColumns(found)) [at, found] = [position, columns]
  }
  const header = read[at]
  if (!header) return null
  const [above, below] = [read[at - 1], read[at + 1]]
  const upper = above?.row === header.row - 1 ? joinHeadings(above.headers, header.headers, 'lower') : null
  if (upper) return { row: header.row, columns: recognizeHeaders(upper.headers, upper.groups) }
  const lower = below?.row === header.row + 1 ? joinHeadings(header.headers, below.headers, 'upper') : null
  return lower && below
    ? { row: below.row, columns: recognizeHeaders(lower.headers, lower.groups) }
    : { row: header.row, columns: found }
}

/** The header cells, without trailing empty ones. */
export function headersOf(cells: SheetRow['cells']): string[] {
  const headers = Array.from(cells, (cell = '') => repairText(cell)?.text ?? cell)
  while (headers.length > 0 && cleanLine(headers.at(-1) ?? '') === '') headers.pop()
  return headers
}

function knownColumns(columns: readonly ColumnMapping[]): number {
  return columns.filter((column) => typeof column.field === 'string').length
}

/** Explains why a non-empty sheet without a header row cannot be imported, with advice. */
export function headerProblem(rows: Iterable<SheetRow>): string {
  const advice =
    'Put column names such as First Name, Last Name and Email in its first row, the contacts below, and upload it again.'
  for (const { cells } of rows) {
    const texts = cells.map((cell) => cleanLine(cell ?? '')).filter((text) => text !== '')
    if (texts.length === 0) continue
    if (texts.some((text) => isValidEmail(cleanEmail(text)))) {
      return `This spreadsheet has no column names: its first row is already a contact. ${advice}`
    }
    const shown = texts.slice(0, 8).map((text) => `“${shorten(text, 30)}”`)
    const more = texts.length > shown.length ? ' …' : ''
    return `No column for the email address was found, only ${shown.join(', ')}${more}. Name one column Email and upload the file again.`
  }
  return `This spreadsheet is empty. ${advice}`
}

export interface SortOptions {
  /** True if a row with several addresses becomes a contact for each; otherwise it is rejected */
  splitAddresses?: boolean | undefined
  /** True if rows that the spreadsheet hides are left out */
  leaveOutHidden?: boolean | undefined
  /** true to give each row of a merged cell its value */
  fillMerged?: boolean | undefined
  /** true to keep the values of rows with a repeated email address, because the rows of the sheet are stored */
  keepRows?: boolean | undefined
  /** positions of columns that the spreadsheet hides */
  hiddenColumns?: readonly number[]
}

/**
 * Makes the function that sorts rows into the outcomes of `batch`, one by one; it remembers the email addresses seen.
 */
export function createSorter(
  columns: readonly ColumnMapping[],
  options: SortOptions = {},
): (row: SheetRow, batch: RowBatch) => void {
  const { splitAddresses = false, leaveOutHidden = false, hiddenColumns = [], keepRows = false } = options
  const imported = columns.filter((column) => column.field !== null)
  let hidden = imported.filter(({ index }) => hiddenColumns.includes(index))
  const hasHalves = imported.some(({ field }) => field === 'firstName' || field === 'lastName')
  const wholeName = hasHalves ? imported.findIndex(({ field }) => field === 'fullName') : -1
  const unnamed = columns.filter(({ field, header }) => field === null && header === '').map(({ index }) => index)
  const optOuts = imported.map(({ header }) => optOutColumn(header))
  const firstRows = new Map<string, number>()

  return (read, batch) => {
    const { row, cells } = read
    for (const { header } of hidden) addNotice(batch.notices, 'hiddenColumns', null, shorten(header, 30))
    hidden = []
    const beside = filledBeside(cells, unnamed, columns.length)
    const texts = imported.map((column) => textOf(cells[column.index] ?? '', row, batch.notices))
    const filled = imported.filter((column, position) => texts[position] !== '' && !isNumber(column))
    const isLost = imported.some(({ index }) => isLostCell(read, index))
    if (filled.length === 0 && beside.length === 0 && !isLost && read.fault === undefined) {
      batch.skipped += 1
      return
    }
    const sheetRow = filled.length === 0 && !isLost ? { ...read, fault: read.fault ?? ONLY_UNNAMED } : read
    for (const text of beside) addNotice(batch.notices, 'unnamedCells', row, shorten(cleanLine(text), 30))
    noteDoubts(sheetRow, imported, texts, batch.notices, options)
    noteOptOut(row, imported, optOuts, texts, batch.notices)
    if (leaveOutHidden && sheetRow.hidden) return
    const whole = contactOf(row, imported, texts)
    const name = cleanLine(texts[wholeName] ?? '')
    if (isOtherName(name, whole)) addNotice(batch.notices, 'unusedNames', row, shorten(name, 30))
    const several = severalAddresses(texts[imported.findIndex(({ field }) => field === 'email')] ?? '')
    if (several.length > 1) {
      batch.several.rows += 1
      batch.several.addresses += several.length
    }
    const [first = whole, ...others] =
      splitAddresses && several.length > 0 ? several.map((email) => ({ ...whole, email })) : [whole]
    const reason =
      several.length > 1 && !splitAddresses ? SEVERAL_ADDRESSES : problemOf(sheetRow, first, imported, texts)
    if (reason !== null) {
      batch.rejected.push({ row, reason, values: valuesOf(imported, sheetRow, beside) })
      return
    }
    for (const contact of [first, ...others]) {
      const key = emailKey(contact.email)
      const firstRow = firstRows.get(key)
      if (firstRow !== undefined)
        batch.duplicates.push({ row, email: contact.email, firstRow, ...(keepRows && { fields: contact.fields }) })
      else {
        firstRows.set(key, row)
        batch.contacts.push(contact)
      }
    }
  }
}

const isNumber = ({ field }: ColumnMapping) =>
  typeof field === 'string' && CONTACT_FIELD_NAMES.some((name) => name === field && isInteger(name))

const NO_NUMBERS = Object.fromEntries(CONTACT_FIELD_NAMES.filter(isInteger).map((name) => [name, null])) as Record<
  IntegerFieldName,
  number | null
>

function contactOf(row: number, columns: readonly ColumnMapping[], texts: readonly string[]): SpreadsheetContact {
  const known: Partial<Record<KnownField, string>> = {}
  let untracked = false
  const fields: Record<string, string> = {}
  const numbers = { ...NO_NUMBERS }
  for (const [position, { field }] of columns.entries()) {
    const text = texts[position] ?? ''
    if (text === '' || field === null) continue
    if (field === 'noTracking' || field === 'trackingConsent') untracked ||= excludesFromTracking(field, text)
    else if (typeof field === 'object') fields[field.custom] = text
    else if (field === 'fullName' || !isInteger(field)) known[field] = cleanLine(text)
    else {
      numbers[field] = integerOf(text)
      // “A-12” is not one of our serial numbers but the author's own: it stays with the contact.
      if (numbers[field] === null) fields[entryOf(field).label] = text
    }
  }
  const { firstName = '', lastName = '' } = known
  const isSplit = firstName === '' && lastName === ''
  const { title = '', ...names } = isSplit ? splitFullName(known.fullName ?? '') : { firstName, lastName }
  const isTitled = title !== '' && !Object.keys(fields).some((name) => tagKey(name) === tagKey(TITLE_FIELD))
  if (isTitled) fields[TITLE_FIELD] = title
  return {
    row,
    ...names,
    email: cleanEmail(known.email ?? ''),
    ...numbers,
    fields,
    ...(isTitled && { title }),
    ...(untracked && { untracked }),
  }
}

/** Returns whether a full name has neither the first nor the last name in it. */
function isOtherName(name: string, { firstName, lastName }: SpreadsheetContact): boolean {
  const key = tagKey(name)
  return name !== '' && ![firstName, lastName].some((part) => part !== '' && key.includes(tagKey(part)))
}

/** Matches texts of ASCII characters, which need no repair. */
const PLAIN = /^[\x20-\x7e]*$/

/** The text of a cell, without traces of a wrong encoding. */
function textOf(cell: string, row: number, notices: ImportNotice[]): string {
  if (PLAIN.test(cell)) return cell.trim()
  const repair = repairText(cell)
  if (repair) {
    const isRepaired = repair.outcome === 'repaired'
    const sample = shorten(cleanLine(repair.text), 30)
    addNotice(notices, isRepaired ? 'repairedText' : 'garbledText', row, sample)
  }
  return cleanText(repair?.text ?? cell)
}

/** Returns whether a cell would have had a text: an error, or a formula without a result. */
const isLostCell = ({ doubts = [], formulas }: SheetRow, index: number): boolean =>
  doubts.some(({ column, kind }) => column === index && kind === 'errorCells') ||
  formulas?.empty.includes(index) === true

function noteDoubts(
  { row, hidden, formulas, merged, doubts = [], notices: own }: SheetRow,
  columns: readonly ColumnMapping[],
  texts: readonly string[],
  notices: ImportNotice[],
  { leaveOutHidden, fillMerged }: SortOptions,
): void {
  for (let position = 0; position < columns.length; position += 1) {
    const text = texts[position] ?? ''
    if (text === '' || columns[position]?.field === 'email') continue
    if (isPlaceholder(text)) addNotice(notices, 'placeholders', row, text)
    else if (isShortenedNumber(text)) addNotice(notices, 'shortenedNumbers', row, text)
    else if (hasLostLetters(text)) addNotice(notices, 'garbledText', row, shorten(text, 30))
  }
  for (const { column, kind, text } of doubts)
    if (columns.some(({ index }) => index === column)) addNotice(notices, kind, row, shorten(text, 30))
  if (formulas) {
    for (const { index } of columns) {
      if (formulas.empty.includes(index)) addNotice(notices, 'formulas', row)
      if (formulas.stale.includes(index)) addNotice(notices, 'staleFormulas', row)
    }
  }
  for (const { column } of merged ?? [])
    if (columns.some(({ index }) => index === column))
      addNotice(notices, fillMerged ? 'filledCells' : 'mergedCells', row)
  if (hidden) addNotice(notices, leaveOutHidden ? 'leftOutRows' : 'hiddenRows', row)
  for (const kind of own ?? []) addNotice(notices, kind, row)
}

/** Adds a remark about a row whose person opted out of email where the spreadsheet comes from. */
function noteOptOut(
  row: number,
  columns: readonly ColumnMapping[],
  optOuts: readonly (OptOutColumn | null)[],
  texts: readonly string[],
  notices: ImportNotice[],
): void {
  const at = optOuts.findIndex((column, position) => {
    const text = texts[position] ?? ''
    return column !== null && !isPlaceholder(text) && wantsNoEmail(column, text)
  })
  if (at !== -1) addNotice(notices, 'optedOut', row, shorten(`${columns[at]?.header}: ${texts[at]}`, 60))
}

function problemOf(
  { fault, formulas, doubts = [] }: SheetRow,
  contact: SpreadsheetContact,
  columns: readonly ColumnMapping[],
  texts: readonly string[],
): string | null {
  if (fault !== undefined) return fault
  const email = columns.find(({ field }) => field === 'email')?.index ?? -1
  if (contact.email === '' && formulas?.empty.includes(email)) return 'The email address is a formula without a result'
  const error = doubts.find(({ column, kind }) => column === email && kind === 'errorCells')
  if (contact.email === '' && error) return `The email address is the error ${shorten(error.text, 30)}`
  if (contact.email === '') return 'The email address is missing'
  if (!isValidEmail(contact.email)) return `“${shorten(contact.email, 100)}” is not a valid email address`
  if (contact.firstName.length > CONTACT_LIMITS.name)
    return `The first name is longer than ${CONTACT_LIMITS.name} characters`
  if (contact.lastName.length > CONTACT_LIMITS.name)
    return `The last name is longer than ${CONTACT_LIMITS.name} characters`
  const long = columns.find((_, position) => (texts[position]?.length ?? 0) > CONTACT_LIMITS.fieldText)
  return long
    ? `“${shorten(long.header, 60)}” is longer than ${CONTACT_LIMITS.fieldText.toLocaleString('en-US')} characters`
    : null
}

/** A rejection reason without row-specific values, so equal faults share one sentence. */
export function reasonInGeneral({ reason }: RejectedRow): string {
  return reason.endsWith('” is not a valid email address') ? 'The email address is not valid' : reason
}

/** The filled cells in columns without a name, and right of all columns. */
function filledBeside(cells: SheetRow['cells'], unnamed: readonly number[], width: number): string[] {
  const texts = unnamed.map((index) => cells[index])
  if (cells.length > width) texts.push(...cells.slice(width))
  return texts.filter((text) => text !== undefined && text.trim() !== '') as string[]
}

function valuesOf(
  columns: readonly ColumnMapping[],
  { cells, ragged }: SheetRow,
  beside: readonly string[],
): RejectedRow['values'] {
  const values = columns.map(({ header, index, field }): RejectedRow['values'][number] => [
    typeof field === 'object' && field ? field.custom : header,
    cleanText(cells[index] ?? ''),
  ])
  const beyond = [...beside, ...(ragged?.beyond.filter((cell) => cell.trim() !== '') ?? [])]
  return beyond.length === 0 ? values : [...values, [REJECTED_REST_HEADER, beyond.map(cleanText).join(', ')]]
}

/** Accepts whole numbers such as “1,234” and “12.0”; null otherwise. */
function integerOf(text: string): number | null {
  const number = /^-?[\d,' ]+(?:\.0*)?$/.test(text) ? Number(text.replace(/[,' ]/g, '')) : Number.NaN
  return Number.isInteger(number) && Math.abs(number) <= CONTACT_LIMITS.integer ? number : null
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
