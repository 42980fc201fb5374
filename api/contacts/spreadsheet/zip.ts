import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { AppError } from '#domain/errors.ts'
import type { SpreadsheetLimits } from './limits.ts'

/**
 * The zip that an .xlsx is. The sizes that its directory declares are checked against the limits first, and a part is inflated only when it
 * is asked for, never beyond its declared size: a file that is honest about being a bomb is refused unopened, and one that lies is refused
 * where it lied. Nothing in it is ever opened as a zip again, so nesting and quines lead nowhere.
 */
export interface ZipParts {
  readonly names: readonly string[]
  /** The content of a part, piece by piece. Throws AppError when it is damaged or too large. */
  read(name: string): AsyncGenerator<Buffer, void, undefined>
}

export const DAMAGED =
  'This file is damaged and cannot be opened. Open it in Excel, save it again as Excel Workbook (.xlsx) and upload the new file.'
export const PASSWORD_PROTECTED =
  'This file is protected with a password. Remove the password in Excel (File → Info → Protect Workbook) and upload it again.'
export const TOO_LARGE =
  'This spreadsheet is too large to import: unpacked, it is bigger than we can read. Split it into several files.'

/**
 * Reads the directory of a zip. Throws AppError UNREADABLE_FILE when there is none, TOO_LARGE when it has too many entries or a part
 * of it is a bomb. (Only XML is judged so: a picture without colours may well be a thousandth of its size.)
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
  const counted = new Set<string>()
  let budget = limits.inflatedBytes

  return {
    names: [...entries.keys()],
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

/** The entries by name; of two with one name the first. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
  return entries
}

/** The reader holds a part to its declared size, but not to its checksum. */
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

/** Whatever a malformed file makes a reader throw means one thing to a person. */
export async function orDamaged<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error)
  }
}
