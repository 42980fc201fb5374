import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { openDatabase } from '#api/platform/database/database.ts'
import { createTestDatabase } from '../support/postgres.ts'

it('the product recovers after losing more connections than its pool holds', async () => {
  const { url, drop } = await createTestDatabase()
  const database = await openDatabase(url, { poolMax: 2 })
  const owner = new Client({ connectionString: url })
  await owner.connect()
  try {
    for (let loss = 0; loss < 6; loss += 1) {
      const broken = database.inTenant(randomUUID(), async (em) => {
        const [backend] = await em.execute<[{ pid: number }]>('select pg_backend_pid() as pid')
        await owner.query('select pg_terminate_backend($1)', [backend.pid])
        await em.execute('select 1')
      })
      await expect(broken).rejects.toThrow(/terminat|connection/i)
    }
    const [row] = await database.asSystem((em) => em.execute<[{ one: number }]>('select 1 as one'))
    expect(row).toEqual({ one: 1 })
  } finally {
    await database.close()
    await owner.end()
    await drop()
  }
})
