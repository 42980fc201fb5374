import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'

it('the query nodes returns any objects by id, in the requested order, and null for unavailable ones', async () => {
  const person = await world.signUp()
  const input = { firstName: 'A', lastName: 'B', email: 'a@nodes.example' }
  const { id: contact } = (await person.rest('POST', '/api/contacts', input)).body
  const { id: campaign } = (await person.rest('POST', '/api/campaigns', { name: 'N' })).body
  const TENANT = '{ tenant { id } }'
  const { tenant } = (await person.graphql(TENANT)).data
  const foreign = (await (await world.signUp()).graphql(TENANT)).data.tenant
  // Another workspace; the others were never ids.
  const nothings = [foreign.id, '', '1', 'xyz_00000000000070008000000000000000', "con_' or 1=1", contact.slice(0, -1)]
  const { data, errors } = await person.graphql(NODES, { ids: [campaign, ...nothings, tenant.id, contact] })
  expect(errors).toBeUndefined()
  expect(data.nodes).toEqual([{ id: campaign }, ...nothings.map(() => null), tenant, { id: contact }])
  for (const id of nothings) {
    const one = 'query ($id: ID!) { node(id: $id) { id } campaign(id: $id) { id } contact(id: $id) { id } }'
    expect(await person.graphql(one, { id })).toMatchObject({ data: { node: null, campaign: null, contact: null } })
  }
})

it('the query nodes returns at most 500 objects at a time', async () => {
  const person = await world.signUp()
  const ids = (count: number) => Array.from({ length: count }, () => 'con_00000000000070008000000000000000')
  expect((await person.graphql(NODES, { ids: ids(500) })).data.nodes).toHaveLength(500)
  const { errors } = await person.graphql(NODES, { ids: ids(501) })
  expect(errors?.[0].extensions.code).toBe('BAD_INPUT')
})
