import { oncePerPiece, partsOf, type MergedText } from './merged-text.ts'
import { utf8Text } from './utf8-text.ts'

/** Characters per line without the CR LF (RFC 2045 6.7), without the one reserved for the `=` of a soft break. */
const LINE = 75
const SOFT_BREAK = Buffer.from('=\r\n')
const LINE_END = Buffer.from('\r\n')
/** Length in characters below which a constant piece is encoded together with its neighbors. */
const WORTH = 2 * LINE

const TAB = 9
const CR = 13
const LF = 10
const SPACE = 32
const DOT = 46
const EQUALS = 61
const F = 70
const DELETE = 127
const HEX = Buffer.from('0123456789ABCDEF')

/**
 * An email's text as quoted-printable, in UTF-8 with CR LF. Constant pieces are encoded once and joined by soft line
 * breaks. A line never begins with a dot or with `From `, which some mail servers change. Source: RFC 2045 6.7.
 */
export function quotedPrintableText(text: string | MergedText): Buffer[] {
  const encoded: Buffer[] = []
  let open = ''
  const add = (piece: Buffer) => {
    if (piece.length === 0) return
    const last = encoded.at(-1)
    if (last && last.at(-1) !== LF) encoded.push(SOFT_BREAK)
    encoded.push(piece)
  }
  const flush = () => {
    add(quotedPrintable(utf8Text(open)))
    open = ''
  }
  for (const part of partsOf(text)) {
    const string = typeof part === 'string' ? part : part.text
    if (typeof part === 'string' || string.length < WORTH) {
      open += string
      continue
    }
    flush()
    add(encodedPiece(part))
  }
  flush()
  // The line break before a boundary belongs to the boundary (RFC 2046 5.1.1), so the text keeps its own.
  encoded.push(LINE_END)
  return encoded
}

const encodedPiece = oncePerPiece((text) => quotedPrintable(utf8Text(text)))

/** Bytes of UTF-8 text with CR LF as quoted-printable. The last line has no break unless the text ends with one. */
function quotedPrintable(bytes: Uint8Array): Buffer {
  // At most three characters per byte, plus a soft break per 25 of them.
  const result = Buffer.allocUnsafe(bytes.length * 4 + SOFT_BREAK.length)
  let to = 0
  let column = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (byte === CR && bytes[at + 1] === LF) {
      result[to++] = CR
      result[to++] = LF
      column = 0
      at += 1
      continue
    }
    const isLiteral = isPlain(bytes, at)
    const width = isLiteral ? 1 : 3
    if (column + width > LINE) {
      to += SOFT_BREAK.copy(result, to)
      column = 0
    }
    if (isLiteral && !(column === 0 && isChangedAtLineStart(bytes, at))) {
      result[to++] = byte
      column += 1
    } else {
      result[to++] = EQUALS
      result[to++] = HEX[byte >> 4]!
      result[to++] = HEX[byte & 15]!
      column += 3
    }
  }
  return result.subarray(0, to)
}

/** Returns whether a byte is written literally: printable ASCII, and space and tab except at a possible line end. */
function isPlain(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at]!
  if (byte === SPACE || byte === TAB) return at + 1 < bytes.length && bytes[at + 1] !== CR
  return byte > SPACE && byte < DELETE && byte !== EQUALS
}

/**
 * Returns whether mail servers may change the bytes at the start of a line: a dot can be doubled or lost in SMTP, and
 * `From ` becomes `>From ` in mbox files.
 */
function isChangedAtLineStart(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === DOT || (bytes[at] === F && bytes[at + 1] === 114 && bytes[at + 4] === SPACE)
}
