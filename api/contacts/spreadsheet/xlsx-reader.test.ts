import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as XLSX from 'xlsx'
import { cleanText } from '#domain/contacts/contacts.ts'
import type { Book } from './workbook-reader.ts'
import type { CraftOptions } from './fixtures/crafted-spreadsheets.ts'
import { craftXlsx, craftZip, textRows } from './fixtures/crafted-spreadsheets.ts'
import { SPREADSHEET_LIMITS } from './spreadsheet-limits.ts'
import type { SheetRow } from './contact-rows.ts'
import { denseRows } from './xls-reader.ts'
import { openXlsx } from './xlsx-reader.ts'
import { openZip } from './zip-reader.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

async function open(file: Buffer) {
  return openXlsx(await openZip(file, SPREADSHEET_LIMITS))
}

async function rowsOf(rows: string | Buffer, options: CraftOptions = {}) {
  return byNumber((await open(craftXlsx({ A: rows }, options))).rows('A', 50))
}

async function byNumber(rows: ReturnType<Book['rows']>): Promise<Record<number, (string | undefined)[]>> {
  return Object.fromEntries(await Array.fromAsync(rows ?? [], ({ row, cells }) => [row, [...cells]]))
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

describe('the cells of a worksheet', () => {
  test('are read for every cell type', async () => {
    const xml =
      '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1"><v>1.50</v></c><c r="C1" t="b"><v>1</v></c><c r="D1" t="e"><v>#N/A</v></c>' +
      '<c r="E1" t="str"><f>A1&amp;"&lt;"</f><v>a&lt;b</v></c><c r="F1" t="d" s="1"><v>2024-12-24T08:30:00</v></c>' +
      '<c r="G1" t="inlineStr"><is><t>plain</t></is></c><c r="H1" s="1"/><c r="I1" s="1"><v>45650</v></c></row>'
    const parts = {
      'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"><si><t>zero</t></si><si><t>one</t></si></sst>`,
      'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    }
    expect((await rowsOf(xml, { parts }))[1]).toEqual([
      'one',
      '1.5',
      'TRUE',
      '',
      'a<b',
      '2024-12-24',
      'plain',
      undefined,
      '2024-12-24',
    ])
    expect((await rowsOf(xml.replace('45650', '44188'), { parts, date1904: true }))[1]?.[8]).toBe('2024-12-24')
  })

  test('are read if written with a namespace prefix, single quotes, comments and CDATA', async () => {
    const xml =
      `<?xml version='1.0'?><x:worksheet xmlns:x='${MAIN}'><x:sheetData><!-- <row r="9"/> --><x:row r='2' spans='1:2'>` +
      `<x:c t='str' r='A2'><x:v>a<![CDATA[<&]]>&amp;b</x:v></x:c>\n<x:c\n\tr = 'C2'><x:v> 7 </x:v></x:c></x:row></x:sheetData></x:worksheet>`
    expect(await rowsOf(xml)).toEqual({ 2: ['a<&&b', undefined, '7'] })
  })

  test('are read if written in UTF-16', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row r="1"><c r="A1" t="str"><v>Zoë 山</v></c></row></sheetData></worksheet>`
    expect(await rowsOf(Buffer.from(`\ufeff${xml}`, 'utf16le'))).toEqual({ 1: ['Zoë 山'] })
  })

  test('are read as consecutive if they have no references', async () => {
    const xml =
      '<row><c><v>1</v></c><c/><c><v>3</v></c></row><row/><row r="5"><c r="C5"><v>1</v></c><c><v>2</v></c></row><row><c><v>6</v></c></row>'
    expect(await rowsOf(xml)).toEqual({
      1: ['1', undefined, '3'],
      2: [],
      5: [undefined, undefined, '1', '2'],
      6: ['6'],
    })
  })

  test('are read with formatted runs of text, without the phonetic guide', async () => {
    const runs =
      '<r><rPr><b/></rPr><t>山</t></r><r><t xml:space="preserve"> 田</t></r><rPh sb="0" eb="1"><t>やま</t></rPh><phoneticPr fontId="1"/>'
    const parts = { 'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"><si>${runs}</si><si/><si><t>two</t></si></sst>` }
    const xml = `<row r="1"><c t="s"><v>0</v></c><c t="s"><v>2</v></c><c t="inlineStr"><is>${runs}</is></c><c t="inlineStr"><is/></c></row>`
    expect((await rowsOf(xml, { parts }))[1]).toEqual(['山 田', 'two', '山 田'])
  })

  test('are read with characters that are written as escape codes', async () => {
    expect(
      (
        await rowsOf('<row r="1"><c t="str"><v>&#x1F600;&#228;_x0041_ _x005F_x0041_ &unknown; &#x110000;</v></c></row>')
      )[1],
    ).toEqual(['😀äA _x0041_ &unknown; \ufffd'])
  })

  test('are left out if they claim a position beyond the sheet', async () => {
    const xml =
      '<row r="1"><c r="A1"><v>1</v></c><c r="ZZZZZZ1"><v>2</v></c></row><row r="4294967294"><c r="A4294967294"><v>3</v></c></row>'
    expect(await rowsOf(xml)).toEqual({ 1: ['1'] })
    expect((await open(craftXlsx({ A: xml }))).rows('A', 1_000_000)).toBeDefined()
  })

  test('make the file count as damaged if they refer to a missing string', async () => {
    await expect(rowsOf('<row r="1"><c t="s"><v>7</v></c></row>')).rejects.toThrow('damaged')
  })

  test('are read without cost for merges and links after them, however far these reach', async () => {
    const xml =
      `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>` +
      '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells><hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks></worksheet>'
    expect(await rowsOf(xml)).toEqual({ 1: ['1'] })
  })
})

