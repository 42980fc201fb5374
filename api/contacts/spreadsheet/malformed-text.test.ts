import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readContacts } from './fixtures/read-contacts.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/doubtful/${name}`, import.meta.url))
const kinds = async (file: Buffer | string) => (await readContacts(file)).notices.map(({ kind }) => kind)

describe('a quotation mark in a CSV file that is opened and not closed', () => {
  it.each<[what: string, text: string | Buffer, row: number]>([
    ['closed in a later cell', fixture('lone-quote-closed-later.csv'), 2],
    ['closed after a later mark', 'email,note\na@b.co,"x\nc@b.co,"y"\nd@b.co,z\n', 2],
    ['never closed', 'Name,Email\nAnn,a@example.com\n"Zum Löwen, Bern\nx,y\n', 3],
    [
      'closed by the sign for inches in a later contact',
      'email,size,city\na@b.co,"big,York\nc@b.co,m,Bath\nd@b.co,17",Rome\n',
      2,
    ],
    ['in the header', '"email,note\na@b.co,x\nc@b.co,"y, z"\n', 1],
    ['after a row of two lines', 'email,note\na@b.co,"two\nlines"\nc@b.co,"x\nd@b.co,"y"\n', 3],
    ['with semicolons', 'email;note\na@b.co;"x\nc@b.co;"y"\n', 2],
    [
      'closed at the end of the next row',
      'email,note,city\na@b.co,"x, y, z,York\nc@b.co,fine,Leeds"\nd@b.co,m,Bath\n',
      2,
    ],
    ['at the end of a row', 'email,note\na@b.co,"\nc@b.co,"y"\nd@b.co,z\n', 2],
  ])('makes the file be refused with the number of its row when it is %s', async (_, text, row) => {
    await expect(readContacts(text)).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringMatching(new RegExp(`^In row ${row} of this file, a quotation mark is opened`)),
    })
  })

  it.each<[text: string, reason: [number, string][]]>([
    [
      'email,city,note\n"a@b.co,York,"x, y"\nc@b.co,Bath,z\n',
      [[2, 'A quotation mark in this row is opened but never closed']],
    ],
    [
      'email,city,note\na@b.co,"York,"x, y"\nc@b.co,Bath,z\n',
      [[2, 'A quotation mark in this row is opened but never closed']],
    ],
  ])('makes only its row be rejected when the next mark is in the same row: %j', async (text, rejected) => {
    const read = await readContacts(text)
    expect(read).toMatchObject({ contacts: [['c@b.co', 'Bath', 'z']], rejected })
  })

  it.each([
    ['cells of several lines', 'email,note\na@b.co,"one\ntwo, three\n""four"""\nc@b.co,x\n', 'one\ntwo, three\n"four"'],
    ['marks inside a quoted cell', 'email,note\na@b.co,"say "hi" now"\nc@b.co,x\n', 'say "hi" now'],
    [
      'marks inside before a line break',
      'email,note\na@b.co,"say "hi" now\nor never"\nc@b.co,x\n',
      'say "hi" now\nor never',
    ],
    ['inches', 'email,note\na@b.co,5" pipe\nc@b.co,x\n', '5" pipe'],
    ['quoted addresses over lines', 'note,email\n"Acme, Inc\nYork",a@b.co\nx,c@b.co\n', 'Acme, Inc\nYork'],
    ['backslashes before marks', 'email,note\na@b.co,"say \\"hi\\", ok"\nc@b.co,x\n', 'say "hi", ok'],
    ['a backslash at the end of a cell', 'email,note\na@b.co,"C:\\dir\\"\nc@b.co,x\n', 'C:\\dir\\'],
  ])('is not reported in %s', async (_, text, note) => {
    const { contacts, notices } = await readContacts(text)
    expect(contacts).toEqual([
      ['a@b.co', note],
      ['c@b.co', 'x'],
    ])
    expect(notices).toEqual([])
  })

  it('is read as text in a file with tabs between cells, as Google Sheets writes it', async () => {
    const { contacts } = await readContacts('email\tnote\na@b.co\t"open\nc@b.co\t"shut"\n')
    expect(contacts).toEqual([
      ['a@b.co', '"open'],
      ['c@b.co', 'shut'],
    ])
  })

  it('is looked for in time proportional to the size of the file', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => `p${index}@example.com,"x`)
    await expect(readContacts(`email,note\n${rows.join('\n')}`)).rejects.toMatchObject({ code: 'UNREADABLE_FILE' })
    const curly = Array.from({ length: 50_000 }, (_, index) => `“p${index}@example.com,“x`)
    expect((await readContacts(`“email”,“note”\n${curly.join('\n')}`)).contacts).toEqual([])
  })
})

