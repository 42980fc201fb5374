import type { Client } from 'pg'
import { v7 as newId } from 'uuid'
import { copyIn, type CopyRow } from './bulk-copy.ts'

/** Columns of an imported contact list for benchmarks: ten columns, some of them often empty, many values repeated. */

export const PEOPLE_HEADER = [
  'First Name',
  'Last Name',
  'Email',
  'Company',
  'Job Title',
  'City',
  'Country',
  'Phone',
  'Customer Since',
  'Notes',
] as const

const FIRST =
  'Anna Björn Chloé Daniel Elif Francesca Gábor Hanna Ines João Katarzyna Liam Marta Noah Olga Pedro Quinn Rosa Søren Théo Uma Viktor Wei Ximena Yusuf Zoë'.split(
    ' ',
  )
const LAST =
  'Andersen Bauer Costa Dubois Eriksson Fischer García Horváth Ivanova Jensen Kowalska Lindqvist Murphy Nowak O’Brien Petrov Quiroga Rossi Schmidt Tanaka Ueda Vargas Weber Xu Yılmaz Zimmermann'.split(
    ' ',
  )
const COMPANY = [
  'Nordwind Logistics',
  'Baker & Sons',
  'Café Lumière',
  'Helios Energy GmbH',
  'Piątek Design',
  'Blue Harbor Books',
  'Atlas Consulting',
]
const TITLE = ['Head of Marketing', 'Buyer', 'Managing Director', 'Office Manager', 'Software Engineer', 'Teacher']
const CITY = [
  ['Hamburg', 'Germany'],
  ['Lyon', 'France'],
  ['Łódź', 'Poland'],
  ['Porto', 'Portugal'],
  ['Cork', 'Ireland'],
  ['Malmö', 'Sweden'],
  ['Osaka', 'Japan'],
] as const
const NOTE = [
  '',
  '',
  'Met at the book fair',
  'Prefers email, no calls',
  'Renewal due in spring; ask for the new address',
]

/** Returns the first rows of the made-up contact list. */
export const people = (count: number): string[][] => Array.from({ length: count }, (_, index) => person(index))

/** Returns row `n` of the made-up contact list. Each email address occurs once. */
function person(n: number): string[] {
  const first = FIRST[n % FIRST.length] ?? ''
  const last = LAST[Math.floor(n / 7) % LAST.length] ?? ''
  const company = COMPANY[Math.floor(n / 3) % COMPANY.length] ?? ''
  const [city, country] = CITY[Math.floor(n / 11) % CITY.length] ?? ['', '']
  const ascii = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^a-z]/gi, '')
      .toLowerCase()
  return [
    first,
    last,
    `${ascii(first)}.${ascii(last)}${n}@${ascii(company)}.example`,
    `${company} ${n % 913}`,
    TITLE[n % TITLE.length] ?? '',
    city,
    country,
    `+49 40 ${String((n * 7919) % 10_000_000).padStart(7, '0')}`,
    `20${String(10 + (n % 16))}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
    NOTE[n % NOTE.length] ?? '',
  ]
}

const COLUMNS = 'tenant_id, id, import_id, written_by_import, first_name, last_name, email, fields'

/** COPY of people, in the columns of a spreadsheet, into a table with the columns of contacts. */
export async function copyPeople(
  client: Client,
  table: string,
  tenantId: string,
  list: readonly (readonly string[])[],
): Promise<void> {
  await copyIn(client, `copy ${table} (${COLUMNS}) from stdin`, rows(tenantId, list))
}

function* rows(tenantId: string, list: readonly (readonly string[])[]): Generator<CopyRow> {
  const importId = newId()
  for (const [first = '', last = '', email = '', ...rest] of list) {
    const fields = rest.map((value, index) => [PEOPLE_HEADER[index + 3], value]).filter(([, value]) => value !== '')
    yield [tenantId, newId(), importId, importId, first, last, email, JSON.stringify(Object.fromEntries(fields))]
  }
}
