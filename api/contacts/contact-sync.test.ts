import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { ended, HEADER, importAll, undo } from '#tests/support/imports.ts'
import { sqlOf } from '#tests/support/campaign-outcomes.ts'
import { firstOf, itInFull } from '#tests/support/full-run-only.ts'
import { mutate as ask } from '#tests/support/mutate.ts'
import { deliveriesOf, makeWebhook } from '#tests/support/webhooks.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { forgetDeleted } from './deleted-contacts.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Runs a mutation that must succeed. */
const mutate: typeof ask = async (...call) => {
  const answer = await ask(...call)
  expect(answer.errors).toBeUndefined()
  return answer
}
const RESULTS = '{ index outcome contact { id email externalId } errors { code field message } }'
const upsert = async (who: TestPerson, contacts: object[]) => {
  const { data, errors } = await mutate(who, 'upsertContacts', { contacts }, RESULTS)
  expect(errors).toBeUndefined()
  return data.upsertContacts as Result[]
}
interface Result {
  outcome: string
  contact: { id: string; email: string; externalId: string | null } | null
  errors: { code: string; field: string | null; message: string }[]
}
const outcomes = async (who: TestPerson, contacts: object[]) =>
  (await upsert(who, contacts)).map(({ outcome, errors }) => errors[0]?.code ?? outcome)
const list = async (who: TestPerson, filter: object) => {
  const { data, errors } = await who.graphql(
    'query ($filter: ContactFilter) { contacts(first: 500, filter: $filter) { nodes { id email firstName lastName serialNumber externalId tags fields { name value } } } }',
    { filter },
  )
  expect(errors).toBeUndefined()
  return data.contacts.nodes as Record<string, unknown>[]
}
const syncPoint = async (who: TestPerson): Promise<string> => (await who.graphql('{ syncPoint }')).data.syncPoint
/** A sync point after all changes so far. While an older transaction is open anywhere, a sync point lies before them. */
const pointAfterAll = async (who: TestPerson): Promise<string> => {
  let point = ''
  await eventually('no older transaction is open', async () => {
    point = await syncPoint(who)
    return (await changedSince(who, point)).length === 0
  })
  return point
}
const changedSince = async (who: TestPerson, updatedSince: string) =>
  (await list(who, { updatedSince })).map(({ email }) => email).toSorted()
const goneSince = async (who: TestPerson, since: string) => {
  const query = 'query ($since: DateTime!) { deletedContacts(since: $since) { totalCount nodes { id } } }'
  const { data, errors } = await who.graphql(query, { since })
  if (errors) return errors[0].extensions.code as string
  return (data.deletedContacts.nodes as { id: string }[]).map(({ id }) => id)
}

