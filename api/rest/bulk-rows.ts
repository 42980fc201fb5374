import { CsvError, parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { SYNC_LIMITS } from '#domain/contact-sync.ts'
import { AppError } from '#domain/errors.ts'
import { asList } from './routes/contacts.ts'

/** The media types of an upload of contacts, and how each is read. */
const READERS: Record<string, (body: Buffer) => AsyncIterable<unknown>> = {
  'application/x-ndjson': ndjsonRows,
  'text/csv': csvRows,
}
export const BULK_TYPES = Object.keys(READERS)

/** What stands in a line that is not JSON. */
export const NOT_JSON = Symbol('not JSON')

/**
 * The rows of an upload of contacts, as upsertContacts takes them. Throws UNSUPPORTED_TYPE, UNREADABLE_FILE (CSV that is
 * damaged) and TOO_LARGE (too many rows) before the first row.
 */
export async function bulkRows(type: string, body: Buffer): Promise<AsyncIterable<unknown>> {
  const read = READERS[type]
  if (!read) throw new AppError('UNSUPPORTED_TYPE', `Send the contacts as ${BULK_TYPES.join(' or ')}.`)
  let count = 0
  try {
    for await (const _ of read(body)) {
      if ((count += 1) <= SYNC_LIMITS.bulkRows) continue
      const most = SYNC_LIMITS.bulkRows.toLocaleString('en')
      throw new AppError('TOO_LARGE', `The file has more than ${most} rows. Send it in parts.`)
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new AppError('UNREADABLE_FILE', `The file is not valid CSV: ${cause.message}.`, { cause })
  }
  return read(body)
}

async function* ndjsonRows(body: Buffer): AsyncGenerator {
  for (let at = 0; at < body.length;) {
    const end = body.indexOf(0x0a, at)
    const line = body.toString('utf8', at, end < 0 ? body.length : end).trim()
    at = end < 0 ? body.length : end + 1
    if (line !== '') yield fromJson(line)
  }
}

function fromJson(line: string): unknown {
  try {
    const row = JSON.parse(line) as unknown
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
    return 'fields' in row ? { ...row, fields: asList(row.fields) } : row
  } catch {
    return NOT_JSON
  }
}

/** Columns with a meaning of their own, in lower case; all others are custom fields. */
const COLUMNS: Record<string, string> = {
  email: 'email',
  externalid: 'externalId',
  firstname: 'firstName',
  lastname: 'lastName',
  serialnumber: 'serialNumber',
}

async function* csvRows(body: Buffer): AsyncGenerator {
  const records = Readable.from([body]).pipe(parse({ bom: true, columns: true, skip_empty_lines: true }))
  for await (const record of records) yield fromRecord(record as Record<string, string>)
}

/** An empty cell changes nothing; labels are separated by semicolons. */
function fromRecord(record: Record<string, string>): object {
  const row: Record<string, unknown> = {}
  const fields: { name: string; value: string }[] = []
  for (const [header, cell] of Object.entries(record)) {
    if (cell.trim() === '') continue
    const name = header
      .trim()
      .toLowerCase()
      .replace(/[\s_-]/g, '')
    const column = COLUMNS[name]
    if (column) row[column] = cell
    else if (name === 'tags') row['tags'] = cell.split(';').filter((tag) => tag.trim() !== '')
    else fields.push({ name: header, value: cell })
  }
  return fields.length > 0 ? { ...row, fields } : row
}
