import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { API_SCOPES, type ApiScope } from '#domain/accounts/api-keys.ts'
import { encodeId } from '#schema/object-ids.ts'
import { createKey } from '../support/api-key.ts'
import { addColleague } from '../support/colleague.ts'
import { mutate } from '../support/mutate.ts'
import { person } from '../support/person.ts'
import { createWorld, eventually, type TestPerson, type World } from '../support/world.ts'

/** Programs whose keys have few scopes look for what those do not allow. */
let world: World
let ada: TestPerson
let contact: string
let campaign: string

/** Marks in the contact that only contacts:read may show. */
const CITY = 'Atlantis'

beforeAll(async () => {
  world = await createWorld({ send: false })
  ada = await world.signUp({ tier: 'pro', unlimited: true })
  await world.connect(ada)
  const fields = [{ name: 'City', value: CITY }]
  const names = { firstName: 'Ulla', lastName: 'Undine', email: 'ulla@undine.example' }
  contact = (await mutate(ada, 'createContact', { ...names, fields })).data.createContact.id
  const draft = { name: 'News', subject: 'Hello', content: 'Text', selectedContacts: [contact] }
  campaign = (await mutate(ada, 'createCampaign', draft)).data.createCampaign.id
})
afterAll(() => world.close())

const program = async (scopes: readonly ApiScope[], more: object = {}): Promise<TestPerson> =>
  person(world.url, await createKey(ada, scopes, more), ada.tenantId, '')
const codeOf = ({ errors }: { errors?: any[] }) => errors?.[0]?.extensions.code ?? 'ok'

describe('an API key without the scope to read contacts', () => {
  const PREVIEW = 'query ($input: MailInput!) { previewMail(input: $input) { subject text to { name address } } }'
  const MINE = { subject: '{firstName} {lastName}', content: '{City} {email}' }
  const hidden = new RegExp(`${CITY}|Ulla|Undine`, 'i')

  it.each<ApiScope>(['campaigns:read', 'campaigns:write', 'campaigns:send'])(
    'gets no contact’s values from a preview, with %s',
    async (scope) => {
      const key = await program([scope])
      const byId = await key.graphql(PREVIEW, { input: { ...MINE, contactId: contact } })
      expect([codeOf(byId), JSON.stringify(byId)]).toEqual(['FORBIDDEN', expect.not.stringMatching(hidden)])
      const first = await key.graphql(PREVIEW, { input: { ...MINE, campaignId: campaign } })
      expect([codeOf(first), JSON.stringify(first)]).toEqual(['ok', expect.not.stringMatching(hidden)])
    },
  )

  it('gets no contact’s values in a test email', async () => {
    const key = await program(['campaigns:send'])
    const test = await mutate(key, 'sendTestMail', { ...MINE, contactId: contact }, '{ email }')
    expect(codeOf(test)).toBe('FORBIDDEN')
  })

  it.each([
    [{ fields: [{ name: 'City', contains: 'Atl' }] }],
    [{ search: 'ulla' }],
    [{ emails: ['ulla@undine.example'] }],
  ])('cannot find out who is %j by choosing recipients', async (filter) => {
    const key = await program(['campaigns:write'])
    const draft = { name: 'Probe', subject: 'S', content: 'C' }
    const probe = await mutate(key, 'createCampaign', { ...draft, audience: { filter } }, '{ totalContacts }')
    expect(codeOf(probe)).toBe('FORBIDDEN')
    const changed = await mutate(key, 'updateCampaign', { id: campaign, audience: { filter } }, '{ totalContacts }')
    expect(codeOf(changed)).toBe('FORBIDDEN')
    const all = await mutate(key, 'createCampaign', { ...draft, audience: { all: true } }, '{ totalContacts }')
    expect([codeOf(all), all.data.createCampaign]).toEqual(['ok', { totalContacts: 1 }])
  })
})

describe('an API key without the scope to read campaigns', () => {
  const campaignOutcome = { campaignId: '', outcome: 'opened' }
  const filter = () => ({ campaignOutcome: { ...campaignOutcome, campaignId: campaign } })

  it('cannot find out the outcomes of a campaign by filtering contacts', async () => {
    const key = await program(['contacts:write'])
    const list = 'query ($filter: ContactFilter) { contacts(filter: $filter) { totalCount } }'
    expect(codeOf(await key.graphql(list, { filter: filter() }))).toBe('FORBIDDEN')
    expect(codeOf(await mutate(key, 'createSegment', { name: 'Openers', filter: filter() }))).toBe('FORBIDDEN')
    const tagging = { tags: ['x'], filter: filter() }
    expect(codeOf(await mutate(key, 'addTags', tagging, ''))).toBe('FORBIDDEN')
    expect(codeOf(await key.graphql(list, { filter: { search: 'ulla' } }))).toBe('ok')
  })

  it('cannot find out the outcomes of a campaign by an export', async () => {
    const key = await program(['contacts:read'])
    const { status } = await key.rest('POST', '/api/contacts/export', { filter: filter() })
    expect(status).toBe(403)
  })
})

describe('an API key with any scope', () => {
  it.each(API_SCOPES)('sees no user by id with %s', async (scope) => {
    const key = await program([scope])
    const bea = await addColleague(world, ada)
    const query =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on User { email username role } } node(id: $id) { id } }'
    const both = await key.graphql(query.replace('$id)', `"${bea.id}")`), {
      ids: [bea.id, encodeId('User', ada.userId)],
    })
    expect(JSON.stringify(both)).not.toMatch(/colleague|username/)
  })
})

describe('two API keys that subscribe to the same at once', () => {
  const FIELDS = '{ name selectedContacts(first: 1) { nodes { email } } }'

  it('each get what their own scopes show, now and at every change', async () => {
    const may = await program(['campaigns:read', 'contacts:read'])
    const mayNot = await program(['campaigns:read'])
    const heard = new Map<TestPerson, string[]>([may, mayNot].map((who) => [who, []]))
    const clients = [may, mayNot].map((who) => {
      const client = createClient({
        url: `${world.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { Authorization: who.token },
      })
      const hear = (message: unknown) => void heard.get(who)?.push(JSON.stringify(message))
      const query = `subscription { campaignProgress(id: "${campaign}") ${FIELDS} }`
      client.subscribe({ query }, { next: hear, error: hear, complete: () => {} })
      return client
    })
    const count = (who: TestPerson) => heard.get(who)?.length ?? 0
    await eventually('both hear the first state', async () => count(may) >= 1 && count(mayNot) >= 1)
    await mutate(ada, 'updateCampaign', { id: campaign, name: 'Renamed' })
    await eventually('both hear the change', async () => count(may) >= 2 && count(mayNot) >= 2)
    for (const client of clients) await client.dispose()
    expect(heard.get(may)?.at(-1)).toContain('ulla@undine.example')
    expect(heard.get(mayNot)?.at(-1)).toContain('FORBIDDEN')
    expect(heard.get(mayNot)?.join('')).not.toContain('ulla@undine.example')
  })

  it('get no value that was read for the other', async () => {
    const keys = [await program(['campaigns:read', 'contacts:read']), await program(['campaigns:read'])]
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Contact { email } ... on Campaign ${FIELDS} } }`
    const ask = (who: TestPerson) => who.graphql(query, { ids: [contact, campaign] })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(keys[index % 2] ?? ada)))
    for (const [index, answer] of answers.entries()) {
      expect(JSON.stringify(answer).includes('ulla@undine.example')).toBe(index % 2 === 0)
    }
  })
})