describe('upsertContacts', () => {
  it('adds, updates, leaves unchanged or refuses each row, in order', async () => {
    const who = await world.signUp({ unlimited: true })
    await upsert(who, [{ email: 'ann@x.test', firstName: 'Ann', externalId: 'c1', tags: ['VIP'] }])
    const results = await upsert(who, [
      { externalId: 'c1', firstName: 'Anna', fields: [{ name: 'City', value: 'Cork' }] },
      { email: 'bob@x.test', firstName: 'Bob', lastName: 'Ray', serialNumber: 4, tags: ['vip', 'Press'] },
      { email: 'not an address' },
      { externalId: 'c9' },
      { email: 'ANN@x.test' },
    ])
    expect(
      results.map(({ outcome, errors }) => [outcome, errors.map(({ code, field }) => `${code} ${field}`)]),
    ).toEqual([
      ['changed', []],
      ['added', []],
      ['refused', ['BAD_INPUT email']],
      ['refused', ['NOT_FOUND externalId']],
      ['refused', ['BAD_INPUT null']],
    ])
    const [bob, ann] = await list(who, {})
    expect(ann).toMatchObject({ firstName: 'Anna', tags: ['VIP'], fields: [{ name: 'City', value: 'Cork' }] })
    expect(bob).toMatchObject({ email: 'bob@x.test', lastName: 'Ray', serialNumber: 4, tags: ['Press', 'VIP'] })
    expect(
      await outcomes(who, [{ email: 'ann@x.test', firstName: 'Anna', tags: ['vip'] }, { email: 'bob@x.test' }]),
    ).toEqual(['unchanged', 'unchanged'])
    expect(await outcomes(who, [{ email: 'bob@x.test', tags: [] }])).toEqual(['changed'])
  })

  itInFull('accepts 1,000 rows in one call, and refuses a larger call as a whole', async () => {
    const who = await world.signUp({ unlimited: true })
    const rows = Array.from({ length: 1_001 }, (_, n) => ({
      email: `p${n}@x.test`,
      firstName: 'P',
      tags: [`t${n % 7}`],
    }))
    const { errors } = await ask(who, 'upsertContacts', { contacts: rows }, '{ index }')
    expect(errors?.[0].extensions.code).toBe('BAD_INPUT')
    expect(new Set(await outcomes(who, rows.slice(1)))).toEqual(new Set(['added']))
    expect(new Set(await outcomes(who, rows.slice(1)))).toEqual(new Set(['unchanged']))
  })

  it("adds no contact beyond the plan's limit, but updates existing ones", async () => {
    const who = await world.signUp()
    const { data } = await who.graphql('{ tenant { maxContacts } }')
    const many = Array.from({ length: data.tenant.maxContacts }, (_, n) => ({ email: `p${n}@x.test` }))
    for (let at = 0; at < many.length; at += 1_000) await upsert(who, many.slice(at, at + 1_000))
    expect(await outcomes(who, [{ email: 'p1@x.test', firstName: 'One' }, { email: 'more@x.test' }])).toEqual([
      'changed',
      'LIMIT_REACHED',
    ])
    expect(await list(who, { emails: ['more@x.test'] })).toEqual([])
  })

  it('neither finds nor updates contacts of other workspaces', async () => {
    const [ann, bob] = [await world.signUp({ unlimited: true }), await world.signUp({ unlimited: true })]
    await upsert(ann, [{ email: 'same@x.test', externalId: 'same', firstName: 'Hers' }])
    expect(await outcomes(bob, [{ email: 'same@x.test', externalId: 'same', firstName: 'His' }])).toEqual(['added'])
    expect(await list(ann, { externalIds: ['same'] })).toMatchObject([{ firstName: 'Hers' }])
  })

  it('loses no row when the same addresses are added at the same moment', async () => {
    const who = await world.signUp({ unlimited: true })
    const rows = Array.from({ length: 50 }, (_, n) => ({ email: `r${n}@x.test`, firstName: 'R', lastName: 'R' }))
    const all = await Promise.all([
      upsert(who, rows),
      upsert(who, rows.toReversed()),
      ...rows.slice(0, 10).map((row) => ask(who, 'createContact', row)),
    ])
    expect(all).toHaveLength(12)
    expect(await list(who, {})).toHaveLength(50)
  })

  it('keeps an address excluded from tracking when its contact moves to another', async () => {
    const who = await world.signUp({ unlimited: true })
    const input = { firstName: 'A', lastName: 'B', email: 'old@x.test', externalId: 'e', untracked: true }
    expect((await mutate(who, 'createContact', input)).errors).toBeUndefined()
    await upsert(who, [{ externalId: 'e', email: 'new@x.test' }])
    const { data } = await who.graphql('{ contacts { nodes { email untracked } } }')
    expect(data.contacts.nodes).toEqual([{ email: 'new@x.test', untracked: true }])
  })

  it('is refused for API keys that may only read', async () => {
    const who = await world.signUp({ unlimited: true })
    const { data } = await who.graphql(
      'mutation { createApiKey(input: { name: "K", scopes: [CONTACTS_READ] }) { token errors { code field message } } }',
    )
    const response = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: data.createApiKey.token },
      body: JSON.stringify({
        query: 'mutation { upsertContacts(input: { contacts: [] }) { results { index } errors { code } } }',
      }),
    })
    expect(JSON.stringify(await response.json())).toContain('FORBIDDEN')
  })
})

