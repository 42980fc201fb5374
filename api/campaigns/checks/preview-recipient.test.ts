import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
let person: TestPerson
let id: string
/** the contacts' ids, in the order in which they were added */
let ids: string[]
beforeAll(async () => {
  world = await createWorld({ send: false })
  person = await world.signUp({ unlimited: true })
  const uuids = Array.from(
    { length: 2_500 },
    (_, index) => `0190a000-0000-7000-8000-${String(index + 1).padStart(12, '0')}`,
  )
  const rows = uuids.map((uuid, index) => ({
    ...{ id: uuid, first: `First${index + 1}`, email: `p${index + 1}@example.com`, serial: index === 20 ? 4711 : null },
    fields:
      index === 2_400
        ? {}
        : {
            City: index === 6 ? 'Zürich 100%' : 'Rome',
            Due: index === 2_200 ? 'asap' : '2026-07-01',
            Boss: index === 9 ? 'n/a' : 'b@example.com',
          },
  }))
  await world.app.database.inTenant(person.tenantId, (em) =>
    em.execute(
      `insert into contacts (tenant_id, id, first_name, last_name, email, serial_number, fields, created_at)
       select ?, id, first, 'L', email, serial, fields, now() from jsonb_to_recordset(?::jsonb) as row (id uuid, first text, email text, serial int, fields jsonb) returning 1`,
      [person.tenantId, JSON.stringify(rows)],
    ),
  )
  ids = uuids.map((uuid) => encodeId('Contact', uuid))
  const made = await person.rest('POST', '/api/campaigns', {
    ...{ name: 'N', subject: 'To {City}', content: '{firstName}', cc: '{Boss|b@example.com}', audience: { all: true } },
  })
  id = made.body.id
})
afterAll(() => world.close())

const QUERY = `query ($campaignId: ID!, $after: ID, $before: ID, $search: String, $hasGap: Boolean) {
  previewRecipient(campaignId: $campaignId, after: $after, before: $before, search: $search, hasGap: $hasGap) {
    contact { id email } position total gaps } }`
const recipient = async (asked: object = {}) => {
  const { data, errors } = await person.graphql(QUERY, { campaignId: id, ...asked })
  expect(errors).toBeUndefined()
  return data.previewRecipient as {
    contact: { id: string; email: string }
    position: number
    total: number
    gaps: string[]
  } | null
}

it('previewRecipient returns the first, the next and the previous recipient with their position among all', async () => {
  expect(await recipient()).toEqual({
    contact: { id: ids[0], email: 'p1@example.com' },
    position: 1,
    total: 2_500,
    gaps: [],
  })
  expect(await recipient({ after: ids[0] })).toMatchObject({ position: 2 })
  expect(await recipient({ before: ids[2_499] })).toMatchObject({
    contact: { email: 'p2499@example.com' },
    position: 2_499,
  })
  expect(await recipient({ after: ids[2_499] })).toBeNull()
  expect(await recipient({ before: ids[0] })).toBeNull()
})

it('previewRecipient finds recipients by name, address, serial number or any field, literally', async () => {
  expect(await recipient({ search: 'FIRST1234' })).toMatchObject({ position: 1_234 })
  expect(await recipient({ search: 'p2000@' })).toMatchObject({ position: 2_000 })
  expect(await recipient({ search: '4711' })).toMatchObject({ position: 21 })
  expect(await recipient({ search: '4711', after: ids[20] })).toBeNull()
  expect(await recipient({ search: '100%' })).toMatchObject({ position: 7 })
  expect(await recipient({ search: 'zürich', after: ids[6] })).toBeNull()
  expect(await recipient({ search: 'rich_100' })).toBeNull()
})

it('previewRecipient jumps to the next recipient who lacks a value, however far down the list', async () => {
  expect(await recipient({ hasGap: true })).toMatchObject({ position: 10, gaps: ['CC'] })
  expect(await recipient({ hasGap: true, after: ids[9] })).toMatchObject({ position: 2_401, gaps: ['{City}'] })
  expect(await recipient({ hasGap: true, after: ids[2_400] })).toBeNull()
  expect(await recipient({ hasGap: true, before: ids[2_400] })).toMatchObject({ position: 10 })
})

it('previewRecipient stops at a recipient whose value does not fit the format of a merge tag', async () => {
  const { body } = await person.rest('POST', '/api/campaigns', {
    ...{ name: 'N', subject: 'Due', content: '{Due|date:long|soon}', audience: { all: true } },
  })
  expect(await recipient({ campaignId: body.id, hasGap: true })).toMatchObject({
    ...{ position: 2_201, gaps: ['{Due|date:long}'] },
  })
  expect(await recipient({ campaignId: body.id, hasGap: true, after: ids[2_200] })).toBeNull()
})

it('previewRecipient refuses a deleted contact, but accepts one who is no longer a recipient as the starting point of the next step', async () => {
  const gone = encodeId('Contact', '0190a000-0000-7000-8000-999999999999')
  const { errors } = await person.graphql(QUERY, { campaignId: id, after: gone })
  expect(errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } })
  const few = await person.rest('POST', '/api/campaigns', { name: 'N', selectedContacts: [ids[0], ids[9]] })
  expect(await recipient({ campaignId: few.body.id, after: ids[4] })).toMatchObject({ position: 2, total: 2 })
})
