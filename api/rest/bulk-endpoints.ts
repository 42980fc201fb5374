import { CONTACT_FIELD_NAMES } from '#domain/contacts/contact-fields.ts'
import { CsvError, parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { SYNC_LIMITS } from '#domain/contacts/contact-sync.ts'
import { AppError } from '#domain/errors.ts'
import { CONTACT_BODY } from '#api/platform/http/bodies/body-limits.ts'
import { asList } from './routes/contacts.ts'

/** Functions that read an upload of contacts, by media type. */
const READERS: Record<string, (body: Buffer) => AsyncIterable<unknown>> = {
  'application/x-ndjson': ndjsonRows,
  'text/csv': csvRows,
}
export const BULK_TYPES = Object.keys(READERS)

/**
 * Value for a line that is not JSON, or is longer than a contact can be; it is refused like a row that is not an
 * object.
 */
const NO_ROW = null

/** Bytes and lines that are read at a time, before other work gets its turn. */
const PIECE = 65_536
const LINES = 1_000

/**
 * The rows of an upload of contacts and how many there are, as upsertContacts takes them. Throws UNSUPPORTED_TYPE, UNREADABLE_FILE (CSV that is
 * damaged) and TOO_LARGE (too many rows) before the first row.
 */
export async function bulkRows(type: string, body: Buffer): Promise<{ rows: AsyncIterable<unknown>; total: number }> {
  const read = READERS[type]
  if (!read) throw new AppError('UNSUPPORTED_TYPE', `Send the contacts as ${BULK_TYPES.join(' or ')}.`)
  let total = 0
  try {
    for await (const _ of read(body)) {
      if ((total += 1) <= SYNC_LIMITS.bulkRows) continue
      const most = SYNC_LIMITS.bulkRows.toLocaleString('en')
      throw new AppError('TOO_LARGE', `The file has more than ${most} rows. Send it in parts.`)
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new AppError('UNREADABLE_FILE', `The file is not valid CSV: ${cause.message}.`, { cause })
  }
  return { rows: read(body), total }
}

async function* ndjsonRows(body: Buffer): AsyncGenerator {
  for (let at = 0, lines = 1; at < body.length; lines += 1) {
    if (lines % LINES === 0) await setImmediate()
    const found = body.indexOf(0x0a, at)
    const end = found < 0 ? body.length : found
    const line = end - at > CONTACT_BODY ? null : body.toString('utf8', at, end).trim()
    at = end + 1
    if (line !== '') yield line === null ? NO_ROW : fromJson(line)
  }
}

function fromJson(line: string): unknown {
  try {
    const row = JSON.parse(line) as unknown
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
    return 'fields' in row ? { ...row, fields: asList(row.fields) } : row
  } catch {
    return NO_ROW
  }
}

/** Column names with a built-in meaning, in lower case; all other columns are custom fields. */
const COLUMNS = new Map<string, string>(
  ['externalId', ...CONTACT_FIELD_NAMES].map((name) => [name.toLowerCase(), name]),
)

async function* csvRows(body: Buffer): AsyncGenerator {
  const options = { bom: true, columns: true, skip_empty_lines: true, max_record_size: CONTACT_BODY }
  const records = Readable.from(piecesOf(body)).pipe(parse(options))
  for await (const record of records) yield fromRecord(record as Record<string, string>)
}

async function* piecesOf(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += PIECE) {
    yield body.subarray(at, at + PIECE)
    await setImmediate()
  }
}

/** Converts a row of a CSV file to a contact: an empty cell changes nothing, and tags are separated by semicolons. */
function fromRecord(record: Record<string, string>): object {
  const row: Record<string, unknown> = {}
  const fields: { name: string; value: string }[] = []
  for (const [header, cell] of Object.entries(record)) {
    if (cell.trim() === '') continue
    const name = header
      .trim()
      .toLowerCase()
      .replace(/[\s_-]/g, '')
    const column = COLUMNS.get(name)
    if (column) row[column] = cell
    else if (name === 'tags') row['tags'] = cell.split(';').filter((tag) => tag.trim() !== '')
    else fields.push({ name: header, value: cell })
  }
  return fields.length > 0 ? { ...row, fields } : row
}
