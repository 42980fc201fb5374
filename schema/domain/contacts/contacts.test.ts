import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contactInput } from './contact-input.ts'
import {
  cleanEmail,
  cleanLine,
  cleanText,
  emailKey,
  fullName,
  importMessage,
  initials,
  isSpreadsheetUpload,
  isValidEmail,
  splitFullName,
} from './contacts.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function messages(input: unknown): Record<string, string | undefined> {
  const result = contactInput.safeParse(input)
  return Object.fromEntries(result.error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [])
}

describe('adding a contact by hand', () => {
  const good = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }

  test.each([
    ['nothing at all', {}],
    ['empty texts', { firstName: '', lastName: ' \t', email: '' }],
    ['non-text values', { firstName: 1, lastName: null, email: ['ann@example.com'] }],
  ])('with %s names every missing field at once', (_, input) => {
    expect(messages(input)).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Valid email is required',
    })
  })

  test('trims its values and removes line breaks from names', () => {
    expect(contactInput.parse({ firstName: ' Ann\r\nBcc: x ', lastName: 'Lee', email: ' ann@example.com ' })).toEqual({
      firstName: 'Ann Bcc: x',
      lastName: 'Lee',
      email: 'ann@example.com',
      serialNumber: null,
    })
  })

  test.each([
    [undefined, null],
    [null, null],
    ['', null],
    ['  ', null],
    ['12', 12],
    [' 12.7 ', 12],
    [7.9, 7],
    [-3, -3],
    [0, 0],
  ])('the serial number %j is stored as %j', (given, kept) => {
    expect(contactInput.parse({ ...good, serialNumber: given }).serialNumber).toBe(kept)
  })

  test.each([
    ['twelve', 'Serial number must be a number'],
    [{}, 'Serial number must be a number'],
    [Number.NaN, 'Serial number must be a number'],
    ['3000000000', 'Serial number must be at most 2147483647'],
    ['Infinity', 'Serial number must be at most 2147483647'],
  ])('the serial number %j is refused', (given, sentence) => {
    expect(messages({ ...good, serialNumber: given })).toEqual({ serialNumber: sentence })
  })

  test('the name of a contact has at most 200 characters', () => {
    expect(messages({ ...good, firstName: 'a'.repeat(200) })).toEqual({})
    expect(messages({ ...good, firstName: 'a'.repeat(201) })).toEqual({
      firstName: 'First name must be at most 200 characters long',
    })
  })
})

