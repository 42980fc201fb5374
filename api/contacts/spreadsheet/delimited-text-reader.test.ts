import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvCell, csvValue } from '#domain/contacts/csv.ts'
import { openText } from './delimited-text-reader.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

async function rowsOf(text: string, width = 50): Promise<(string | undefined)[][]> {
  const book = await openText(Buffer.from(text))
  return Array.fromAsync(book.rows('Sheet1', width) ?? [], ({ cells }) => [...cells])
}

/** Files as people get them: from German Excel, Google Sheets, a database export, and typed by hand. */
const FILES = {
  'German Excel, semicolons and decimal commas':
    'Anrede;Name;E-Mail;Betrag;PLZ\r\nFrau;"Müller, Anna";anna@example.de;"1.234,50 €";01067\r\nHerr;Ole Å;ole@example.de;7,5;80331\r\n',
  'Google Sheets, tabs and lone quotation marks':
    'Name\tEmail\tNote\nAnn Lee\tann@example.com\t"open\nBo "B" Wu\tbo@example.com\t5" pipe\n',
  'Excel, copied: a bare quotation mark beside a cell of two lines':
    'Email\tSize\tNote\r\nann@example.com\t5" pipe\t"two\nlines"\r\n',
  'a database, bars': 'id|email|city\n1|ann@example.com|Paris, TX\n2|bo@example.com|"a|b"\n',
  'English Excel, commas and line breaks in a cell':
    'First Name,Last Name,Email,Address\n"Ann","Lee","ann@example.com","1 Main St\nSpringfield; ""old"" town"\n',
  'a list by hand, spaces after commas': 'Name, Email\n"Lee, Ann", ann@example.com\n',
  'one column of several addresses': 'Email\nann@example.com; bo@example.com\nc@example.com, d@example.com\n',
  'Excel with its delimiter declared': 'sep=;\r\nEmail;A,B\r\nann@example.com;1,2\r\n',
}

