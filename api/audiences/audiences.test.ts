import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** A workspace with Ada (London), Grace (Arlington) and Alan (no city); returns their ids by first name. */
async function workspace() {
  const person = await world.signUp({ unlimited: true })
  const ids: Record<string, string> = {}
  for (const [firstName, city] of [
    ['Ada', 'London'],
    ['Grace', 'Arlington'],
    ['Alan', ''],
  ] as const) {
    const input = { firstName, lastName: 'L', email: `${firstName}@example.com` }
    ids[firstName] = (await person.rest('POST', '/api/contacts', input)).body.id
    if (city) await update(person, ids[firstName] ?? '', { fields: [{ name: 'City', value: city }] })
  }
  return { person, ids }
}

async function run(person: TestPerson, document: string, variables: object = {}) {
  const { data, errors } = await person.graphql(document, variables)
  expect(errors).toBeUndefined()
  return data
}
const refusal = async (person: TestPerson, document: string, variables: object = {}) => {
  const { errors } = await person.graphql(document, variables)
  return [errors?.[0]?.extensions.code, errors?.[0]?.message]
}

const UPDATE = `mutation ($input: UpdateContactInput!) { updateContact(input: $input) { contact {
  firstName email serialNumber tags suppressed fields { name value } } errors { code field message } } }`
const update = async (person: TestPerson, id: string, input: object) =>
  (await run(person, UPDATE, { input: { id, ...input } })).updateContact

const LIST = `query ($filter: ContactFilter) { contacts(filter: $filter) { totalCount edges { node { firstName } } } }`
const namesOf = async (person: TestPerson, filter: object) => {
  const { contacts } = await run(person, LIST, { filter })
  expect(contacts.edges).toHaveLength(contacts.totalCount)
  return contacts.edges.map((edge: { node: { firstName: string } }) => edge.node.firstName).toSorted()
}

const TAG = `mutation ($tags: [String!]!, $ids: [ID!], $filter: ContactFilter, $all: Boolean, $except: [ID!]) { addTags(input: { tags: $tags, ids: $ids, filter: $filter, all: $all, except: $except }) { contactCount errors { code field message } } }`
const UNTAG = TAG.replace('addTags', 'removeTags')
const SEGMENT = `mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { segment { id name filter { search tags fields { name equals contains isEmpty } } contactCount } errors { code field message } } }`
const segment = async (person: TestPerson, name: string, filter: object) =>
  (await run(person, SEGMENT, { input: { name, filter } })).createSegment

