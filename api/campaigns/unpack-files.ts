import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { AppError } from '#domain/errors.ts'
import { baseName, RECIPIENT_FILES } from '#domain/recipient-files.ts'

/** A file as uploaded. */
export interface UploadedFile {
  name: string
  content: Buffer
}

const { each, files: most, total } = RECIPIENT_FILES
const MB = 1_048_576

/**
 * The files in a zip archive, without folders and what systems add (`__MACOSX`, hidden files). Throws UNREADABLE_FILE if
 * it is damaged or protected, TOO_LARGE past the limits: declared sizes are checked before anything is unpacked, and a
 * file never becomes larger than it declares.
 */
export async function unpackFiles({ name, content }: UploadedFile): Promise<UploadedFile[]> {
  const damaged = (cause?: unknown) =>
    new AppError('UNREADABLE_FILE', `${name} is damaged and cannot be unpacked. Make the archive again.`, { cause })
  let zip: ZipFile
  const entries: Entry[] = []
  try {
    zip = await fromBufferPromise(content)
    for await (const entry of zip.eachEntry()) {
      if (isFile(entry)) entries.push(entry)
      if (entries.length > most) break
    }
  } catch (error) {
    throw damaged(error)
  }
  if (entries.length > most) {
    throw new AppError('TOO_LARGE', `${name} has more than ${most.toLocaleString('en-US')} files. Use fewer.`)
  }
  if (entries.some((entry) => entry.isEncrypted())) {
    throw new AppError('UNREADABLE_FILE', `${name} is protected with a password. Make it again without one.`)
  }
  const large = entries.find(({ uncompressedSize }) => uncompressedSize > each)
  if (large) throw new AppError('TOO_LARGE', tooLarge(baseName(large.fileName)))
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > total) {
    throw new AppError('TOO_LARGE', `${name} has more than ${total / MB} MB when unpacked. Use smaller files.`)
  }
  const files: UploadedFile[] = []
  for (const entry of entries) {
    try {
      const pieces: Buffer[] = []
      for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
      const whole = Buffer.concat(pieces)
      if (crc32(whole) !== entry.crc32) throw new Error('the checksum is wrong')
      files.push({ name: baseName(entry.fileName), content: whole })
    } catch (error) {
      throw damaged(error)
    }
  }
  return files
}

/** The sentence for a file that is too large. */
export const tooLarge = (name: string): string =>
  `${name} is larger than ${each / MB} MB, the limit for a file of one recipient. Make it smaller.`

function isFile({ fileName }: Entry): boolean {
  const parts = fileName.split('/')
  return !fileName.endsWith('/') && !parts.includes('__MACOSX') && !baseName(fileName).startsWith('.')
}
