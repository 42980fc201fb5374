import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRateLimit, REQUEST_COST } from '#api/platform/limits/rate-limit.ts'
import { createKey } from '#tests/support/api-key.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { agent, SCOPES } from '#tests/support/mcp.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { cookieName } from '#api/platform/http/cookies.ts'
import { contactTools } from './tools/contacts.ts'

let world: World
let owner: TestPerson
let key: string
const logged: Record<string, unknown>[] = []
beforeAll(async () => {
  world = await createWorld({ send: false, log: (line) => logged.push(line) })
  owner = await world.signUp({ unlimited: true })
  key = await createKey(owner, SCOPES.reader)
})
afterAll(() => world.close())

const ACCEPT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const message = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 7, method, ...(params && { params }) })
const callOf = (name: string, args: object = {}) => message('tools/call', { name, arguments: args })

/** Posts a message, or any text, with the key unless other headers are given. */
async function post(body: unknown, headers: Record<string, string | undefined> = {}, method = 'POST') {
  const all: Record<string, string | undefined> = { ...ACCEPT, authorization: `Bearer ${key}`, ...headers }
  const response = await fetch(`${world.url}/mcp`, {
    method,
    headers: Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

describe('one message to the MCP endpoint', () => {
  it('is answered as JSON, without a session and without earlier messages', async () => {
    const { status, headers, body } = await post(callOf('get_stats'))
    expect([status, headers.get('content-type'), headers.get('mcp-session-id')]).toEqual([
      200,
      'application/json',
      null,
    ])
    expect(body).toMatchObject({ id: 7, result: { structuredContent: { stats: { totalContacts: 0 } } } })
    expect(JSON.parse(body.result.content[0].text)).toEqual(body.result.structuredContent)
  })

  it('is answered with a request id, and without being cached', async () => {
    const { headers } = await post(message('ping'))
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('that is a notification gets no answer', async () => {
    const { status, body } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([status, body]).toEqual([202, null])
  })

  it('of an unknown version of the protocol is refused', async () => {
    expect((await post(message('ping'), { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
    expect((await post(message('ping'), { 'mcp-protocol-version': '2025-11-25' })).status).toBe(200)
  })

  it('with an unknown method is answered with a JSON-RPC error', async () => {
    expect((await post(message('resources/list'))).body).toMatchObject({ id: 7, error: { code: -32_601 } })
  })

  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('cannot be sent with the HTTP method %s', async (method) => {
    const { status, headers, body } = await post('', {}, method === 'PUT' ? 'PUT' : method)
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'METHOD_NOT_ALLOWED' } } })
  })
})

describe('a caller of the MCP endpoint', () => {
  const unknown = { status: 401, body: { jsonrpc: '2.0', id: null, error: { data: { code: 'UNAUTHENTICATED' } } } }

  it('without an API key is told how to send one', async () => {
    const answer = await post(callOf('get_stats'), { authorization: undefined })
    expect(answer).toMatchObject(unknown)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="Mergewell"')
    expect(answer.body.error.message).toContain('Authorization: Bearer mwk_')
  })

  it('cannot use a session token, nor an API key without the word Bearer', async () => {
    for (const authorization of [owner.token, `Bearer ${owner.token}`, key, `Basic ${key}`]) {
      expect(await post(callOf('get_stats'), { authorization })).toMatchObject(unknown)
    }
  })

  it("cannot use a cookie, even from the product's own pages", async () => {
    const cookie = `${cookieName(world.app, 'session')}=${owner.token}`
    const ours = { authorization: undefined, cookie, origin: world.url }
    expect(await post(callOf('get_stats'), ours)).toMatchObject(unknown)
    expect(await post(callOf('get_stats'), { cookie })).toMatchObject({ status: 200 })
  })

  it('with a revoked API key is refused', async () => {
    const revoked = await createKey(owner, SCOPES.reader)
    await world.app.database.asSystem((em) =>
      em.execute('delete from api_keys where token_start = ?', [revoked.slice(0, 10)]),
    )
    const answer = await post(callOf('get_stats'), { authorization: `Bearer ${revoked}` })
    expect(answer).toMatchObject(unknown)
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  it('whose workspace has turned API access off is refused', async () => {
    const other = await world.signUp({ unlimited: true })
    const theirs = await createKey(other, SCOPES.reader)
    expect((await post(callOf('get_stats'), { authorization: `Bearer ${theirs}` })).status).toBe(200)
    await world.app.database.asSystem((em) =>
      em.execute(`update tenants set features = features || '{"apiAccess": false}' where id = ?`, [other.tenantId]),
    )
    expect(await post(callOf('get_stats'), { authorization: `Bearer ${theirs}` })).toMatchObject(unknown)
  })

  it.each(['https://evil.example', 'null', 'http://localhost:1'])(
    'in a browser on the page %s is refused',
    async (origin) => {
      for (const method of ['POST', 'GET', 'OPTIONS']) {
        expect(await post(callOf('get_stats'), { origin }, method)).toMatchObject({
          status: 403,
          body: { error: { data: { code: 'FORBIDDEN' } } },
        })
      }
    },
  )

  it('leaves neither its key nor its arguments in the log', async () => {
    await post(callOf('list_contacts', { search: 'my secret search', limit: 0 }))
    const text = JSON.stringify(logged)
    expect(text).toContain('mcp list_contacts')
    expect(text).not.toContain('my secret search')
    expect(text).not.toContain(key)
  })
})

describe('a request body to the MCP endpoint', () => {
  it.each([
    ['that is not JSON', '{"jsonrpc":', 400, -32_700],
    ['that is empty', '', 400, -32_700],
    ['that is a text', '"hello"', 400, -32_600],
    ['that is no message', '{"hello":1}', 400, -32_600],
    ['of another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32_600],
    ['that is an empty batch', '[]', 400, -32_600],
    ['that is a batch', JSON.stringify([message('ping'), message('ping')]), 400, -32_600],
    [
      'with 1,000 tools at once',
      JSON.stringify(Array.from({ length: 1_000 }, () => callOf('get_stats'))),
      400,
      -32_600,
    ],
  ])('%s is answered with a JSON-RPC error', async (_, body, status, code) => {
    const answer = await post(body)
    expect([answer.status, answer.body]).toMatchObject([status, { jsonrpc: '2.0', id: null, error: { code } }])
  })

  it('that is a batch is told to send one message at a time', async () => {
    expect((await post([message('ping')])).body.error.message).toContain('not a batch')
  })

  it('of more than 2 MB is refused before it is read', async () => {
    const answer = await post(callOf('get_stats', { text: 'x'.repeat(2_200_000) }))
    expect(answer).toMatchObject({ status: 413, body: { error: { data: { code: 'TOO_LARGE' } } } })
    expect(world.bodies.budget.used('process')).toBe(0)
  })

  it('with a design that is nested too deeply is refused, without an internal failure', async () => {
    const writer = await createKey(owner, SCOPES.writer)
    const nested = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    const sent = JSON.stringify(callOf('create_campaign', { name: 'Deep', htmlTemplate: 'HERE' })).replace(
      '"HERE"',
      nested,
    )
    const { body } = await post(sent, { authorization: `Bearer ${writer}` })
    expect(body.result).toMatchObject({ isError: true, structuredContent: { error: { code: 'BAD_INPUT' } } })
  })

  it('of another content type, or compressed, is refused', async () => {
    expect(await post(message('ping'), { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { error: { data: { code: 'UNSUPPORTED_TYPE' } } },
    })
    expect(await post(message('ping'), { 'content-encoding': 'gzip' })).toMatchObject({
      status: 415,
      body: { jsonrpc: '2.0', error: { data: { code: 'UNSUPPORTED_TYPE' } } },
    })
  })

  it('from a client that does not accept JSON is refused by the protocol', async () => {
    expect((await post(message('ping'), { accept: 'text/html' })).status).toBe(406)
  })
})

describe('the rate limit of an API key at the MCP endpoint', () => {
  it('is charged for every message, and for a tool as much as its GraphQL document costs', async () => {
    const left = async (sent: object) => Number((await post(sent)).headers.get('ratelimit-remaining'))
    const first = await left(message('ping'))
    const second = await left(message('tools/list'))
    const third = await left(callOf('list_contacts', { limit: 100 }))
    expect(second).toBeLessThan(first + 1)
    expect(second - third).toBeGreaterThan(REQUEST_COST)
  })

  it('when used up, refuses a tool in words for the agent, and other messages with 429', async () => {
    const before = world.app.rateLimit
    const now = new Date()
    world.app.rateLimit = createRateLimit(() => now, { key: 2 * REQUEST_COST, workspace: 1_000_000 })
    try {
      expect((await post(message('ping'))).status).toBe(200)
      // Wrong calls are counted too.
      expect((await post(callOf('list_contacts', { limit: 0 }))).body.result.structuredContent.error.code).toBe(
        'BAD_INPUT',
      )
      const tool = await post(callOf('get_stats'))
      expect(tool.body.result).toMatchObject({
        isError: true,
        structuredContent: { error: { code: 'TOO_MANY_REQUESTS', retryAfter: 30 } },
      })
      expect(tool.headers.get('retry-after')).toBe('30')
      const other = await post(message('tools/list'))
      expect([other.status, other.headers.get('retry-after')]).toEqual([429, '30'])
      expect(other.body).toMatchObject({
        error: { code: -32_000, data: { code: 'TOO_MANY_REQUESTS', retryAfter: 30 } },
      })
    } finally {
      world.app.rateLimit = before
    }
  })
})

itInFull('the MCP endpoint answers many agents at once, each with their own data', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => world.signUp({ unlimited: true })))
  const agents = await Promise.all(people.map(async (one) => agent(world, await createKey(one, SCOPES.writer))))
  const names = await Promise.all(
    agents.flatMap((one, index) =>
      Array.from({ length: 5 }, async (_, turn) => {
        const { data } = await one.call('create_campaign', { name: `${index} ${turn}` })
        return data.campaign.name as string
      }),
    ),
  )
  expect(new Set(names).size).toBe(20)
  for (const [index, one] of agents.entries()) {
    const { data } = await one.call('list_campaigns')
    expect(data.campaigns.map(({ name }: { name: string }) => name.split(' ')[0])).toEqual(Array(5).fill(String(index)))
    await one.close()
  }
})

it('the MCP server keeps serving when an agent hangs up in the middle of a call', async () => {
  const held = Promise.withResolvers<Record<string, unknown>>()
  const slow = vi.spyOn(
    contactTools.find(({ name }) => name === 'list_tags')!,
    'result',
  )
  slow.mockReturnValue(held.promise)
  const hungUp = new AbortController()
  const headers = { ...ACCEPT, authorization: `Bearer ${key}` }
  const init = { method: 'POST', headers, body: JSON.stringify(callOf('list_tags')), signal: hungUp.signal }
  const answer = fetch(`${world.url}/mcp`, init).catch(() => 'hung up')
  await eventually('the tool runs', async () => slow.mock.calls.length === 1)
  const closed = vi.spyOn(Server.prototype, 'close')
  hungUp.abort()
  expect(await answer).toBe('hung up')
  await eventually('its server is closed', async () => closed.mock.calls.length === 1)
  closed.mockRestore()
  held.resolve({ tags: [] })
  slow.mockRestore()
  expect((await post(message('ping'))).body).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
  expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
})
