import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { importRows } from './import-rows.ts'
import { emptyBatch, type RowBatch } from './spreadsheet/contact-rows.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const batchOf = (...rows: number[]): RowBatch => ({
  ...emptyBatch(),
  contacts: rows.map((row) => ({
    row,
    firstName: 'F',
    lastName: 'L',
    email: `p${row}@x.test`,
    serialNumber: null,
    fields: {},
  })),
})

function imported(who: TestPerson, source: AsyncIterable<RowBatch>, report?: (rows: number) => Promise<void>) {
  const { app } = world
  return app.database.inTenant(who.tenantId, async (em) => {
    const [{ id }] = await em.execute<[{ id: string }]>('select id from users where tenant_id = :tenantId', {
      tenantId: who.tenantId,
    })
    const plan = { tenantId: who.tenantId, userId: id, importId: newId(), fileName: 'f.xlsx', now: app.clock() }
    return importRows(app, em, { ...plan, existing: 'ignore', tags: [] }, source, report)
  })
}

describe('importRows', () => {
  it('imports the batches in order, and reads each while the previous one is stored', async () => {
    const who = await world.signUp({ unlimited: true })
    const steps: string[] = []
    async function* source() {
      for (const row of [1, 2, 3]) {
        steps.push(`read ${row}`)
        yield batchOf(row)
      }
    }
    const { added } = await imported(who, source(), async (rows) => void steps.push(`wrote ${rows}`))
    expect(added).toBe(3)
    expect(steps).toEqual(['read 1', 'read 2', 'wrote 1', 'read 3', 'wrote 2', 'wrote 3'])
  })

  it('imports nothing when the file becomes unreadable in the middle', async () => {
    const who = await world.signUp({ unlimited: true })
    async function* source() {
      yield batchOf(1)
      throw new Error('damaged')
    }
    await expect(imported(who, source())).rejects.toThrow('damaged')
    const { data } = await who.graphql('{ contacts { totalCount } }')
    expect(data.contacts.totalCount).toBe(0)
  })

  it('stops the process that reads the file when the import fails', async () => {
    const who = await world.signUp({ unlimited: true })
    let ended = false
    async function* source() {
      try {
        for (let row = 1; ; row += 1) yield batchOf(row)
      } finally {
        ended = true
      }
    }
    const fail = () => Promise.reject(new Error('cancelled'))
    await expect(imported(who, source(), fail)).rejects.toThrow('cancelled')
    expect(ended).toBe(true)
  })
})
