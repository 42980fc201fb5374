import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sql } from 'kysely'
import { tierDefaults } from '#domain/tenants/plans.ts'
import type { ContactFilter } from '#domain/audiences.ts'
import { contactsMatching } from '#api/audiences/contact-matching-queries.ts'
import { openDatabase, sqlOf, type Database, type Em } from '#api/platform/database/database.ts'
import { migrate } from '#api/platform/database/migrate.ts'
import { openTenant } from '#api/tenants/open-tenant.ts'
import { databaseUrl } from '#tests/support/database-url.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createTestDatabase, onCluster } from '#tests/support/postgres.ts'
import { knownRows } from './import-rows.ts'

let url: string
let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const created = await createTestDatabase()
  ;({ url, drop } = created)
  database = await openDatabase(url)
})
afterAll(async () => {
  await database.close()
  await drop()
})

const LIMITS = tierDefaults('enterprise')
const tenant = (of: Database, name: string) =>
  of.asSystem((em) => openTenant(em, { name, domain: '', tier: 'pro', limits: LIMITS, now: new Date() }))

/** Contacts named First1 …, whose addresses are in `domain`. */
async function fill(of: Database, tenantId: string, count: number, domain: string) {
  await of.inTenant(tenantId, (em) =>
    em.execute(
      `insert into contacts (tenant_id, id, first_name, last_name, email)
       select ?, gen_random_uuid(), 'First' || n, md5(n::text), 'c' || n || ?::text from generate_series(1, ?) as n returning 1`,
      [tenantId, `@${domain}`, count],
    ),
  )
}

const found = (of: Database, tenantId: string, filter: ContactFilter) =>
  of.inTenant(tenantId, async (em) => {
    const { query } = await contactsMatching(em, tenantId, filter)
    return (await query.select('email').orderBy('email').execute()).map(({ email }) => email)
  })

/** The query plan of a list, under the product's database role. */
const planOf = (tenantId: string, filter: ContactFilter) =>
  database.inTenant(tenantId, async (em) => {
    const { query } = await contactsMatching(em, tenantId, filter)
    const rows = await sql<Record<string, string>>`explain ${query.select('contacts.id')}`.execute(sqlOf(em))
    return rows.rows.flatMap(Object.values).join('\n')
  })

