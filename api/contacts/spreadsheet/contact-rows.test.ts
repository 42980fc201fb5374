import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recognizeHeaders } from '#domain/contacts/contact-columns.ts'
import { isValidEmail } from '#domain/contacts/contacts.ts'
import { createSorter, emptyBatch, findHeader, headerProblem, type RowBatch, type SheetRow } from './contact-rows.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

function sheet(...rows: string[][]): SheetRow[] {
  return rows.map((cells, index) => ({ row: index + 1, cells }))
}

function sort(headers: string[], ...rows: string[][]): RowBatch {
  const batch = emptyBatch()
  const sorter = createSorter(recognizeHeaders(headers))
  for (const [index, cells] of rows.entries()) sorter({ row: index + 2, cells }, batch)
  return batch
}

const TEMPLATE = ['S.No', 'First Name', 'Last Name', 'Email']

describe('the header row of a spreadsheet', () => {
  test('is found below a title and empty rows', () => {
    const rows = sheet([], ['Guests, with email'], ['', ' '], ['Name', 'E-mail'], ['Ann Lee', 'ann@example.com'])
    expect(findHeader(rows)).toMatchObject({ row: 4, columns: [{ field: 'fullName' }, { field: 'email' }] })
  })

  test('is the one with the most recognized columns', () => {
    expect(findHeader(sheet(['Email'], ['First name', 'Last name', 'Email']))?.row).toBe(2)
    expect(findHeader(sheet(['Name', 'Email'], ['Name', 'Email']))?.row).toBe(1)
  })

  test('is among the first ten non-empty rows', () => {
    const titles = (count: number) => Array.from({ length: count }, () => ['A title'])
    expect(findHeader(sheet(...titles(9), [], ['Email']))?.row).toBe(11)
    expect(findHeader(sheet(...titles(10), ['Email']))).toBeNull()
  })

  test('ends after its last named column', () => {
    expect(findHeader(sheet(['Email', '', 'Plan', '', ' ']))?.columns).toHaveLength(3)
  })

  test('is reported as missing with advice', () => {
    expect(headerProblem(sheet([], ['Name', 'Phone'], ['Ann', '1']))).toBe(
      'No column for the email address was found, only “Name”, “Phone”. Name one column Email and upload the file again.',
    )
    expect(headerProblem(sheet(['Ann', 'ann@example.com']))).toContain('its first row is already a contact')
    expect(headerProblem([])).toContain('This spreadsheet is empty.')
  })
})

