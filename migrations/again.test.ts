import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '#api/platform/database.ts'
import { itInFull } from '#tests/support/in-full.ts'
import { createTestDatabase, onCluster } from '#tests/support/postgres.ts'
import { migrations } from './index.ts'

/** Everything that migrations make, in words of PostgreSQL, one per line. */
const CATALOGUE = `
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
    catalogue: () => client.query<{ line: string }>(CATALOGUE).then(({ rows }) => rows.map(({ line }) => line)),
    /** As before the first start. */
    empty: () => client.query('drop schema public cascade; create schema public'),
  }
}

it('changes nothing when a process crashed after it had migrated, and the next one starts', async () => {
  const { url, run, catalogue } = await database()
  const [before, history] = [await catalogue(), await run('select * from migrations order by id')]
  expect(before.filter((line) => line.startsWith('migration '))).toHaveLength(migrations.length)
  await migrate(url)
  expect(await catalogue()).toEqual(before)
  expect(await run('select * from migrations order by id')).toEqual(history)
})

// A distributed database cannot be emptied by this test.
itInFull.runIf(!onCluster())(
  'leaves nothing behind when one of several migrations fails, and does all of them at the next start',
  async () => {
    const { url, run, catalogue, empty } = await database()
    const whole = await catalogue()
    await empty()
    await run('create table webhooks (in_the_way int)')
    await expect(migrate(url)).rejects.toThrow(/webhooks/)
    expect(
      await run(`select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'`),
    ).toEqual([{ tablename: 'webhooks' }])
    await run('drop table webhooks')
    await migrate(url)
    expect(await catalogue()).toEqual(whole)
  },
)

// A distributed database cannot be emptied by this test.
it.skipIf(onCluster())('happens once when several processes start at the same time', async () => {
  const { url, catalogue, empty } = await database()
  const whole = await catalogue()
  await empty()
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(await catalogue()).toEqual(whole)
})
