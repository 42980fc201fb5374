import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { API_SCOPES } from '#domain/accounts/api-keys.ts'
import { createRateLimit, REQUEST_COST } from '#api/platform/limits/rate-limit.ts'
import { createKey } from '../support/api-key.ts'
import { draftCampaign } from '../support/campaigns.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** A program tries to be served without its points being counted. */
let world: World
let ada: TestPerson
let token: string
let campaign: string
beforeAll(async () => {
  world = await createWorld({ send: false })
  ada = await world.signUp({ tier: 'pro', unlimited: true })
  token = await createKey(ada, API_SCOPES)
  campaign = await draftCampaign(world, ada, 1)
})
afterAll(() => world.close())

const JSON_TYPE = 'application/json'
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(world.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': JSON_TYPE, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** Points that were used by an act. Nothing comes back meanwhile. */
async function usedBy(act: () => Promise<unknown>): Promise<number> {
  const before = world.app.rateLimit
  const now = new Date()
  world.app.rateLimit = createRateLimit(() => now)
  try {
    await act()
    const { headers } = await post('/graphql', { query: '{ __typename }' })
    return LIMITS.apiKeyPoints.perMinute - Number(headers.get('ratelimit-remaining')) - REQUEST_COST
  } finally {
    world.app.rateLimit = before
  }
}

const WATCH = `subscription { campaignProgress(id: "ID") { emailLogs(first: 500) { nodes { id status contactEmail } } } }`

describe('a stored answer that is repeated for its Idempotency-Key', () => {
  it.each([
    ['REST', '/api/templates', { name: 'N', subject: 'S', content: 'C' }],
    ['GraphQL', '/graphql', { query: 'mutation { addTags(input: { tags: ["x"], all: true }) { contactCount } }' }],
  ])('costs as much of the rate limit as every other request, over %s', async (name, path, body) => {
    const headers = { 'idempotency-key': `again-${name}` }
    await post(path, body, headers)
    const used = await usedBy(async () => {
      for (let count = 0; count < 20; count += 1) {
        const answer = await post(path, body, headers)
        expect(answer.headers.get('idempotent-replayed')).toBe('true')
        await answer.text()
      }
    })
    expect(used).toBe(20 * REQUEST_COST)
  })

  it('does not exist for a query, however often it is sent', async () => {
    const rows = () =>
      world.app.database.inTenant(ada.tenantId, async (em) => {
        const [row] = await em.execute<{ count: number }[]>('select count(*)::int as count from idempotency_keys')
        return row?.count
      })
    const before = await rows()
    const query = '{ templates(first: 500) { nodes { content } } }'
    expect((await post('/graphql', { query }, { 'idempotency-key': 'reads' })).status).toBe(200)
    expect(await rows()).toBe(before)
  })
})

describe('a subscription', () => {
  it('is charged as its document costs over server-sent events', async () => {
    const used = await usedBy(async () => {
      const stop = new AbortController()
      const body = { query: WATCH.replace('ID', campaign) }
      const response = await fetch(`${world.url}/graphql`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': JSON_TYPE, accept: 'text/event-stream' },
        body: JSON.stringify(body),
        signal: stop.signal,
      })
      await response.body?.getReader().read()
      stop.abort()
    })
    expect(used).toBeGreaterThan(1_000)
  })

  it('is charged the same over a WebSocket as over HTTP', async () => {
    const used = await usedBy(async () => {
      const client = createClient({
        url: `${world.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { Authorization: token },
        retryAttempts: 0,
      })
      await client.iterate({ query: WATCH.replace('ID', campaign) }).next()
      await client.dispose()
    })
    expect(used).toBeGreaterThan(1_000)
  })
})

describe('the rate limit of messages to /mcp', () => {
  const params = { name: 'no_such_tool', arguments: {} }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  it.each<[string, object]>([
    ['for a tool that does not exist', message],
    ['for a tool with arguments that are no object', { ...message, params: { name: 'get_stats', arguments: [] } }],
    ['for no tool', { ...message, params: {} }],
    ['that expects no answer', { jsonrpc: '2.0', method: 'tools/call', params: { name: 'get_stats' } }],
  ])('counts a message %s', async (_, body) => {
    const used = await usedBy(async () => {
      for (let count = 0; count < 10; count += 1) {
        await (await post('/mcp', body, { accept: 'application/json, text/event-stream' })).text()
      }
    })
    expect(used).toBe(10 * REQUEST_COST)
  })
})
