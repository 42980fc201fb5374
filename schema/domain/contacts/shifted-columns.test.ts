import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shiftedRows, type ComparedRow } from './shifted-columns.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const FIRST = [
  'Anna',
  'Ben',
  'Clara',
  'Dirk',
  'Eva',
  'Femke',
  'Günther',
  'Hélène',
  'Ivo',
  'Jörg',
  'Kim',
  'Łukasz',
  'Bo',
]
const LAST = [
  ...['Müller', 'Schröder', 'Weiß', 'de Vries', 'van den Berg', 'Nowak', 'Wiśniewska', 'García', 'Lee', 'Wu', 'Koch'],
  ...['Sørensen', 'Åberg', 'Kaufmann', 'Dupont', 'Rossi', 'Silva', 'O’Neill', 'Meyer-Lang', 'Bauer', 'Fischer', 'Ott'],
]
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[äöüßøåł]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ø: 'o', å: 'a', ł: 'l' })[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z]/g, '')

const person = (firstName: string, lastName: string, email: string, fields: Record<string, string> = {}) => ({
  ...{ firstName, lastName, email, fields },
})
/** 60 people of different names, all with first.last@ addresses. */
const people = Array.from({ length: 60 }, (_, index) => {
  const firstName = FIRST[index % FIRST.length] ?? ''
  const lastName = LAST[(index * 5 + Math.floor(index / LAST.length)) % LAST.length] ?? ''
  return person(firstName, lastName, `${plain(firstName)}.${plain(lastName)}@example.com`)
})
const withEmails = (rows: readonly ComparedRow[], emails: readonly string[]) =>
  rows.map((row, index) => ({ ...row, email: emails[index] ?? '' }))
/** Returns the rows after one cell of the address column was deleted and the cells below moved up. */
const deletedAt = (rows: readonly ComparedRow[], at: number) =>
  withEmails(rows, rows.map(({ email }) => email).toSpliced(at, 1)).slice(0, -1)
const sortedAlone = (rows: readonly ComparedRow[]) =>
  withEmails(
    rows,
    rows.map(({ email }) => email).toSorted((one, other) => (one < other ? -1 : 1)),
  )
const roles = (count: number) =>
  Array.from({ length: count }, (_, index) => person('Zoë', 'Quint', `info${index}@x.com`))

describe('columns of names and addresses that shifted against each other', () => {
  it.each([0, 1, 5, 30, 52])('are found where one cell was deleted in row %i', (at) => {
    const found = shiftedRows(deletedAt(people, at))
    expect(found).toMatchObject({ columns: 'names' })
    expect(Math.abs((found?.from ?? 99) - at)).toBeLessThanOrEqual(1)
    expect(found?.count).toBeGreaterThanOrEqual(59 - at - 2)
  })

  it('are found where a cell was inserted at the top, and where addresses have last names only', () => {
    const emails = people.map(({ email }) => email)
    expect(shiftedRows(withEmails(people, ['x@example.com', ...emails]))).toMatchObject({ columns: 'names' })
    const short = LAST.map((lastName) => person('', lastName, `${plain(lastName)}@example.com`))
    expect(shiftedRows(deletedAt(short, 0))).toMatchObject({ columns: 'names', from: 0 })
  })

  it('are found where one column was sorted by itself, also in part of the rows', () => {
    expect(shiftedRows(sortedAlone(people))).toMatchObject({ columns: 'names' })
    expect(shiftedRows([...people.slice(0, 25), ...sortedAlone(people.slice(25))])).toMatchObject({ columns: 'names' })
  })

  it('are found between addresses of roles such as info@', () => {
    const mixed = people.flatMap((each, index) => (index % 2 === 0 ? [each] : [each, ...roles(1)]))
    expect(shiftedRows(deletedAt(mixed, 0))).toMatchObject({ columns: 'names' })
  })

  it('are found by company names and domains', () => {
    const firms = [
      'Acme Tools GmbH',
      'Blume & Co. KG',
      'Stadtwerke Köln',
      'Nordlicht AG',
      'Dachdecker Huber',
      'Vela SA',
    ]
      .concat(['Bäckerei Lang', 'Optik Stern', 'Kanzlei Roth', 'Hotel Krone', 'Weingut Sommer', 'Autohaus Berg'])
      .map((company) =>
        person('', '', `info@${plain(company.replace(/ (?:GmbH|& Co. KG|AG|SA)$/, ''))}.de`, { Firma: company }),
      )
    expect(shiftedRows(firms)).toBeNull()
    expect(shiftedRows(deletedAt(firms, 0))).toMatchObject({ columns: 'companies', from: 0 })
    expect(shiftedRows(sortedAlone(firms))).toMatchObject({ columns: 'companies' })
    expect(shiftedRows(firms.map((each) => ({ ...each, email: `${each.email.length}@acmetools.de` })))).toBeNull()
  })

  it('are not suspected in short lists, or where addresses never had names', () => {
    expect(shiftedRows(people)).toBeNull()
    expect(shiftedRows(deletedAt(people, 57))).toBeNull()
    expect(shiftedRows(roles(200))).toBeNull()
    expect(shiftedRows([...people, ...roles(20)])).toBeNull()
    expect(shiftedRows([...roles(20), ...people])).toBeNull()
    expect(shiftedRows(people.map((each, index) => ({ ...each, email: `sunny${index}@example.com` })))).toBeNull()
    expect(shiftedRows([])).toBeNull()
  })

  it('are not suspected where children have the addresses of their parents', () => {
    const family = people.map((each, index) =>
      index % 4 === 0 ? { ...each, email: people[(index * 7) % 60]?.email ?? '' } : each,
    )
    expect(shiftedRows(family)).toBeNull()
  })

  it('are never suspected where addresses are made from names, with role addresses anywhere', () => {
    const address = fc.constantFrom<(first: string, last: string) => string>(
      ...[
        (first: string, last: string) => `${first}.${last}`,
        (first: string, last: string) => `${last}.${first}`,
        (first: string, last: string) => `${first}${last}`,
        (first: string, last: string) => `${first.charAt(0)}${last}`,
        (first: string, last: string) => `${first.charAt(0)}.${last}`,
        (first: string, last: string) => `${last}${first.charAt(0)}`,
        (first: string, last: string) => `${first}${last.charAt(0)}`,
        (first: string, last: string) => `${first.charAt(0)}${last.charAt(0)}`,
        (first: string) => first,
        (_: string, last: string) => `${last}75`,
        () => 'info',
        () => 'office',
        () => 'sales.team',
      ],
    )
    const row = fc.record({ first: fc.constantFrom(...FIRST), last: fc.constantFrom(...LAST), address })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 120 }), (rows) => {
        const list = rows.map(({ first, last, address: made }) =>
          person(first, last, `${made(plain(first), plain(last))}@example.com`),
        )
        expect(shiftedRows(list)).toBeNull()
      }),
      { numRuns: runsOf(300) },
    )
  })
})
