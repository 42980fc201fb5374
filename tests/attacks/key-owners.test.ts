import { createClient, type Client } from 'graphql-ws'
import { OperationTypeNode } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { API_SCOPES, type ApiScope } from '#domain/accounts/api-keys.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'
import { encodeId } from '#schema/object-ids.ts'
import { schema } from '#schema/index.ts'
import { createKey } from '../support/api-key.ts'
import { addColleague } from '../support/colleague.ts'
import { itInFull } from '../support/full-run-only.ts'
import { mutate } from '../support/mutate.ts'
import { oneOfEach } from '../support/workspace-with-one-of-each.ts'
import { person } from '../support/person.ts'
import { callRootField, leastValue, rootFieldsOf } from '../support/root-fields.ts'
import { makeWebhook, sendTest } from '../support/webhooks.ts'
import { createWorld, eventually, type TestPerson, type World } from '../support/world.ts'

/** Keys whose owner lost rights, that are used from elsewhere, or that belong to nobody in person. */
let world: World
let ada: TestPerson
const logged: unknown[] = []
beforeAll(async () => {
  world = await createWorld({ send: false, log: (line) => logged.push(line) })
  ada = await world.signUp({ tier: 'pro', unlimited: true })
})
afterAll(() => world.close())

const codeOf = ({ errors }: { errors?: any[] }) => errors?.[0]?.extensions.code ?? 'ok'
const program = async (maker: TestPerson, scopes: readonly ApiScope[], more: object = {}): Promise<TestPerson> =>
  person(world.url, await createKey(maker, scopes, more), maker.tenantId, '')
const account = async (name: string): Promise<string> =>
  (await mutate(ada, 'createServiceAccount', { name })).data.createServiceAccount.id
const demote = (id: string) => mutate(ada, 'updateUser', { id, role: 'user' })

