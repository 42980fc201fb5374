import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from './postgres.ts'

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}

async function tables(client: Client): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  return found.rows.map((row) => row.name)
}

test('a test database is migrated, empty and isolated', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const [first, second] = await Promise.all([connect(one.url), connect(two.url)])
  await first.query(`create table only_here ()`)
  expect(await tables(first)).toContain('only_here')
  expect(await tables(second)).not.toContain('only_here')
  expect(await tables(second)).toContain('campaigns')
  expect((await second.query('select from tenants')).rowCount).toBe(0)
})

test('a dropped test database is gone, even with an open connection', async () => {
  const database = await createTestDatabase()
  await connect(database.url)
  await database.drop()
  await expect(connect(database.url)).rejects.toThrow(/does not exist/)
})