describe('a quotation mark in a CSV file that may be one too many', () => {
  const SENTENCE =
    'Row 2 has a quotation mark inside a cell that may be one too many. Check that its values are in the right columns.'

  it.each([
    [
      'at the start of a quoted cell',
      'email,note,city\na@b.co,""hi, there",York\nc@b.co,x,Bath\n',
      ['"hi, there', 'York'],
    ],
    ['after a missing delimiter', 'email,city,note\na@b.co,York"hi, there"\nc@b.co,Bath,x\n', ['York"hi', 'there"']],
  ])('is reported in a notice %s', async (_, text, values) => {
    const read = await readContacts(text)
    expect(read.contacts[0]).toEqual(['a@b.co', ...values])
    expect(read.sentences).toEqual([SENTENCE])
  })

  it.each(['5" pipe,17"', 'Bo "B" Wu,x', '"say ""hi""",x', '"6""",x', '3.5",x"y'])(
    'is not reported in %s',
    async (cells) => {
      expect(await kinds(`email,a,b\na@b.co,${cells}\nc@b.co,x,y\n`)).toEqual([])
    },
  )
})

describe('quotation marks other than " around the cells of a CSV file', () => {
  it.each([
    ['apostrophes', fixture('apostrophe-quoted.csv').toString()],
    ['curly ones', '“First Name”,“Last Name”,“Email”,“Company”\n“Anna”,“Lee”,“anna@example.com”,“Acme, Inc.”\n'],
    ['low ones', '„First Name“;„Last Name“;„Email“;„Company“\n„Anna“;„Lee“;„anna@example.com“;„Acme, Inc.“\n'],
    ['angled ones', '«First Name»,«Last Name»,«Email»,«Company»\n«Anna»,«Lee»,«anna@example.com»,«Acme, Inc.»\n'],
    ['grave accents', '`First Name`,`Last Name`,`Email`,`Company`\n`Anna`,`Lee`,`anna@example.com`,`Acme, Inc.`\n'],
    ['apostrophes around text only', "Email,Company\n'anna@example.com','Acme, Inc.'\n"],
  ])('are recognized: %s', async (_, text) => {
    const { contacts } = await readContacts(text)
    expect(contacts.map((values) => values.slice(-2))).toEqual([['anna@example.com', 'Acme, Inc.']])
  })

  it('are recognized even in few rows, if these then have as many cells as the others', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `p${at}@b.co,Beta,York\n`).join('')
    const { contacts, notices } = await readContacts(`Email,Company,City\n${rows}a@b.co,'Acme, Inc.',Bath\n`)
    expect([contacts.at(-1), notices]).toEqual([['a@b.co', 'Acme, Inc.', 'Bath'], []])
  })

  it('are not mistaken for the apostrophes in names', async () => {
    const { contacts } = await readContacts("Email,Town\na@b.co,'s-Hertogenbosch\nc@b.co,L'Aquila'\nd@b.co,York\n")
    expect(contacts.map(([, town]) => town)).toEqual(["'s-Hertogenbosch", "L'Aquila'", 'York'])
  })

  it('may be followed by spaces', async () => {
    const { contacts } = await readContacts(fixture('padded-after-quote.csv'))
    expect(contacts).toEqual([['Anna', 'Lee', 'anna@example.com', 'hi, there']])
  })
})

