import { describe, expect, test } from 'vitest'
import { craftZip } from './fixtures/crafted-spreadsheets.ts'
import { SPREADSHEET_LIMITS } from './spreadsheet-limits.ts'
import { openOds } from './ods-reader.ts'
import { openZip } from './zip-reader.ts'

const STYLES = `<number:date-style style:name="N37" number:automatic-order="true"/><number:date-style style:name="N50"/>
  <style:style style:name="local" style:family="table-cell" style:data-style-name="N37"/>
  <style:style style:name="fixed" style:family="table-cell" style:data-style-name="N50"/>
  <style:style style:name="gone" style:family="table"><style:table-properties table:display="false"/></style:style>`

async function open(tables: string, styles = STYLES) {
  const content = `<?xml version="1.0"?><office:document-content><office:automatic-styles>${styles}</office:automatic-styles>
    <office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`
  return openOds(await openZip(craftZip({ 'content.xml': content }), SPREADSHEET_LIMITS))
}

async function rowsOf(rows: string, width = 50) {
  const book = await open(`<table:table table:name="A">${rows}</table:table>`)
  return Array.fromAsync(book.rows('A', width) ?? [], ({ row, cells }) => [row, ...cells])
}

const cell = (content: string, more = '') => `<table:table-cell ${more}>${content}</table:table-cell>`
const row = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`
const dated = (style: string) =>
  cell(
    '<text:p>07/01/26</text:p>',
    `table:style-name="${style}" office:value-type="date" office:date-value="2026-07-01T00:00:00"`,
  )

describe('the cells of an OpenDocument sheet', () => {
  test('are read as displayed, and dates whose display depends on the machine in ISO 8601', async () => {
    const columns =
      '<table:table-column table:number-columns-repeated="2"/><table:table-column table:default-cell-style-name="local"/>'
    const plain = cell('<text:p>1.7.26</text:p>', 'office:value-type="date" office:date-value="2026-07-01T08:30:00"')
    expect(await rowsOf(`${columns}${row(dated('fixed') + dated('local') + plain)}`)).toEqual([
      [1, '07/01/26', '2026-07-01', '2026-07-01 08:30'],
    ])
  })

  test('are read for every cell type', async () => {
    const cells = [
      cell('<text:p>1,234.50 €</text:p>', 'office:value-type="currency" office:value="1234.5"'),
      cell('<text:p>1.23E+10</text:p>', 'office:value-type="float" office:value="12345678901"'),
      cell('<text:p>###</text:p>', 'office:value-type="float" office:value="0.5"'),
      cell('<text:p>WAHR</text:p>', 'office:value-type="boolean" office:boolean-value="true"'),
      cell('<text:p>#N/A</text:p>', 'office:value-type="string" calcext:value-type="error"'),
      cell('', 'office:value-type="string" office:string-value="kept"'),
    ]
    const [shown] = await rowsOf(row(cells.join('')))
    expect(Array.from(shown ?? [])).toEqual([1, '1,234.50 €', '12345678901', '0.5', 'TRUE', undefined, 'kept'])
  })

  test('are read with spans, links, spaces and line breaks, without comments and drawings', async () => {
    const text =
      '<office:annotation><dc:creator>Ann</dc:creator><text:p>a comment</text:p></office:annotation>' +
      '<text:p>one<text:s text:c="2"/>two <text:span>three<text:a>four</text:a></text:span><text:tab/>x<text:line-break/>y</text:p>' +
      '<text:p>next</text:p><draw:frame><draw:text-box><text:p>drawn</text:p></draw:text-box></draw:frame>'
    expect(await rowsOf(row(cell(text)))).toEqual([[1, 'one  two threefour\tx\ny\nnext']])
  })

  test('are read where they are repeated, merged or beyond the maximum width', async () => {
    const repeated = cell('<text:p>x</text:p>', 'table:number-columns-repeated="3"')
    const merged = '<table:covered-table-cell><text:p>hidden</text:p></table:covered-table-cell>'
    const rows =
      row(cell(''), 'table:number-rows-repeated="4"') +
      row(repeated + merged + cell('<text:p>y</text:p>'), 'table:number-rows-repeated="2"')
    const texts = ['x', 'x', 'x', undefined, 'y']
    expect((await rowsOf(rows)).map((each) => Array.from(each))).toEqual([
      [5, ...texts],
      [6, ...texts],
    ])
    expect(await rowsOf(rows, 2)).toEqual([
      [5, 'x', 'x'],
      [6, 'x', 'x'],
    ])
  })

  test('are read only to the limits, however often a hostile file repeats them', async () => {
    const much = cell('<text:p>x</text:p>', 'table:number-columns-repeated="999999999"')
    const book = await open(
      `<table:table table:name="A">${row(much, 'table:number-rows-repeated="999999999"').repeat(50)}</table:table>`,
    )
    let count = 0
    for await (const { cells } of book.rows('A', 1_000) ?? []) {
      count += 1
      expect(cells.length).toBe(1_000)
      if (count === 1_000) break
    }
    expect(await book.lastRow('A')).toBe(1_048_576)
  })
})

test('the list of sheets of an OpenDocument file marks hidden ones and names their last filled row', async () => {
  const filled = row(cell('<text:p>x</text:p>'))
  const book = await open(
    `<table:table table:name="A">${filled}${row(cell(''), 'table:number-rows-repeated="1048575"')}</table:table>` +
      `<table:table table:name="Old" table:style-name="gone">${filled}${filled}</table:table>` +
      `<table:dde-links><table:dde-link><table:table table:name="Linked">${filled}</table:table></table:dde-link></table:dde-links>`,
  )
  expect(book.sheets).toMatchObject([
    { name: 'A', hidden: false, lastRow: 1 },
    { name: 'Old', hidden: true, lastRow: 2 },
  ])
  expect(book.rows('Linked', 9)).toBeNull()
})