/** A socket that stays open for many operations. */
const socketOf = (token: string, headers: Record<string, string> = {}): Client =>
  createClient({
    url: `${world.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(url: string, protocols: string) {
        super(url, protocols, { headers })
      }
    },
    connectionParams: { Authorization: token },
    retryAttempts: 0,
  })
/** The code of one query over a socket. */
async function askOver(client: Client, query: string): Promise<string> {
  const { value } = await client.iterate({ query }).next()
  return codeOf((value ?? {}) as { errors?: any[] })
}

describe('the API key of an admin who is demoted', () => {
  it('loses the scopes for admins on a WebSocket that is open', async () => {
    const cleo = await addColleague(world, ada, { name: 'Cleo', role: 'admin' })
    const key = await program(cleo, ['webhooks:read', 'contacts:read'])
    const { webhook } = await makeWebhook(ada)
    const delivery = await sendTest(ada, webhook.id)
    const client = socketOf(key.token)
    const queries = [webhook.id, delivery].map((id) => `{ node(id: "${id}") { id } }`)
    for (const query of queries) expect(await askOver(client, query)).toBe('ok')
    await demote(cleo.id)
    for (const query of queries) expect(await askOver(client, query)).not.toBe('ok')
    await client.dispose()
  })

  it('gets no stored answer again that it may no longer get', async () => {
    const cleo = await addColleague(world, ada, { name: 'Cleo', role: 'admin' })
    const key = await program(cleo, ['webhooks:write', 'campaigns:read'])
    const create = async () => {
      const input = '{ url: "https://hooks.example.com/x", events: [EMAIL_SENT] }'
      const response = await fetch(`${world.url}/graphql`, {
        method: 'POST',
        headers: { authorization: key.token, 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify({ query: `mutation { createWebhook(input: ${input}) { secret errors { code } } }` }),
      })
      return response.text()
    }
    expect(await create()).toContain('whsec_')
    expect(await create()).toContain('whsec_')
    await demote(cleo.id)
    expect(await create()).not.toContain('whsec_')
  })
})

describe('an API key that works from some IP addresses only', () => {
  const doors: [string, (key: TestPerson, from: Record<string, string>) => Promise<number>][] = [
    ['REST', async ({ token }, from) => status('/api/contacts', token, from)],
    ['a file', async ({ token }, from) => status('/api/contacts/export', token, from)],
    ['GraphQL', async ({ token }, from) => status('/graphql', token, from, { query: '{ syncPoint }' })],
    ['MCP', async ({ token }, from) => status('/mcp', token, from, { jsonrpc: '2.0', id: 1, method: 'ping' })],
    [
      'a socket',
      async ({ token }, from) => {
        const client = socketOf(token, from)
        const code = await askOver(client, '{ syncPoint }').catch(() => 'closed')
        await client.dispose()
        return code === 'ok' ? 200 : 403
      },
    ],
  ]
  async function status(path: string, token: string, from: Record<string, string>, body?: object): Promise<number> {
    const response = await fetch(world.url + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: path === '/mcp' ? 'application/json, text/event-stream' : '*/*',
        ...from,
      },
    })
    const text = await response.text()
    return text.includes('cannot be used from') ? 403 : response.status
  }
  /** proxies that are trusted, what X-Forwarded-For says, whether the key works */
  const CASES: [number, string | null, boolean][] = [
    [0, null, false],
    [0, '203.0.113.7', false],
    [1, '203.0.113.7', true],
    [1, '203.0.113.7, 198.51.100.1', false],
    [1, '198.51.100.1, 203.0.113.7', true],
    [1, '203.0.113.7,', true],
    [1, '203.0.113.7:80', false],
    [1, '::ffff:203.0.113.7', true],
    [1, '::ffff:cb00:7107', true],
    [1, 'fe80::1%203.0.113.7', false],
    [1, '203.0.113.7%25lo', false],
    [1, '0203.0.113.7', false],
    [1, '3405803783', false],
    [2, '203.0.113.7, 198.51.100.1', true],
    [2, '203.0.113.7, 198.51.100.2, 198.51.100.1', false],
  ]
  it.each(doors)('is refused from others over %s, whatever X-Forwarded-For says', async (_, open) => {
    const key = await program(ada, ['contacts:read'], { allowedAddresses: ['203.0.113.7'] })
    try {
      for (const [proxies, forwarded, works] of CASES) {
        world.app.trustedProxies = proxies
        const answer = await open(key, forwarded === null ? {} : { 'x-forwarded-for': forwarded })
        expect([proxies, forwarded, answer]).toEqual([proxies, forwarded, works ? 200 : 403])
      }
    } finally {
      world.app.trustedProxies = 0
    }
  })
})

describe('a service account', () => {
  it('that is deleted has its WebSockets and streams closed at once', async () => {
    const id = await account('Live')
    const key = await program(ada, ['campaigns:read'], { serviceAccountId: id })
    let closed = 0
    const client = socketOf(key.token)
    client.on('closed', (event) => (closed = (event as { code: number }).code))
    const query = 'subscription { campaignsChanged { removed } }'
    await client.iterate({ query }).next()
    const stream = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { authorization: key.token, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query }),
    })
    await mutate(ada, 'deleteServiceAccount', { id })
    await stream.text()
    await eventually('the socket is closed', async () => closed === 4403)
    expect((await key.rest('GET', '/api/campaigns')).status).toBe(401)
  })

  itInFull('never makes an operation fail internally', async () => {
    const key = await program(ada, API_SCOPES, { serviceAccountId: await account('Everything') })
    const { kinds, make } = oneOfEach(world, encodeId('SuperAdmin', ada.userId))
    const made = new Map<string, string>()
    const failures: unknown[] = []
    for (const operation of rootFieldsOf(schema)) {
      const { name, args } = operation.field
      if (operation.kind === OperationTypeNode.SUBSCRIPTION) continue
      const words = `${name} ${args.map((arg) => String(arg.type)).join(' ')}`
      const kind = kinds.find((one) => words.toLowerCase().includes(one.toLowerCase())) ?? 'Campaign'
      if (!made.has(kind) && kind !== 'Passkey' && kind !== 'Identity') made.set(kind, await make[kind](ada))
      const id = made.get(kind) ?? ''
      const variables = Object.fromEntries(args.map((arg) => [arg.name, leastValue(arg.type, id, arg.name)]))
      if (name === 'nodes') variables['ids'] = [id]
      const text = await callRootField(world.url, operation, variables, { authorization: key.token })
      if (text.includes('"INTERNAL"')) failures.push([name, text])
    }
    expect(failures).toEqual([])
  })

  it.each(['=HYPERLINK("https://evil.example")', '@SUM(A1)', '+A1', '-A1'])(
    'called %j is no formula in an export of the activity log',
    async (name) => {
      expect(codeOf(await mutate(ada, 'createServiceAccount', { name }))).toBe('ok')
      const response = await fetch(`${world.url}/api/activity/export`, { headers: { authorization: ada.token } })
      const text = await response.text()
      expect(text).toContain(`'${name.slice(0, 3)}`)
      expect(text).not.toMatch(/[,\n"][=+@-]/)
    },
  )

  it.each(['a\u0000b', 'a\nb', 'a\u001bb', ' ', '', 'T\u200bill', '\u202eTill', 'Ti\u2060ll'])(
    'cannot be called %j, nor can an API key',
    async (name) => {
      expect(codeOf(await mutate(ada, 'createServiceAccount', { name }))).toBe('BAD_INPUT')
      const key = { name, scopes: ['contacts:read'] }
      expect(codeOf(await mutate(ada, 'createApiKey', key, '{ id }'))).toBe('BAD_INPUT')
    },
  )
})

