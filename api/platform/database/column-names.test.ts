import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'
import { namedByOrm, sqlOf, type Em } from './database.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** Runs `work` in a workspace with 40 contacts and 40 mailboxes, some values of which are null. */
async function inWorkspace<T>(work: (em: Em, tenantId: string) => Promise<T>): Promise<T> {
  const { tenantId } = await world.signUp()
  return world.app.database.inTenant(tenantId, async (em) => {
    await em.execute(
      `insert into contacts (tenant_id, id, first_name, last_name, email, serial_number, fields)
       select :tenantId, gen_random_uuid(), 'First' || n, 'Last', 'reader' || n || '@names.example', nullif(n % 3, 0),
         jsonb_build_object('City', 'Łódź')
       from generate_series(1, 40) n`,
      { tenantId },
    )
    return work(em, tenantId)
  })
}

describe('sqlOf, which runs SQL and names its columns as properties,', () => {
  it('names and converts the columns of many rows exactly as MikroORM does', async () => {
    await inWorkspace(async (em, tenantId) => {
      const page = (sql: ReturnType<typeof sqlOf>) =>
        sql.selectFrom('contacts').selectAll().where('tenantId', '=', tenantId).orderBy('id').execute()
      const rows = await page(sqlOf(em))
      expect(rows).toHaveLength(40)
      expect(rows).toEqual(await page(namedByOrm(em)))
      expect(rows[0]?.createdAt).toBeInstanceOf(Date)
    })
  })

  it('handles aliases in a join, and columns that only MikroORM can convert', async () => {
    await inWorkspace(async (em, tenantId) => {
      const page = (sql: ReturnType<typeof sqlOf>) =>
        sql
          .selectFrom('contacts')
          .innerJoin('users', 'users.tenantId', 'contacts.tenantId')
          .innerJoin('sessions', 'sessions.tenantId', 'contacts.tenantId')
          .select(['contacts.id', 'contacts.fields', 'users.createdAt as since', 'sessions.tokenHash', 'users.role'])
          .where('contacts.tenantId', '=', tenantId)
          .orderBy('contacts.id')
          .execute()
      const rows = await page(sqlOf(em))
      expect(rows).toHaveLength(40)
      expect(rows).toEqual(await page(namedByOrm(em)))
    })
  })
})
