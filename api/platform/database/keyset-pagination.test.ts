import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { isInputObjectType, isObjectType } from 'graphql'
import { schema } from '#schema/index.ts'
import { v7 as newId } from 'uuid'
import { saveSuperAdmin } from '#api/super-admins/super-admins.ts'
import { graphqlAs } from '#tests/support/person.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
let superAdmin: List['ask']
beforeAll(async () => {
  world = await createWorld({ send: false })
  const boss = { username: 'boss', password: 'a boss password' }
  await saveSuperAdmin(world.app.database, { ...boss, name: 'Boss' })
  const post = (path: string, body: object, headers = {}) =>
    fetch(world.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: world.url, ...headers },
      body: JSON.stringify(body),
    })
  const signedIn = await post('/api/supadmin/login', boss)
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  superAdmin = (query, variables) => graphqlAs(world.url, { cookie, origin: world.url }, query, variables)
})
afterAll(() => world.close())

/** A sortable list, as a test reads it. */
interface List {
  /** Calls GraphQL as a permitted caller. */
  ask: (query: string, variables: object) => Promise<{ data: any; errors?: any[] }>
  filter?: object
  /** Adds a row; values repeat, so that the sort value alone identifies no position. */
  make: (n: number) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
}
const sql = (query: string, params: unknown[]) => world.app.database.asSystem((em) => em.execute(query, params))
const uuidIn = (id: string) => id.slice(4)
const NAMES = ['Ada', 'ada', 'Émile']

/** Lists, their sort fields, and how to open them. */
const LISTS: Record<string, { fields: string[]; open: () => Promise<List> }> = {
  contacts: {
    fields: ['createdAt', 'firstName', 'lastName', 'email'],
    open: async () => {
      const person = await world.signUp({ unlimited: true })
      return {
        ask: person.graphql,
        make: (n) =>
          person.rest('POST', '/api/contacts', {
            firstName: NAMES[n % 3],
            lastName: 'Same',
            email: `${n % 2 ? 'A' : 'b'}${n}@keyset.example`,
          }),
        remove: (id) => person.rest('DELETE', `/api/contacts/${id}`),
      }
    },
  },
  campaigns: {
    fields: ['createdAt', 'name'],
    open: async () => {
      const person = await world.signUp({ unlimited: true })
      return {
        ask: person.graphql,
        make: (n) => person.rest('POST', '/api/campaigns', { name: NAMES[n % 3] }),
        remove: (id) => person.rest('DELETE', `/api/campaigns/${id}`),
      }
    },
  },
  templates: {
    fields: ['createdAt', 'name'],
    open: async () => {
      const person = await world.signUp({ tier: 'pro' })
      return {
        ask: person.graphql,
        make: (n) => person.rest('POST', '/api/templates', { name: NAMES[n % 3], subject: 'S', content: 'C' }),
        remove: (id) => person.rest('DELETE', `/api/templates/${id}`),
      }
    },
  },
  users: {
    fields: ['createdAt', 'name', 'email', 'username'],
    open: async () => {
      const admin = await world.signUp()
      return {
        ask: admin.graphql,
        filter: { role: 'user' },
        make: (n) =>
          sql(
            `insert into users (tenant_id, id, username, email, name, role, is_active, created_at)
             select tenant_id, ?, ? || id, ? || id, ?, 'user', true, now() from users where id = ? returning 1`,
            [newId(), `${n % 2 ? 'A' : 'b'}${n}`, `${n % 3}${n}`, NAMES[n % 3], admin.userId],
          ),
        remove: (id) =>
          admin.graphql(
            'mutation ($id: ID!) { deleteUser(input: { id: $id }) { user { id } errors { code field message } } }',
            { id },
          ),
      }
    },
  },
  tenants: {
    fields: ['createdAt', 'name', 'slug'],
    open: async () => {
      const search = newId()
      return {
        ask: superAdmin,
        filter: { search },
        make: (n) =>
          sql(
            `insert into tenants (id, slug, name, domain, subscription_tier, max_users, max_contacts, max_campaigns, features, created_at)
             values (?, ?, ?, ?, 'basic', 1, 1, 1, '{}', now())`,
            [newId(), `${n % 2 ? 'a' : 'b'}${n}-${search}`, NAMES[n % 3], `${search}.example`],
          ),
        remove: (id) => sql('delete from tenants where id = ?', [uuidIn(id)]),
      }
    },
  },
}
const DIRECTIONS = ['ascending', 'descending']
/** Each field in both directions; `npm test` reads it in one of them, in turn. */
const CASES = Object.entries(LISTS).flatMap(([list, { fields }]) =>
  fields.flatMap((field, index) =>
    DIRECTIONS.filter((_, turn) => inject('everything') || turn === index % 2).map(
      (direction) => [list, field, direction] as const,
    ),
  ),
)

async function page({ ask, filter }: List, list: string, args: object) {
  const name = list[0]?.toUpperCase() + list.slice(1, -1)
  const query = `query ($first: Int, $last: Int, $after: String, $before: String, $filter: ${name}Filter, $orderBy: ${name}Order) {
    ${list}(first: $first, last: $last, after: $after, before: $before, filter: $filter, orderBy: $orderBy) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id } } } }`
  const { data, errors } = await ask(query, { filter, ...args })
  expect(errors).toBeUndefined()
  const { edges, ...rest } = data[list]
  return { ...rest, ids: edges.map((edge: { node: { id: string } }) => edge.node.id) as string[], edges }
}

