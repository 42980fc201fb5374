import { isSpreadsheetUpload } from '#domain/contacts/contacts.ts'

/** The pasted data: DataTransfer, or a part of it in tests. */
export type Pasted = Pick<DataTransfer, 'getData'> & { files: Iterable<File> }

const NAME = 'Pasted rows.tsv'
const TYPE = 'text/tab-separated-values'

/**
 * Returns pasted rows as a file for the import: the text that spreadsheet programs copy, else a table from a web page,
 * else a copied file. Null if the clipboard holds no rows.
 */
export function pastedFile(pasted: Pasted): File | null {
  const text = pasted.getData('text/plain')
  if (isRows(text)) return rowsFile(text)
  const table = text.trim() === '' ? tableText(pasted.getData('text/html')) : ''
  if (isRows(table)) return rowsFile(table)
  return [...pasted.files].find((file) => isSpreadsheetUpload(file)) ?? null
}

/** Returns text with rows as a file for the import. */
export function rowsFile(text: string): File {
  return new File([text], NAME, { type: TYPE })
}

/** Returns whether a text has several lines or cells: a single word is more likely pasted by mistake. */
function isRows(text: string): boolean {
  return /[\t\n\r]/.test(text.trim())
}

/** Returns the rows of the tables in HTML as text, with cells separated by tabs. */
function tableText(html: string): string {
  if (html === '') return ''
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const lineBreak of page.querySelectorAll('br')) lineBreak.replaceWith('\n')
  const rows = [...page.querySelectorAll('tr')].map((row) => [...row.cells].flatMap(cellsOf))
  return rows.map((cells) => cells.join('\t')).join('\n')
}

/** Returns a table cell as text; a cell that spans several columns gets empty ones after it. */
function cellsOf({ textContent, colSpan }: HTMLTableCellElement): string[] {
  const text = textContent.trim()
  const quoted = /["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  return [quoted, ...Array.from({ length: Math.min(colSpan, 200) - 1 }, () => '')]
}
