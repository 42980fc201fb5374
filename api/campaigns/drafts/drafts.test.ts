import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseId } from '#schema/object-ids.ts'
import { createCall } from '#api/graphql/request-call.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { selectedContactsOf } from '../campaigns.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const input = (change: object = {}) => ({ name: 'News', subject: 'S', content: 'C', ...change })
const file = (name: string, text: string) => ({ name, contentBytes: Buffer.from(text).toString('base64') })
async function contact(person: TestPerson): Promise<string> {
  const email = `${Math.random().toString(36).slice(2)}@drafts.example`
  return (await person.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email })).body.id
}
const template = {
  subject: 'Hi',
  elements: [{ id: 'a1', type: 'text', content: 'Hello {firstName}! 🎈', styles: { fontSize: '16px' } }],
  globalStyles: { backgroundColor: '#f8f9fa' },
}

describe('a campaign', () => {
  it("keeps the builder's document and the A/B test settings unchanged", async () => {
    const person = await world.signUp()
    const { status, body } = await person.rest(
      'POST',
      '/api/campaigns',
      input({ htmlTemplate: template, useHtmlBuilder: true, isAbTest: true, abVariantB: 'T', abSplitPercentage: 30 }),
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({
      htmlTemplate: template,
      useHtmlBuilder: true,
      personalization: 'both',
      isAbTest: true,
      abVariantType: 'subject',
      abVariantB: 'T',
      abSplitPercentage: 30,
      abTestStatus: 'pending',
    })
    expect((await person.rest('GET', '/api/campaigns')).body).toEqual([body])
    const { data } = await person.graphql(
      'mutation ($id: ID!) { duplicateCampaign(input: { id: $id }) { campaign { name htmlTemplate abVariantB } errors { code field message } } }',
      { id: body.id },
    )
    expect(data.duplicateCampaign).toEqual({ name: 'News (Copy)', htmlTemplate: template, abVariantB: 'T' })
  })

  it('has no A/B test by default, and an A/B test splits the recipients in half by default', async () => {
    const person = await world.signUp()
    const plain = (await person.rest('POST', '/api/campaigns', input())).body
    expect(plain).toMatchObject({
      isAbTest: false,
      abVariantType: null,
      abVariantB: null,
      abSplitPercentage: null,
      abTestStatus: null,
      htmlTemplate: null,
    })
    const tested = (await person.rest('POST', '/api/campaigns', input({ isAbTest: true }))).body
    expect(tested).toMatchObject({ abVariantType: 'subject', abSplitPercentage: 50, abTestStatus: 'pending' })
  })

  it.each([['a text'], [17], [true], [[1, 'two', null]], [{ deep: [{ er: {} }] }]])(
    "accepts any JSON value as the builder's document: %j",
    async (htmlTemplate) => {
      const person = await world.signUp()
      const { body } = await person.rest('POST', '/api/campaigns', input({ htmlTemplate }))
      expect(body.htmlTemplate).toEqual(htmlTemplate)
      expect((await person.rest('GET', '/api/campaigns')).body[0].htmlTemplate).toEqual(htmlTemplate)
    },
  )

  it('rejects a builder document that is too large, too deep or cannot be stored', async () => {
    const person = await world.signUp()
    let deep: unknown = 'end'
    for (let level = 0; level < 100; level += 1) deep = [deep]
    for (const [htmlTemplate, words] of [
      ['x'.repeat(1_048_576), 'at most 1 MB'],
      [deep, 'nested deeper'],
      [{ content: 'a\0b' }, 'NUL'],
      [{ content: '\ud800' }, 'invalid characters'],
    ] as const) {
      const { status, body } = await person.rest('POST', '/api/campaigns', input({ htmlTemplate }))
      expect([status, body.fields?.htmlTemplate]).toEqual([400, expect.stringContaining(words)])
    }
    const abyss = await fetch(`${world.url}/api/campaigns`, {
      method: 'POST',
      headers: { authorization: person.token, 'content-type': 'application/json' },
      body: `{"name":"N","htmlTemplate":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    })
    expect(abyss.status).toBe(400)
  })

  it('that is invalid is refused with an error for every wrong field', async () => {
    const person = await world.signUp()
    const wrong = input({
      name: ' ',
      subject: 'two\nlines',
      content: 'a\0b',
      abVariantType: 'content',
      abSplitPercentage: 100,
    })
    const { status, body } = await person.rest('POST', '/api/campaigns', wrong)
    expect(status).toBe(400)
    expect(body.fields).toEqual({
      name: 'Campaign name is required',
      subject: 'Subject must be one line',
      content: 'Content must not contain NUL characters',
      abVariantType: 'abVariantType must be subject',
      abSplitPercentage: 'The A/B split must be between 1 and 99',
    })
  })
})

describe('changing a draft', () => {
  it('changes the given fields and leaves the others', async () => {
    const person = await world.signUp()
    const [one, two] = [await contact(person), await contact(person)]
    const { body: before } = await person.rest(
      'POST',
      '/api/campaigns',
      input({ selectedContacts: [one], htmlTemplate: template, attachments: [file('a.txt', 'a')] }),
    )
    const path = `/api/campaigns/${before.id}`
    const { body: renamed } = await person.rest('PUT', path, { name: 'Other' })
    expect(renamed).toEqual({ ...before, name: 'Other' })
    const { body: chosen } = await person.rest('PUT', path, { selectedContacts: [two, one, two], htmlTemplate: null })
    expect(chosen).toEqual({ ...renamed, selectedContacts: [one, two], totalContacts: 2, htmlTemplate: null })
    const { body: tested } = await person.rest('PUT', path, { isAbTest: true, abVariantB: 'T' })
    expect(tested).toMatchObject({ abTestStatus: 'pending', abVariantB: 'T', abSplitPercentage: 50 })
    expect((await person.rest('PUT', path, { isAbTest: false })).body.abTestStatus).toBeNull()
    expect((await person.rest('GET', '/api/campaigns')).body).toHaveLength(1)
  })

  it('keeps its own attachments by id, copies those of other campaigns, and removes the rest', async () => {
    const person = await world.signUp()
    const make = async (files: object[]) =>
      (await person.rest('POST', '/api/campaigns', input({ attachments: files }))).body
    const other = await make([file('other.txt', 'other')])
    const mine = await make([file('a.txt', 'aa'), file('b.txt', 'bbb')])
    const { body } = await person.rest('PUT', `/api/campaigns/${mine.id}`, {
      attachments: [
        { id: mine.attachments[1].id, name: 'renamed.txt' },
        { id: other.attachments[0].id, name: 'other.txt' },
        file('new.txt', 'n'),
      ],
    })
    expect(body.attachments).toEqual([
      { ...mine.attachments[1], name: 'renamed.txt' },
      expect.objectContaining({ name: 'other.txt', size: 5 }),
      expect.objectContaining({ name: 'new.txt', size: 1 }),
    ])
    expect(body.attachments[1].id).not.toBe(other.attachments[0].id)
    const gone = await person.rest('PUT', `/api/campaigns/${mine.id}`, {
      attachments: [{ id: mine.attachments[0].id, name: 'a.txt' }],
    })
    expect(gone.status).toBe(404)
    const stored = await world.app.database.asSystem((em) =>
      em.execute(`select convert_from(content, 'utf8') as text from attachments where tenant_id = ? order by size`, [
        person.tenantId,
      ]),
    )
    expect(stored.map(({ text }) => text)).toEqual(['n', 'bbb', 'other', 'other'])
  })

  it('returns its recipients, but limits how many are returned for several campaigns together', async () => {
    const person = await world.signUp()
    const selectedContacts = [await contact(person), await contact(person)]
    const { body } = await person.rest('POST', '/api/campaigns', input({ selectedContacts }))
    const call = await createCall(world.app, { method: 'GET', headers: { authorization: person.token } }, null)
    const id = parseId(body.id)?.uuid ?? ''
    expect([...(await selectedContactsOf(call, [id], 2)).values()]).toEqual([
      selectedContacts.map((one) => parseId(one)?.uuid),
    ])
    await expect(selectedContactsOf(call, [id], 1)).rejects.toMatchObject({ code: 'BAD_INPUT' })
  })

  it("does not reach another workspace's campaigns, contacts or files", async () => {
    const [owner, stranger] = [await world.signUp(), await world.signUp()]
    const { body } = await owner.rest(
      'POST',
      '/api/campaigns',
      input({ selectedContacts: [await contact(owner)], attachments: [file('a.txt', 'a')] }),
    )
    const { body: mine } = await stranger.rest('POST', '/api/campaigns', input())
    for (const [method, path, change] of [
      ['PUT', `/api/campaigns/${body.id}`, { name: 'Taken' }],
      ['DELETE', `/api/campaigns/${body.id}`, undefined],
      ['PUT', `/api/campaigns/${mine.id}`, { selectedContacts: body.selectedContacts }],
      ['PUT', `/api/campaigns/${mine.id}`, { attachments: [{ id: body.attachments[0].id, name: 'a' }] }],
    ] as const) {
      expect((await stranger.rest(method, path, change)).status).toBe(404)
    }
    expect((await owner.rest('GET', '/api/campaigns')).body).toEqual([body])
  })

  it('is refused once it is launched; a sending campaign cannot be deleted either', async () => {
    const person = await world.signUp()
    await world.connect(person)
    const { body } = await person.rest('POST', '/api/campaigns', input({ selectedContacts: [await contact(person)] }))
    const path = `/api/campaigns/${body.id}`
    expect((await person.rest('POST', `${path}/send`)).status).toBe(200)
    expect(await person.rest('PUT', path, { subject: 'Too late' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: 'This campaign is being sent. Only a draft can be changed.' },
    })
    expect((await person.rest('DELETE', path)).status).toBe(409)
    await person.graphql(
      'mutation ($id: ID!) { pauseCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
      { id: body.id },
    )
    expect((await person.rest('PUT', path, { subject: 'Too late' })).body.message).toBe(
      'This campaign was started and is paused. Only a draft can be changed.',
    )
    const draft = (await person.rest('POST', '/api/campaigns', input())).body
    expect(await person.rest('DELETE', `/api/campaigns/${draft.id}`)).toEqual({
      status: 200,
      body: { id: draft.id, message: 'Campaign deleted' },
    })
  })
})
