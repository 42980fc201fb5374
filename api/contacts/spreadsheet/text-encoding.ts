import { isUtf8 } from 'node:buffer'
import { eightBitEncoding } from './eight-bit-encoding.ts'

/** Byte order marks, and the encoding each announces. */
const MARKS = [
  { bytes: Buffer.from('efbbbf', 'hex'), encoding: 'utf-8' },
  { bytes: Buffer.from('fffe', 'hex'), encoding: 'utf-16le' },
  { bytes: Buffer.from('feff', 'hex'), encoding: 'utf-16be' },
] as const

/** Bytes looked at to recognise UTF-16 without its mark. */
const PROBE = 1_024

/**
 * The bytes of a text file as UTF-8 without byte order mark; null if they are not text. Recognises UTF-8, UTF-16 and, by
 * their letters, Windows-1250 and ISO 8859-2; anything else is read as Windows-1252, which includes Latin-1.
 */
export function asUtf8(bytes: Buffer): Buffer | null {
  const mark = MARKS.find((each) => bytes.subarray(0, each.bytes.length).equals(each.bytes))
  const body = bytes.subarray(mark?.bytes.length ?? 0)
  const encoding = mark?.encoding ?? unmarkedEncoding(body)
  const text = encoding === 'utf-8' ? body : Buffer.from(new TextDecoder(encoding).decode(body))
  return isText(text) ? text : null
}

function unmarkedEncoding(bytes: Buffer): string {
  const start = bytes.subarray(0, PROBE)
  if (bytes.length % 2 === 0 && start.includes(0)) {
    let even = 0
    let odd = 0
    for (const [index, byte] of start.entries()) {
      if (byte === 0 && index % 2 === 0) even += 1
      else if (byte === 0) odd += 1
    }
    if (odd > start.length / 4 && even === 0) return 'utf-16le'
    if (even > start.length / 4 && odd === 0) return 'utf-16be'
  }
  return isUtf8(bytes) ? 'utf-8' : eightBitEncoding(bytes)
}

/** No zero bytes anywhere, and no control characters besides white space at the start. */
function isText(bytes: Buffer): boolean {
  return !bytes.includes(0) && bytes.subarray(0, 4_096).every((byte) => byte >= 32 || (byte >= 9 && byte <= 13))
}