describe('a row of a spreadsheet becomes', () => {
  test('a contact, with its other columns as fields', () => {
    expect(
      sort([...TEMPLATE, 'Company', 'Notes'], ['7', ' Ann ', 'Lee', 'Ann@Example.com ', 'Acme', '']).contacts,
    ).toEqual([
      {
        row: 2,
        firstName: 'Ann',
        lastName: 'Lee',
        email: 'Ann@Example.com',
        serialNumber: 7,
        fields: { Company: 'Acme' },
      },
    ])
  })

  test('a contact even without names, since an address is enough', () => {
    expect(sort(['Email'], ['ann@example.com']).contacts).toEqual([
      { row: 2, firstName: '', lastName: '', email: 'ann@example.com', serialNumber: null, fields: {} },
    ])
  })

  test('a contact with the academic title as a field, unless the sheet has such a column', () => {
    const { contacts } = sort(['Name', 'Email'], ['Frau Dr. Ann Lee', 'ann@example.com'], ['Bo', 'bo@example.com'])
    expect(contacts.map(({ firstName, fields }) => [firstName, fields])).toEqual([
      ['Ann', { Title: 'Frau Dr.' }],
      ['Bo', {}],
    ])
    const own = sort(['Name', 'Email', 'title'], ['Dr. Ann Lee', 'ann@example.com', 'Professor'])
    expect(own.contacts[0]?.fields).toEqual({ title: 'Professor' })
  })

  test('a contact for each of its addresses, if they are to be split', () => {
    const rows = [
      ['Ann', 'ann@example.com; a.lee@example.com', 'Acme'],
      ['Bo', 'a.lee@example.com\nbo@example.com', ''],
      ['Cy', 'cy@example.com; none', ''],
    ]
    const headers = ['First name', 'Email', 'Company']
    expect(sort(headers, ...rows)).toMatchObject({ contacts: [], several: { rows: 2, addresses: 4 } })
    const batch = emptyBatch()
    const sorter = createSorter(recognizeHeaders(headers), { splitAddresses: true })
    for (const [index, cells] of rows.entries()) sorter({ row: index + 2, cells }, batch)
    expect(batch.contacts).toMatchObject([
      { row: 2, firstName: 'Ann', email: 'ann@example.com', fields: { Company: 'Acme' } },
      { row: 2, firstName: 'Ann', email: 'a.lee@example.com', fields: { Company: 'Acme' } },
      { row: 3, firstName: 'Bo', email: 'bo@example.com' },
    ])
    expect(batch.duplicates).toEqual([{ row: 3, email: 'a.lee@example.com', firstRow: 2 }])
    expect(batch.rejected).toMatchObject([{ row: 4, reason: '“cy@example.com; none” is not a valid email address' }])
  })

  test('a contact whose full name is split if first and last name are missing', () => {
    const { contacts } = sort(
      ['Name', 'First name', 'Last name', 'Email'],
      ['Ann Lee', '', '', 'a@example.com'],
      ['Ann Lee', 'Bo', '', 'b@example.com'],
    )
    expect(contacts).toMatchObject([
      { firstName: 'Ann', lastName: 'Lee' },
      { firstName: 'Bo', lastName: '' },
    ])
  })

  test('a contact that keeps a non-numeric serial number as a field', () => {
    const { contacts } = sort(TEMPLATE, ['A-12', '', '', 'a@example.com'], ['1,234', '', '', 'b@example.com'])
    expect(contacts).toMatchObject([
      { serialNumber: null, fields: { 'Serial number': 'A-12' } },
      { serialNumber: 1234, fields: {} },
    ])
  })

  test("a contact by its first and last name, with a notice where the full name is someone else's", () => {
    const { contacts, notices } = sort(
      ['First name', 'Last name', 'Name', 'Email'],
      ['Ivy', 'Stone', 'Harbor Co', 'a@example.com'],
      ['Zoë', 'Müller', 'MÜLLER, Zoë', 'b@example.com'],
      ['Bob', 'Stone', 'Robert Stone', 'c@example.com'],
      ['Bob', '', '', 'd@example.com'],
      ['', '', 'Max Reed', 'e@example.com'],
    )
    expect(contacts.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())).toEqual([
      ...['Ivy Stone', 'Zoë Müller', 'Bob Stone', 'Bob', 'Max Reed'],
    ])
    expect(notices).toEqual([{ kind: 'unusedNames', count: 1, row: 2, samples: ['Harbor Co'] }])
  })

  test('a contact and one notice of hidden columns, unless they are ignored', () => {
    const columns = recognizeHeaders(['Email', 'Salary', 'Notes']).map((column) =>
      column.header === 'Notes' ? { ...column, field: null } : column,
    )
    const batch = emptyBatch()
    const sorter = createSorter(columns, { hiddenColumns: [1, 2] })
    for (const row of [2, 3]) sorter({ row, cells: [`a${row}@example.com`, '5', 'x'] }, batch)
    expect(batch.notices).toEqual([{ kind: 'hiddenColumns', count: 1, row: null, samples: ['Salary'] }])
  })

  test('nothing if it is empty or only numbered', () => {
    expect(sort(TEMPLATE, [], ['', ' ', '\u00a0'], ['3'])).toEqual({ ...emptyBatch(), skipped: 3 })
  })

  test('a duplicate if its address occurs above, ignoring case', () => {
    const { contacts, duplicates } = sort(['Email', 'Plan'], ['ann@example.com', 'free'], ['ANN@example.com', 'pro'])
    expect(contacts).toMatchObject([{ fields: { Plan: 'free' } }])
    expect(duplicates).toEqual([{ row: 3, email: 'ANN@example.com', firstRow: 2 }])
  })

  test('no duplicate of a rejected row', () => {
    const { contacts, rejected } = sort(
      ['Email', 'Notes'],
      ['ann@example.com', 'x'.repeat(2_001)],
      ['ann@example.com', ''],
    )
    expect(rejected).toMatchObject([{ row: 2, reason: '“Notes” is longer than 2,000 characters' }])
    expect(contacts).toMatchObject([{ row: 3 }])
  })

  test.each([
    [['Ann', ''], 'The email address is missing'],
    [['Ann', 'ann(at)example.com'], '“ann(at)example.com” is not a valid email address'],
    [['Ann', 'a@example.com; b@example.com'], 'The cell holds several email addresses'],
    [['Ann', 'a@example.com; none'], '“a@example.com; none” is not a valid email address'],
    [['x'.repeat(201), 'ann@example.com'], 'The first name is longer than 200 characters'],
  ])('a rejected row with its reason: %j', (cells, reason) => {
    expect(sort(['First name', 'Email'], cells).rejected).toEqual([
      {
        row: 2,
        reason,
        values: [
          ['First name', cells[0]],
          ['Email', cells[1]],
        ],
      },
    ])
  })

  test('always one of a contact, a duplicate or a rejected row, and no contact can break an email or the database', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.emailAddress(),
      fc.constantFrom('', 'ann@example.com', 'Ann\r\nBcc: eve@example.com', '\ud800', '\0', '__proto__'),
    )
    fc.assert(
      fc.property(fc.array(fc.array(text, { maxLength: 6 }), { maxLength: 12 }), (rows) => {
        const batch = sort(['#', 'Name', 'Email', 'Plan', '__proto__'], ...rows)
        expect(batch.contacts.length + batch.duplicates.length + batch.rejected.length + batch.skipped).toBe(
          rows.length,
        )
        for (const contact of batch.contacts) {
          expect(isValidEmail(contact.email)).toBe(true)
          const names = `${contact.firstName}${contact.lastName}${contact.email}`
          expect(names).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
          const texts = [names, ...Object.keys(contact.fields), ...Object.values(contact.fields)]
          expect(texts.every((value) => value.isWellFormed() && !value.includes('\0'))).toBe(true)
          expect(Object.getPrototypeOf(contact.fields)).toBe(Object.prototype)
        }
      }),
      { numRuns: runsOf(300) },
    )
  })
})
