import { AppError } from '#domain/errors.ts'
import { readContacts } from '#api/contacts/spreadsheet/fixtures/read-contacts.ts'

/**
 * Ten contacts as CSV, with each pollution that Pollock has: how many of them an import would get wrong or lose without a
 * refusal of the file, a rejected row or a notice.
 */

const HEADER = ['First Name', 'Last Name', 'Email', 'Company', 'City', 'Note']
const CONTACTS = [
  ['Anna', 'Lee', 'anna@example.com', 'Acme, Inc.', 'York', 'Wants the "blue" one, soon'],
  ['Bob', 'Ray', 'bob@example.com', 'Beta', 'Leeds', ''],
  ['Clara', 'Voss', 'clara@example.com', 'Voss & Sons', 'Bath', 'Calls back'],
  ['Dirk', 'Boer', 'dirk@example.com', '', 'Delft', 'Met at the fair, stand 12'],
  ['Eva', 'Sand', 'eva@example.com', 'Sand; Stein', 'Oslo', ''],
  ['Finn', 'Dahl', 'finn@example.com', 'Dahl AS', 'Bergen', "Doesn't drink coffee"],
  ['Gina', 'Rossi', 'gina@example.com', 'Rossi', 'Turin', 'Two licenses'],
  ['Hugo', 'Blanc', 'hugo@example.com', 'Blanc, Noir & Cie', 'Lyon', ''],
  ['Ines', 'Costa', 'ines@example.com', 'Costa', 'Porto', 'Prefers mornings'],
  ['Jan', 'Novak', 'jan@example.com', 'Novak', 'Brno', 'Invoice, then offer'],
]

interface Style {
  delimiter: string
  quote: string
  /** escape character before a quotation mark within a cell */
  escape: string
  end: string
}
const STYLE: Style = { delimiter: ',', quote: '"', escape: '"', end: '\r\n' }

/** The cells of a row as they stand in a file. */
function written(cells: readonly string[], { delimiter, quote, escape }: Style): string[] {
  return cells.map((cell) =>
    [delimiter, ',', quote].some((sign) => cell.includes(sign))
      ? `${quote}${cell.replaceAll(quote, `${escape}${quote}`)}${quote}`
      : cell,
  )
}

/** Returns the CSV file, after a change of the written cells of its rows, header first. */
function file(change: (rows: string[][]) => (readonly string[])[] = (rows) => rows, over: Partial<Style> = {}): string {
  const style = { ...STYLE, ...over }
  const rows = change([HEADER, ...CONTACTS].map((cells) => written(cells, style)))
  return rows.map((cells) => cells.join(style.delimiter) + style.end).join('')
}

/** Makes one file for each row, header included, and each column from `from` on. */
function everywhere(from: number, change: (cells: string[], column: number) => string[]): string[] {
  const rows = Array.from({ length: CONTACTS.length + 1 }, (_, row) => row)
  const columns = Array.from({ length: HEADER.length - from }, (_, at) => at + from)
  return rows.flatMap((row) =>
    columns.map((column) => file((all) => all.map((cells, at) => (at === row ? change([...cells], column) : cells)))),
  )
}

const OTHER_TABLE = [
  ['Item', 'Price', 'Stock'],
  ['Boots', '74.69', '2'],
]
const widened = (width: number) =>
  OTHER_TABLE.map((cells) => Array.from({ length: width }, (_, at) => cells[at] ?? 'x'))

const POLLUTIONS: Record<string, string[]> = {
  none: [file()],
  'no rows': [''],
  'no line break at the end': [file().trimEnd()],
  'two line breaks at the end': [`${file()}\r\n`],
  'no header': [file((rows) => rows.slice(1))],
  'header twice': [file((rows) => [rows[0] ?? [], ...rows])],
  'header three times': [file((rows) => [rows[0] ?? [], rows[0] ?? [], ...rows])],
  'rows above the header': [file((rows) => [['PREAMBLE', '', '', '', '', ''], ['', '', '', '', '', ''], ...rows])],
  'a second table': [3, 6, 7].map((width) => file((rows) => [...rows, ...widened(width)])),
  'header only': [file((rows) => rows.slice(0, 1))],
  'rows end with CR': [file(undefined, { end: '\r' })],
  'rows end with LF': [file(undefined, { end: '\n' })],
  'other delimiters': ['\t', ';', ' ', ', '].map((delimiter) => file(undefined, { delimiter })),
  'apostrophes as quotation marks': [file(undefined, { quote: "'", escape: "'" })],
  'other escapes': ['\\', ''].map((escape) => file(undefined, { escape })),
  'a delimiter too many': everywhere(0, (cells, column) => cells.toSpliced(column, 0, '')),
  'a delimiter too few': everywhere(1, (cells, column) =>
    cells.toSpliced(column - 1, 2, `${cells[column - 1] ?? ''}${cells[column] ?? ''}`),
  ),
  'a quotation mark too many': everywhere(0, (cells, column) => cells.with(column, `"${cells[column] ?? ''}`)),
  'a row with spaces for delimiters': Array.from({ length: CONTACTS.length + 1 }, (_, row) =>
    file((rows) => rows.map((cells, at) => (at === row ? [cells.join(' ')] : cells))),
  ),
}

/** Returns a line for each pollution with a contact that is silently wrong, and one line with the total. */
export async function silentlyWrong(): Promise<string[]> {
  const lines: string[] = []
  let [all, files] = [0, 0]
  for (const [pollution, texts] of Object.entries(POLLUTIONS)) {
    let wrong = 0
    for (const text of texts) wrong += await wrongIn(text)
    all += wrong
    files += texts.length
    if (wrong > 0) lines.push(`  ${wrong}  ${pollution} (${texts.length} files)`)
  }
  return [`  ${all} contacts in ${files} files`, ...lines]
}

const asLine = (values: readonly string[]) => values.filter((text) => text !== '').join('|')

async function wrongIn(text: string): Promise<number> {
  try {
    const { contacts, rejected, notices } = await readContacts(text)
    const expected = text === file((rows) => rows.slice(0, 1)) ? [] : CONTACTS.map(asLine)
    const imported = contacts.map(asLine)
    const wrong = imported.filter((line) => !expected.includes(line)).length
    const missing = expected.filter((line) => !imported.includes(line)).length
    const noticed = notices.reduce((sum, { count }) => sum + count, 0)
    return Math.max(0, wrong - noticed, missing - rejected.length - noticed)
  } catch (error) {
    // A refusal says what is wrong.
    if (error instanceof AppError) return 0
    throw error
  }
}
