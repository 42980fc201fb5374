import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Migration } from '@mikro-orm/migrations'
import pgBoss from 'pg-boss/package.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { migrations } from './index.ts'

/**
 * The rules of docs/build/migrations.md, checked on the SQL that each migration emits: processes of the previous version go on
 * while it runs and after it.
 */

/** Tables that may hold millions of rows: no rewrite, no full check, no change of every row while writers wait. */
const BIG = [
  'audit_events',
  'campaign_contacts',
  'campaign_repeat_people',
  'contact_tags',
  'contacts',
  'deleted_contacts',
  'email_events',
  'email_logs',
  'import_changes',
  'ledger_counts',
  'replies',
  'webhook_deliveries',
]

/** Returns what a migration does that breaks a rule, as `rule: statement`. */
function breaches(statements: readonly string[]): string[] {
  const plain = statements.map((sql) => sql.replaceAll(/\s+/g, ' ').trim())
  const made = new Set(plain.flatMap((sql) => /^create table (?:if not exists )?(\w+)/i.exec(sql)?.[1] ?? []))
  const found: string[] = []
  let patient = true
  /** True if the migration holds a lock that others wait for */
  let held = false
  for (const sql of plain) {
    if (/^set local lock_timeout = '\d+(ms|s)'$/i.test(sql)) patient = false
    const report = (rule: string) => found.push(`${rule}: ${sql.slice(0, 80)}`)
    const table = tableOf(sql)
    if (held && !made.has(table ?? '') && readsAll(sql)) report('reads under a lock')
    const referred = referredTo(sql).filter((name) => !made.has(name))
    if (table === null || made.has(table)) {
      held ||= referred.length > 0
      continue
    }
    held ||= !isValidation(sql) && !/^create (unique )?index/i.test(sql)
    if (patient) report('lock_timeout')
    for (const [rule, breaks] of Object.entries(RULES)) if (breaks(sql, BIG.includes(table))) report(rule)
  }
  return found
}

const isValidation = (sql: string) => /^alter table .*?\bvalidate constraint\b/i.test(sql)

/**
 * Returns whether a statement reads a whole table that may be big: with locks held, others wait as long as that takes.
 */
function readsAll(sql: string): boolean {
  if (isValidation(sql)) return true
  if (/^create (unique )?index/i.test(sql)) return BIG.includes(tableOf(sql) ?? '')
  const read = /^(?:insert into|with) .*?\bselect\b/i.test(sql) ? sql.matchAll(/\b(?:from|join|using) (\w+)/gi) : []
  return [...read].some(([, table = '']) => BIG.includes(table))
}

/** The tables that a foreign key of a statement points to; writers of them wait as well. */
function referredTo(sql: string): string[] {
  return [...sql.matchAll(/\breferences (\w+)/gi)].map(([, table = '']) => table)
}

/** The table that a statement locks; null if it locks none. */
function tableOf(sql: string): string | null {
  const patterns = [
    /^alter table (?:if exists )?(?:only )?(\w+)/i,
    /^create (?:unique )?index .*? on (\w+)/i,
    /^drop table (?:if exists )?(\w+)/i,
    /^(?:update|delete from) (\w+)/i,
    /^(?:create|alter|drop) (?:or replace )?(?:constraint )?(?:trigger|policy|rule) .*? on (\w+)/i,
    /^truncate (?:table )?(?:only )?(\w+)/i,
    /^lock (?:table )?(?:only )?(\w+)/i,
    // Its table is not named.
    /^(?:drop|alter) index (?:if exists )?(\w+)/i,
  ]
  return patterns.flatMap((pattern) => pattern.exec(sql)?.[1] ?? [])[0] ?? null
}