async function asOwner(statement: string, at = url) {
  const client = new Client({ connectionString: at })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

describe('the search for contacts', () => {
  it('uses an index under row-level security', async () => {
    const id = await tenant(database, 'Large')
    await fill(database, id, 20_000, 'large.example')
    await asOwner('vacuum analyze contacts')
    for (const search of ['c19999@', 'ÇELİK', 'élodie'.normalize('NFD')]) {
      expect(await planOf(id, { search }), search).toContain('Index Scan on contacts_search')
    }
    expect(await found(database, id, { search: 'C19999@' })).toEqual(['c19999@large.example'])
  })

  it('finds no contacts of another workspace, even with SQL that filters by no workspace and a shared index', async () => {
    const [one, other] = [await tenant(database, 'One'), await tenant(database, 'Other')]
    await fill(database, one, 3, 'one-of-two.example')
    await fill(database, other, 2, 'two-of-two.example')
    expect(await found(database, one, { search: '-of-two' })).toHaveLength(3)
    expect(await found(database, other, { search: 'one-of-two' })).toEqual([])
    const anybody = await database.inTenant(other, async (em) => {
      await em.execute('set local enable_seqscan = off')
      await em.execute('set local enable_indexscan = off')
      return em.execute<{ email: string }[]>(`select email from contacts where search_text like '%-of-two.%'`)
    })
    expect(anybody.map(({ email }) => email)).toEqual(['c1@two-of-two.example', 'c2@two-of-two.example'])
    expect(
      await database.inTenant('', (em) => em.execute(`select 1 from contacts where search_text like '%a%'`)),
    ).toEqual([])
  })

  it('finds names in every script ignoring case, also with decomposed characters', async () => {
    const id = await tenant(database, 'Scripts')
    const addresses = ['ÇELİK', 'ΣΟΦΟΣ', 'Élodie', 'Иван'].map((name, at) => [name, `s${at}@scripts.example`] as const)
    await database.inTenant(id, async (em) => {
      for (const [name, email] of addresses) {
        await em.execute(
          `insert into contacts (tenant_id, id, first_name, last_name, email, fields)
           values (?, gen_random_uuid(), ?, 'L', ?, jsonb_build_object('Rue Générale', ?::text))`,
          [id, name, email, name],
        )
      }
    })
    const typed = ['ÇELİK', 'ΣΟΦΟΣ', 'élodie'.normalize('NFD'), 'ИВАН']
    for (const [at, [, email]] of addresses.entries()) {
      const text = typed[at] ?? ''
      expect(await found(database, id, { search: ` ${text} ` }), text).toEqual([email])
      for (const condition of [{ contains: text }, { equals: text }]) {
        const fields = [{ name: 'Rue Générale'.normalize('NFD'), ...condition }]
        expect(await found(database, id, { fields }), text).toEqual([email])
      }
    }
  })

  it('treats the SQL pattern characters % and _ literally', async () => {
    const id = await tenant(database, 'Signs')
    await fill(database, id, 3, 'signs.example')
    for (const search of ['%', '_', '\\', 'c1\\', "'"]) expect(await found(database, id, { search })).toEqual([])
  })

  itInFull(
    'works if the database role of the product may neither declare operators leakproof nor bypass row-level security',
    async () => {
      const name = `test_plain_${randomBytes(6).toString('hex')}`
      const admin = inject('postgresUrl')
      await asOwner(`create role ${name} login password 'plain' nosuperuser`, admin)
      await asOwner(`create database ${name} owner ${name}`, admin)
      const plainUrl = new URL(databaseUrl(admin, name))
      plainUrl.username = name
      plainUrl.password = 'plain'
      const plain = await migrate(plainUrl.href).then(() => openDatabase(plainUrl.href))
      try {
        expect(plain.appRole).toBeNull()
        const [one, other] = [await tenant(plain, 'One'), await tenant(plain, 'Other')]
        await fill(plain, one, 2, 'one.example')
        await fill(plain, other, 2, 'other.example')
        expect(await found(plain, one, { search: 'C1@' })).toEqual(['c1@one.example'])
        expect(await found(plain, one, { search: 'other' })).toEqual([])
      } finally {
        await plain.close()
        await asOwner(`drop database ${name} with (force)`, admin)
        await asOwner(`drop role ${name}`, admin)
      }
    },
  )
})

describe('an import of contacts', () => {
  // The plan of a cluster is Citus's own.
  it.skipIf(onCluster())('finds existing contacts by address, even without table statistics', async () => {
    await asOwner('alter table contacts set (autovacuum_enabled = false)')
    const id = await tenant(database, 'Imported')
    await fill(database, id, 6_000, 'imported.example')
    const names = { firstName: 'A', lastName: 'B', email: 'C7@imported.example' }
    const row = { row: 2, ...names, serialNumber: null, fields: {}, replaced: [] }
    expect(
      await database.inTenant(id, (em) => knownRows(em, id, [row, { ...row, row: 3, email: 'new@x.example' }])),
    ).toEqual(new Map([['c7@imported.example', true]]))
    const plan = await database.inTenant(id, async (em) => {
      let rows: Record<string, string>[] = []
      const execute = async (query: string, values: unknown[]) => (rows = await em.execute(`explain ${query}`, values))
      await knownRows({ execute } as unknown as Em, id, [row])
      return rows.flatMap(Object.values).join('\n')
    })
    expect(plan).toMatch(/Index Scan using contacts_email on contacts c .*\n +Index Cond: .*email_key = /)
  })
})

describe('a filter of contacts by tag', () => {
  const tag = (tenantId: string, label: string, every: number) =>
    database.inTenant(tenantId, (em) =>
      em.execute(
        `insert into contact_tags (tenant_id, contact_id, tag) select tenant_id, id, ? from contacts
         where tenant_id = ? and substring(email from 2 for position('@' in email) - 2)::int % ? = 0 returning 1`,
        [label, tenantId, every],
      ),
    )

  // The plan of a cluster is Citus's own.
  it.skipIf(onCluster())('never scans all tags for each contact, even without statistics on new tables', async () => {
    await asOwner(`alter table contacts set (autovacuum_enabled = false);
      alter table contact_tags set (autovacuum_enabled = false)`)
    const id = await tenant(database, 'Fresh')
    await fill(database, id, 6_000, 'fresh.example')
    await tag(id, 'VIP', 2)
    await tag(id, 'press', 1_000)
    for (const filter of [{ tags: ['VIP'] }, { withoutTags: ['VIP'] }, { tags: ['press'], withoutTags: ['vip'] }]) {
      const plan = await planOf(id, filter)
      expect(plan).not.toMatch(/Nested Loop|Join Filter/)
    }
    expect(await found(database, id, { tags: ['vip'] })).toHaveLength(3_000)
    expect(await found(database, id, { withoutTags: ['vip'] })).toHaveLength(3_000)
    expect(await found(database, id, { tags: ['PRESS'] })).toHaveLength(6)
    expect(await found(database, id, { tags: ['vip', 'press'], search: 'c2000@' })).toEqual(['c2000@fresh.example'])
    expect(await found(database, id, { tags: ['nobody'] })).toEqual([])
  })
})