describe('delimited text is read exactly as written', () => {
  test.each<[keyof typeof FILES, (string | undefined)[][]]>([
    [
      'German Excel, semicolons and decimal commas',
      [
        ['Anrede', 'Name', 'E-Mail', 'Betrag', 'PLZ'],
        ['Frau', 'Müller, Anna', 'anna@example.de', '1.234,50 €', '01067'],
        ['Herr', 'Ole Å', 'ole@example.de', '7,5', '80331'],
      ],
    ],
    [
      'Google Sheets, tabs and lone quotation marks',
      [
        ['Name', 'Email', 'Note'],
        ['Ann Lee', 'ann@example.com', '"open'],
        ['Bo "B" Wu', 'bo@example.com', '5" pipe'],
      ],
    ],
    [
      'Excel, copied: a bare quotation mark beside a cell of two lines',
      [
        ['Email', 'Size', 'Note'],
        ['ann@example.com', '5" pipe', 'two\nlines'],
      ],
    ],
    [
      'a database, bars',
      [
        ['id', 'email', 'city'],
        ['1', 'ann@example.com', 'Paris, TX'],
        ['2', 'bo@example.com', 'a|b'],
      ],
    ],
    [
      'English Excel, commas and line breaks in a cell',
      [
        ['First Name', 'Last Name', 'Email', 'Address'],
        ['Ann', 'Lee', 'ann@example.com', '1 Main St\nSpringfield; "old" town'],
      ],
    ],
    [
      'a list by hand, spaces after commas',
      [
        ['Name', 'Email'],
        ['Lee, Ann', 'ann@example.com'],
      ],
    ],
    [
      'Excel with its delimiter declared',
      [
        ['Email', 'A,B'],
        ['ann@example.com', '1,2'],
      ],
    ],
  ])('from %s', async (name, rows) => expect(await rowsOf(FILES[name])).toEqual(rows))

  test.each(['^', '~', ':', '#', '!', '*', '/', '=', '¦', '§'])('with %s as the delimiter', async (mark) => {
    const rows = [
      ['Name', 'Email', 'Note'],
      ['Ann Lee', 'ann@example.com', 'one, two; three'],
      ['Bo Wu', 'bo@example.com', ''],
    ]
    expect(await rowsOf(rows.map((row) => row.join(mark)).join('\n'))).toEqual(rows)
  })

  test.each([
    'Email\nann@example.com\nbo@example.com\n',
    'Email: all\nmailto:ann@example.com\nmailto:bo@example.com\n',
    'Email/Phone\nann@example.com\nbo/x@example.com\n',
  ])('as one column, although %j contains other characters', async (text) => {
    for (const row of await rowsOf(text)) expect(row).toHaveLength(1)
  })

  test('with the usual delimiters tried first, even if rows have different lengths', async () => {
    const text = 'Name,Email,http:\nAnn,ann@example.com,http://a.com\nBo,bo@example.com,http://b.com,x\n'
    expect((await rowsOf(text))[1]).toEqual(['Ann', 'ann@example.com', 'http://a.com'])
  })

  test('with each cell of a one-column file in one piece', async () =>
    expect(await rowsOf(FILES['one column of several addresses'])).toEqual([
      ['Email'],
      ['ann@example.com; bo@example.com'],
      ['c@example.com, d@example.com'],
    ]))

  test('with the numbers of rows that a spreadsheet program shows', async () => {
    const book = await openText(Buffer.from('sep=,\n"A\nB",Email\n\nx,y'))
    const rows = await Array.fromAsync(book.rows('Sheet1', 9) ?? [], ({ row, cells }) => [row, cells.length])
    expect(rows).toEqual([
      [2, 2],
      [3, 1],
      [4, 2],
    ])
    expect(await book.lastRow('Sheet1')).toBe(4)
  })

  test('with line ends of every kind, even mixed', async () => {
    expect(await rowsOf('Email,A\r\nb,\rc,1\nd,"x\r\ny"')).toEqual([
      ['Email', 'A'],
      ['b', ''],
      ['c', '1'],
      ['d', 'x\r\ny'],
    ])
  })

  test('and cut at the maximum width', async () =>
    expect(await rowsOf('Email,A,B\na,b,c', 2)).toEqual([
      ['Email', 'A'],
      ['a', 'b'],
    ]))

  test('without loss, whatever the cells contain', async () => {
    const cell = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '').toWellFormed())
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(',', ';', '\t', '|'), fc.array(fc.tuple(cell, cell)), async (mark, pairs) => {
        const rows = [['Email', 'Name'], ...pairs]
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
        const text = rows.map((row) => row.map(quoted).join(mark)).join('\n')
        expect(await rowsOf(text)).toEqual(rows.map((row) => row.map(csvValue)))
      }),
      { numRuns: runsOf(30) },
    )
  })

  test('when this product wrote it', async () => {
    const row = ['ann@example.com', 'a;b', 'two\nlines', '00123', 'say "hi"', '=1+1', '@ann', '+49 (30) 12/34']
    expect(await rowsOf(`Email,A,B,C,D,E,F,G\n${row.map(csvCell).join(',')}\n`)).toContainEqual(row)
  })
})

test('an apostrophe that marks a cell as text is not part of the value; any other apostrophe is', async () => {
  const cells = ["'6601", "'+44 20 7946 0000", "'=1+1", "'90s", "D'Angelo", "'tis 5", "'"]
  const values = ['6601', '+44 20 7946 0000', '=1+1', "'90s", "D'Angelo", "'tis 5", "'"]
  expect(await rowsOf(`Email,A,B,C,D,E,F\n${cells.join(',')}\n`)).toContainEqual(values)
})

test('a formula in a text file is read as text', async () => {
  const rows = await rowsOf('Email,A,B,C\na@b.co,="00123","=""1,5""","=1+1"\n')
  expect(rows).toContainEqual(['a@b.co', '00123', '1,5', '=1+1'])
})

describe('delimited text that cannot be read is refused with the number of the row', () => {
  test('if a row has no end', async () => {
    await expect(rowsOf(`Name,Email\n${'x'.repeat(900_000)}`)).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('In row 2 of this file, the text is far too long'),
    })
  })
})
