import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { craftXlsx, textRows } from './fixtures/crafted-spreadsheets.ts'
import { identify } from './file-type-detection.ts'
import { SPREADSHEET_LIMITS } from './spreadsheet-limits.ts'
import { readTable } from './contact-table-reader.ts'

async function read(file: Buffer, limits: Partial<typeof SPREADSHEET_LIMITS> = {}) {
  const all = { ...SPREADSHEET_LIMITS, ...limits }
  const { rows, ...table } = await readTable(await identify(file, all), all)
  return { ...table, rows: await Array.fromAsync(rows, ({ row, cells }) => [row, ...cells]) }
}

function fixture(name: string): Buffer {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
}

const PEOPLE = textRows([['Name', 'Email'], ['Ann', 'ann@example.com'], [], ['Bo', 'bo@example.com']])

describe('the table of contacts in a workbook', () => {
  test('is found on the first sheet with an address column; the other sheets are named', async () => {
    const file = craftXlsx({ 'Read me': textRows([['How this works']]), People: PEOPLE, More: PEOPLE })
    expect(await read(file)).toMatchObject({
      sheet: 'People',
      otherSheets: ['Read me', 'More'],
      headerRow: 1,
      rowCount: 3,
    })
  })

  test('includes empty rows within it, but none at its end', async () => {
    const file = craftXlsx({
      People: `${PEOPLE}<row r="5"/><row r="6"><c r="A6" t="str"><v> </v></c></row><row r="900"><c r="A900" s="0"/></row>`,
    })
    const { rows } = await read(file)
    expect(rows).toEqual([[2, 'Ann', 'ann@example.com'], [3], [4, 'Bo', 'bo@example.com']])
  })

  test('includes the cells beside its headers', async () => {
    const { rows } = await read(craftXlsx({ People: textRows([['Email'], ['ann@example.com', 'beside']]) }))
    expect(rows).toEqual([[2, 'ann@example.com', 'beside']])
  })

  test.each(['guests.xlsx', 'guests.xls', 'guests.ods'])(
    'is read the same from %s, as LibreOffice wrote it',
    async (name) => {
      const table = await read(fixture(name))
      expect(table).toMatchObject({ sheet: 'Guests', otherSheets: ['Read me', 'Budget'], headerRow: 4, rowCount: 8 })
      expect(table.columns.map(({ header }) => header).slice(0, 4)).toEqual([
        'S. No.',
        'first_name',
        'Surname',
        'E-mail\naddress'.replace('\n', ' '),
      ])
      expect(table.rows[0]).toEqual([
        5,
        '1',
        'Zoë',
        "O'Neil",
        'zoe.oneil@example.com',
        'Café Ümläut & <Söhne>',
        '00123',
        '29.02.1984',
        '12/24/25 8:30 AM',
        '$1,234.50',
        '15%',
        '491701234567',
        'TRUE',
        'VIP',
        'two\nlines',
      ])
      const [phone, , , note] = table.rows[1]?.slice(11) ?? []
      expect([phone, note]).toEqual(['12345678901', '=1+1'])
    },
  )
})

describe('a workbook without a table of contacts is refused with an explanation', () => {
  test.each<[what: string, file: Buffer, words: string]>([
    ['without cells', fixture('empty.xlsx'), 'This spreadsheet is empty.'],
    ['without cells', fixture('empty.xls'), 'This spreadsheet is empty.'],
    ['without an email column', craftXlsx({ A: '', B: textRows([['Name', 'Phone']]) }), 'only “Name”, “Phone”'],
    ['without headers', craftXlsx({ A: textRows([['Ann', 'ann@example.com']]) }), 'has no column names'],
    [
      'without rows',
      craftXlsx({
        A: textRows([
          ['Name', 'Email'],
          ['', ' '],
        ]),
      }),
      'no contacts below them',
    ],
    ['protected with a password', fixture('protected.xlsx'), 'Remove the password in Excel'],
    ['protected with a password', fixture('protected.xls'), 'Remove the password in Excel'],
    ['cut off', fixture('guests.xlsx').subarray(0, 6_000), 'damaged'],
    ['cut off', fixture('guests.xls').subarray(0, 6_000), 'damaged'],
    [
      'with a missing sheet',
      craftXlsx({ A: PEOPLE }, { parts: { 'xl/workbook.xml': '<workbook><sheets/></workbook>' } }),
      'damaged',
    ],
  ])('if it is %s', async (_, file, words) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'UNREADABLE_FILE', message: expect.stringContaining(words) })
  })

  test('if all its sheets are hidden', async () => {
    const workbook =
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets><sheet name="A" sheetId="1" state="veryHidden"/></sheets></workbook>'
    const file = craftXlsx({ A: PEOPLE }, { parts: { 'xl/workbook.xml': workbook } })
    await expect(read(file)).rejects.toThrow('no visible sheet')
  })
})

describe('a table in a workbook is refused', () => {
  test('if it has too many columns', async () => {
    const file = craftXlsx({ A: textRows([['Email', 'a', 'b'], ['ann@example.com']]) })
    await expect(read(file, { columns: 2 })).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('2 columns'),
    })
  })

  test('if it has too many rows, not counting empty ones', async () => {
    const file = craftXlsx({ A: PEOPLE })
    await expect(read(file, { rows: 1 })).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('1 rows'),
    })
    expect((await read(file, { rows: 2 })).rows).toHaveLength(3)
  })
})
