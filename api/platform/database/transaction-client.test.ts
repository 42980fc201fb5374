import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { TransactionClient } from './transaction-client.ts'

let database: TestDatabase
let client: TransactionClient
beforeAll(async () => {
  database = await createTestDatabase()
  client = new TransactionClient({ connectionString: database.url, pipeline: true })
  await client.connect()
  await client.query('create table notes (text text)')
})
afterAll(async () => {
  await client.end()
  await database.drop()
})
beforeEach(() => client.query('truncate notes'))

const sent = (): number => (client as unknown as { connection: { stream: Socket } }).connection.stream.bytesWritten
const notes = async (): Promise<string[]> =>
  (await client.query('select text from notes order by text')).rows.map((row: { text: string }) => row.text)

describe('the statements that open a transaction', () => {
  it('are sent together with the first statement whose result is read, and take effect before it', async () => {
    const before = sent()
    await client.query('begin')
    await client.query('set local role "mergewell_app"')
    await client.query(`select public.app_set('app.tenant', $1)`, ['one'])
    expect(sent()).toBe(before)
    const { rows } = await client.query(`select current_user as role, current_setting('app.tenant') as tenant`)
    expect(rows).toEqual([{ role: 'mergewell_app', tenant: 'one' }])
    await client.query('commit')
    const after = await client.query(`select current_user as role, current_setting('app.tenant') as tenant`)
    expect(after.rows).toEqual([{ role: expect.not.stringContaining('app'), tenant: '' }])
  })

  it('are never sent for a transaction without any other statement, whether it commits or rolls back', async () => {
    for (const end of ['commit', 'rollback']) {
      const before = sent()
      await client.query('begin')
      await client.query(`select public.app_set('app.tenant', $1)`, ['one'])
      await client.query(end)
      expect(sent()).toBe(before)
    }
    await client.query(`insert into notes values ('outside')`)
    await client.query('rollback')
    expect(await notes()).toEqual(['outside'])
  })

  it('make the statement that they are sent with fail if they fail, and nothing is written', async () => {
    await client.query('begin')
    await client.query('set local role "nobody of this name"')
    await expect(client.query(`insert into notes values ('lost')`)).rejects.toThrow('nobody of this name')
    await client.query('rollback')
    expect(await notes()).toEqual([])
  })

  it('make the commit fail if they fail, since the transaction was rolled back', async () => {
    await client.query('begin')
    await client.query(`insert into notes values ('lost')`)
    await client.query(`select public.app_set('not a name', $1)`, ['one'])
    await expect(client.query('commit')).rejects.toThrow()
    expect(await notes()).toEqual([])
  })

  it('do not prevent a rollback to a savepoint, nor the statements after it', async () => {
    await client.query('begin')
    await client.query(`insert into notes values ('kept')`)
    await client.query('savepoint one')
    await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero')
    await client.query(`select public.app_set('app.system', $1)`, [''])
    await client.query('rollback to savepoint one')
    await client.query('commit')
    expect(await notes()).toEqual(['kept'])
  })
})

describe('a read-only transaction', () => {
  const open = async () => {
    await client.query('start transaction read only')
    await client.query('set local role "mergewell_app"')
    await client.query(`select public.app_set('app.tenant', $1)`, ['one'])
  }

  it('runs each statement with its role and settings, and leaves neither to the next transaction', async () => {
    await open()
    const ask = async () =>
      (await client.query(`select current_user as role, current_setting('app.tenant') as tenant`)).rows as object[]
    expect(await ask()).toEqual([{ role: 'mergewell_app', tenant: 'one' }])
    await client.query(`select public.app_set('app.tenant', $1)`, ['two'])
    expect(await ask()).toEqual([{ role: 'mergewell_app', tenant: 'two' }])
    await client.query('commit')
    expect(await ask()).toEqual([{ role: expect.not.stringContaining('app'), tenant: '' }])
  })

  it('refuses to write, and the transaction after it can write again', async () => {
    await client.query('start transaction read only')
    await expect(client.query(`insert into notes values ('lost')`)).rejects.toThrow('read-only transaction')
    await client.query('rollback')
    await client.query(`insert into notes values ('kept')`)
    expect(await notes()).toEqual(['kept'])
  })

  it('sends nothing more to the database when it commits', async () => {
    await open()
    await client.query('select 1')
    const before = sent()
    await client.query('commit')
    expect(sent()).toBe(before)
  })

  it('runs no statement if its role or settings fail', async () => {
    await client.query('start transaction read only')
    await client.query('set local role "nobody of this name"')
    await expect(client.query('select text from notes')).rejects.toThrow('nobody of this name')
    await client.query('rollback')
    expect(await notes()).toEqual([])
  })
})