describe('the external id of a contact', () => {
  it('is unique in the workspace, and null removes it', async () => {
    const who = await world.signUp({ unlimited: true })
    const input = { firstName: 'A', lastName: 'B', email: 'a@x.test', externalId: 'e1' }
    const { data } = await mutate(who, 'createContact', input, '{ id externalId }')
    expect(data.createContact.externalId).toBe('e1')
    const taken = await ask(who, 'createContact', { ...input, email: 'b@x.test' })
    expect(taken.errors?.[0].extensions).toMatchObject({ code: 'CONFLICT', fields: { externalId: expect.any(String) } })
    const { id } = data.createContact
    const removed = await mutate(who, 'updateContact', { id, externalId: null }, '{ externalId }')
    expect(removed.data.updateContact.externalId).toBeNull()
  })
})

describe('an incremental sync of contacts', () => {
  /** Every way in which a contact or its tags change; imports, which take seconds, come last. */
  const CHANGES: Record<string, (who: TestPerson, id: string) => Promise<unknown>> = {
    'a change by hand': (who, id) => mutate(who, 'updateContact', { id, lastName: 'New' }),
    'an upsert': (who) => upsert(who, [{ email: 'ann@x.test', lastName: 'New' }]),
    'an upsert of tags alone': (who) => upsert(who, [{ email: 'ann@x.test', tags: ['New'] }]),
    'adding tags to several contacts': (who) => mutate(who, 'addTags', { all: true, tags: ['T'] }, ''),
    'removing tags from several contacts': (who) => mutate(who, 'removeTags', { all: true, tags: ['VIP'] }, ''),
    'an import': (who) => importAll(who, { S: [HEADER, ['Ann', 'New', 'ann@x.test', 'Cork']] }, { existing: 'update' }),
    'an import that only adds tags': (who) =>
      importAll(who, { S: [HEADER, ['Ann', 'Lee', 'ann@x.test', '']] }, { existing: 'update', tags: ['Imported'] }),
  }
  const start = async () => {
    const who = await world.signUp({ unlimited: true })
    const [ann] = await upsert(who, [
      { email: 'ann@x.test', firstName: 'Ann', lastName: 'Lee', tags: ['VIP'] },
      { email: 'other@x.test', firstName: 'O' },
    ])
    await mutate(who, 'addTags', { all: true, tags: ['T2'] }, '')
    return { who, id: ann?.contact?.id ?? '', point: await pointAfterAll(who) }
  }

  it.each(firstOf(Object.entries(CHANGES), 5))('reports as changed a contact after %s', async (_, change) => {
    const { who, id, point } = await start()
    const updatedAt = async () =>
      (await who.graphql('query ($id: ID!) { contact(id: $id) { updatedAt } }', { id })).data.contact.updatedAt
    const before = await updatedAt()
    expect(await changedSince(who, point)).toEqual([])
    await change(who, id)
    expect(await changedSince(who, point)).toContain('ann@x.test')
    const { data } = await who.graphql('{ contacts(filter: { emails: ["ann@x.test"] }) { nodes { updatedAt } } }')
    expect(await updatedAt()).toBe(data.contacts.nodes[0].updatedAt)
    expect(data.contacts.nodes[0].updatedAt > before).toBe(true)
  })

  it('returns a tag that was just added, as the campaign that shows the contact does', async () => {
    const { who, id } = await start()
    const { data } = await who.graphql(
      `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { message } } }`,
      { input: { name: 'News', subject: 'Hello', content: 'Text', selectedContacts: [id] } },
    )
    await mutate(who, 'addTags', { ids: [id], tags: ['Later'] }, '')
    const seen = await who.graphql(
      `query ($campaign: ID!) { contacts(filter: { emails: ["ann@x.test"] }) { nodes { updatedAt } }
        campaign(id: $campaign) { selectedContacts { nodes { updatedAt } } } }`,
      { campaign: data.createCampaign.id },
    )
    expect(seen.data.campaign.selectedContacts.nodes).toEqual(seen.data.contacts.nodes)
  })

  it('reports a contact to whom a tag was added, although its own row did not change', async () => {
    const { who, point } = await start()
    const written = () => sqlOf(world)('select xmin::text from contacts where tenant_id = ?', [who.tenantId])
    const before = await written()
    await mutate(who, 'addTags', { all: true, tags: ['New'] }, '')
    expect(await changedSince(who, point)).toEqual(['ann@x.test', 'other@x.test'])
    expect(await written()).toEqual(before)
  })

  it('reports every contact of a tag that was added to or removed from very many', async () => {
    const { who } = await start()
    const many = Array.from({ length: 1_001 }, (_, n) => ({ email: `p${n}@x.test`, tags: ['Many'] }))
    for (let at = 0; at < many.length; at += 1_000) await upsert(who, many.slice(at, at + 1_000))
    const filter = { tags: ['Many'] }
    const counted = async (updatedSince: string) => {
      const query =
        'query ($filter: ContactFilter) { contacts(first: 500, filter: $filter) { totalCount nodes { email } } }'
      const { contacts } = (await who.graphql(query, { filter: { updatedSince } })).data
      return [contacts.totalCount, contacts.nodes.length]
    }
    for (const name of ['addTags', 'removeTags']) {
      const point = await pointAfterAll(who)
      const { data } = await who.graphql(
        `mutation ($filter: ContactFilter) { ${name}(input: { filter: $filter, tags: ["New"] }) { task { id } errors { code } } }`,
        { filter },
      )
      await ended(who, data[name].task.id)
      expect(await counted(point)).toEqual([1_001, 500])
    }
  })

  it('reports contacts whose addresses were added to or removed from the suppression list', async () => {
    const { who, id, point } = await start()
    await makeWebhook(who, { events: ['contact_changed'] })
    const told = async () =>
      (await deliveriesOf(world, who)).map(({ data }) => [data['change'], data['contactIds']] as const)
    const suppressedSince = async (updatedSince: string) => {
      const query = 'query ($filter: ContactFilter) { contacts(filter: $filter) { nodes { email suppressed } } }'
      return (await who.graphql(query, { filter: { updatedSince } })).data.contacts.nodes
    }
    const createdSince = async (since: string) => {
      const query =
        'query ($filter: SuppressionFilter) { suppressions(filter: $filter) { totalCount nodes { email } } }'
      return (await who.graphql(query, { filter: { createdSince: since } })).data.suppressions
    }
    const add = () => mutate(who, 'addSuppressions', { emails: ['ANN@x.test', 'bo@x.test'] }, '')
    await add()
    expect(await suppressedSince(point)).toEqual([{ email: 'ann@x.test', suppressed: true }])
    expect(await createdSince(point)).toMatchObject({ totalCount: 2 })
    const later = await pointAfterAll(who)
    await add()
    expect([await suppressedSince(later), await createdSince(later)]).toEqual([[], { totalCount: 0, nodes: [] }])
    const { data } = await who.graphql('{ suppressions { nodes { id } } }')
    await mutate(who, 'removeSuppressions', { ids: data.suppressions.nodes.map((node: { id: string }) => node.id) }, '')
    expect(await suppressedSince(later)).toEqual([{ email: 'ann@x.test', suppressed: false }])
    const uuid = uuidOf('Contact', id)
    expect(await told()).toEqual([
      ['updated', [uuid]],
      ['updated', [uuid]],
    ])
  })

  itInFull('reports equal times of creation and change for a new contact', async () => {
    const { who } = await start()
    await mutate(who, 'createContact', { email: 'by@hand.test', firstName: 'B', lastName: 'H' })
    await importAll(who, { S: [HEADER, ['I', 'I', 'i@x.test', '']] })
    const { data } = await who.graphql(
      '{ contacts(filter: { withoutTags: ["T2"] }) { nodes { createdAt updatedAt } } }',
    )
    expect(data.contacts.nodes).toHaveLength(2)
    const { contacts } = (await who.graphql('{ contacts { nodes { createdAt updatedAt } } }')).data
    for (const { createdAt, updatedAt } of contacts.nodes) expect(createdAt <= updatedAt).toBe(true)
    for (const { createdAt, updatedAt } of data.contacts.nodes) expect(updatedAt).toBe(createdAt)
  })

  it('does not report contacts again if adding or removing tags changed nothing', async () => {
    const { who, point } = await start()
    await mutate(who, 'addTags', { all: true, tags: ['t2'] }, '')
    await mutate(who, 'removeTags', { all: true, tags: ['Unknown'] }, '')
    expect(await changedSince(who, point)).toEqual([])
  })

  itInFull('reports contacts that an undone import restored', async () => {
    const { who } = await start()
    await importAll(
      who,
      { S: [HEADER, ['Ann', 'New', 'ann@x.test', 'Cork'], ['N', 'N', 'n@x.test', '']] },
      { existing: 'update' },
    )
    const point = await pointAfterAll(who)
    const [added] = await list(who, { emails: ['n@x.test'] })
    const { data } = await who.graphql('{ contactImports { nodes { id } } }')
    await undo(who, data.contactImports.nodes[0].id)
    expect(await changedSince(who, point)).toEqual(['ann@x.test'])
    expect(await goneSince(who, point)).toEqual([added?.['id']])
  })

  itInFull('reports contacts from whom an undone import removed tags', async () => {
    const { who } = await start()
    await importAll(who, { S: [HEADER, ['Ann', 'Lee', 'ann@x.test', '']] }, { existing: 'update', tags: ['Imported'] })
    const point = await pointAfterAll(who)
    const { data } = await who.graphql('{ contactImports { nodes { id } } }')
    await undo(who, data.contactImports.nodes[0].id)
    expect(await list(who, { updatedSince: point })).toMatchObject([{ email: 'ann@x.test', tags: ['T2', 'VIP'] }])
  })

  /** Every way in which contacts are deleted. */
  const DELETIONS: Record<string, (who: TestPerson, id: string) => Promise<unknown>> = {
    'one contact': (who, id) => mutate(who, 'deleteContact', { id }),
    'several contacts': (who, id) => mutate(who, 'deleteContacts', { ids: [id] }, ''),
    'an erased person': (who) => mutate(who, 'erasePerson', { email: 'ann@x.test' }, ''),
  }
  it.each(Object.entries(DELETIONS))('reports as deleted %s', async (name, remove) => {
    const { who, id, point } = await start()
    expect(await goneSince(who, point)).toEqual([])
    await mutate(who, 'updateContact', { id, externalId: 'crm-1' })
    await remove(who, id)
    expect(await goneSince(who, point)).toEqual([id])
    const { data } = await who.graphql(
      'query ($since: DateTime!) { deletedContacts(since: $since) { nodes { externalId } } }',
      { since: point },
    )
    expect(data.deletedContacts.nodes).toEqual([{ externalId: name === 'an erased person' ? null : 'crm-1' }])
  })

  it('misses nothing that was written before the time of the last sync and committed after it', async () => {
    const { who } = await start()
    const slow = new Client({ connectionString: world.databaseUrl })
    await slow.connect()
    try {
      await slow.query('begin')
      await slow.query(
        "update contacts set last_name = 'Late', updated_at = now() where email = 'ann@x.test' and tenant_id = $1",
        [who.tenantId],
      )
      await mutate(who, 'addTags', { filter: { emails: ['other@x.test'] }, tags: ['Now'] }, '')
      const point = await syncPoint(who)
      await slow.query('commit')
      expect(await changedSince(who, point)).toEqual(['ann@x.test', 'other@x.test'])
    } finally {
      await slow.end()
    }
  })

  it('demands that everything is read again when the last sync is more than 90 days ago', async () => {
    const { who, id, point } = await start()
    await mutate(who, 'deleteContact', { id })
    const day = 86_400_000
    expect(await goneSince(who, new Date(Date.now() - 91 * day).toISOString())).toBe('BAD_INPUT')
    await forgetDeleted({ ...world.app, clock: () => new Date(Date.now() + 89 * day) })
    expect(await goneSince(who, point)).toEqual([id])
    await forgetDeleted({ ...world.app, clock: () => new Date(Date.now() + 91 * day) })
    expect(await goneSince(who, point)).toEqual([])
  })
})

describe('looking up contacts by their email addresses', () => {
  it('finds them in any case, and is not allowed in a segment', async () => {
    const who = await world.signUp({ unlimited: true })
    await upsert(who, [{ email: 'Ann@x.test' }, { email: 'bob@x.test' }])
    expect((await list(who, { emails: ['ANN@X.TEST', 'nobody@x.test'] })).map(({ email }) => email)).toEqual([
      'Ann@x.test',
    ])
    expect(await list(who, { emails: [] })).toEqual([])
    const { errors } = await ask(who, 'createSegment', { name: 'S', filter: { tags: ['a'], emails: ['a@x.test'] } })
    expect(errors?.[0].extensions.code).toBe('BAD_INPUT')
  })
})