describe('the check of email addresses', () => {
  test.each([
    'ann@example.com',
    'Ann.Lee+news@sub.example.co.uk',
    "o'neil_x-1@example.com",
    'jörg@müller.de',
    'ann@xn--mller-kva.de',
    'пример@почта.рф',
    '用户@例子.公司',
    `${'a'.repeat(64)}@example.com`,
    '1@2.io',
  ])('accepts %s', (email) => expect(isValidEmail(email)).toBe(true))

  test.each([
    '',
    'ann',
    '@example.com',
    'ann@',
    'ann@example',
    'ann@localhost',
    'ann@example.com.',
    'ann@.example.com',
    'ann@example..com',
    'ann@example.c',
    'ann@-example.com',
    'ann@example-.com',
    'ann@exa_mple.com',
    'ann@@example.com',
    'ann@lee@example.com',
    'ann lee@example.com',
    'ann@exam ple.com',
    ' ann@example.com',
    'ann@example.com ',
    'ann@example.com\r\nBcc: eve@example.com',
    'ann\u0000@example.com',
    'ann\u200b@example.com',
    'ann@example\u3002com',
    'ann@[127.0.0.1]',
    'ann@127.0.0.1',
    '"ann lee"@example.com',
    '.ann@example.com',
    'ann.@example.com',
    'an..n@example.com',
    'ann(home)@example.com',
    'ann,bob@example.com',
    'Ann <ann@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `ann@${'a'.repeat(64)}.com`,
    `ann@${'a.'.repeat(130)}com`,
  ])('refuses %j', (email) => expect(isValidEmail(email)).toBe(false))

  test('accepts only addresses that fit into one header field', () => {
    const piece = fc.oneof(
      fc.emailAddress(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\r\n', '@', '.', ' ', '\0', '<', '\u2028'),
    )
    const text = fc.oneof(
      fc.emailAddress(),
      fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')),
      fc.tuple(fc.emailAddress(), fc.nat(), piece).map(([email, at, extra]) => {
        const index = at % (email.length + 1)
        return email.slice(0, index) + extra + email.slice(index)
      }),
    )
    fc.assert(
      fc.property(text, (email) => {
        if (!isValidEmail(email)) return
        expect(email).not.toMatch(/[\s\p{Cc}\p{Cf}<>()[\]:;,\\"]/u)
        expect(email.split('@')).toHaveLength(2)
        expect(email.length).toBeLessThanOrEqual(254)
        expect(cleanEmail(email)).toBe(email.normalize('NFC'))
      }),
      { numRuns: runsOf(2_000) },
    )
  })

  test('accepts common real-world addresses', () => {
    fc.assert(
      fc.property(fc.emailAddress({ size: 'small' }), (email) => {
        expect(isValidEmail(email)).toBe(true)
      }),
    )
  })

  test('takes only a short time for a text of a million characters', () => {
    expect(isValidEmail(`${'a.'.repeat(500_000)}@`)).toBe(false)
    expect(isValidEmail(`${'a.'.repeat(31)}@${'a-'.repeat(80)}`)).toBe(false)
  })
})

describe('cleaning entered contacts', () => {
  test.each([
    ['mailto:ann@example.com', 'ann@example.com'],
    ['Ann Lee <ann@example.com>', 'ann@example.com'],
    ['<ann@example.com>;', 'ann@example.com'],
    ['\u00a0ann@example.com\u200b\n', 'ann@example.com'],
    ['ann@example.com, ', 'ann@example.com'],
    ['a@example.com; b@example.com', 'a@example.com; b@example.com'],
  ])('reads the address %j as %j', (text, email) => expect(cleanEmail(text)).toBe(email))

  test('removes line breaks from single-line values, and keeps those of texts', () => {
    expect(cleanLine(' First\r\n\tName\u0007 ')).toBe('First Name')
    expect(cleanText(' 1 High Street\r\nLeeds\u0007\r\n')).toBe('1 High Street\nLeeds')
  })

  test('finds duplicates ignoring case and surrounding spaces', () => {
    expect(emailKey(' Ann@Example.COM ')).toBe(emailKey('ann@example.com'))
    expect(emailKey('jo\u0308rg@example.com')).toBe(emailKey('JÖRG@example.com'))
  })
})

describe('the full name of a contact', () => {
  test.each([
    ['Ann Lee', '', 'Ann', 'Lee'],
    ['  Ann   Lee ', '', 'Ann', 'Lee'],
    ['Lee, Ann', '', 'Ann', 'Lee'],
    ['Lee, Dr. Ann', 'Dr.', 'Ann', 'Lee'],
    ['Dr. Lee, Ann', 'Dr.', 'Ann', 'Lee'],
    ['van Beethoven, Ludwig', '', 'Ludwig', 'van Beethoven'],
    ['Ludwig van Beethoven', '', 'Ludwig', 'van Beethoven'],
    ['Dr. Ann Lee', 'Dr.', 'Ann', 'Lee'],
    ['Frau Dr. Ann Lee', 'Frau Dr.', 'Ann', 'Lee'],
    ['Prof. Dr. Lee', 'Prof. Dr.', '', 'Lee'],
    ['Dr. med. Anna Müller', 'Dr. med.', 'Anna', 'Müller'],
    ['Dr.med. Anna Müller', 'Dr.med.', 'Anna', 'Müller'],
    ['Dr. rer. nat. Anna Müller', 'Dr. rer. nat.', 'Anna', 'Müller'],
    ['Müller, Dr. med. dent. Anna', 'Dr. med. dent.', 'Anna', 'Müller'],
    ['Dr. med. Müller', 'Dr. med.', '', 'Müller'],
    ['Dr.-Ing. Max Muster', 'Dr.-Ing.', 'Max', 'Muster'],
    ['Dipl.-Ing. Eva Kern', 'Dipl.-Ing.', 'Eva', 'Kern'],
    ['Dipl.-Kfm. (FH) Eva Kern', 'Dipl.-Kfm. (FH)', 'Eva', 'Kern'],
    ['Herrn Max Muster', 'Herrn', 'Max', 'Muster'],
    ['Herrn Prof. Dr. Dr. h.c. Max Muster', 'Herrn Prof. Dr. Dr. h.c.', 'Max', 'Muster'],
    ['Dr. h. c. mult. Max Muster', 'Dr. h. c. mult.', 'Max', 'Muster'],
    ['Univ.-Prof. Mag. iur. Eva Kern', 'Univ.-Prof. Mag. iur.', 'Eva', 'Kern'],
    ['Madame Marie Dupont', 'Madame', 'Marie', 'Dupont'],
    ['M. Jean Dupont', 'M.', 'Jean', 'Dupont'],
    ['Sig.ra Anna Rossi', 'Sig.ra', 'Anna', 'Rossi'],
    ['Dott.ssa Anna Rossi', 'Dott.ssa', 'Anna', 'Rossi'],
    ['Drs. Jan de Vries', 'Drs.', 'Jan', 'de Vries'],
    ['De heer Jan de Vries', 'De heer', 'Jan', 'de Vries'],
    ['dr hab. inż. Jan Kowalski', 'dr hab. inż.', 'Jan', 'Kowalski'],
    ['Pani Maria Nowak', 'Pani', 'Maria', 'Nowak'],
    ['Señora Ana García López', 'Señora', 'Ana', 'García López'],
    ['M. et Mme Dupont', 'M. et Mme', '', 'Dupont'],
    ['Dr. H. C. Andersen', 'Dr.', 'H.', 'C. Andersen'],
    ['Dr. H.C. Andersen', 'Dr.', 'H.C.', 'Andersen'],
    ['Fr. Müller', 'Fr.', '', 'Müller'],
    ['Prof. Dr.', '', 'Prof.', 'Dr.'],
    ['M. Müller', '', 'M.', 'Müller'],
    ['H. C. Andersen', '', 'H.', 'C. Andersen'],
    ['Dr. H. Müller', 'Dr.', 'H.', 'Müller'],
    ['Dr. Phil Collins', 'Dr.', 'Phil', 'Collins'],
    ['Ing-Marie Svensson', '', 'Ing-Marie', 'Svensson'],
    ['Ing Chang', '', 'Ing', 'Chang'],
    ['Med Hondo', '', 'Med', 'Hondo'],
    ['De Vries', '', 'De', 'Vries'],
    ['John Smith, Jr.', '', 'John', 'Smith, Jr.'],
    ['Karl Meier, M.A.', '', 'Karl', 'Meier, M.A.'],
    ['Jane Smith, PMP', '', 'Jane', 'Smith, PMP'],
    ['Jane Smith, MBA, PMP', '', 'Jane', 'Smith, MBA, PMP'],
    ['Ing. Petr Novák, CSc.', 'Ing.', 'Petr', 'Novák, CSc.'],
    ['MUDr. Jana Nová', 'MUDr.', 'Jana', 'Nová'],
    ['Meier, Karl, Dr.', 'Dr.', 'Karl', 'Meier'],
    ['Karl Meier, Dr.', 'Dr.', 'Karl', 'Meier'],
    ['King, Martin Luther, Jr.', '', 'Martin Luther', 'King, Jr.'],
    ['Smith, Jr., John', '', 'John', 'Smith, Jr.'],
    ['Müller, MBA', '', '', 'Müller, MBA'],
    ['Mr. and Mrs. John Smith', 'Mr. and Mrs.', 'John', 'Smith'],
    ['Ma, Jack', '', 'Jack', 'Ma'],
    ['Ivanov, I. I.', '', 'I. I.', 'Ivanov'],
    ['Smith, J.R.', '', 'J.R.', 'Smith'],
    ['LI, MA', '', 'MA', 'LI'],
    ['Abdul Rahman, Md', '', 'Md', 'Abdul Rahman'],
    ['van der Berg, M.A.', '', 'M.A.', 'van der Berg'],
    ['DE LA CRUZ, MA', '', 'MA', 'DE LA CRUZ'],
    ['Smith,', '', 'Smith', ''],
    ['Cher', '', 'Cher', ''],
    ['Dr', '', 'Dr', ''],
    ['山田 太郎', '', '太郎', '山田'],
    ['', '', '', ''],
  ])('%j is split into title %j, first name %j and last name %j', (text, title, firstName, lastName) =>
    expect(splitFullName(text)).toEqual({ title, firstName, lastName }),
  )

  test('gives the initials, or else the address does', () => {
    expect(initials({ firstName: 'ann', lastName: "o'neil", email: 'x@example.com' })).toBe('AO')
    expect(initials({ firstName: '', lastName: 'Lee', email: 'x@example.com' })).toBe('L')
    expect(initials({ firstName: '', lastName: '', email: 'x@example.com' })).toBe('X')
    expect(initials({ firstName: '(Élodie)', lastName: '', email: 'x@example.com' })).toBe('É')
  })

  test('has no extra space if a part is missing', () => {
    expect(fullName({ firstName: 'Ann', lastName: 'Lee' })).toBe('Ann Lee')
    expect(fullName({ firstName: '', lastName: 'Lee' })).toBe('Lee')
    expect(fullName({ firstName: '', lastName: '' })).toBe('')
  })
})

describe('the type that an uploaded file declares', () => {
  test.each([
    ['contacts.xlsx', XLSX],
    ['Contacts.XLS', 'application/vnd.ms-excel'],
    ['contacts.xlsx', 'application/vnd.ms-excel; charset=binary'],
    ['contacts.xlsx', 'application/octet-stream'],
    ['contacts.xls', undefined],
    ['blob', XLSX],
    ['contacts.csv', 'text/csv'],
    ['contacts.csv', 'application/vnd.ms-excel'],
    ['contacts.tsv', 'text/tab-separated-values'],
    ['Unicode.TXT', 'text/plain;charset=utf-16'],
    ['contacts.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
    ['contacts.csv', ''],
  ])('%s of type %s is accepted as a spreadsheet', (name, type) =>
    expect(isSpreadsheetUpload({ name, type })).toBe(true),
  )

  test.each([
    ['contacts.csv', 'application/pdf'],
    ['contacts.ods', 'text/csv'],
    ['contacts.pdf', 'application/pdf'],
    ['contacts.constructor', ''],
    ['contacts.xlsx', 'text/plain'],
    ['contacts.xlsx.exe', 'application/octet-stream'],
    ['contacts', undefined],
    ['folder.xlsx/contacts', ''],
  ])('%s of type %s is not accepted as a spreadsheet', (name, type) =>
    expect(isSpreadsheetUpload({ name, type })).toBe(false),
  )
})

describe('the message after an upload of contacts', () => {
  test.each([
    [{ added: 3, ignored: 1, rejected: 2 }, '3 contacts added, 1 duplicate ignored, 2 rows rejected.'],
    [{ added: 1, ignored: 0, rejected: 1 }, '1 contact added, 0 duplicates ignored, 1 row rejected.'],
    [{ added: 100_000, ignored: 12, rejected: 0 }, '100,000 contacts added, 12 duplicates ignored, 0 rows rejected.'],
  ])('says how many were added, ignored and rejected', (counts, message) => {
    expect(importMessage(counts)).toBe(message)
  })
})
