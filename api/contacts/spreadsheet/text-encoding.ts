import { isAscii, isUtf8 } from 'node:buffer'
import type { TextEncoding } from '#domain/contacts/text-encoding-labels.ts'

/** Byte order marks, and the encoding each announces. */
const MARKS = [
  { bytes: Buffer.from('efbbbf', 'hex'), encoding: 'utf-8' },
  { bytes: Buffer.from('fffe', 'hex'), encoding: 'utf-16le' },
  { bytes: Buffer.from('feff', 'hex'), encoding: 'utf-16be' },
] as const

/** Bytes looked at to recognize UTF-16 without its mark. */
const PROBE = 1_024
/** Bytes of lines by which an encoding is guessed. */
const SAMPLE = 262_144
/**
 * Share of lines in UTF-8 (0 to 1) from which on a text counts as a mixture of two encodings; higher for encodings
 * other than Latin, whose bytes can look like UTF-8.
 */
const MIXED = 0.1
const MIXED_FOREIGN = 0.5

export interface DecodedText {
  /** UTF-8 without byte order mark */
  bytes: Buffer
  encoding: TextEncoding
  /** true if the encoding was guessed from the letters alone */
  isGuess: boolean
  /** for text in UTF-8: the other encoding that some lines were in, with their number */
  others: { encoding: TextEncoding; lines: number } | null
}

/**
 * Decodes the bytes of a text file in the `chosen` encoding, or in the one that its byte order mark or its letters
 * indicate. What is not in UTF-8 like the rest is decoded by itself. Null if they are not text.
 */
export async function decodeText(bytes: Buffer, chosen?: TextEncoding): Promise<DecodedText | null> {
  const mark = MARKS.find((each) => bytes.subarray(0, each.bytes.length).equals(each.bytes))
  const body = bytes.subarray(mark?.bytes.length ?? 0)
  const decoded = await (chosen && chosen !== 'utf-8'
    ? decodedAs(body, chosen)
    : decodedByLook(body, chosen ?? mark?.encoding))
  return isText(decoded.bytes) ? decoded : null
}

async function decodedByLook(body: Buffer, known: TextEncoding | undefined): Promise<DecodedText> {
  const wide = known ?? wideEncoding(body)
  // A picture's bytes need no guess.
  if (wide === 'utf-16le' || wide === 'utf-16be' || isUtf8(body) || !isText(body))
    return decodedAs(body, wide ?? 'utf-8')
  const { guessEncoding, isLatinEncoding } = await import('./encoding-guess.ts')
  const { lines, others, sample } = linesBeyondAscii(body)
  const encoding = guessEncoding(sample)
  const isLatin = isLatinEncoding(encoding)
  const isMixed = known === 'utf-8' || lines - others >= lines * (isLatin ? MIXED : MIXED_FOREIGN)
  if (!isMixed) return { ...(await decodedAs(body, encoding)), isGuess: true }
  const decode = await decoderOf(encoding)
  const bytes = withLines(body, (line) => (isLatin ? bySequence(line, decode) : decode(line)))
  return { bytes, encoding: 'utf-8', isGuess: false, others: { encoding, lines: others } }
}

/** Returns how many lines have bytes beyond ASCII, how many of these are not UTF-8, and the first of those. */
function linesBeyondAscii(body: Buffer): { lines: number; others: number; sample: Buffer } {
  const sample: Buffer[] = []
  let [lines, others, size] = [0, 0, 0]
  for (const line of linesOf(body)) {
    if (isAscii(line)) continue
    lines += 1
    if (isUtf8(line)) continue
    others += 1
    if (size > SAMPLE) continue
    sample.push(line)
    size += line.length
  }
  return { lines, others, sample: Buffer.concat(sample) }
}

/** The text with each line that is not UTF-8 decoded. */
function withLines(body: Buffer, decode: (line: Buffer) => string): Buffer {
  const pieces: Buffer[] = []
  let [kept, at] = [0, 0]
  for (const line of linesOf(body)) {
    if (!isUtf8(line)) {
      pieces.push(body.subarray(kept, at), Buffer.from(decode(line)))
      kept = at + line.length
    }
    at += line.length
  }
  return Buffer.concat([...pieces, body.subarray(kept)])
}

async function decodedAs(body: Buffer, encoding: TextEncoding): Promise<DecodedText> {
  const bytes = encoding === 'utf-8' && isUtf8(body) ? body : Buffer.from((await decoderOf(encoding))(body))
  return { bytes, encoding, isGuess: false, others: null }
}

type Decode = (bytes: Buffer) => string

/** Decodes with what Node has, which knows the encodings of web pages, or with a library. */
async function decoderOf(encoding: TextEncoding): Promise<Decode> {
  try {
    const decoder = new TextDecoder(encoding)
    return (bytes) => decoder.decode(bytes)
  } catch {
    const { decode } = await import('iconv-lite')
    return (bytes) => decode(bytes, encoding)
  }
}

/** A byte beyond ASCII, with those that continue it in UTF-8. */
const SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g

/** A line in which single characters are in UTF-8. */
function bySequence(line: Buffer, decode: Decode): string {
  return line.toString('latin1').replace(SEQUENCE, (sequence) => {
    const bytes = Buffer.from(sequence, 'latin1')
    return isUtf8(bytes) ? bytes.toString() : decode(bytes)
  })
}

/** Lines with their line breaks. */
function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length;) {
    const feed = bytes.indexOf(0x0a, at)
    const end = feed === -1 ? bytes.length : feed + 1
    yield bytes.subarray(at, end)
    at = end
  }
}

/** UTF-16 without its mark: every other byte of ASCII is zero. */
function wideEncoding(bytes: Buffer): TextEncoding | undefined {
  const start = bytes.subarray(0, PROBE)
  if (bytes.length % 2 !== 0 || !start.includes(0)) return undefined
  let even = 0
  let odd = 0
  for (const [index, byte] of start.entries()) {
    if (byte === 0 && index % 2 === 0) even += 1
    else if (byte === 0) odd += 1
  }
  if (odd > start.length / 4 && even === 0) return 'utf-16le'
  return even > start.length / 4 && odd === 0 ? 'utf-16be' : undefined
}

/** Control characters that programs put into text, such as the mark at the end of a DOS file. */
const CONTROLS = 0.02

/**
 * Returns whether bytes are text: without zero bytes, and with hardly any control characters besides white space at the
 * start.
 */
function isText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4_096)
  const controls = start.filter((byte) => byte < 32 && (byte < 9 || byte > 13)).length
  return !bytes.includes(0) && controls <= Math.max(1, start.length * CONTROLS)
}
