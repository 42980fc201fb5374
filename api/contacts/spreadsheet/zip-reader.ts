import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { AppError } from '#domain/errors.ts'
import type { SpreadsheetLimits } from './spreadsheet-limits.ts'

/**
 * The zip behind an .xlsx. The directory's declared sizes are checked against the limits first. A part is inflated only
 * on demand, never beyond its declared size: an honest bomb is rejected unopened, a lying one at its first false size.
 * Nested zips are never opened, so nesting and quines have no effect.
 */
export interface ZipParts {
  readonly names: readonly string[]
  /** the name of a part as the archive spells it, whatever the case of its letters; null if there is none */
  find(name: string): string | null
  /** Streams a part's content. Throws AppError if it is damaged or too large. */
  read(name: string): AsyncGenerator<Buffer, void, undefined>
}

export const DAMAGED =
  'This file is damaged and cannot be opened. Open it in Excel, save it again as Excel Workbook (.xlsx) and upload the new file.'
export const PASSWORD_PROTECTED =
  'This file is protected with a password. Remove the password in Excel (File → Info → Protect Workbook) and upload it again.'
export const TOO_LARGE =
  'This spreadsheet is too large to import: unpacked, it is bigger than we can read. Split it into several files.'

/**
 * Reads a zip's directory. Throws AppError UNREADABLE_FILE if there is none, TOO_LARGE for too many entries or a bomb.
 * (Only XML is checked for its ratio: a blank picture may well compress a thousandfold.)
 */
export async function openZip(file: Buffer, limits: SpreadsheetLimits): Promise<ZipParts> {
  const zip = await orDamaged(() => fromBufferPromise(file))
  if (zip.entryCount > limits.zipEntries) throw new AppError('TOO_LARGE', TOO_LARGE)
  const entries = await orDamaged(() => entriesOf(zip))
  for (const [name, { uncompressedSize, compressedSize }] of entries) {
    const suspicious =
      uncompressedSize > limits.ratioFloorBytes && uncompressedSize > compressedSize * limits.inflationRatio
    if (suspicious && name.endsWith('.xml')) throw new AppError('TOO_LARGE', TOO_LARGE)
  }
  const spelled = new Map([...entries.keys()].toReversed().map((name) => [name.toLowerCase(), name]))
  const counted = new Set<string>()
  let budget = limits.inflatedBytes

  return {
    names: [...entries.keys()],
    find: (name) => spelled.get(name.toLowerCase()) ?? null,
    async *read(name) {
      const entry = entries.get(name)
      if (!entry) throw damaged()
      if (!counted.has(name)) budget -= entry.uncompressedSize
      counted.add(name)
      if (budget < 0) throw new AppError('TOO_LARGE', TOO_LARGE)
      if (entry.isEncrypted()) throw new AppError('UNREADABLE_FILE', PASSWORD_PROTECTED)
      yield* inflate(zip, entry)
    },
  }
}

/** The entries by name; the first of duplicates counts. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
  return entries
}

/** The library enforces a part's declared size, but not its checksum. */
async function* inflate(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer, void, undefined> {
  let checksum = 0
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(piece, checksum)
      yield piece
    }
  } catch (error) {
    throw damaged(error)
  }
  if (checksum !== entry.crc32) throw damaged()
}

function damaged(cause?: unknown): AppError {
  return new AppError('UNREADABLE_FILE', DAMAGED, { cause })
}

/** Reports any error from a malformed file as one user-facing error. */
export async function orDamaged<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error)
  }
}