describe('contacts', () => {
  it('are changed field by field: omitted fields keep their value, and an empty value removes a custom field', async () => {
    const { person, ids } = await workspace()
    expect(
      await update(person, ids['Ada'] ?? '', { serialNumber: 7, fields: [{ name: 'Born', value: ' 1815 ' }] }),
    ).toEqual({
      firstName: 'Ada',
      email: 'Ada@example.com',
      serialNumber: 7,
      tags: [],
      suppressed: false,
      fields: expect.arrayContaining([
        { name: 'City', value: 'London' },
        { name: 'Born', value: '1815' },
      ]),
    })
    const after = await update(person, ids['Ada'] ?? '', {
      firstName: 'Augusta',
      serialNumber: null,
      fields: [{ name: 'City', value: '' }],
    })
    expect(after).toMatchObject({ firstName: 'Augusta', serialNumber: null, fields: [{ name: 'Born', value: '1815' }] })
    expect(await refusal(person, UPDATE, { input: { id: ids['Ada'], email: 'GRACE@example.com' } })).toEqual([
      'CONFLICT',
      'A contact with this email already exists.',
    ])
    expect((await refusal(person, UPDATE, { input: { id: ids['Ada'], email: 'nobody@' } }))[0]).toBe('BAD_INPUT')
    const stranger = await world.signUp()
    expect((await refusal(stranger, UPDATE, { input: { id: ids['Ada'], firstName: 'X' } }))[0]).toBe('NOT_FOUND')
  })

  it('have custom fields that are listed with counts and can be filtered by equals, contains and is empty', async () => {
    const { person } = await workspace()
    expect((await run(person, '{ contactFields { name contactCount } }')).contactFields).toEqual([
      { name: 'City', contactCount: 2 },
    ])
    const where = (condition: object) => namesOf(person, { fields: [{ name: 'City', ...condition }] })
    expect(await where({ equals: 'london' })).toEqual(['Ada'])
    expect(await where({ contains: 'ON' })).toEqual(['Ada', 'Grace'])
    expect(await where({ contains: '%' })).toEqual([])
    expect(await where({ isEmpty: true })).toEqual(['Alan'])
    expect(await where({ isEmpty: false })).toEqual(['Ada', 'Grace'])
    for (const condition of [{}, { equals: 'a', contains: 'b' }]) {
      const filter = { fields: [{ name: 'City', ...condition }] }
      expect(await refusal(person, LIST, { filter })).toEqual([
        'BAD_INPUT',
        'A field condition needs exactly one of equals, contains and isEmpty',
      ])
    }
  })

  it('are tagged and untagged by ids or by filter, ignoring case, only in their own workspace', async () => {
    const { person, ids } = await workspace()
    expect((await run(person, TAG, { tags: ['VIP', 'press'], ids: [ids['Ada']] })).addTags.contactCount).toBe(1)
    expect((await run(person, TAG, { tags: [' vip '], filter: { search: 'a' } })).addTags.contactCount).toBe(3)
    expect((await run(person, '{ contactTags { name contactCount } }')).contactTags).toEqual([
      { name: 'VIP', contactCount: 3 },
      { name: 'press', contactCount: 1 },
    ])
    expect(await update(person, ids['Grace'] ?? '', {})).toMatchObject({ tags: ['VIP'] })
    expect(await namesOf(person, { tags: ['vip', 'PRESS'] })).toEqual(['Ada'])
    expect(await namesOf(person, { tags: ['vip'], withoutTags: ['press'] })).toEqual(['Alan', 'Grace'])
    expect((await run(person, UNTAG, { tags: ['vip'], filter: { search: 'grace' } })).removeTags.contactCount).toBe(1)
    expect(await namesOf(person, { tags: ['VIP'] })).toEqual(['Ada', 'Alan'])
    const stranger = await world.signUp()
    expect((await run(stranger, TAG, { tags: ['stolen'], ids: [ids['Ada']] })).addTags.contactCount).toBe(0)
    expect((await run(stranger, UNTAG, { tags: ['vip'], ids: [ids['Ada']] })).removeTags.contactCount).toBe(0)
    expect((await run(stranger, '{ contactTags { name } contactFields { name } }')).contactTags).toEqual([])
    expect(await update(person, ids['Ada'] ?? '', {})).toMatchObject({ tags: ['press', 'VIP'] })
    expect((await refusal(person, TAG, { tags: [' '], ids: [ids['Ada']] }))[0]).toBe('BAD_INPUT')
    expect((await refusal(person, TAG, { tags: ['x'] }))[0]).toBe('BAD_INPUT')
    await person.rest('DELETE', `/api/contacts/${ids['Ada']}`)
    expect(await namesOf(person, { tags: ['vip'] })).toEqual(['Alan'])
  })

  it('are answered with their thousand most frequent tags and fields', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.app.database.asSystem(async (em) => {
      await em.execute(
        `insert into contacts (tenant_id, id, first_name, last_name, email, fields)
         select ?, gen_random_uuid(), 'A', 'B', 'many' || n || '@example.com',
           jsonb_build_object('Common', 'x', 'Field ' || n, 'x') from generate_series(1, 1001) as n returning 1`,
        [person.tenantId],
      )
      await em.execute(
        `insert into contact_tags (tenant_id, contact_id, tag)
         select tenant_id, id, unnest(array['common', email]) from contacts where tenant_id = ? returning 1`,
        [person.tenantId],
      )
    })
    const { contactTags, contactFields } = await run(
      person,
      '{ contactTags { name contactCount } contactFields { name contactCount } }',
    )
    expect([contactTags.length, contactFields.length]).toEqual([1_000, 1_000])
    expect(contactTags[0]).toEqual({ name: 'common', contactCount: 1_001 })
    expect(contactFields[0]).toEqual({ name: 'Common', contactCount: 1_001 })
  })
})

