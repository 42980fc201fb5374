import { setImmediate } from 'node:timers/promises'
import { strToU8, Zip, ZipDeflate } from 'fflate'

/**
 * Streams an .xlsx without blocking the event loop. Text is always text: a value that starts with = + - @ is never a
 * formula, and cells are formatted as text so they stay so when edited.
 */

interface SheetContent {
  name: string
  /** the first row: bold and frozen */
  header: readonly string[]
  /** widths of the columns in characters */
  widths: readonly number[]
  rows: Iterable<readonly (string | number)[]> | AsyncIterable<readonly (string | number)[]>
}

/** Rows compressed at a time: a few milliseconds of work. */
const ROWS_AT_ONCE = 100
/** Maximum length of an Excel cell. */
const CELL_TEXT_MAX = 32_767

/** The bytes of a workbook with these sheets. */
export async function workbookBytes(sheets: readonly SheetContent[]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of writeWorkbook(sheets)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Writes a workbook as a stream. */
export async function* writeWorkbook(sheets: readonly SheetContent[]): AsyncGenerator<Uint8Array, void, undefined> {
  const done: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    done.push(piece)
  })
  for (const [name, xml] of frame(sheets)) entry(zip, name).push(strToU8(xml), true)
  for (const [index, sheet] of sheets.entries()) {
    const part = entry(zip, `xl/worksheets/sheet${index + 1}.xml`)
    for await (const xml of worksheet(sheet)) {
      part.push(strToU8(xml))
      yield* done.splice(0)
      await setImmediate()
    }
    part.push(new Uint8Array(0), true)
  }
  zip.end()
  yield* done.splice(0)
}

function entry(zip: Zip, name: string): ZipDeflate {
  const part = new ZipDeflate(name, { level: 6 })
  zip.add(part)
  return part
}

const STYLE = { header: 1, text: 2 }

async function* worksheet(sheet: SheetContent): AsyncGenerator<string> {
  const widths = sheet.widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield (
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
      `<cols>${widths.join('')}</cols><sheetData>${row(sheet.header, STYLE.header)}`
  )
  let rows: string[] = []
  for await (const cells of sheet.rows) {
    rows.push(row(cells, STYLE.text))
    if (rows.length < ROWS_AT_ONCE) continue
    yield rows.join('')
    rows = []
  }
  yield `${rows.join('')}</sheetData></worksheet>`
}

function row(cells: readonly (string | number)[], style: number): string {
  return `<row>${cells.map((cell) => (typeof cell === 'number' ? `<c><v>${cell}</v></c>` : textCell(cell, style))).join('')}</row>`
}

function textCell(text: string, style: number): string {
  if (text === '') return `<c s="${style}"/>`
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text.slice(0, CELL_TEXT_MAX))}</t></is></c>`
}

/** Text valid in XML 1.0; “_x0041_” would be read as a character code and is escaped like in Excel. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** All parts of a workbook except its sheets: part name → XML. */
function frame(sheets: readonly SheetContent[]): [name: string, xml: string][] {
  const numbered = sheets.map(({ name }, index) => ({ name, id: index + 1 }))
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const override = (part: string, type: string): string =>
    `<Override PartName="/xl/${part}.xml" ContentType="${SPREADSHEET}.${type}+xml"/>`
  const types = numbered.map(({ id }) => override(`worksheets/sheet${id}`, 'worksheet'))
  const list = numbered.map(({ name, id }) => `<sheet name="${xmlText(name)}" sheetId="${id}" r:id="rId${id}"/>`)
  const links = numbered.map(({ id }) => relation(id, 'worksheet', `worksheets/sheet${id}.xml`))
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `<Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}` +
        `${types.join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}${relation(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
  ]
}

/** Cell formats 0 general, 1 header (bold text), 2 text; 49 is Excel's own number for the format “@”. */
const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
