import { oncePerPiece, partsOf, type ConstantText, type MergedText } from './merged-text.ts'
import { utf8Text } from './utf8-text.ts'

/** characters of a line of base64 (RFC 2045 6.8), and the bytes they hold */
const LINE = 76
const LINE_BYTES = 57
/** A constant piece shorter than this is not worth keeping apart. */
const WORTH = 3 * LINE_BYTES

/** Bytes as lines of base64, each with its CR LF; fast, as this is the dearest part of a message. */
export function base64Lines(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  const lines = Math.ceil(text.length / LINE)
  const result = Buffer.allocUnsafe(text.length + lines * 2)
  result.write(text, 'latin1')
  // From the last line to the first each moves to where it belongs.
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

/** How many bytes so many bytes take as lines of base64. */
export function base64LinesLength(bytes: number): number {
  const characters = Math.ceil(bytes / 3) * 4
  return characters + Math.ceil(characters / LINE) * 2
}

/**
 * A text of a mail as lines of base64, in UTF-8 with CR LF as MIME wants text. Constant pieces are encoded once: base64 goes by three
 * bytes, so each of them is kept for the three ways in which it can begin, and what is between two is encoded anew on lines of its own.
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
  /** The piece without its first `skipped` bytes, and what is left of it at the end. */
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
