import { oncePerPiece, partsOf, type ConstantText, type MergedText } from './merged-text.ts'
import { utf8Text } from './utf8-text.ts'

/** Characters of a base64 line (RFC 2045 6.8); with the number of bytes that they hold. */
const LINE = 76
const LINE_BYTES = 57
/** Length below which a constant piece is not cached, in bytes. */
const WORTH = 3 * LINE_BYTES

/** Encodes bytes as base64 lines ending in CR LF. Optimized: this is the most expensive part of a message. */
export function base64Lines(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  const lines = Math.ceil(text.length / LINE)
  const result = Buffer.allocUnsafe(text.length + lines * 2)
  result.write(text, 'latin1')
  // Moves lines to their final position, starting with the last.
  let end = text.length
  for (let line = lines - 1; line >= 0; line -= 1) {
    const start = line * LINE
    const to = start + line * 2
    if (line > 0) result.copyWithin(to, start, end)
    result[to + end - start] = 13
    result[to + end - start + 1] = 10
    end = start
  }
  return result
}

/** Returns the length of this many bytes as base64 lines. */
export function base64LinesLength(bytes: number): number {
  const characters = Math.ceil(bytes / 3) * 4
  return characters + Math.ceil(characters / LINE) * 2
}

/**
 * An email's text as base64 lines: UTF-8 with CR LF, as MIME requires. Constant pieces are encoded once. Base64 works
 * on groups of three bytes, so each piece is cached for its three possible offsets; the bytes between two pieces are
 * encoded on their own lines.
 */
export function base64Text(text: string | MergedText): Buffer[] {
  const lines: Buffer[] = []
  let open: Uint8Array[] = []
  let size = 0
  const add = (bytes: Uint8Array) => {
    open.push(bytes)
    size += bytes.length
  }
  for (const part of partsOf(text)) {
    if (typeof part === 'string') {
      if (part !== '') add(utf8Text(part))
      continue
    }
    const piece = encodedPiece(part)
    if (piece.bytes.length < WORTH) {
      add(piece.bytes)
      continue
    }
    const skipped = (3 - (size % 3)) % 3
    add(piece.bytes.subarray(0, skipped))
    if (size > 0) lines.push(base64Lines(Buffer.concat(open)))
    const { encoded, rest } = piece.from(skipped)
    lines.push(encoded)
    open = [rest]
    size = rest.length
  }
  if (size > 0) lines.push(base64Lines(Buffer.concat(open)))
  return lines
}

interface EncodedPiece {
  bytes: Buffer
  /** The encoded piece without its first `skipped` bytes, and the bytes left over at the end. */
  from(skipped: number): { encoded: Buffer; rest: Buffer }
}

const encodedPiece: (piece: ConstantText) => EncodedPiece = oncePerPiece((text) => {
  const bytes = utf8Text(text)
  const kept: ({ encoded: Buffer; rest: Buffer } | undefined)[] = []
  return {
    bytes,
    from(skipped) {
      const end = skipped + Math.floor((bytes.length - skipped) / 3) * 3
      return (kept[skipped] ??= { encoded: base64Lines(bytes.subarray(skipped, end)), rest: bytes.subarray(end) })
    },
  }
})
