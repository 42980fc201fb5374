import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from 'pg'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { COORDINATOR, DIRECTORY, SHARDED } from '../table-register.ts'

/** The rules of a cluster, checked on any server, so that a step out of line is noticed without one. */

const sharded: readonly string[] = SHARDED
const directory: readonly string[] = DIRECTORY

let client: Client
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await drop()
})

const select = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await client.query<T>(sql, values)).rows

const OURS = `n.nspname = 'public' and c.relkind in ('r', 'p') and not exists (
  select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

it('the database schema places every table in exactly one way for a cluster', async () => {
  const tables = await select<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} order by 1`,
  )
  expect([...SHARDED, ...DIRECTORY, ...COORDINATOR].toSorted()).toEqual(tables.map(({ name }) => name))
})

it('the database schema includes the workspace in every key of a sharded table', async () => {
  const keys = await select<{ table: string; key: string }>(
    `select c.relname as table, i.relname as key from pg_index x
     join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     join pg_namespace n on n.oid = c.relnamespace
     where ${OURS} and x.indisunique and c.relname = any ($1) and not exists (
       select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnum = any (x.indkey::int2[]))`,
    [sharded],
  )
  expect(keys).toEqual([])
})

it('the database schema makes the workspace mandatory in every sharded table', async () => {
  const columns = await select<{ table: string }>(
    `select table_name as table from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id' and data_type = 'uuid' and is_nullable = 'NO'
       and table_name = any ($1) order by 1`,
    [sharded],
  )
  expect(columns.map(({ table }) => table)).toEqual([...SHARDED].toSorted())
})

it('the database schema joins sharded tables by the workspace, and lets no unsharded row refer to a sharded one', async () => {
  const foreignKeys = await select<{ from: string; to: string; name: string; byTenant: boolean }>(
    `select c.relname as from, r.relname as to, k.conname as name, exists (
       select from unnest(k.conkey, k.confkey) as pair (here, there)
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.here
       join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.there
       where a.attname = 'tenant_id' and b.attname = 'tenant_id') as "byTenant"
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
     join pg_namespace n on n.oid = c.relnamespace where k.contype = 'f' and n.nspname = 'public'`,
  )
  expect(foreignKeys.length).toBeGreaterThan(40)
  const wrong = foreignKeys.filter(({ from, to, byTenant }) =>
    sharded.includes(from)
      ? !(sharded.includes(to) ? byTenant : directory.includes(to))
      : !directory.includes(from) || !directory.includes(to),
  )
  expect(wrong).toEqual([])
})

it('the database schema uses only operator classes of PostgreSQL and of its extensions', async () => {
  const own = await select(
    `select o.opcname from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace
     where n.nspname = 'public' and not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`,
  )
  expect(own).toEqual([])
})

it('the database schema has row-level security policies whose only sub-select is the one for the current workspace', async () => {
  const policies = await select<{ table: string; using: string }>(
    `select tablename as table, qual as using from pg_policies where schemaname = 'public' and qual ilike '%select%'`,
  )
  expect(policies.map(({ table }) => table).filter((table) => !sharded.includes(table))).toEqual([])
  expect(new Set(policies.map(({ using }) => using.replace(/\s+/g, ' '))).size).toBeLessThanOrEqual(1)
})

/** The forms of a policy, as PostgreSQL writes them: a cluster can have each on a shard, or gets it without its sub-select. */
const SETTING = `current_setting('app.tenant'::text, true)`
const OF_TENANT = [
  `COALESCE((((tenant_id)::text = ${SETTING}) OR app_is_system()), false)`,
  `(((tenant_id)::text = NULLIF(${SETTING}, ''::text)) OR app_is_system())`,
  `((tenant_id = ( SELECT CASE WHEN (${SETTING} ~ '^[0-9a-f]{8}-'::text) THEN (${SETTING})::uuid ELSE NULL::uuid END AS "case")) OR ( SELECT COALESCE(app_is_system(), false) AS "coalesce"))`,
  `((tenant_id = app_tenant()) OR COALESCE(app_is_system(), false))`,
]
const OF_TENANTS = `(((id)::text = NULLIF(${SETTING}, ''::text)) OR app_is_system())`
const OF_SYSTEM = ['app_is_system()', 'COALESCE(app_is_system(), false)']

it('the database schema has one row-level security policy per table, of a form that a Citus cluster supports', async () => {
  const policies = await select<{ table: string; kind: string; using: string; check: string }>(
    `select tablename as table, concat_ws(' ', policyname, permissive, cmd, roles::text) as kind,
       regexp_replace(qual, '[[:space:]]+', ' ', 'g') as using, regexp_replace(with_check, '[[:space:]]+', ' ', 'g') as check
     from pg_policies where schemaname = 'public' order by 1`,
  )
  expect(new Set(policies.map(({ table }) => table)).size).toBe(policies.length)
  const wrong = policies.filter(({ table, kind, using, check }) => {
    const forms =
      table === 'tenants' ? [OF_TENANTS] : sharded.includes(table) ? OF_TENANT : [...OF_TENANT, ...OF_SYSTEM]
    return kind !== 'tenant_scope PERMISSIVE ALL {public}' || using !== check || !forms.includes(using)
  })
  expect(wrong).toEqual([])
})

it('the database schema has none of the constraints that fail in a Citus cluster: exclusion, and foreign keys that set columns on delete or update', async () => {
  const wrong = await select<{ table: string; name: string }>(
    `select c.relname as table, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
     join pg_namespace n on n.oid = c.relnamespace
     where ${OURS} and (k.contype = 'x' or k.contype = 'f' and (k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd')))`,
  )
  expect(wrong).toEqual([])
})

it('the database schema has no trigger for truncate together with other events, which Citus would not create on the shards', async () => {
  const triggers = await select<{ name: string; mixed: boolean }>(
    `select tgname as name, (tgtype & 32) > 0 and (tgtype & 28) > 0 as mixed from pg_trigger t join pg_class c on c.oid = t.tgrelid
     join pg_namespace n on n.oid = c.relnamespace where ${OURS} and not tgisinternal order by 1`,
  )
  expect(triggers.length).toBeGreaterThan(3)
  expect(triggers.filter(({ mixed }) => mixed)).toEqual([])
})
