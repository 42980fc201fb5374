import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { levelsOf } from '#tests/support/sql-query-levels.ts'
import { sqlTexts } from '#tests/support/sql-texts.ts'
import { SHARDED } from '../table-register.ts'

/**
 * A statement that changes or locks rows of a sharded table stays on one shard: at every level of its queries, each
 * sharded table has `tenant_id = :parameter`, or equals the tenant of a table of the same level that has it. Citus does not
 * follow the tenant into a sub-select, a lateral join or a CTE: without it, it locks all shards.
 *
 * Read from the source, so that it holds for statements that no test runs, and without a cluster. It cannot see:
 * - statements of the ORM. In a transaction of a workspace, its filter adds the tenant;
 * - Kysely's builders (`deleteFrom('…')`);
 * - what functions with a body of several statements insert, and conditions made elsewhere. The texts that they are made
 *   of are read by themselves, as statements that only read;
 * - functions and triggers of the database;
 * - whether the parameter is the tenant, and whether an `or` without brackets makes it one of several conditions.
 */

const ROOT = join(import.meta.dirname, '../../../..')
const SOURCES = globSync('api/**/*.ts', { cwd: ROOT }).filter(
  (file) => !/\.test\.ts$|\/(sandbox|bench|demo)\//.test(file),
)

/** `file: table` of a statement that does without, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'api/accounts/second-factor/recovery-codes.ts: unknown': 'tables of the directory',
  'api/accounts/second-factor/totp.ts: unknown': 'tables of the directory',
  'api/commands/reseal-secrets.ts: unknown': 'names the tenant of each row where the table has one (byTenant)',
}

const WRITES = /\b(update|delete from|insert into|for (key )?share)\b/i

/** Sharded tables, and a table whose name cannot be read from the source. */
const sharded = new Set<string>([...SHARDED, 'unknown'])

/** The sharded tables that a statement changes or locks without naming the workspace. */
function unboundIn(sql: string): string[] {
  const levels = levelsOf(sql)
  const isSharded = (table: string | undefined) => table !== undefined && sharded.has(table)
  const writes = levels.some(
    ({ tables, written, filled }) => written.some((alias) => isSharded(tables.get(alias))) || filled.some(isSharded),
  )
  if (!writes) return []
  return levels.flatMap(({ tables, written, bound }) =>
    [...tables]
      // A name inserted into `from` is mostly that of a CTE.
      .filter(([alias, table]) => isSharded(table) && (table !== 'unknown' || written.includes(alias)))
      .flatMap(([alias, table]) => (bound.has(alias) ? [] : [table])),
  )
}

it.each<[string, string[]]>([
  ['delete from tasks where finished_at < :before', ['tasks']],
  ['delete from tasks where tenant_id = :tenantId and finished_at < :before', []],
  ['delete from tasks where (tenant_id = :tenantId or finished_at < :before)', ['tasks']],
  ['delete from sessions where expires_at < :now', []],
  ['select id from tasks where finished_at < :before', []],
  ['select id from tasks t where finished_at < :before for update of t skip locked', ['tasks']],
  ['select t.id from tasks t join tenants n on n.id = t.tenant_id where t.tenant_id = :id for update of t', []],
  [
    'update campaigns c set name = m.id from campaign_mailboxes m where m.tenant_id = c.tenant_id and c.tenant_id = :tenantId',
    [],
  ],
  [
    'with known as (select * from contacts where tenant_id = :tenantId) update contacts c set email = k.email from known k where c.tenant_id = k.tenant_id',
    ['contacts'],
  ],
  [
    'update campaigns c set name = :name where c.tenant_id = :tenantId and exists (select from tasks t where t.tenant_id = c.tenant_id)',
    ['tasks'],
  ],
  [
    'insert into tasks (tenant_id) select w.tenant_id from known k join webhooks w on w.tenant_id = k.tenant_id returning 1',
    ['webhooks'],
  ],
  ['update unknown set sealed = :sealed where id = :id', ['unknown']],
])('the check of SQL for a missing workspace filter reports in "%s" the tables %j', (statement, tables) => {
  expect(unboundIn(statement)).toEqual(tables)
})

it('every SQL statement that changes or locks rows of workspaces filters by the workspace at every level', () => {
  const texts = sqlTexts(ROOT, SOURCES, WRITES).map((text) => ({ ...text, tables: unboundIn(text.sql) }))
  const written = texts.filter(({ sql }) => levelsOf(sql).some((level) => level.written.length > 0))
  expect(written.length).toBeGreaterThan(150)
  const found = texts.flatMap(({ file, line, sql, tables }) =>
    [...new Set(tables)].map((table) => ({ key: `${file}: ${table}`, text: `${file}:${line}: ${table} in ${sql}` })),
  )
  expect(found.filter(({ key }) => !(key in EXCEPTIONS)).map(({ text }) => text.replaceAll(/\s+/g, ' '))).toEqual([])
  const keys = new Set(found.map(({ key }) => key))
  expect(Object.keys(EXCEPTIONS).filter((key) => !keys.has(key))).toEqual([])
})