/** Rule → whether a statement on a table that is already there breaks it. */
const RULES: Record<string, (sql: string, isBig: boolean) => boolean> = {
  'old version needs it': (sql) =>
    /^drop table|^alter table .*?\b(drop column|rename|alter( column)? \w+ (set data )?type)\b/i.test(sql) ||
    /^alter table .*?\balter( column)? \w+ set not null/i.test(sql),
  'old version leaves it out': (sql) =>
    columnsOf(sql).some((column) => /\bnot null\b/i.test(column) && !/\b(default|generated)\b/i.test(column)),
  'not valid': (sql) => /\badd (constraint \w+ )?(check|foreign key)\b/i.test(sql) && !/\bnot valid\b/i.test(sql),
  'full check': (sql, isBig) => isBig && columnsOf(sql).some((column) => /\bcheck \(|\breferences\b/i.test(column)),
  rewrite: (sql, isBig) =>
    isBig &&
    columnsOf(sql).some((column) =>
      /\bstored\b|default (uuidv7|gen_random_uuid|clock_timestamp|random)\(/i.test(column),
    ),
  'every row': (sql, isBig) => isBig && /^(update|delete|truncate)/i.test(sql),
  'full index': (sql, isBig) =>
    isBig && /^alter table .*?\badd (constraint \w+ )?(unique|primary key|exclude)(?! using index)\b/i.test(sql),
  'index made beforehand': (sql, isBig) => isBig && /^create (unique )?index (?!if not exists)/i.test(sql),
}

/** The columns that a statement adds, each with what follows it. */
function columnsOf(sql: string): string[] {
  return /^alter table/i.test(sql) ? sql.split(/\badd column\b/i).slice(1) : []
}

/** Returns what a migration emits, and whether it runs in a transaction. */
async function emitted(
  type: (typeof migrations)[number]['class'],
): Promise<{ statements: string[]; transactional: boolean }> {
  const migration: Migration = new type(undefined as never, undefined as never)
  await migration.up()
  return { statements: migration.getQueries().map(String), transactional: migration.isTransactional() }
}

it.each(migrations)(
  'the migration $name leaves the previous version of the product working',
  async ({ class: type }) => {
    expect(breaches((await emitted(type)).statements)).toEqual([])
  },
)

it.each(migrations)(
  'the migration $name can run again after a crash, since it is rolled back as a whole',
  async ({ class: type }) => {
    const { statements, transactional } = await emitted(type)
    expect(transactional).toBe(true)
    expect(statements.filter((sql) => /\bconcurrently\b|^\s*(vacuum|commit|begin)\b/i.test(sql))).toEqual([])
  },
)

it.each<[string, string[], string[]]>([
  ['a new table', ['create table a (id int)', 'alter table a add check (id > 0)', 'create index b on a (id)'], []],
  ['a column', ["set local lock_timeout = '3s'", 'alter table contacts add column note text'], []],
  ['no limit on waiting for a lock', ['alter table contacts add column note text'], ['lock_timeout']],
  [
    'a column that the old version does not fill',
    ["set local lock_timeout = '3s'", 'alter table users add column a int not null'],
    ['old version leaves it out'],
  ],
  ['a dropped column', ["set local lock_timeout = '3s'", 'alter table users drop column a'], ['old version needs it']],
  [
    'a renamed column',
    ["set local lock_timeout = '3s'", 'alter table users rename column a to b'],
    ['old version needs it'],
  ],
  [
    'a check of every row',
    ["set local lock_timeout = '3s'", 'alter table users add constraint c check (a > 0)'],
    ['not valid'],
  ],
  [
    'a check of every row in two steps of one migration',
    [
      "set local lock_timeout = '3s'",
      'alter table users add constraint c check (a > 0) not valid',
      'alter table users validate constraint c',
    ],
    ['reads under a lock'],
  ],
  [
    'the first step of a check of every row',
    ["set local lock_timeout = '3s'", 'alter table users add constraint c check (a > 0) not valid'],
    [],
  ],
  [
    'the second step of a check of every row in the next migration',
    ["set local lock_timeout = '3s'", 'alter table users validate constraint c'],
    [],
  ],
  [
    'a count of all contacts while a new trigger locks them',
    [
      "set local lock_timeout = '3s'",
      'create table counts (n int)',
      'create trigger t after insert on contacts for each statement execute function f()',
      'insert into counts select count(*) from contacts',
    ],
    ['reads under a lock'],
  ],
  [
    'a count of all contacts while a new foreign key locks workspaces',
    ['create table counts (id uuid references tenants (id))', 'insert into counts select tenant_id from contacts'],
    ['reads under a lock'],
  ],
  ['a count of all contacts', ['create table counts (n int)', 'insert into counts select count(*) from contacts'], []],
  [
    'an index of a big table while another is locked',
    [
      "set local lock_timeout = '3s'",
      'alter table campaigns add column a text',
      'create index if not exists b on contacts (email)',
    ],
    ['reads under a lock'],
  ],
  [
    'a unique constraint of a big table',
    ["set local lock_timeout = '3s'", 'alter table replies add constraint c unique (tenant_id, a)'],
    ['full index'],
  ],
  [
    'a unique constraint that uses an existing index',
    ["set local lock_timeout = '3s'", 'alter table replies add constraint c unique using index d'],
    [],
  ],
  ['a policy', ['create policy p on users using (true)'], ['lock_timeout']],
  ['a changed policy', ['alter policy p on users using (true)'], ['lock_timeout']],
  ['a dropped policy', ['drop policy if exists p on users'], ['lock_timeout']],
  ['a dropped trigger', ['drop trigger t on users'], ['lock_timeout']],
  ['a dropped index', ['drop index i'], ['lock_timeout']],
  ['a lock', ['lock table users'], ['lock_timeout']],
  ['an emptied table', ["set local lock_timeout = '3s'", 'truncate contacts'], ['every row']],
  [
    'a computed column of a big table',
    [
      "set local lock_timeout = '3s'",
      'alter table email_logs add column a text generated always as (lower(error)) stored',
    ],
    ['rewrite'],
  ],
  ['a change of every row', ["set local lock_timeout = '3s'", 'update contacts set a = 1'], ['every row']],
  [
    'an index of a big table',
    ["set local lock_timeout = '3s'", 'create index a on contacts (email)'],
    ['index made beforehand'],
  ],
  [
    'an index that an operator may have made',
    ["set local lock_timeout = '3s'", 'create index if not exists a on contacts (email)'],
    [],
  ],
])('the check of migrations reports what is wrong with %s', (_, statements, rules) => {
  expect(breaches(statements).map((breach) => breach.split(':')[0])).toEqual(rules)
})

it('an update of pg-boss brings no database schema that was not checked', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/build/migrations.md'), 'utf8')
  const known = /pg-boss schema version (\d+)/.exec(page)?.[1]
  const { version, pgboss } = pgBoss
  expect(
    known,
    `pg-boss ${version} migrates its schema to version ${pgboss.schema}. Read what changes (dist/migrationStore.js in the package):
- Can the pg-boss of our last release add, fetch and complete jobs on the new schema? Both run during an upgrade, and the old one after going back.
- What does the migration lock or rewrite, and for how long?
If the old one cannot, or it locks for long, say so in "Before you upgrade". Then write the number in docs/build/migrations.md, "The job queue".`,
  ).toBe(String(pgboss.schema))
})
