import { Migration } from '@mikro-orm/migrations'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '#api/platform/database/migrate.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createTestDatabase, onCluster } from '#tests/support/postgres.ts'
import { migrations } from './index.ts'

/** Everything that migrations make, in words of PostgreSQL, one per line. */
const CATALOG = `
  select format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
  from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'
  union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select format('policy %s %s %s %s', tablename, policyname, qual, with_check) from pg_policies
  union all select format('function %s %s', proname, prosrc) from pg_proc
  where pronamespace = 'public'::regnamespace and prolang = (select oid from pg_language where lanname = 'sql')
    -- which older servers get for the tests
    and proname <> 'uuidv7'
  union all select format('migration %s', name) from migrations
  order by 1`

async function database() {
  const { url, drop } = await createTestDatabase()
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  return {
    url,
    run: (sql: string) => client.query<Record<string, string>>(sql).then(({ rows }) => rows),
    catalog: () => client.query<{ line: string }>(CATALOG).then(({ rows }) => rows.map(({ line }) => line)),
    /** Empties the database, as before the first start. */
    empty: () => client.query('drop schema public cascade; create schema public'),
  }
}

it('a migration changes nothing when a process crashed after it had migrated, and the next one starts', async () => {
  const { url, run, catalog } = await database()
  const [before, history] = [await catalog(), await run('select * from migrations order by id')]
  expect(before.filter((line) => line.startsWith('migration '))).toHaveLength(migrations.length)
  await migrate(url)
  expect(await catalog()).toEqual(before)
  expect(await run('select * from migrations order by id')).toEqual(history)
})

// A distributed database cannot be emptied by this test.
itInFull.runIf(!onCluster())(
  'a migration that fails leaves nothing in a new database, and all of them run at the next start',
  async () => {
    const { url, run, catalog, empty } = await database()
    const whole = await catalog()
    await empty()
    await run('create table webhooks (in_the_way int)')
    await expect(migrate(url)).rejects.toThrow(/webhooks/)
    expect(
      await run(`select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'`),
    ).toEqual([{ tablename: 'webhooks' }])
    await run('drop table webhooks')
    await migrate(url)
    expect(await catalog()).toEqual(whole)
  },
)

// A distributed database cannot be emptied by this test.
it.skipIf(onCluster())('a migration runs once when several processes start at the same time', async () => {
  const { url, catalog, empty } = await database()
  const whole = await catalog()
  await empty()
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(await catalog()).toEqual(whole)
})

it('a migration refuses a database of a version before 1.0.0, and changes nothing in it', async () => {
  const { url, run, catalog } = await database()
  await run('alter table mailboxes rename to mail_accounts')
  const before = await catalog()
  await expect(migrate(url)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('made by a development version before 1.0.0'),
  })
  expect(await catalog()).toEqual(before)
})

const setting = `current_setting('app.tenant', true)`

/** A migration of a later version. */
function later(name: string, ...statements: string[]) {
  class LaterMigration extends Migration {
    override up(): void {
      for (const sql of statements) this.addSql(sql)
    }
  }
  return { name, class: LaterMigration }
}

const ADDED = later(
  '9997-added',
  'alter table contacts add column later_note text',
  'create table later_things (tenant_id uuid primary key)',
  'alter table later_things enable row level security',
  `create policy tenant_scope on later_things using (coalesce(tenant_id::text = ${setting} or ${setting} = '*', false))`,
)

it('a migration that fails keeps the work of earlier ones, and the next start continues from there', async () => {
  const { url, run } = await database()
  const failing = later('9998-failing', 'create table later_half (id int)', 'select 1 / 0')
  await expect(migrate(url, { list: [...migrations, ADDED, failing] })).rejects.toThrow(/division by zero/)
  expect(await run(`select name from migrations where name > '9' order by id`)).toEqual([{ name: '9997-added' }])
  expect(await run(`select to_regclass('later_half') as half`)).toEqual([{ half: null }])
  // The version before goes on: what a trigger may write, its role can, and no other workspace is seen.
  expect(
    await run(`select has_table_privilege('mergewell_app', 'later_things', 'insert') as granted,
      (select qual from pg_policies where tablename = 'later_things') not like '%*%' as sealed`),
  ).toEqual([{ granted: true, sealed: true }])
  const mended = later('9998-failing', 'create table later_half (id int)')
  await migrate(url, { list: [...migrations, ADDED, mended] })
  expect(await run(`select name from migrations where name > '9' order by id`)).toEqual([
    { name: '9997-added' },
    { name: '9998-failing' },
  ])
})

it('a migration releases its locks before the next one, and runs once when several processes start', async () => {
  const { url, run } = await database()
  const slow = later('9998-slow', 'select pg_advisory_xact_lock(4711)', 'create table later_half (id int)')
  await run('select pg_advisory_lock(4711)')
  const list = [...migrations, ADDED, slow]
  const starts = Promise.all([migrate(url, { list }), migrate(url, { list })])
  await expect
    .poll(() =>
      run(`select count(*)::int as waiting from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`),
    )
    .toEqual([{ waiting: 1 }])
  await run(`set lock_timeout = '5s'; insert into contacts (tenant_id, id, first_name, last_name, email)
    select gen_random_uuid(), gen_random_uuid(), '', '', '' where false returning 1`)
  await run('select pg_advisory_unlock(4711)')
  await starts
  expect(await run(`select count(*)::int as done from migrations where name > '9'`)).toEqual([{ done: 2 }])
})
