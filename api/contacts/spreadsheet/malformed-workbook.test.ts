import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { utils, write } from 'xlsx'
import { craftXlsx, craftZip, textRows } from './fixtures/crafted-spreadsheets.ts'
import { readContacts } from './fixtures/read-contacts.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/doubtful/${name}`, import.meta.url))

/** An .xlsx with rows of text, further rows as XML, and what follows the rows. */
function sheet(rows: string, after = '', workbook = ''): Buffer {
  const whole = `<?xml version="1.0"?><worksheet><sheetData>${textRows([['Company', 'Email']])}${rows}</sheetData>${after}</worksheet>`
  const file = craftXlsx({ S: whole })
  return workbook === '' ? file : craftXlsx({ S: whole }, { parts: { 'xl/workbook.xml': workbookWith(workbook) } })
}
const workbookWith = (more: string) =>
  `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets>${more}</workbook>`
const cell = (at: string, text: string) => `<c r="${at}" t="str"><v>${text}</v></c>`

/** An OpenDocument spreadsheet with the XML of its rows. */
function ods(rows: string): Buffer {
  const content = `<?xml version="1.0"?><office:document-content xmlns:office="urn:o" xmlns:table="urn:t" xmlns:text="urn:x" xmlns:calcext="urn:c"><office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`
  return craftZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': content })
}
const odsCell = (text: string, attributes = '') =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`
const odsRow = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`
const ODS_HEAD = odsRow(odsCell('Company') + odsCell('Email'))

describe('formulas in a workbook without a stored result', () => {
  it('get a notice, and are the reason why a row without an address is rejected', async () => {
    const read = await readContacts(fixture('formula-no-value.xlsx'))
    expect(read.contacts).toEqual([['Bob', 'b@example.com']])
    expect(read.rejected).toEqual([[2, 'The email address is a formula without a result']])
    expect(read.sentences).toEqual([
      '3 cells (the first in row 2) are formulas without a result and read as empty. Open the file in a spreadsheet program, save it, and upload it again.',
    ])
  })

  it.each([
    ['with an empty value', '<c r="A2"><f>B2</f><v></v></c>', 1],
    ['with an empty element', '<c r="A2"><f>B2</f><v/></c>', 1],
    ['of a text without a value', '<c r="A2" t="str"><f>B2</f></c>', 1],
    ['whose result is an empty text', '<c r="A2" t="str"><f>B2</f><v></v></c>', 0],
    ['whose result is a number', '<c r="A2"><f>1+1</f><v>2</v></c>', 0],
    ['whose result is an error', '<c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c>', 0],
  ])('are counted %s', async (_, formula, count) => {
    const { notices } = await readContacts(sheet(`<row r="2">${formula}${cell('B2', 'a@b.co')}</row>`))
    const counts = notices.filter(({ kind }) => kind === 'formulas').map((notice) => notice.count)
    expect(counts).toEqual(count === 0 ? [] : [count])
  })

  it('get a notice in OpenDocument, with a cell type or without', async () => {
    const row = odsRow(`<table:table-cell table:formula="of:=[.B2]"/>${odsCell('a@b.co')}`)
    const typed = row.replace('of:=[.B2]"', 'of:=[.B2]" office:value-type="float"').replace('a@b.co', 'c@b.co')
    expect((await readContacts(ods(ODS_HEAD + row + typed))).notices).toMatchObject([
      { kind: 'formulas', count: 2, row: 2 },
    ])
  })

  it('get a notice where the file says that its program computed none', async () => {
    const rows = `<row r="2"><c r="A2"><f>1+1</f><v>0</v></c>${cell('B2', 'a@b.co')}</row>`
    const read = await readContacts(sheet(rows, '', '<calcPr calcId="124519" fullCalcOnLoad="1"/>'))
    expect(read.contacts).toEqual([['a@b.co', '0']])
    expect(read.sentences[0]).toMatch(/^1 cell \(row 2\) is a formula whose result was never computed/)
    expect((await readContacts(sheet(rows, '', '<calcPr calcCompleted="0"/>'))).notices).toHaveLength(1)
    expect((await readContacts(sheet(rows, '', '<calcPr calcId="1"/>'))).notices).toEqual([])
  })
})