describe('a contact filter', () => {
  it('excludes contacts named by id, in every operation', async () => {
    const { person, ids } = await workspace()
    const except = [ids['Ada']]
    expect(await namesOf(person, { except })).toEqual(['Alan', 'Grace'])
    expect(await namesOf(person, { search: 'g', except: [ids['Grace']] })).toEqual([])
    expect((await run(person, TAG, { tags: ['VIP'], all: true, except })).addTags.contactCount).toBe(2)
    expect((await run(person, TAG, { tags: ['VIP'], filter: { search: 'a', except } })).addTags.contactCount).toBe(2)
    expect((await refusal(person, TAG, { tags: ['VIP'], filter: { except } }))[0]).toBe('BAD_INPUT')
    expect(await namesOf(person, { tags: ['VIP'] })).toEqual(['Alan', 'Grace'])
    const remove = `mutation ($input: DeleteContactsInput!) { deleteContacts(input: $input) { contactCount errors { code field message } } }`
    expect((await run(person, remove, { input: { all: true, except } })).deleteContacts.contactCount).toBe(2)
    expect(await namesOf(person, {})).toEqual(['Ada'])
    const stranger = await world.signUp()
    expect(await namesOf(stranger, { except })).toEqual([])
    expect((await refusal(person, SEGMENT, { input: { name: 'But Ada', filter: { except } } }))[0]).toBe('BAD_INPUT')
  })
})

describe('a segment', () => {
  it('stores a filter under a name, counts its contacts live, and works as a filter', async () => {
    const { person, ids } = await workspace()
    const made = await segment(person, 'Londoners', { fields: [{ name: 'City', equals: 'London' }] })
    expect(made).toMatchObject({
      name: 'Londoners',
      contactCount: 1,
      filter: { fields: [{ name: 'City', equals: 'London' }] },
    })
    await update(person, ids['Alan'] ?? '', { fields: [{ name: 'City', value: 'London' }] })
    expect((await run(person, '{ segments { id name contactCount } }')).segments).toEqual([
      { id: made.id, name: 'Londoners', contactCount: 2 },
    ])
    expect(await namesOf(person, { segmentId: made.id })).toEqual(['Ada', 'Alan'])
    expect(await namesOf(person, { segmentId: made.id, search: 'ada' })).toEqual(['Ada'])
    const change = `mutation ($input: UpdateSegmentInput!) { updateSegment(input: $input) { segment { name contactCount } errors { code field message } } }`
    const input = { filter: { fields: [{ name: 'City', isEmpty: false }] } }
    expect((await run(person, change, { input: { id: made.id, ...input } })).updateSegment).toEqual({
      name: 'Londoners',
      contactCount: 3,
    })
    await run(
      person,
      `mutation ($id: ID!) { deleteSegment(input: { id: $id }) { segment { id } errors { code field message } } }`,
      { id: made.id },
    )
    expect((await refusal(person, LIST, { filter: { segmentId: made.id } }))[0]).toBe('NOT_FOUND')
  })

  it('needs a unique name and a valid filter that refers to no other segment', async () => {
    const { person } = await workspace()
    const made = await segment(person, 'All', { search: '@' })
    expect(await refusal(person, SEGMENT, { input: { name: 'ALL', filter: { search: '@' } } })).toEqual([
      'CONFLICT',
      'A segment with this name already exists.',
    ])
    expect((await refusal(person, SEGMENT, { input: { name: ' ', filter: { search: '@' } } }))[0]).toBe('BAD_INPUT')
    expect(await refusal(person, SEGMENT, { input: { name: 'Everybody', filter: {} } })).toEqual([
      'BAD_INPUT',
      'A segment needs at least one condition',
    ])
    expect(await refusal(person, SEGMENT, { input: { name: 'Nested', filter: { segmentId: made.id } } })).toEqual([
      'BAD_INPUT',
      'A segment cannot refer to another segment',
    ])
    expect(await refusal(person, SEGMENT, { input: { name: 'Imported', filter: { importId: made.id } } })).toEqual([
      'BAD_INPUT',
      'A segment cannot name an import',
    ])
    expect(
      (await refusal(person, SEGMENT, { input: { name: 'Bad', filter: { fields: [{ name: 'City' }] } } }))[0],
    ).toBe('BAD_INPUT')
  })

  it('cannot be used by another workspace, wherever its id is given', async () => {
    const { person } = await workspace()
    const stranger = await world.signUp({ unlimited: true })
    const { id } = await segment(person, 'Mine', { search: '@' })
    const create = `mutation ($audience: AudienceInput!) { createCampaign(input: { name: "x", audience: $audience }) { campaign { id } errors { code field message } } }`
    const attempts: [string, object][] = [
      [LIST, { filter: { segmentId: id } }],
      [TAG, { tags: ['x'], filter: { segmentId: id } }],
      [create, { audience: { segmentId: id } }],
      [create, { audience: { filter: { segmentId: id } } }],
      [
        `mutation ($id: ID!) { deleteSegment(input: { id: $id }) { segment { id } errors { code field message } } }`,
        { id },
      ],
      [
        `mutation ($id: ID!) { updateSegment(input: { id: $id, name: "taken" }) { segment { id } errors { code field message } } }`,
        { id },
      ],
    ]
    for (const [document, variables] of attempts) {
      expect(await refusal(stranger, document, variables)).toEqual([
        'NOT_FOUND',
        'Segment not found. It may have been deleted.',
      ])
    }
    expect((await run(stranger, '{ segments { id } }')).segments).toEqual([])
    expect((await run(stranger, 'query ($id: ID!) { node(id: $id) { id } }', { id })).node).toBeNull()
    expect((await run(person, '{ segments { name } }')).segments).toEqual([{ name: 'Mine' }])
  })
})

