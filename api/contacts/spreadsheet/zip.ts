import { crc32, inflateRawSync } from 'node:zlib'
import { AppError } from '#domain/errors.ts'
import type { SpreadsheetLimits } from './limits.ts'

/**
 * Reads the zip that an .xlsx is. A part is inflated only when it is asked for, never beyond the size its directory entry declares, and
 * the declared sizes are held against the limits first: a file that is honest about being a bomb is refused unopened, and one that
 * lies is refused where it lied. Nothing in it is ever opened as a zip again, so nesting and quines lead nowhere.
 */
export interface ZipParts {
  readonly names: readonly string[]
  /** The content of a part; throws AppError when it is damaged or too large. */
  read(name: string): Buffer
}

interface Entry {
  flags: number
  method: number
  crc: number
  compressed: number
  inflated: number
  offset: number
}

export const DAMAGED =
  'This file is damaged and cannot be opened. Open it in Excel, save it again as Excel Workbook (.xlsx) and upload the new file.'
export const PASSWORD_PROTECTED =
  'This file is protected with a password. Remove the password in Excel (File → Info → Protect Workbook) and upload it again.'
export const TOO_LARGE =
  'This spreadsheet is too large to import: unpacked, it is bigger than we can read. Split it into several files.'

const SIGNATURES = {
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  directory: 0x02014b50,
  local: 0x04034b50,
}
const END_SIZE = 22
const MAX_COMMENT = 65_535

/**
 * Reads the directory of a zip. Throws AppError UNREADABLE_FILE when there is none, TOO_LARGE when it has too many entries or a part
 * of it is a bomb. (Only XML is judged so: a picture without colours may well be a thousandth of its size.)
 */
export function openZip(file: Buffer, limits: SpreadsheetLimits): ZipParts {
  const entries = orDamaged(() => readDirectory(file, limits))
  for (const [name, { inflated, compressed }] of entries) {
    const suspicious = inflated > limits.ratioFloorBytes && inflated > compressed * limits.inflationRatio
    if (suspicious && name.endsWith('.xml')) throw new AppError('TOO_LARGE', TOO_LARGE)
  }
  const counted = new Set<string>()
  let budget = limits.inflatedBytes

  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name)
      if (!entry) throw damaged()
      if (!counted.has(name)) budget -= entry.inflated
      counted.add(name)
      if (budget < 0) throw new AppError('TOO_LARGE', TOO_LARGE)
      if (entry.flags & 1) throw new AppError('UNREADABLE_FILE', PASSWORD_PROTECTED)
      return orDamaged(() => inflate(file, entry))
    },
  }
}

function readDirectory(file: Buffer, limits: SpreadsheetLimits): Map<string, Entry> {
  const { count, start } = findDirectory(file)
  if (count > limits.zipEntries) throw new AppError('TOO_LARGE', TOO_LARGE)
  const entries = new Map<string, Entry>()
  let at = start
  for (let index = 0; index < count; index += 1) {
    expect(file.readUInt32LE(at) === SIGNATURES.directory)
    const nameEnd = at + 46 + file.readUInt16LE(at + 28)
    const extraEnd = nameEnd + file.readUInt16LE(at + 30)
    const entry: Entry = {
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      compressed: file.readUInt32LE(at + 20),
      inflated: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    }
    widen(entry, file.subarray(nameEnd, extraEnd))
    const name = file.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/')
    if (!entries.has(name)) entries.set(name, entry)
    at = extraEnd + file.readUInt16LE(at + 32)
  }
  return entries
}

function findDirectory(file: Buffer): { count: number; start: number } {
  for (let at = file.length - END_SIZE; at >= Math.max(0, file.length - END_SIZE - MAX_COMMENT); at -= 1) {
    if (file.readUInt32LE(at) !== SIGNATURES.end) continue
    const count = file.readUInt16LE(at + 10)
    const start = file.readUInt32LE(at + 16)
    if (count !== 0xffff && start !== 0xffffffff) return { count, start }
    expect(file.readUInt32LE(at - 20) === SIGNATURES.locator64)
    const end64 = Number(file.readBigUInt64LE(at - 12))
    expect(file.readUInt32LE(end64) === SIGNATURES.end64)
    return { count: Number(file.readBigUInt64LE(end64 + 32)), start: Number(file.readBigUInt64LE(end64 + 48)) }
  }
  throw damaged()
}

/** Takes the sizes that did not fit into 32 bits from the zip64 extra field; writers that stream use it for small files too. */
function widen(entry: Entry, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let field = at + 4
    for (const key of ['inflated', 'compressed', 'offset'] as const) {
      if (entry[key] !== 0xffffffff) continue
      entry[key] = Number(extra.readBigUInt64LE(field))
      field += 8
    }
    return
  }
}

function inflate(file: Buffer, entry: Entry): Buffer {
  expect(file.readUInt32LE(entry.offset) === SIGNATURES.local)
  const start = entry.offset + 30 + file.readUInt16LE(entry.offset + 26) + file.readUInt16LE(entry.offset + 28)
  expect(start + entry.compressed <= file.length && (entry.method === 0 || entry.method === 8))
  const raw = file.subarray(start, start + entry.compressed)
  const content = entry.method === 0 ? raw : inflateRawSync(raw, { maxOutputLength: Math.max(1, entry.inflated) })
  expect(content.length === entry.inflated && crc32(content) === entry.crc)
  return content
}

function expect(condition: boolean): void {
  if (!condition) throw damaged()
}

function damaged(cause?: unknown): AppError {
  return new AppError('UNREADABLE_FILE', DAMAGED, { cause })
}

/** Whatever a malformed zip makes a reader throw (offsets out of range, bad deflate data) means one thing to a person. */
export function orDamaged<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error)
  }
}