describe('hidden rows of a workbook', () => {
  it('are imported with a notice, or left out if chosen', async () => {
    const file = fixture('merged-hidden-filtered.xlsx')
    const read = await readContacts(file)
    expect(read.contacts).toEqual([['a@example.com', 'Acme'], ['b@example.com'], ['h@example.com', 'Hidden Ltd']])
    expect(read.sentences).toEqual([
      '1 cell (row 2) is merged over several rows. Only the first of these rows gets the value.',
      'Row 4 is hidden or filtered out in the spreadsheet, and imported like the others.',
    ])
    const without = await readContacts(file, { leaveOutHidden: true })
    expect(without.contacts).toEqual([['a@example.com', 'Acme'], ['b@example.com']])
    expect(without.sentences[1]).toBe('Row 4 is hidden or filtered out in the spreadsheet, and left out.')
  })

  it.each(['hidden="true"', 'ht="0" customHeight="1"'])('are recognized when written %s', async (attributes) => {
    const { notices } = await readContacts(sheet(`<row r="2" ${attributes}>${cell('B2', 'a@b.co')}</row>`))
    expect(notices).toMatchObject([{ kind: 'hiddenRows', count: 1, row: 2 }])
  })

  it.each(['collapse', 'filter'])('are recognized in OpenDocument: %s', async (visibility) => {
    const rows = odsRow(odsCell('Acme') + odsCell('a@b.co'), `table:visibility="${visibility}"`)
    const read = await readContacts(ods(ODS_HEAD + rows), { leaveOutHidden: true })
    expect(read).toMatchObject({ contacts: [], notices: [{ kind: 'leftOutRows', count: 1, row: 2 }] })
  })
})

describe('hidden columns of a workbook', () => {
  const SENTENCE =
    '1 column is hidden in the spreadsheet, and imported like the others: “Company”. Choose “Ignore” for what emails must not show.'
  const TABLE = [
    ['Company', 'Email'],
    ['Acme', 'a@b.co'],
  ]
  const cols = (attributes: string) =>
    craftXlsx({
      S: `<?xml version="1.0"?><worksheet><cols><col ${attributes}/></cols><sheetData>${textRows(TABLE)}</sheetData></worksheet>`,
    })

  it.each([
    ['min="1" max="1" hidden="1"', [SENTENCE]],
    ['min="1" max="1" hidden="true"', [SENTENCE]],
    ['min="1" max="1" width="0" customWidth="1"', [SENTENCE]],
    ['min="1" max="1" width="9"', []],
    ['min="4" max="16384" hidden="1"', []],
  ])('are imported with a notice: %s', async (attributes, sentences) => {
    const read = await readContacts(cols(attributes))
    expect(read).toMatchObject({ contacts: [['a@b.co', 'Acme']], sentences })
  })

  it.each([
    ['<table:table-column table:visibility="collapse"/>', [SENTENCE]],
    ['<table:table-column table:visibility="filter"/><table:table-column/>', [SENTENCE]],
    ['<table:table-column-group table:display="false"><table:table-column/></table:table-column-group>', [SENTENCE]],
    ['<table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/>', []],
  ])('are recognized in OpenDocument: %s', async (columns, sentences) => {
    const read = await readContacts(ods(columns + ODS_HEAD + odsRow(odsCell('Acme') + odsCell('a@b.co'))))
    expect(read.sentences).toEqual(sentences)
  })

  it('are recognized in an .xls file', async () => {
    const rows = utils.aoa_to_sheet(TABLE)
    rows['!cols'] = [{ hidden: true }, { wch: 20 }]
    const file = write(utils.book_new(rows), { type: 'buffer', bookType: 'biff8' }) as Buffer
    expect((await readContacts(file)).sentences).toEqual([SENTENCE])
  })
})

