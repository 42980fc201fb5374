import { parse } from 'graphql'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import {
  createClient,
  MergewellError,
  verifyWebhook,
  type Client,
  type TypedDocument,
} from '../../schema/client/index.ts'
import { createKey } from '../support/api-key.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
let client: Client
let apiKey: string
beforeAll(async () => {
  world = await createWorld({ send: false })
  apiKey = await createKey(await world.signUp({ unlimited: true }))
  client = createClient({ url: `${world.url}/`, apiKey })
})
afterAll(() => world.close())

/** Returns what a call fails with. */
async function failureOf(call: Promise<unknown>): Promise<MergewellError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof MergewellError) return error
  throw new Error(`No MergewellError: ${String(error)}`)
}

const someone = (email: string) => ({ firstName: 'Ada', lastName: 'Lovelace', email })
const CREATE = `mutation ($input: CreateContactInput!) {
  createContact(input: $input) { contact { id } errors { code field message } }
}`
type Created = { createContact: { contact: { id: string } } }

describe('an answer with 429, in the client package,', () => {
  /** A client of a server that answers each request with the next of these statuses. */
  function limited(statuses: number[], retryAfter: string, options: { retries?: number } = {}) {
    const bodies: string[] = []
    const waits: number[] = []
    const limitedClient = createClient({
      url: 'http://mergewell.test',
      apiKey: 'mwk_1',
      ...options,
      fetch: async (request) => {
        bodies.push(await request.text())
        const status = statuses.shift() ?? 200
        const body = status === 200 ? { id: 'con_1' } : { code: 'TOO_MANY_REQUESTS', message: 'Wait.' }
        return Response.json(body, { status, headers: { 'retry-after': retryAfter, 'x-request-id': 'r1' } })
      },
      sleep: async (milliseconds) => void waits.push(milliseconds),
    })
    const call = () => limitedClient.rest.POST('/api/contacts', { body: someone('ada@limited.example') })
    return { bodies, waits, call }
  }

  it('makes the client wait and send the request again unchanged', async () => {
    const { bodies, waits, call } = limited([429, 429], '7')
    expect((await call()).data.id).toBe('con_1')
    expect(waits).toEqual([7000, 7000])
    expect(bodies).toEqual(Array(3).fill(JSON.stringify(someone('ada@limited.example'))))
  })

  it('is thrown as an error after the last retry', async () => {
    const { bodies, call } = limited([429, 429, 429, 429, 429], '7')
    expect(await failureOf(call())).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429, requestId: 'r1' })
    expect(bodies).toHaveLength(4)
    const once = limited([429], '7', { retries: 0 })
    expect((await failureOf(once.call())).status).toBe(429)
  })

  it('is thrown as an error at once if the wait is too long or not given', async () => {
    for (const retryAfter of ['61', 'soon']) {
      const { bodies, waits, call } = limited([429], retryAfter)
      expect((await failureOf(call())).code).toBe('TOO_MANY_REQUESTS')
      expect([bodies.length, waits]).toEqual([1, []])
    }
  })
})

describe('an error that the client package throws', () => {
  it('has code, fields, status and request id, over REST', async () => {
    const call = client.rest.POST('/api/contacts', { body: { firstName: 'A', lastName: 'B', email: 'none' } })
    const error = await failureOf(call)
    expect(error).toMatchObject({ name: 'MergewellError', code: 'BAD_INPUT', status: 400 })
    expect(error.fields).toEqual({ email: 'Valid email is required' })
    expect(error.requestId).toMatch(/\w{8}/)
    expect(error.message).toContain('Valid email is required')
  })

  it("has the code of a mutation's payload error", async () => {
    const error = await failureOf(client.graphql(CREATE, { input: { firstName: 'A', lastName: 'B', email: 'none' } }))
    expect(error).toMatchObject({ code: 'BAD_INPUT', status: 200, fields: { email: 'Valid email is required' } })
    expect(error.requestId).toMatch(/\w{8}/)
  })

  it("has the code of a GraphQL document's error", async () => {
    const error = await failureOf(client.graphql('{ nonsense }'))
    expect(error).toMatchObject({ code: 'BAD_INPUT', fields: {} })
    expect(error.message).toContain('nonsense')
  })

  it('says that an API key is wrong', async () => {
    const stranger = createClient({ url: world.url, apiKey: 'mwk_wrong' })
    const codes = [
      failureOf(stranger.rest.GET('/api/stats')),
      failureOf(stranger.graphql('{ currentUser { id } stats { totalContacts } }')),
      failureOf(stranger.subscribe('subscription { campaignsChanged { __typename } }').next()),
    ]
    expect((await Promise.all(codes)).map(({ code }) => code)).toEqual(Array(3).fill('UNAUTHENTICATED'))
  })

  it('says that the server cannot be reached, with the cause', async () => {
    const lost = createClient({ url: 'http://127.0.0.1:1', apiKey })
    const error = await failureOf(lost.rest.GET('/api/stats'))
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 0, requestId: null })
    expect(error.cause).toBeInstanceOf(Error)
  })

  it('says that another program answers', async () => {
    const fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    const proxied = createClient({ url: world.url, apiKey, fetch })
    for (const call of [proxied.rest.GET('/api/stats'), proxied.graphql('{ currentUser { id } }')]) {
      expect(await failureOf(call)).toMatchObject({ code: 'UNAVAILABLE', status: 502 })
    }
  })

  it('is passed on unchanged for a cancelled call', async () => {
    const signal = AbortSignal.abort(new Error('Enough'))
    await expect(client.graphql('{ currentUser { id } }', {}, { signal })).rejects.toThrow('Enough')
  })
})