describe("a campaign's audience", () => {
  const CREATE = `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id totalContacts selectedContactIds } errors { code field message } } }`
  const create = async (person: TestPerson, input: object) =>
    (await run(person, CREATE, { input: { name: 'News', ...input } })).createCampaign

  it('is everyone, a filter or a segment, chosen without sending the ids of contacts', async () => {
    const { person, ids } = await workspace()
    const { id: segmentId } = await segment(person, 'With city', { fields: [{ name: 'City', isEmpty: false }] })
    expect((await create(person, { audience: { all: true } })).totalContacts).toBe(3)
    expect((await create(person, { audience: { filter: { search: 'grace' } } })).selectedContactIds).toEqual([
      ids['Grace'],
    ])
    const { selectedContactIds } = await create(person, { audience: { segmentId }, selectedContacts: [ids['Ada']] })
    expect(selectedContactIds.toSorted()).toEqual([ids['Ada'], ids['Grace']].toSorted())
    const except = [ids['Ada'], ids['Grace']]
    expect((await create(person, { audience: { all: true, except } })).totalContacts).toBe(1)
    expect(
      (await create(person, { audience: { segmentId, except: [ids['Grace']] } })).selectedContactIds,
    ).not.toContain(ids['Grace'])
    const { ids: foreign } = await workspace()
    expect((await create(person, { audience: { all: true, except: Object.values(foreign) } })).totalContacts).toBe(3)
    for (const audience of [{}, { all: false }, { all: true, segmentId }, { except }]) {
      expect(await refusal(person, CREATE, { input: { name: 'x', audience } })).toEqual([
        'BAD_INPUT',
        'The audience must be exactly one of all, filter and segmentId',
      ])
    }
  })

  it('replaces the previous recipients of a draft, and is copied with the campaign', async () => {
    const { person, ids } = await workspace()
    const { id } = await create(person, { audience: { all: true } })
    const change = `mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { campaign { totalContacts selectedContactIds } errors { code field message } } }`
    const audience = { filter: { search: 'ada@' } }
    expect((await run(person, change, { input: { id, audience } })).updateCampaign.selectedContactIds).toEqual([
      ids['Ada'],
    ])
    expect((await run(person, change, { input: { id, subject: 'S' } })).updateCampaign.totalContacts).toBe(1)
    const copy = `mutation ($id: ID!) { duplicateCampaign(input: { id: $id }) { campaign { totalContacts } errors { code field message } } }`
    expect((await run(person, copy, { id })).duplicateCampaign.totalContacts).toBe(1)
  })

  it('is rewritten by adding and removing only the contacts that differ', async () => {
    const { person, ids } = await workspace()
    const { id } = await create(person, { audience: { filter: { fields: [{ name: 'City', isEmpty: false }] } } })
    const written = () =>
      world.app.database.asSystem((em) =>
        em.execute<{ contact_id: string; written: string }[]>(
          `select contact_id, xmin::text as written from campaign_contacts
           where campaign_id = ? order by contact_id = ? desc`,
          [uuidOf('Campaign', id), uuidOf('Contact', ids['Ada'] ?? '')],
        ),
      )
    const change = `mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { campaign { selectedContactIds } errors { code field message } } }`
    const [ada] = await written()
    const input = { selectedContacts: [ids['Alan']], audience: { filter: { search: 'ada@' } } }
    const { selectedContactIds } = (await run(person, change, { input: { id, ...input } })).updateCampaign
    expect(selectedContactIds.toSorted()).toEqual([ids['Ada'], ids['Alan']].toSorted())
    const [adaAgain, alan] = await written()
    expect(adaAgain).toEqual(ada)
    expect(alan?.written).not.toBe(ada?.written)
  })
})