it('hidden sheets of a workbook are named in a notice and not offered for import', async () => {
  const text = textRows([['Email'], ['a@b.co']])
  const sheets = ['', 'hidden', 'veryHidden'].map(
    (state, index) =>
      `<sheet name="S${index}" sheetId="${index + 1}" state="${state || 'visible'}" r:id="rId${index + 1}"/>`,
  )
  const workbook = `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheets.join('')}</sheets></workbook>`
  const file = craftXlsx({ S0: text, S1: text, S2: text }, { parts: { 'xl/workbook.xml': workbook } })
  expect((await readContacts(file)).sentences).toEqual([
    '2 sheets are hidden in the spreadsheet and not offered: “S1”, “S2”. Unhide them to import the contacts there.',
  ])
})

describe('a row of a workbook without any text', () => {
  const error = (at: string) => `<c r="${at}" t="e"><v>#REF!</v></c>`

  it.each([
    ['errors', error('A2') + error('B2'), 'The email address is the error #REF!'],
    ['an error beside the address', error('A2'), 'The email address is missing'],
    ['a formula without a result', '<c r="B2"><f>X1</f></c>', 'The email address is a formula without a result'],
  ])('is rejected if it contains %s', async (_, cells, reason) => {
    const read = await readContacts(sheet(`<row r="2">${cells}</row><row r="3">${cell('B3', 'a@b.co')}</row>`))
    expect(read).toMatchObject({ contacts: [['a@b.co']], rejected: [[2, reason]] })
    expect(read.notices).toHaveLength(1)
  })

  it('is rejected if it contains errors in OpenDocument', async () => {
    const errors = odsRow(odsCell('#N/A', 'table:formula="of:=NA()"').repeat(2))
    const read = await readContacts(ods(ODS_HEAD + errors + odsRow(odsCell('Acme') + odsCell('a@b.co'))))
    expect(read.rejected).toEqual([[2, 'The email address is the error #N/A']])
  })

  it('counts as empty where only columns that are not imported contain errors', async () => {
    const read = await readContacts(sheet(`<row r="2">${error('D2')}</row><row r="3">${cell('B3', 'a@b.co')}</row>`))
    expect(read).toMatchObject({ contacts: [['a@b.co']], rejected: [] })
  })
})

it('rows of a collapsed group in OpenDocument are hidden', async () => {
  const row = (name: string) => odsRow(odsCell('Acme') + odsCell(`${name}@b.co`))
  const group = `<table:table-row-group table:display="false">${row('b')}</table:table-row-group>`
  const read = await readContacts(ods(ODS_HEAD + row('a') + group + row('c')), { leaveOutHidden: true })
  expect(read.contacts.map(([email]) => email)).toEqual(['a@b.co', 'c@b.co'])
})

describe('cells merged over several rows', () => {
  it('give their value to each of these rows if chosen', async () => {
    const read = await readContacts(fixture('merged-hidden-filtered.xlsx'), { fillMerged: true })
    expect(read.contacts[1]).toEqual(['b@example.com', 'Acme'])
    expect(read.sentences[0]).toBe('1 cell (row 2) is merged over several rows. Each of these rows gets the value.')
  })

  it('are filled only as far as they reach, and never over other values', async () => {
    const rows = [2, 3, 4, 5].map(
      (row) => `<row r="${row}">${row === 2 ? cell('A2', 'Acme') : ''}${cell(`B${row}`, `p${row}@b.co`)}</row>`,
    )
    const merges = '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="A1:B1"/><mergeCell ref="D2:D9"/></mergeCells>'
    const read = await readContacts(sheet(rows.join(''), merges), { fillMerged: true })
    expect(read.contacts).toEqual([['p2@b.co', 'Acme'], ['p3@b.co', 'Acme'], ['p4@b.co'], ['p5@b.co']])
    expect(read.notices).toMatchObject([{ kind: 'filledCells', count: 1 }])
  })

  it('are recognized in OpenDocument', async () => {
    const rows =
      odsRow(odsCell('Acme', 'table:number-rows-spanned="2"') + odsCell('a@b.co')) +
      odsRow(`<table:covered-table-cell/>${odsCell('c@b.co')}`)
    const read = await readContacts(ods(ODS_HEAD + rows), { fillMerged: true })
    expect(read.contacts).toEqual([
      ['a@b.co', 'Acme'],
      ['c@b.co', 'Acme'],
    ])
  })

  it('are all found though their list follows a long sheet', async () => {
    const count = 30_000
    const rows = Array.from(
      { length: count },
      (_, at) => `<row r="${at + 2}">${cell(`B${at + 2}`, `p${at}@b.co`)}</row>`,
    )
    const merges = Array.from({ length: count / 2 }, (_, at) => `<mergeCell ref="A${at * 2 + 2}:A${at * 2 + 3}"/>`)
    const read = await readContacts(sheet(rows.join(''), `<mergeCells>${merges.join('')}</mergeCells>`))
    expect(read.notices).toMatchObject([{ kind: 'mergedCells', count: count / 2, row: 2 }])
  })
})

