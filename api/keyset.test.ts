import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInputObjectType, isObjectType } from 'graphql'
import { schema } from '#schema/index.ts'
import { createWorld, type TestPerson, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** Lists that can be sorted, how a row of them is made, and what they are sorted by; values repeat, so that order alone names no place. */
const LISTS = {
  contacts: {
    fields: ['createdAt', 'firstName', 'lastName', 'email'],
    make: (person: TestPerson, n: number) =>
      person.rest('POST', '/api/contacts', {
        firstName: ['Ada', 'ada', 'Émile'][n % 3],
        lastName: 'Same',
        email: `${n % 2 ? 'A' : 'b'}${n}@keyset.example`,
      }),
    remove: (person: TestPerson, id: string) => person.rest('DELETE', `/api/contacts/${id}`),
  },
  campaigns: {
    fields: ['createdAt', 'name'],
    make: (person: TestPerson, n: number) =>
      person.rest('POST', '/api/campaigns', { name: ['One', 'one', 'Two'][n % 3] }),
    remove: (person: TestPerson, id: string) => person.rest('DELETE', `/api/campaigns/${id}`),
  },
}
const CASES = Object.entries(LISTS).flatMap(([list, { fields }]) =>
  fields.flatMap((field) => ['ascending', 'descending'].map((direction) => [list, field, direction] as const)),
)

async function page(person: TestPerson, list: string, args: object) {
  const name = list[0]?.toUpperCase() + list.slice(1, -1)
  const query = `query ($first: Int, $last: Int, $after: String, $before: String, $orderBy: ${name}Order) {
    ${list}(first: $first, last: $last, after: $after, before: $before, orderBy: $orderBy) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id } } } }`
  const { data, errors } = await person.graphql(query, args)
  expect(errors).toBeUndefined()
  const { edges, ...rest } = data[list]
  return { ...rest, ids: edges.map((edge: { node: { id: string } }) => edge.node.id) as string[], edges }
}

describe('the pages of a list', () => {
  it.each(CASES)(
    '%s by %s, %s: hold every row once, forwards and backwards, while rows come and go',
    async (list, field, direction) => {
      const { make, remove } = LISTS[list as keyof typeof LISTS]
      const person = await world.signUp({ unlimited: true })
      for (let n = 0; n < 8; n += 1) expect((await make(person, n)).status).toBe(201)
      const orderBy = { field, direction }
      const all = (await page(person, list, { first: 50, orderBy })).ids
      expect(new Set(all).size).toBe(8)

      const read: string[] = []
      let after: string | null = null
      for (let n = 0; ; n += 1) {
        const { ids, pageInfo } = await page(person, list, { first: 3, after, orderBy })
        read.push(...ids)
        if (!pageInfo.hasNextPage) break
        after = pageInfo.endCursor
        // What was read goes, the row of the cursor too, and more comes.
        await remove(person, ids.at(-1) ?? '')
        await make(person, 100 + n)
      }
      expect(read.filter((id) => all.includes(id))).toEqual(all)
      expect(new Set(read).size).toBe(read.length)

      const now = await page(person, list, { first: 50, orderBy })
      const back: string[] = []
      let before: string | null = null
      for (;;) {
        const { ids, pageInfo } = await page(person, list, { last: 3, before, orderBy })
        back.unshift(...ids)
        if (!pageInfo.hasPreviousPage) break
        before = pageInfo.startCursor
      }
      expect(back).toEqual(now.ids)
      expect(now.totalCount).toBe(now.ids.length)
      const between = await page(person, list, {
        first: 9,
        after: now.edges[0].cursor,
        before: now.edges[4].cursor,
        orderBy,
      })
      expect(between.ids).toEqual(now.ids.slice(1, 4))
    },
  )
})

it('every list that grows without bound is a connection, with its filters and orders as input types', () => {
  const connections = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .filter((field) => String(field.type).endsWith('Connection!'))
  expect(connections.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['contacts', 'campaigns', 'emailLogs', 'suppressions', 'images', 'tasks']),
  )
  for (const { name, args } of connections) {
    const types = Object.fromEntries(args.map((arg) => [arg.name, arg.type]))
    expect([name, Object.keys(types)]).toEqual([name, expect.arrayContaining(['first', 'last', 'after', 'before'])])
    for (const extra of ['filter', 'orderBy']) {
      if (extra in types) expect([name, extra, isInputObjectType(types[extra])]).toEqual([name, extra, true])
    }
  }
})
