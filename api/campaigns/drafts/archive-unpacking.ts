import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { AppError } from '#domain/errors.ts'
import { baseName, RECIPIENT_FILES } from '#domain/campaigns/recipient-files.ts'
import { createFairQueue, QueueFull } from '#api/platform/limits/fair-queue.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** A file as uploaded. */
export interface UploadedFile {
  name: string
  content: Buffer
}

const { each, files: most, total } = RECIPIENT_FILES
const MB = 1_048_576

/**
 * Queue for uploads with archives: unpacked archives are held in memory until they are stored, so this process handles
 * one upload at a time.
 */
const turns = createFairQueue(LIMITS.fileUnpacking)

export const isArchive = ({ name }: UploadedFile): boolean => /\.zip$/i.test(name)

/**
 * Runs `work` with the files of an upload, those in zip archives unpacked. Uploads with archives take turns, workspace by
 * workspace, until `work` is done: a small archive can become 300 MB.
 *
 * @throws UNREADABLE_FILE for an archive that is damaged or protected
 * @throws TOO_LARGE for too many files or bytes
 * @throws UNAVAILABLE if too many uploads wait for their turn
 */
export async function withUnpacked<T>(
  tenantId: string,
  uploaded: readonly UploadedFile[],
  work: (files: readonly UploadedFile[]) => Promise<T>,
): Promise<T> {
  if (!uploaded.some(isArchive)) return work(uploaded)
  const leave = await turns.enter(tenantId).catch((error: unknown) => {
    if (!(error instanceof QueueFull)) throw error
    throw new AppError('UNAVAILABLE', 'Many archives are being unpacked already. Try again in a minute.')
  })
  try {
    return await work(await unpackFiles(uploaded))
  } finally {
    leave()
  }
}

/** A zip archive that was opened, and its entries. */
interface Opened {
  name: string
  zip: ZipFile
  entries: Entry[]
}

/**
 * Unpacks the zip archives of an upload; folders and system files (`__MACOSX`, hidden files) are dropped. The declared
 * sizes of all archives are checked before anything is unpacked, and no file may become larger than it declares.
 */
async function unpackFiles(uploaded: readonly UploadedFile[]): Promise<UploadedFile[]> {
  const opened: Opened[] = []
  for (const archive of uploaded.filter(isArchive)) opened.push(await openArchive(archive))
  const entries = opened.flatMap((archive) => archive.entries)
  const names = () => new Intl.ListFormat('en-US').format(opened.map(({ name }) => name))
  if (entries.length > most) {
    throw new AppError('TOO_LARGE', `More than ${most.toLocaleString('en-US')} files are in ${names()}. Use fewer.`)
  }
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > total) {
    throw new AppError('TOO_LARGE', `Unpacked, more than ${total / MB} MB are in ${names()}. Use smaller files.`)
  }
  const files = uploaded.filter((file) => !isArchive(file))
  for (const { name, zip, entries: own } of opened) {
    for (const entry of own) files.push(await unpackEntry(name, zip, entry))
  }
  return files
}

async function openArchive({ name, content }: UploadedFile): Promise<Opened> {
  let zip: ZipFile
  const entries: Entry[] = []
  try {
    zip = await fromBufferPromise(content)
    for await (const entry of zip.eachEntry()) {
      if (isFile(entry)) entries.push(entry)
      if (entries.length > most) break
    }
  } catch (error) {
    throw damaged(name, error)
  }
  if (entries.some((entry) => entry.isEncrypted())) {
    throw new AppError('UNREADABLE_FILE', `${name} is protected with a password. Make it again without one.`)
  }
  const large = entries.find(({ uncompressedSize }) => uncompressedSize > each)
  if (large) throw new AppError('TOO_LARGE', tooLarge(baseName(large.fileName)))
  return { name, zip, entries }
}

async function unpackEntry(archive: string, zip: ZipFile, entry: Entry): Promise<UploadedFile> {
  try {
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    const whole = Buffer.concat(pieces)
    if (crc32(whole) !== entry.crc32) throw new Error('the checksum is wrong')
    return { name: baseName(entry.fileName), content: whole }
  } catch (error) {
    throw damaged(archive, error)
  }
}

const damaged = (name: string, cause: unknown) =>
  new AppError('UNREADABLE_FILE', `${name} is damaged and cannot be unpacked. Make the archive again.`, { cause })

/** The sentence for a file that is too large. */
export const tooLarge = (name: string): string =>
  `${name} is larger than ${each / MB} MB, the limit for a file of one recipient. Make it smaller.`

function isFile({ fileName }: Entry): boolean {
  const parts = fileName.split('/')
  return !fileName.endsWith('/') && !parts.includes('__MACOSX') && !baseName(fileName).startsWith('.')
}