describe('a hostile worksheet', () => {
  test('that nests elements a hundred thousand deep is rejected', async () => {
    await expect(rowsOf(`<row r="1">${'<c>'.repeat(100_000)}`)).rejects.toMatchObject({ code: 'UNREADABLE_FILE' })
  })

  test('that declares entities has none of them expanded', async () => {
    const declared = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/hostname">]>'
    const cell = '<row r="1"><c t="str"><v>&a;&b;&f;</v></c></row>'
    const xml = `<?xml version="1.0"?>${declared}<worksheet><sheetData>${cell}</sheetData></worksheet>`
    expect(await rowsOf(xml)).toEqual({ 1: ['&a;&b;&f;'] })
  })
})

describe('the parts of an .xlsx file', () => {
  const RELATION = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
  const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const related = (...list: [id: string, type: string, target: string][]) =>
    `<Relationships xmlns="${PACKAGE}">${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`).join('')}</Relationships>`

  test('are found wherever the package places them, ignoring case', async () => {
    const file = craftZip({
      '_rels/.rels': related(['a', 'officeDocument', 'Book/Main.XML']),
      'book/main.xml': `<workbook xmlns:q="${RELATION}"><sheets><sheet name="A" q:id="x"/></sheets></workbook>`,
      'book/_rels/main.xml.rels': related(['x', 'worksheet', '/cells/one.xml'], ['y', 'sharedStrings', '../texts.xml']),
      'cells/one.xml': '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>',
      'texts.xml': '<sst><si><t>found</t></si></sst>',
    })
    expect(await byNumber((await open(file)).rows('A', 5))).toEqual({ 1: ['found'] })
  })

  test('are read without charts, and a sheet whose cells are missing is named', async () => {
    const file = craftZip({
      '_rels/.rels': related(['a', 'officeDocument', 'w.xml']),
      'w.xml': '<workbook><sheets><sheet name="Chart" r:id="c"/><sheet name="Gone" r:id="g"/></sheets></workbook>',
      '_rels/w.xml.rels': related(['c', 'chartsheet', 'chart.xml'], ['g', 'worksheet', 'gone.xml']),
      'chart.xml': '<chartsheet/>',
    })
    const book = await open(file)
    expect(book.sheets.map(({ name }) => name)).toEqual(['Gone'])
    expect(book.rows('Gone', 5)).toBeNull()
  })

  test('make the file count as damaged if the workbook is missing', async () => {
    await expect(open(craftZip({ 'a.xml': '' }))).rejects.toThrow('damaged')
  })
})

test('the last row of a worksheet is read from its row number', async () => {
  const lastRow = async (xml: string) => (await open(craftXlsx({ A: xml }))).lastRow('A')
  expect(await lastRow('<row r="1"/><row spans="1:1" r="12"><c t="str"><v>arrow r="99" &gt;</v></c></row>')).toBe(12)
  expect(
    await lastRow(
      `<?xml version="1.0"?><x:worksheet xmlns:x="${MAIN}"><x:sheetData><x:row r="7"/></x:sheetData></x:worksheet>`,
    ),
  ).toBe(7)
  expect(await lastRow('')).toBe(0)
  expect(await lastRow('<row/>'.repeat(100_000))).toBe(100_000)
  expect(await lastRow(`${textRows(Array.from({ length: 50_000 }, () => ['some text']))}<row r="50007"/>`)).toBe(50_007)
})

test("worksheets are found through the workbook's relations, including hidden ones", async () => {
  const book = await open(Buffer.from(XLSX.write(twoSheets(), { type: 'buffer', bookType: 'xlsx' })))
  expect(book.sheets).toMatchObject([
    { name: 'Old', hidden: true },
    { name: 'New & “good”', hidden: false },
  ])
  expect(await byNumber(book.rows('New & “good”', 5))).toEqual({ 1: ['new'] })
  expect(await byNumber(book.rows('Old', 5))).toEqual({ 1: ['old'] })
})

function twoSheets(): XLSX.WorkBook {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['old']]), 'Old')
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['new']]), 'New & “good”')
  XLSX.utils.book_set_sheet_visibility(book, 0, 1)
  return book
}

test('a worksheet is read as the SheetJS library reads it, for arbitrary cells', async () => {
  const cell = fc.oneof(
    fc.constant(undefined),
    fc.string({ unit: 'grapheme' }).map((v) => ({ t: 's' as const, v })),
    fc.constantFrom('a\r\nb', ' padded ', '_x0041_', '<&>"\'', 'row r="1"', ']]>').map((v) => ({ t: 's' as const, v })),
    fc.boolean().map((v) => ({ t: 'b' as const, v })),
    fc
      .tuple(
        fc.oneof(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.double({ min: 0, max: 60_000, noNaN: true })),
        fc.constantFrom(
          undefined,
          '0',
          '00000',
          '0.00',
          '#,##0',
          'm/d/yy',
          'dd.mm.yyyy hh:mm',
          'h:mm',
          '0%',
          '"No. "0',
          '@',
        ),
      )
      .map(([v, z]) => ({ t: 'n' as const, v, ...(z === undefined ? {} : { z }) })),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { maxLength: 6 }), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (table, bookSST) => {
        const sheet: XLSX.WorkSheet = {
          '!ref': 'A1:F8',
          '!data': Array.from({ length: 8 }, (_, row) => [...(table[row] ?? [])]) as XLSX.CellObject[][],
        }
        const bytes = XLSX.write(
          { SheetNames: ['S'], Sheets: { S: sheet } },
          { type: 'buffer', bookType: 'xlsx', bookSST, compression: true },
        )
        const theirs = XLSX.read(bytes, { dense: true, cellNF: true, cellFormula: false }).Sheets['S']?.['!data'] ?? []
        expect(await texts((await open(bytes)).rows('S', 50) ?? [])).toEqual(await texts(denseRows(theirs, 50, false)))
      },
    ),
    { numRuns: runsOf(200) },
  )
})

/** Texts by position, as the import cleans them later. */
async function texts(rows: Iterable<SheetRow> | AsyncIterable<SheetRow>): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { row, cells } of rows) {
    for (const [column, text] of cells.entries())
      if (text && cleanText(text)) found[`${row}/${column}`] = cleanText(text)
  }
  return found
}