describe('a program that opens every live connection it may', () => {
  const QUERY = 'subscription { campaignsChanged { removed } }'
  const watch = async (who: TestPerson, stop: AbortController): Promise<string> => {
    const response = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { authorization: who.token, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: QUERY }),
      signal: stop.signal,
    })
    // Leaving a loop over the body would end the stream.
    const reader = response.body?.getReader()
    let text = ''
    while (!/"(data|errors)"/.test(text)) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) return 'ended'
      text += Buffer.from(value ?? []).toString()
    }
    return text.includes('TOO_MANY_REQUESTS') ? 'TOO_MANY_REQUESTS' : 'ok'
  }

  it('leaves subscriptions for its creator and the people of its workspace', async () => {
    const before = { ...LIMITS.watches.max }
    const stop = new AbortController()
    try {
      const [one, two] = [await program(ada, ['campaigns:read']), await program(ada, ['campaigns:read'])]
      Object.assign(LIMITS.watches.max, { person: 1, workspace: 2 })
      expect(await watch(one, stop)).toBe('ok')
      expect(await watch(one, stop)).toBe('TOO_MANY_REQUESTS')
      expect(await watch(two, stop)).toBe('ok')
      expect(await watch(ada, stop)).toBe('ok')
    } finally {
      Object.assign(LIMITS.watches.max, before)
      stop.abort()
    }
  })

  it('leaves WebSockets for its creator', async () => {
    const key = await program(ada, ['campaigns:read'])
    const open = [...Array.from({ length: 50 }, () => socketOf(key.token)), socketOf(ada.token)]
    const codes: string[] = []
    for (const client of open) codes.push(await askOver(client, QUERY).catch(() => 'closed'))
    for (const client of open) await client.dispose()
    expect(codes.at(-1)).toBe('ok')
  })
})

describe('a program that tries to sign out', () => {
  it('changes nothing, and the activity log does not say that its creator signed out', async () => {
    const key = await program(ada, ['activity:read'])
    const out = await key.graphql('mutation { logout { done errors { code field message } } }')
    expect(out.data.logout).toBe(false)
    await key.rest('POST', '/api/logout')
    const { data } = await key.graphql('{ auditEvents(first: 500, filter: { action: SIGN_OUT }) { totalCount } }')
    expect(data.auditEvents.totalCount).toBe(0)
  })
})

it('the process log contains no token, and no IP address that an API key is limited to', async () => {
  const key = await program(ada, ['contacts:read'], { name: 'Secretive', allowedAddresses: ['198.51.100.77'] })
  await key.rest('GET', '/api/contacts')
  await key.graphql('{ syncPoint }')
  const text = JSON.stringify(logged)
  expect(text).toContain('FORBIDDEN')
  for (const secret of [key.token, key.token.slice(4), '198.51.100.77', 'Secretive']) expect(text).not.toContain(secret)
})
