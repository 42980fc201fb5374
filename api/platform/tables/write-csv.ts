import { csvCell } from '#domain/contacts/csv.ts'

/** Lines and characters combined into one chunk: one or two milliseconds of work, unless one line is longer. */
const CHUNK_MAX = { lines: 200, characters: 65_536 }

/** Streams a CSV file (RFC 4180, UTF-8 with a byte order mark for Excel). */
export async function* writeCsv(
  header: readonly string[],
  rows: Iterable<readonly (string | number)[]> | AsyncIterable<readonly (string | number)[]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0
  let lines = [`\ufeff${header.map(csvCell).join(',')}\r\n`]
  for await (const cells of rows) {
    const line = `${cells.map(csvCell).join(',')}\r\n`
    lines.push(line)
    length += line.length
    if (lines.length < CHUNK_MAX.lines && length < CHUNK_MAX.characters) continue
    yield Buffer.from(lines.join(''))
    lines = []
    length = 0
  }
  yield Buffer.from(lines.join(''))
}