describe('the pages of a list', () => {
  it.each(CASES)(
    'of %s by %s, %s, contain every row once, forwards and backwards, while rows are added and removed',
    async (list, field, direction) => {
      const opened = await LISTS[list]?.open()
      if (!opened) throw new Error(`There is no list of ${list}`)
      const { make, remove } = opened
      for (let n = 0; n < 8; n += 1) await make(n)
      const orderBy = { field, direction }
      const all = (await page(opened, list, { first: 50, orderBy })).ids
      expect(new Set(all).size).toBe(8)

      const read: string[] = []
      let after: string | null = null
      for (let n = 0; ; n += 1) {
        const { ids, pageInfo } = await page(opened, list, { first: 3, after, orderBy })
        read.push(...ids)
        if (!pageInfo.hasNextPage) break
        after = pageInfo.endCursor
        // Rows already read are removed, including the cursor's, and new ones are added.
        await remove(ids.at(-1) ?? '')
        await make(100 + n)
      }
      expect(read.filter((id) => all.includes(id))).toEqual(all)
      expect(new Set(read).size).toBe(read.length)

      const now = await page(opened, list, { first: 50, orderBy })
      const back: string[] = []
      let before: string | null = null
      for (;;) {
        const { ids, pageInfo } = await page(opened, list, { last: 3, before, orderBy })
        back.unshift(...ids)
        if (!pageInfo.hasPreviousPage) break
        before = pageInfo.startCursor
      }
      expect(back).toEqual(now.ids)
      expect(now.totalCount).toBe(now.ids.length)
      const between = await page(opened, list, {
        first: 9,
        after: now.edges[0].cursor,
        before: now.edges[4].cursor,
        orderBy,
      })
      expect(between.ids).toEqual(now.ids.slice(1, 4))
    },
  )
})

describe('a cursor of a paged list', () => {
  const UUID = '0199e0b2-1111-7222-8333-444455556666'
  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const ask = async (list: string, field: string, after: string) => {
    const type = list[0]?.toUpperCase() + list.slice(1, -1)
    const query = `query ($after: String, $orderBy: ${type}Order) { ${list}(after: $after, orderBy: $orderBy) { edges { cursor } } }`
    const person = await world.signUp()
    const { data, errors } = await person.graphql(query, { after, orderBy: { field, direction: 'ascending' } })
    return errors?.[0].extensions.code ?? data[list].edges
  }
  it.each([
    ['of another order', 'images', 'size', cursor('id', '', UUID)],
    ['of another order', 'contacts', 'firstName', cursor('lastName', 'Ada', UUID)],
    ['of the order of creation', 'contacts', 'firstName', cursor('id', '', UUID)],
    ['with a text for a number', 'images', 'size', cursor('size', 'Ada', UUID)],
    ['with a number over the maximum', 'images', 'size', cursor('size', 1e300, UUID)],
    ['with a number for a text', 'contacts', 'firstName', cursor('firstName', 5, UUID)],
    ['with a NUL', 'contacts', 'firstName', cursor('firstName', 'a\0', UUID)],
    ['with an invalid id', 'contacts', 'createdAt', cursor('id', '', '-'.repeat(36))],
    ['without an id', 'contacts', 'createdAt', cursor('id', '')],
    ['that is not a list', 'contacts', 'createdAt', Buffer.from('{}').toString('base64url')],
    ['that is not JSON', 'contacts', 'createdAt', 'x'],
  ])('%s is refused by the list of %s ordered by %s', async (_, list, field, after) => {
    expect(await ask(list, field, after)).toBe('BAD_INPUT')
  })
  it.each([
    ['images', 'size', cursor('size', 7, UUID)],
    ['contacts', 'firstName', cursor('firstName', 'Ada', UUID)],
    ['contacts', 'createdAt', cursor('id', '', UUID)],
  ])('is accepted by the list of %s in the order %s that it comes from', async (list, field, after) => {
    expect(await ask(list, field, after)).toEqual([])
  })
})

it('every unbounded list of the GraphQL API is a connection, with its filters and orders as input types', () => {
  const connections = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .filter((field) => String(field.type).endsWith('Connection!'))
  expect(connections.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['contacts', 'campaigns', 'emailLogs', 'suppressions', 'images', 'tasks']),
  )
  expect(connections.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(LISTS)))
  for (const { name, args } of connections) {
    const types = Object.fromEntries(args.map((arg) => [arg.name, arg.type]))
    expect([name, Object.keys(types)]).toEqual([name, expect.arrayContaining(['first', 'last', 'after', 'before'])])
    for (const extra of ['filter', 'orderBy']) {
      if (extra in types) expect([name, extra, isInputObjectType(types[extra])]).toEqual([name, extra, true])
    }
  }
})

/** Lists without pagination, and what keeps them short. */
const SHORT = {
  apiKeys: 'at most 50',
  confirmationWays: 'How you can confirm',
  contactFields: 'at most 1,000',
  contactTags: 'at most 1,000',
  mailboxes: 'a few each',
  savedBlocks: 'at most 200',
  segments: 'at most 200',
  serviceAccounts: 'at most 20',
  sessions: '20 newer ones',
  webhooks: 'at most 10',
  welcomes: 'at most 1,000',
  colleagues: 'the first 50',
  identities: 'sign-in methods',
  campaignConditions: 'before sending a draft',
  campaignProblems: 'before sending a draft',
  nodes: 'at most 500',
  sheetLinks: 'at most 500',
  sheets: 'at most 100',
  sheetRows: 'at most 1,000',
  refusedRegistrations: 'Providers that refuse',
}

it('every other list of the GraphQL API documents what keeps it short', () => {
  const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter((field) =>
    String(field.type).startsWith('['),
  )
  expect(lists.map(({ name }) => name).toSorted()).toEqual(Object.keys(SHORT).toSorted())
  for (const { name, description, args } of lists) {
    const said = [description, ...args.map((arg) => arg.description)].join(' ')
    expect([name, said]).toEqual([name, expect.stringContaining(SHORT[name as keyof typeof SHORT])])
  }
})
