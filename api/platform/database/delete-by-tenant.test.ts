import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { deleteByTenant } from './delete-by-tenant.ts'
import type { Database } from './database.ts'

const OLD = new Date('2020-01-01')
const BEFORE = new Date('2021-01-01')
const RECENT = new Date('2022-01-01')

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const keep = ({ tenantId }: TestPerson, deletedAt: Date, count: number) =>
  world.app.database.inTenant(tenantId, (em) =>
    em.execute(
      `insert into deleted_contacts (tenant_id, id, deleted_at)
       select :tenantId::uuid, gen_random_uuid(), :deletedAt::timestamptz from generate_series(1, :count::int) returning 1`,
      { tenantId, deletedAt, count },
    ),
  )
const left = ({ tenantId }: TestPerson) =>
  world.app.database.inTenant(tenantId, async (em) => {
    const [{ count }] = await em.execute<[{ count: number }]>(
      'select count(*)::int as count from deleted_contacts where tenant_id = :tenantId',
      { tenantId },
    )
    return count
  })

/** The database, which notes the workspace of each transaction. */
function watched(tenants: string[]): Database {
  const { database } = world.app
  return {
    ...database,
    inTenant: (tenantId, work) => {
      tenants.push(tenantId)
      return database.inTenant(tenantId, work)
    },
  }
}

const doomed = { table: 'deleted_contacts', which: () => 'd.deleted_at < :before', values: { before: BEFORE } }

it('a deletion by workspace removes the rows of every workspace in batches, and opens no transaction for a workspace without rows', async () => {
  const [ann, ben, cleo] = [await world.signUp(), await world.signUp(), await world.signUp()]
  await keep(ann, OLD, 7)
  await keep(ann, RECENT, 2)
  await keep(ben, OLD, 3)
  await keep(cleo, RECENT, 1)
  const tenants: string[] = []
  expect(await deleteByTenant(watched(tenants), doomed, { batch: 3 })).toBe(10)
  expect([await left(ann), await left(ben), await left(cleo)]).toEqual([2, 0, 1])
  const turns = ({ tenantId }: TestPerson) => tenants.filter((id) => id === tenantId).length
  expect([turns(ann), turns(ben), turns(cleo)]).toEqual([3, 2, 0])
})

it('a deletion by workspace can stop between two batches', async () => {
  const ann = await world.signUp()
  await keep(ann, OLD, 4)
  const tenants: string[] = []
  expect(await deleteByTenant(watched(tenants), doomed, { batch: 1, stopped: () => tenants.length > 1 })).toBe(2)
  expect(await left(ann)).toBe(2)
})