describe('an OpenDocument cell', () => {
  it('is read by its value where the file stores no text for it', async () => {
    const read = await readContacts(fixture('values-without-text.ods'))
    expect(read.contacts).toEqual([['a@example.com', '12.5%', '1234.5', '12:30', '5', '2026-07-01']])
  })

  it.each([
    ['office:value-type="percentage" office:value="0.07"', '7%'],
    ['office:value-type="percentage" office:value="1"', '100%'],
    ['office:value-type="currency" office:value="1000000"', '1000000'],
    ['office:value-type="time" office:time-value="PT08H05M09S"', '08:05:09'],
    ['office:value-type="time" office:time-value="PT100H00M00.000S"', '100:00'],
    ['office:value-type="time" office:time-value="P1D"', undefined],
    ['office:value-type="date" office:date-value="2026-07-01T08:30:00"', '2026-07-01 08:30'],
    ['office:value-type="boolean" office:boolean-value="true"', 'TRUE'],
    ['office:value-type="string" office:string-value="x"', 'x'],
  ])('with %s is read as %s', async (attributes, text) => {
    const row = odsRow(`<table:table-cell ${attributes}/>${odsCell('a@b.co')}`)
    expect((await readContacts(ods(ODS_HEAD + row))).contacts).toEqual([
      ['a@b.co', ...(text === undefined ? [] : [text])],
    ])
  })

  it('is read as empty if it contains an error', async () => {
    expect((await readContacts(fixture('error-as-string.ods'))).contacts).toEqual([['a@example.com']])
  })

  it.each(['#N/A', '#VALUE!', '#REF!', '#DIV/0!', '#NAME?', 'Err:508', '#NV', '#WERT!'])(
    'is read as empty if it contains the error %s',
    async (error) => {
      const row = odsRow(odsCell(error, 'table:formula="of:=1/0"') + odsCell('a@b.co'))
      expect((await readContacts(ods(ODS_HEAD + row))).contacts).toEqual([['a@b.co']])
    },
  )
})

describe('cells of a workbook in columns without a name', () => {
  const REASON = 'The row has values only in columns without a name'
  const rows = [
    `<row r="2">${cell('B2', 'a@b.co')}${cell('D2', 'a note')}</row>`,
    `<row r="3">${cell('H3', 'lost@b.co')}</row>`,
    `<row r="4">${cell('H4', ' ')}</row>`,
    `<row r="5">${cell('B5', 'c@b.co')}</row>`,
  ].join('')

  it('are left out with a notice, and a row with no other cells is rejected', async () => {
    const read = await readContacts(sheet(rows))
    expect(read.contacts).toEqual([['a@b.co'], ['c@b.co']])
    expect(read.rejected).toEqual([[3, REASON]])
    expect(read.sentences).toEqual([
      '2 cells (the first in row 2) stand in columns without a name and are left out: “a note”, “lost@b.co”. Name the columns to import them.',
    ])
  })

  it('are recognized between named columns, also in text files', async () => {
    const read = await readContacts('Email,,Town\na@b.co,5,Bonn\n,7,\n')
    expect(read).toMatchObject({
      contacts: [['a@b.co', 'Bonn']],
      rejected: [[3, REASON]],
      notices: [{ kind: 'unnamedCells', count: 2, row: 2, samples: ['5', '7'] }],
    })
  })

  it('are recognized in OpenDocument', async () => {
    const row = odsRow(`<table:table-cell table:number-columns-repeated="4"/>${odsCell('x')}`)
    expect(await readContacts(ods(ODS_HEAD + row))).toMatchObject({
      rejected: [[2, REASON]],
      notices: [{ kind: 'unnamedCells', count: 1, row: 2 }],
    })
  })
})

