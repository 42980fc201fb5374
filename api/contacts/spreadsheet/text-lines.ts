/** A line of text without its line break, and the break: \n, \r\n, \r, or nothing at the end of the file. */
export interface Line {
  text: string
  end: string
}

/** Characters of a line, and of a record: 200 columns of the longest text that a contact keeps, twice over. */
export const RECORD_LENGTH = 800_000
/** Bytes decoded at a time. */
const PIECE = 65_536

/** The lines of UTF-8 text. Ends after a line longer than {@link RECORD_LENGTH}, which may be cut. */
export function* linesOf(bytes: Buffer): Generator<Line, void, undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  for (let from = 0; from < bytes.length; from += PIECE) {
    const isLast = from + PIECE >= bytes.length
    const text = rest + decoder.decode(bytes.subarray(from, from + PIECE), { stream: !isLast })
    let at = 0
    let feed = text.indexOf('\n')
    let back = text.indexOf('\r')
    while (feed !== -1 || back !== -1) {
      // The rest of a line break may be in the next piece.
      if (back === text.length - 1 && !isLast && (feed === -1 || back < feed)) break
      const end = back === -1 || (feed !== -1 && feed < back) ? feed : back
      const next = end === back && feed === back + 1 ? end + 2 : end + 1
      yield { text: text.slice(at, end), end: text.slice(end, next) }
      at = next
      if (feed !== -1 && feed < at) feed = text.indexOf('\n', at)
      if (back !== -1 && back < at) back = text.indexOf('\r', at)
    }
    rest = text.slice(at)
    if (rest.length > RECORD_LENGTH) break
  }
  if (rest !== '') yield { text: rest, end: '' }
}
