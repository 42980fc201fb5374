import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tierDefaults } from '#domain/tenants/plans.ts'
import { openDatabase, type Database, type Em } from '#api/platform/database/database.ts'
import { openTenant } from '#api/tenants/open-tenant.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { contactCount } from '#api/tenants/contact-count.ts'

let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const created = await createTestDatabase()
  drop = created.drop
  database = await openDatabase(created.url)
})
afterAll(async () => {
  await database.close()
  await drop()
})

let made = 0
const workspace = () =>
  database.asSystem((em) =>
    openTenant(em, {
      name: `Counted ${(made += 1)}`,
      domain: '',
      tier: 'pro',
      limits: tierDefaults('enterprise'),
      now: new Date(),
    }),
  )

const add = (em: Em, tenantId: string, count: number) =>
  em.execute(
    `insert into contacts (tenant_id, id, first_name, last_name, email)
     select :tenantId, gen_random_uuid(), 'First', 'Last', gen_random_uuid() || '@counted.example' from generate_series(1, :count) returning 1`,
    { tenantId, count },
  )
const remove = (em: Em, tenantId: string, count: number) =>
  em.execute(
    `delete from contacts where tenant_id = :tenantId
       and id = any (array(select id from contacts where tenant_id = :tenantId order by id limit :count))`,
    { tenantId, count },
  )
const counts = (tenantId: string) =>
  database.inTenant(tenantId, async (em) => {
    const [row] = await em.execute<[{ real: number; rows: number }]>(
      `select (select count(*)::int from contacts where tenant_id = :tenantId) as real,
         (select count(*)::int from contact_counts where tenant_id = :tenantId) as rows`,
      { tenantId },
    )
    return { ...row, kept: await contactCount(em, tenantId) }
  })

class Undone extends Error {}

it('the stored count of contacts stays right whatever is added, deleted and rolled back at the same time', async () => {
  const step = fc.record({
    adds: fc.boolean(),
    count: fc.integer({ min: 0, max: 4 }),
    rollsBack: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 4 }), async (rounds) => {
      const tenantId = await workspace()
      for (const atOnce of rounds) {
        await Promise.all(
          atOnce.map(({ adds, count, rollsBack }) =>
            database
              .inTenant(tenantId, async (em) => {
                await (adds ? add : remove)(em, tenantId, count)
                if (rollsBack) throw new Undone()
              })
              .catch((error: unknown) => {
                if (!(error instanceof Undone)) throw error
              }),
          ),
        )
        const { kept, real } = await counts(tenantId)
        expect(kept).toBe(real)
      }
    }),
    { numRuns: 12 },
  )
})

it('the stored count of contacts is merged into one row while no other transaction writes', async () => {
  const tenantId = await workspace()
  for (let n = 0; n < 5; n += 1) await database.inTenant(tenantId, (em) => add(em, tenantId, 2))
  expect(await counts(tenantId)).toEqual({ real: 10, kept: 10, rows: 1 })
})

it('the stored count of contacts lets two open transactions add contacts at the same time', async () => {
  const tenantId = await workspace()
  await database.inTenant(tenantId, (em) => add(em, tenantId, 3))
  await database.inTenant(tenantId, async (em) => {
    await add(em, tenantId, 1)
    await database.inTenant(tenantId, (other) => add(other, tenantId, 1))
    // This transaction sees its own contact and the committed one.
    expect(await contactCount(em, tenantId)).toBe(5)
  })
  expect(await counts(tenantId)).toMatchObject({ real: 5, kept: 5 })
})

it('the stored count of contacts is kept for each workspace separately, and is gone with a deleted workspace', async () => {
  const [one, other] = [await workspace(), await workspace()]
  await database.inTenant(one, (em) => add(em, one, 2))
  await database.inTenant(other, (em) => add(em, other, 7))
  expect((await counts(one)).kept).toBe(2)
  await database.asSystem((em) => em.execute('delete from tenants where id = :other', { other }))
  expect((await counts(one)).kept).toBe(2)
  expect((await counts(other)).rows).toBe(0)
})