describe('a row of a CSV file with another number of cells than the header', () => {
  const TOO_MANY = 'The row has more cells than there are column names'

  it('is rejected with all of its cells when a delimiter is too many', async () => {
    const { contacts, rejected } = await readContacts(fixture('unquoted-comma.csv'))
    expect(contacts).toEqual([['Bob', 'Ray', 'bob@example.com', 'Beta', 'Leeds', '2026-07-02']])
    expect(rejected).toEqual([[2, TOO_MANY]])
  })

  it.each([
    [
      'a last cell that is empty',
      'email,company,city,note\na@b.co,,Acme,York,\nc@b.co,Beta,Leeds,\nd@b.co,Eta,Bath,\n',
    ],
    ['all its cells beyond the header', 'email,company\na@b.co,,Acme, Inc.\nc@b.co,Beta\n'],
  ])('is rejected with %s', async (_, text) => {
    expect((await readContacts(text)).rejected).toEqual([[2, TOO_MANY]])
  })

  it('is accepted when every row ends with a delimiter', async () => {
    const { contacts, notices } = await readContacts('email;city;\na@b.co;York;\nc@b.co;Bath;\n')
    expect([contacts, notices]).toEqual([
      [
        ['a@b.co', 'York'],
        ['c@b.co', 'Bath'],
      ],
      [],
    ])
  })

  it('gets a notice when all rows, but not the header, end with a delimiter', async () => {
    const read = await readContacts('email;city\na@b.co;York;\nc@b.co;Bath;\n')
    expect(read.contacts).toHaveLength(2)
    expect(read.sentences).toEqual([
      '2 rows (the first is row 2) have an empty cell more than the row of column names. Check that their values are in the right columns.',
    ])
  })

  it('gets a notice when a delimiter is missing', async () => {
    const read = await readContacts('email,company,city,note\na@b.co,AcmeYork,x\nc@b.co,Beta,Leeds,y\n')
    expect(read.sentences).toEqual([
      'Row 2 has fewer cells than the row of column names. Check that its values are in the right columns.',
    ])
  })
})

describe('control characters that programs write into a text file', () => {
  it.each([
    ['the end of a DOS file', 'Name,Email\r\nAnn,a@b.co\r\n\u001a', [['Ann', 'a@b.co']]],
    ['repeated fields of FileMaker', 'Name,Email\r\nAnn\u001dBo,a@b.co\r\n', [['Ann', 'Bo', 'a@b.co']]],
    [
      'byte order marks of joined files',
      '"Name","Email"\n"Ann","a@b.co"\n\uFEFF"Bo","b@b.co"\n',
      [
        ['Ann', 'a@b.co'],
        ['Bo', 'b@b.co'],
      ],
    ],
  ])('are not part of its cells: %s', async (_, text, contacts) => {
    expect(await readContacts(text)).toMatchObject({ contacts, rejected: [], notices: [] })
  })
})

describe('cells with an error or placeholder text instead of a value', () => {
  it('get a notice and stay unchanged', async () => {
    const read = await readContacts(fixture('nulls.csv'))
    expect(read.contacts[0]).toEqual(['Anna', 'anna@example.com', 'NA', 'NULL'])
    expect(read.sentences).toEqual([
      '6 cells (the first in row 2) stand for “no value” in words: “NA”, “NULL”, “#N/A”. Emails would show them. Empty these cells if nothing should be there.',
    ])
  })

  it.each([
    'N/A',
    '#NV',
    '#WERT!',
    '#¿NOMBRE?',
    '#DIV/0!',
    '#REF!',
    '#VALEUR!',
    '#NAME?',
    '########',
    '(null)',
    '\\N',
    '-',
    'undefined',
    'Err:508',
    '<NA>',
    'NaT',
    'Info Requested',
    '(No value)',
    'Keine Angabe',
    'Нет данных',
    '0.0.00',
    '0000-00-00',
  ])('are recognized: %s', async (text) =>
    expect(await kinds(`Email,Company\na@b.co,${text}\n`)).toEqual(['placeholders']),
  )

  it.each([
    'Nan Goldin',
    'Null & Co',
    '#1 Pizza',
    '#vegan',
    'Naña',
    'Nona',
    '-5',
    'None of us',
    '0',
    '0.5',
    'Unknown Pleasures',
  ])('are not suspected in %s', async (text) => {
    expect(await kinds(`Email,Company\na@b.co,${text}\n`)).toEqual([])
  })

  it('are recognized: numbers that a spreadsheet program shortened', async () => {
    const read = await readContacts(fixture('e-notation.csv'))
    expect(read.contacts[0]).toEqual(['anna@example.com', '1.23457E+16', '4.91701E+11'])
    expect(read.sentences[0]).toMatch(
      /^4 cells \(the first in row 2\) are numbers that a spreadsheet program shortened/,
    )
  })

  it.each(['12E5', 'E+11', '1E', 'A1E+5', '1.234.567', '3E Consulting'])(
    'are not suspected in the number %s',
    async (text) => {
      expect(await kinds(`Email,Code\na@b.co,${text}\n`)).toEqual([])
    },
  )
})