describe('a cell of a workbook', () => {
  const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`

  it('with an error is named in a notice, as the reason for a missing address', async () => {
    const error = (at: string, text: string) => `<c r="${at}" t="e"><v>${text}</v></c>`
    const rows = row(2, error('A2', '#REF!') + cell('B2', 'a@b.co')) + row(3, cell('A3', 'Acme') + error('B3', '#N/A'))
    const read = await readContacts(sheet(rows))
    expect(read.rejected).toEqual([[3, 'The email address is the error #N/A']])
    expect(read.sentences).toEqual([
      '2 cells (the first in row 2) show errors and are read as empty: “#REF!”, “#N/A”. Correct the formulas and upload the file again.',
    ])
  })

  it.each([
    ['2024-05-01', '2024-05-01'],
    ['2024-05-01T00:00:00', '2024-05-01'],
    ['2024-05-01T08:30:00.000Z', '2024-05-01 08:30'],
  ])('with the date %s and no format is read as %s', async (value, text) => {
    const read = await readContacts(sheet(row(2, `<c r="A2" t="d"><v>${value}</v></c>${cell('B2', 'a@b.co')}`)))
    expect(read.contacts).toEqual([['a@b.co', text]])
  })

  it('with an error is named in a notice in OpenDocument', async () => {
    const error = odsRow(odsCell('#NAME?', 'table:formula="of:=1/0"') + odsCell('a@b.co'))
    const { notices } = await readContacts(ods(ODS_HEAD + error))
    expect(notices).toEqual([{ kind: 'errorCells', count: 1, row: 2, samples: ['#NAME?'] }])
  })

  it.each([
    ['4.9E+20', ['490000000000000000000']],
    ['1.2345678901234568E+20', ['123456789012345683968']],
    ['1234567890123450', ['1234567890123450']],
    ['1234567890123456', []],
    ['123456789012345', []],
  ])('with the number %s gets a notice where digits are lost', async (value, samples) => {
    const read = await readContacts(sheet(row(2, `<c r="A2"><v>${value}</v></c>${cell('B2', 'a@b.co')}`)))
    expect(read.notices.flatMap((notice) => notice.samples)).toEqual(samples)
    const number = `<table:table-cell office:value-type="float" office:value="${value}"/>${odsCell('a@b.co')}`
    const { notices } = await readContacts(ods(ODS_HEAD + odsRow(number)))
    expect(notices.map(({ kind }) => kind)).toEqual(samples.map(() => 'shortenedNumbers'))
  })
})

describe('a workbook written by another program than Excel', () => {
  it('is read correctly with whole numbers in a format named GENERAL', async () => {
    expect((await readContacts(fixture('general-in-capitals-ruby.xls'))).contacts.flat()).toContain('491701234567')
  })

  it('is read with the letters of its formats, whatever code page it names', async () => {
    const values = (await readContacts(fixture('biff8-codepage-1252-perl.xls'))).contacts.flat()
    expect(values).toContain('99,000 ₽')
    expect(values).toContain('1 July г.')
  })

  it('may spell its content types in lower case', async () => {
    expect((await readContacts(fixture('lower-content-types.xlsx'))).contacts).toEqual([['Anna', 'a@example.com']])
  })
})
