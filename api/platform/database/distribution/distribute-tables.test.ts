import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createEmptyDatabase, onCluster } from '#tests/support/postgres.ts'
import { distributeDatabase, migrate } from '../migrate.ts'
import { DIRECTORY, SHARDED } from '../table-register.ts'

const CONTACTS = 200
/** Two workspaces. */
const TENANTS = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']

/** An installation of one server with two workspaces, whose server then became the coordinator of a cluster. */
async function installation() {
  const { url, drop, join } = await createEmptyDatabase()
  await migrate(url)
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  const run = (sql: string, values: unknown[] = []) => client.query<Record<string, unknown>>(sql, values)
  for (const id of TENANTS) {
    await run(
      `insert into tenants (id, slug, name, domain, subscription_tier, max_users, max_contacts, max_campaigns, features, created_at)
       values ($1::uuid, $1::text, 'Shop', 'shop.example', 'free', 3, 100, 100, '{}', now())`,
      [id],
    )
    await run(
      `insert into contacts (tenant_id, id, first_name, last_name, email)
       select $1::uuid, gen_random_uuid(), 'Ann', n, n || '@example.com' from generate_series(1, $2::int) n`,
      [id, CONTACTS],
    )
  }
  await join()
  return { url, run }
}

it.runIf(onCluster())(
  'the distribute command moves an installation to the nodes of a database cluster, and only once',
  async () => {
    const { url, run } = await installation()
    const { tables } = await distributeDatabase(url)
    expect(tables.toSorted()).toEqual([...DIRECTORY, ...SHARDED].toSorted())
    const { rows } = await run(`select tenant_id, count(*)::int as count from contacts group by 1 order by 1`)
    expect(rows).toEqual(TENANTS.map((id) => ({ tenant_id: id, count: CONTACTS })))
    const places = await run(
      `select (select count(*)::int from citus_tables where citus_table_type = 'distributed') as sharded,
       (select count(distinct nodeport)::int from citus_shards where table_name = 'contacts'::regclass) as nodes`,
    )
    expect(places.rows).toEqual([{ sharded: SHARDED.length, nodes: 2 }])
    expect(await distributeDatabase(url)).toEqual({ tables: [] })
  },
)

it.skipIf(onCluster())('the distribute command explains what is missing if there is no database cluster', async () => {
  const { url, drop } = await createEmptyDatabase()
  onTestFinished(drop)
  await expect(distributeDatabase(url)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('The extension citus is not installed in this database.'),
  })
})