it('the client package runs a change once for each idempotency key', async () => {
  const input = someone('once@client.example')
  const header = { 'Idempotency-Key': 'rest-1' }
  const create = () => client.rest.POST('/api/contacts', { body: input, params: { header } })
  const [first, second] = [await create(), await create()]
  expect(second.data.id).toBe(first.data.id)
  expect(second.response.headers.get('idempotent-replayed')).toBe('true')
  const change = (email: string) =>
    client.graphql<Created>(CREATE, { input: someone(email) }, { idempotencyKey: 'graphql-1' })
  expect(await change('twice@client.example')).toEqual(await change('twice@client.example'))
})

it('the client package accepts a document with its types', async () => {
  const typed = parse(CREATE) as TypedDocument<Created, { input: ReturnType<typeof someone> }>
  const { createContact } = await client.graphql(typed, { input: someone('typed@client.example') })
  expect(createContact.contact.id).toMatch(/^con_/)
  // @ts-expect-error -- a variable is missing
  expect((await failureOf(client.graphql(typed, {}))).code).toBe('BAD_INPUT')
})

it('the client package reads lists of any length', async () => {
  const owner = await world.signUp({ unlimited: true })
  const reader = createClient({ url: world.url, apiKey: await createKey(owner) })
  const emails = Array.from({ length: 501 }, (_, index) => `n${index}@client.example`)
  await reader.rest.POST('/api/contacts/upsert', { body: { contacts: emails.map(someone) } })
  const listed: string[] = []
  for await (const { email } of reader.list('/api/contacts')) listed.push(email)
  expect(listed.toSorted()).toEqual(emails.toSorted())

  type Page = { contacts: { nodes: { email: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }
  const query = `query ($first: Int, $after: String) {
    contacts(first: $first, after: $after) { nodes { email } pageInfo { hasNextPage endCursor } } }`
  const found: string[] = []
  for await (const { email } of reader.nodes(query, { first: 200 }, (data: Page) => data.contacts)) found.push(email)
  expect(found).toEqual(listed)
})

it.each([
  ['the global WebSocket', undefined],
  ['the WebSocket of the package ws', WebSocket],
])('the client package follows a subscription, and throws its error: %s', async (_, webSocket) => {
  const watcher = createClient({ url: world.url, apiKey, webSocket })
  const { data: campaign } = await client.rest.POST('/api/campaigns', { body: { name: 'Watched' } })
  const query = 'subscription ($id: ID!) { campaignProgress(id: $id) { status } }'
  const messages = watcher.subscribe<{ campaignProgress: { status: string } }>(query, { id: campaign.id })
  expect((await messages.next()).value).toEqual({ campaignProgress: { status: 'DRAFT' } })
  expect(await messages.return()).toEqual({ done: true, value: undefined })
  const wrong = watcher.subscribe('subscription { nonsense }')
  expect(await failureOf(wrong.next())).toMatchObject({ code: 'BAD_INPUT', status: 200 })
})

it('the client package verifies webhooks', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const body = JSON.stringify({ type: 'email.sent', timestamp: new Date(), data: { emailLogId: 'log_1' } })
  const now = new Date()
  const headers = {
    'webhook-id': 'dlv_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('dlv_1', now, body),
  }
  expect(verifyWebhook(secret, body, headers)).toMatchObject({ type: 'email.sent', data: { emailLogId: 'log_1' } })
  expect(() => verifyWebhook(secret, body.replace('log_1', 'log_2'), headers)).toThrow('signature')
})