describe('text that a wrong encoding garbled before it was saved', () => {
  it.each([
    ['encoded twice', fixture('twice-encoded.csv'), ['Jürgen', 'Müller', 'j@example.com']],
    [
      'with control characters for punctuation',
      fixture('c1-controls.csv'),
      ['anna@example.com', 'HR – PENSION “quoted”'],
    ],
    ['encoded three times', 'First Name,Email\nMÃƒÂ¼ller,j@example.com\n', ['Müller', 'j@example.com']],
    ['with signs', 'Email,Note\nj@example.com,5 â‚¬ â€“ voilÃ\u00a0!\n', ['j@example.com', '5 € – voilà!']],
    [
      'in Cyrillic',
      `Email,Note\nj@example.com,${Buffer.from('Москва').toString('latin1')}\n`,
      ['j@example.com', 'Москва'],
    ],
    ['in Japanese', `Email,Note\nj@example.com,${Buffer.from('東京').toString('latin1')}\n`, ['j@example.com', '東京']],
  ])('is repaired: %s', async (_, file, contact) => {
    const read = await readContacts(file)
    expect(read.contacts).toEqual([contact])
    expect(read.notices.map(({ kind }) => kind)).toEqual(['repairedText'])
  })

  it.each(['M\ufffdller', 'naïve Ã¼ber'])('gets a notice if it cannot be repaired: %s', async (text) => {
    const read = await readContacts(`First Name,Email\n${text},j@example.com\n`)
    expect(read.contacts).toEqual([[text, 'j@example.com']])
    expect(read.sentences[0]).toMatch(/^1 cell \(row 2\) looks garbled: “/)
  })

  it.each([
    'CAFÉ’S',
    'José’s Café™',
    '« été\u00a0»',
    '«CAFÉ»',
    'ESPAÑ»',
    'Ångström',
    'São Tomé',
    'Đặng Thị',
    'Zoë – “5 €”',
  ])('is not suspected in %s', async (text) => expect(await kinds(`Email,Note\nj@example.com,${text}\n`)).toEqual([]))

  it.each(['????', '?? ???', 'J?rgen', 'Stra?e 5', 'M&uuml;ller', 'O&#39;Neil', 'R&amp;D'])(
    'is recognized by question marks or HTML entities in place of letters: %s',
    async (text) => {
      expect(await kinds(`Email,Note\nj@example.com,${text}\n`)).toEqual(['garbledText'])
    },
  )

  it.each(['Really?', 'https://example.com/a?b', 'x?y=1', 'Who? Me?', 'Why?!', 'AT&T; R&D', 'a&b;c'])(
    'is not suspected in ordinary questions and links: %s',
    async (text) => {
      expect(await kinds(`Email,Note\nj@example.com,${text}\n`)).toEqual([])
    },
  )

  it('is recognized in column names', async () => {
    const { contacts } = await readContacts('PrÃ©nom,Email\nZoÃ«,z@example.com\n')
    expect(contacts).toEqual([['Zoë', 'z@example.com']])
  })
})

describe('people who opted out in the program that exported the spreadsheet', () => {
  it.each([
    ['Unsubscribed from all email', 'true', 'false'],
    ['HasOptedOutOfEmail', '1', '0'],
    ['UNSUB_TIME', '2026-01-02 03:04:05', ''],
    ['EMAIL_BLOCKLISTED', 'TRUE', 'FALSE'],
    ['Email hard bounce reason', 'USER_UNKNOWN', ''],
    ['Accepts Email Marketing', 'no', 'yes'],
    ['Newsletter', 'nein', 'ja'],
    ['Email Marketing Status', 'Unsubscribed', 'Subscribed'],
    ['Status', 'cleaned', 'customer'],
    ['Opt-out', 'x', 'n/a'],
  ])('get a notice, and are imported, by the column %s: %s, not %s', async (column, out, stays) => {
    const { contacts, notices, sentences } = await readContacts(
      `Email,${column}\nada@x.test,${stays}\nbo@x.test,${out}\n`,
    )
    expect(contacts).toHaveLength(2)
    expect(notices.filter(({ kind }) => kind === 'optedOut')).toEqual([
      { kind: 'optedOut', count: 1, row: 3, samples: [`${column}: ${out}`] },
    ])
    expect(sentences.join(' ')).toContain('Row 3 marks a person who must get no email')
  })

  it('are not suspected in unrelated columns', async () => {
    const { notices } = await readContacts('Email,Subscription,Marketing\nada@x.test,none yet,no\n')
    expect(notices.map(({ kind }) => kind)).not.toContain('optedOut')
  })
})
