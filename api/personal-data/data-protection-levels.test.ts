import { readFileSync } from 'node:fs'
import { isObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { schema } from '#schema/index.ts'
import { TABLES } from '#api/platform/database/table-register.ts'
import { levelOf, LEVELS } from './data-protection-levels.ts'

const columns = Object.entries(TABLES).flatMap(([table, { text = {} }]) =>
  Object.values(text).flatMap((names) => names.split(' ').map((column) => ({ table, column }))),
)
const secrets = Object.entries(TABLES).flatMap(([table, { secrets: names }]) =>
  (names?.split(' ') ?? []).map((column) => ({ table, column })),
)

it('every column in the list of secrets exists, and is stored as a hash or encrypted', () => {
  expect(columns).toEqual(expect.arrayContaining(secrets))
  expect(secrets.filter(({ column }) => !/_hash$|^sealed/.test(column))).toEqual([])
})

it('every column that is named like a secret is in the list of secrets, or in the list of exceptions', () => {
  const named = columns.filter(
    ({ table, column }) => /hash|sealed|secret|token|password/.test(column) && levelOf(table, column) !== 'secret',
  )
  expect(named.map(({ table, column }) => `${table}.${column}`)).toEqual([
    // The beginning of a key, shown so that its owner recognizes it.
    'api_keys.token_start',
    // Part of public addresses.
    'images.token',
    'known_addresses.address_hash',
    'known_devices.device_hash',
    // Published in DNS.
    'link_domains.token',
    'registrations.network_hash',
    // By these the rows of a connected sheet are recognized when it is read again.
    'sheet_source_rows.key_hash',
    'sheet_source_rows.address_hash',
    'sheet_source_rows.content_hash',
    'sheet_source_rows.rest_hash',
    'sign_in_failures.account_hash',
    'sign_in_failures.address_hash',
    // Published in DNS.
    'sso_domains.token',
    'used_passkey_challenges.challenge_hash',
  ])
})

it('no column in the list of secrets can be queried or exported', () => {
  const fields = new Set(
    Object.values(schema.getTypeMap()).flatMap((type) => (isObjectType(type) ? Object.keys(type.getFields()) : [])),
  )
  const asField = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  expect(secrets.filter(({ column }) => fields.has(asField(column)))).toEqual([])
  const leaves = secrets.filter(({ table, column }) => {
    const { exported } = TABLES[table] ?? {}
    return exported && !exported.without?.includes(column)
  })
  expect(leaves).toEqual([])
})

it('docs/operate/secure.md describes every level of protection of data', () => {
  const page = readFileSync('docs/operate/secure.md', 'utf8')
  for (const level of LEVELS) expect(page).toContain(`| ${level} |`)
})
