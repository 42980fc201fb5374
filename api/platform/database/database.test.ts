import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v7 as newId } from 'uuid'
import { tierDefaults } from '#domain/tenants/plans.ts'
import { Contact } from '#api/contacts/contact.ts'
import { afterCommit, openDatabase, sqlOf, type Database } from './database.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { openTenant } from '#api/tenants/open-tenant.ts'

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

const tenant = (name: string) =>
  database.asSystem((em) =>
    openTenant(em, {
      name,
      domain: '',
      tier: 'pro',
      limits: tierDefaults('enterprise'),
      now: new Date(),
    }),
  )
const contact = (tenantId: string) => ({
  tenantId,
  id: newId(),
  firstName: 'A',
  lastName: 'B',
  email: `${newId()}@example.com`,
  fields: {},
  createdAt: new Date(),
})

it('the database has forced row-level security and a policy on every table that belongs to workspaces', async () => {
  const open = await database.asSystem((em) =>
    em.execute(
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'migrations'
         and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`,
    ),
  )
  expect(open).toEqual([])
})

describe('work that is deferred until the commit of a transaction', () => {
  it('is run then, in order, once the rows are visible', async () => {
    const done: string[] = []
    const tenantId = await tenant('Committed')
    await database.inTenant(tenantId, async (em) => {
      afterCommit(em, () => done.push('one'))
      afterCommit(em, () => done.push('two'))
      await em.execute('select 1')
      expect(done).toEqual([])
    })
    expect(done).toEqual(['one', 'two'])
  })

  it('is dropped after a rollback, and belongs to its own transaction', async () => {
    const done: string[] = []
    const outer = database.asSystem(async (em) => {
      afterCommit(em, () => done.push('outer'))
      await database.asSystem(async (inner) => afterCommit(inner, () => done.push('inner')))
      throw new Error('Rolled back')
    })
    await expect(outer).rejects.toThrow('Rolled back')
    expect(done).toEqual(['inner'])
  })
})

it('the product connects to the database with a role that cannot bypass row-level security', async () => {
  const [role] = await database.asSystem((em) =>
    em.execute('select rolsuper or rolbypassrls as bypass from pg_roles where rolname = current_user'),
  )
  expect(role).toEqual({ bypass: false })
})

it('the database shows a workspace only its own rows, even to SQL that filters by no workspace', async () => {
  const [one, other] = [await tenant('One'), await tenant('Other')]
  await database.inTenant(one, async (em) => void em.create(Contact, contact(one)))
  expect(await database.inTenant(one, (em) => em.execute('select id from contacts'))).toHaveLength(1)
  expect(await database.inTenant(other, (em) => em.execute('select id from contacts'))).toEqual([])
  expect(await database.inTenant(other, (em) => sqlOf(em).selectFrom('contacts').select('id').execute())).toEqual([])
})

it('the database shows no rows if no workspace is set', async () => {
  const one = await tenant('Unset')
  await database.inTenant(one, async (em) => void em.create(Contact, contact(one)))
  expect(await database.inTenant('', (em) => em.execute('select id from contacts'))).toEqual([])
})

it('the database has no policy that allows a row if no workspace, or another one, is set', async () => {
  const policies = await database.asSystem((em) =>
    em.execute<{ tablename: string; rule: string }[]>(
      `select tablename, qual as rule from pg_policies where schemaname = 'public'
       union select tablename, with_check from pg_policies where schemaname = 'public'`,
    ),
  )
  expect(policies.length).toBeGreaterThan(20)
  const mine = newId()
  /** The tables whose policies admit a row of `mine` in a scope. */
  const open = (scope: string) =>
    database.inTenant(scope, async (em) => {
      const seen = []
      for (const { tablename, rule } of policies) {
        const [answer] = await em.execute<[{ seen: boolean | null }]>(
          `select (${rule}) as seen from (select ?::uuid as tenant_id, ?::uuid as id) as row`,
          [mine, mine],
        )
        if (answer.seen) seen.push(tablename)
      }
      return new Set(seen)
    })
  expect(await open('')).toEqual(new Set())
  expect(await open(newId())).toEqual(new Set())
  expect([...(await open(mine))]).toEqual(expect.arrayContaining(['tenants', 'users', 'contacts', 'images', 'tasks']))
  expect(await open('*')).toEqual(new Set())
})

it('the database lets no workspace write a row of another workspace', async () => {
  const [one, other] = [await tenant('Writer'), await tenant('Victim')]
  const write = database.inTenant(one, async (em) => void em.create(Contact, contact(other)))
  await expect(write).rejects.toThrow('row-level security')
})
