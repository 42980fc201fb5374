import { crc32 } from 'node:zlib'
import { unzipSync, zipSync, type Zippable } from 'fflate'
import { DOCUMENT_LIMITS } from '#domain/campaigns/document-attachments.ts'
import { AppError } from '#domain/errors.ts'

/** The parts of a .docx by name, unpacked, in the order of the archive. */
export type DocumentParts = Map<string, Uint8Array>

const MAIN = 'word/document.xml'
const damaged = (cause?: unknown) =>
  new AppError('UNREADABLE_FILE', 'This is not a Word document that can be opened. Save it again in Word as .docx.', {
    cause,
  })
const tooLarge = () =>
  new AppError('TOO_LARGE', 'Unpacked, this Word document is too large. Make its pictures smaller or shorten it.')

/** Kinds of content that are never opened: programs, and documents inside the document that nothing here checks. */
const FORBIDDEN = /^word\/(?:vbaProject\.bin|afchunk[^/]*|embeddings\/[^/]*)$/i

/**
 * Unpacks a .docx. Sizes that the archive declares are checked before anything is inflated, and no part becomes larger than
 * declared, so that a small archive cannot fill the memory.
 *
 * @throws UNREADABLE_FILE for another kind of file, a damaged one, and one with macros or embedded documents
 * @throws TOO_LARGE for too many parts or bytes
 */
export function unpackDocument(content: Uint8Array): DocumentParts {
  let bytes = 0
  let count = 0
  const declared = new Map<string, number>()
  let unpacked: Record<string, Uint8Array>
  try {
    unpacked = unzipSync(content, {
      filter: ({ name, originalSize }) => {
        count += 1
        bytes += originalSize
        const isText = name.endsWith('.xml') || name.endsWith('.rels')
        if (isText && originalSize > DOCUMENT_LIMITS.textBytes) throw tooLarge()
        if (count > DOCUMENT_LIMITS.parts || bytes > DOCUMENT_LIMITS.unpackedBytes) throw tooLarge()
        declared.set(name, originalSize)
        return !name.endsWith('/')
      },
    })
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error)
  }
  const parts: DocumentParts = new Map(Object.entries(unpacked))
  const sums = checksumsOf(content)
  for (const [name, part] of parts) {
    if (part.length !== declared.get(name) || crc32(part) !== sums.get(name)) throw damaged()
  }
  if (!parts.has(MAIN) || !parts.has('[Content_Types].xml')) throw damaged()
  const types = textOf(parts, '[Content_Types].xml')
  if (/macroEnabled/i.test(types) || [...parts.keys()].some((name) => FORBIDDEN.test(name))) {
    throw new AppError(
      'UNREADABLE_FILE',
      'This Word document has macros or other documents inside. Save it as a plain Word document (.docx) without them.',
    )
  }
  return parts
}

const DIRECTORY_ENTRY = 0x02014b50
const END = 0x06054b50

/** Reads the checksums of an archive's directory, which the library does not compare. */
function checksumsOf(content: Uint8Array): Map<string, number> {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  const sums = new Map<string, number>()
  let end = content.length - 22
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1
  if (end < 0) return sums
  let at = view.getUint32(end + 16, true)
  while (at + 46 <= content.length && view.getUint32(at, true) === DIRECTORY_ENTRY) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ]
    const name = new TextDecoder().decode(content.subarray(at + 46, at + 46 + nameLength))
    sums.set(name, view.getUint32(at + 16, true))
    at += 46 + nameLength + extra + comment
  }
  return sums
}

/** Time stamp of all parts of a filled document, so that the same values give the same bytes. */
const PACKED_AT = new Date(1980, 0, 1)

/** Packs parts in their order; the same parts give the same bytes. */
export function packDocument(parts: DocumentParts): Uint8Array {
  const entries: Zippable = {}
  for (const [name, part] of parts) entries[name] = [part, { mtime: PACKED_AT, level: isPacked(name) ? 0 : 6 }]
  return zipSync(entries)
}

const isPacked = (name: string) => /\.(?:png|jpe?g|gif)$/i.test(name)

/** Decodes a part; empty if there is none. */
export function textOf(parts: DocumentParts, name: string): string {
  const part = parts.get(name)
  return part ? new TextDecoder().decode(part) : ''
}

/** Adapts unpacked parts to the zip interface that docxtemplater expects. */
export function zipOf(parts: DocumentParts) {
  const files: Record<string, ReturnType<typeof fileOf>> = Object.create(null)
  for (const name of parts.keys()) files[name] = fileOf(name)
  function fileOf(name: string) {
    return { name, dir: false, options: {}, asText: () => textOf(parts, name), asUint8Array: () => parts.get(name) }
  }
  return {
    files,
    file(name: string | RegExp, content?: string | Uint8Array) {
      if (typeof name !== 'string') return Object.values(files).filter((file) => name.test(file.name))
      if (content === undefined) return files[name] ?? null
      parts.set(name, typeof content === 'string' ? new TextEncoder().encode(content) : content)
      files[name] = fileOf(name)
      return files[name]
    },
    remove(name: string) {
      parts.delete(name)
      delete files[name]
    },
  }
}
