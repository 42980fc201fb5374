import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#api/platform/app-context.ts'
import { saveSuperAdmin } from '#api/super-admins/super-admins.ts'
import { servedApp } from '#tests/support/served-app.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
let app: Awaited<ReturnType<typeof servedApp>>
const CODE = `export const words = ${JSON.stringify(Array.from({ length: 2_000 }, (_, n) => `word ${n}`))}`
beforeAll(async () => {
  world = await createWorld({ send: false })
  app = await servedApp(world, CODE)
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
/** An example of everything that is served: pages, REST, GraphQL, its editor, redirects, missing pages. */
const ANSWERS: [string, string, (Omit<RequestInit, 'headers'> & { headers?: Record<string, string> })?][] = [
  ['the first page', '/'],
  ['a page of the app', '/campaigns/create'],
  ['a REST call', '/api/user'],
  ['an unknown REST path', '/api/nothing'],
  ['an unknown image', '/images/none.png'],
  ['GraphQL', '/graphql', json({ query: '{ __typename }' })],
  ['the query editor', '/graphql', { headers: { accept: 'text/html' } }],
  ['MCP', '/mcp', json({ jsonrpc: '2.0', id: 1, method: 'ping' })],
  ['a redirect', '/auth/google', { redirect: 'manual' }],
  ['the health check', '/healthz'],
]

/** The sources of a directive, or of its fallback. */
function sources(policy: string | null, directive: string): string[] {
  const found = (policy ?? '').split(';').map((part) => part.trim().split(' '))
  const [, ...values] =
    found.find(([name]) => name === directive) ?? found.find(([name]) => name === 'default-src') ?? []
  return values
}

describe('every HTTP response', () => {
  it.each(ANSWERS)('forbids inline scripts, framing and type sniffing: %s', async (_, path, init) => {
    const { headers } = await fetch((await app.serve()) + path, init)
    const policy = headers.get('content-security-policy')
    const scripts = sources(policy, 'script-src')
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((source) => !/^('self'|'none'|'sha256-[\w+/=]{44}')$/.test(source))).toEqual([])
    expect(sources(policy, 'object-src')).toEqual(["'none'"])
    expect(policy).toMatch(/(^|;)frame-ancestors 'none'(;|$)/)
    expect(policy).toMatch(/(^|;)base-uri 'none'(;|$)/)
    expect(policy).toMatch(/(^|;)form-action 'self'(;|$)/)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers.get('x-powered-by')).toBeNull()
  })

  it('requires TLS once the product is reached by TLS, and not before', async () => {
    const plain = await fetch(await app.serve())
    expect(plain.headers.get('strict-transport-security')).toBeNull()
    expect(plain.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
    const secure = await fetch(await app.serve({ publicUrl: 'https://mail.example' }))
    expect(secure.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/)
    expect(secure.headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
    expect(sources(secure.headers.get('content-security-policy'), 'connect-src')).toContain('wss://mail.example')
  })
})

describe('the contact for prices', () => {
  it('is shown for Enterprise workspaces, if the installation names one', async () => {
    const asked = () => world.anybody.graphql('{ server { salesEmail } }')
    expect((await asked()).data.server.salesEmail).toBeNull()
    world.app.salesEmail = 'sales@example.com'
    expect((await asked()).data.server.salesEmail).toBe('sales@example.com')
  })
})

describe('the web app', () => {
  it.each([
    ['/login', 303, '/login'],
    ['/nothing/here', 404, null],
    ['/campaigns/x/analytics', 404, null],
  ])('accepts a form that is sent without scripts on the sign-in page only: %s', async (path, status, location) => {
    const answer = await fetch((await app.serve()) + path, { method: 'POST', redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([status, location])
  })

  it.each(['br', 'gzip'])('is compressed for clients that accept %s, and cached for a year', async (encoding) => {
    const response = await fetch(`${await app.serve()}/assets/index-a1b2.js`, {
      headers: { 'accept-encoding': encoding },
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-encoding': encoding,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(await response.text()).toBe(CODE)
  })

  it('is served with compressed answers to queries, but not to changes, whose size could reveal a new secret', async () => {
    const name = 'x'.repeat(10_000)
    const ask = async (query: string) => fetch(`${await app.serve()}/graphql`, json({ query }))
    const read = await ask(`{ __type(name: "${name}") { name } nodes: __schema { types { name description } } }`)
    expect(read.headers.get('content-encoding')).toBe('gzip')
    const change = await ask(
      `mutation { login(input: { username: "${name}", password: "x" }) { ${'errors { message } '.repeat(9)} } } # ${name}`,
    )
    expect(change.headers.get('content-encoding')).toBeNull()
  })
})

describe('a page of another website', () => {
  it.each([...ANSWERS, ['sign-in', '/api/login', json({})] as (typeof ANSWERS)[number]])(
    'cannot read an answer: no preflight or call permits it: %s',
    async (_, path, init) => {
      const url = (await app.serve()) + path
      const origin = 'https://evil.example'
      const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
      const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin, ...asked } })
      const call = await fetch(url, { ...init, headers: { ...init?.headers, origin } })
      for (const { headers } of [preflight, call]) {
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    },
  )

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/graphql',
  ])('cannot send GraphQL documents from a form, as %s', async (type) => {
    const person = await world.signUp()
    const { username } = (await person.rest('GET', '/api/user')).body
    const input = `username: "${username}", password: "correct horse battery"`
    const query = `mutation { login(input: { ${input} }) { sessionToken errors { code } } }`
    const bodies: Record<string, string> = {
      'application/x-www-form-urlencoded': new URLSearchParams({ query }).toString(),
      'multipart/form-data; boundary=x': [
        '--x\r\nContent-Disposition: form-data; name="operations"\r\n',
        `${JSON.stringify({ query })}\r\n--x`,
        'Content-Disposition: form-data; name="map"\r\n\r\n{}\r\n--x--\r\n',
      ].join('\r\n'),
      'text/plain': JSON.stringify({ query }),
      'application/graphql': query,
    }
    const response = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: bodies[type] ?? '',
    })
    expect([response.status, response.headers.getSetCookie()]).toEqual([415, []])
    expect((await response.json()).errors[0].extensions.code).toBe('UNSUPPORTED_TYPE')
  })
})

describe('a session cookie without further proof', () => {
  /** State-changing requests, each with a check whether it took effect. */
  const CHANGES: [string, (url: string, headers: Record<string, string>) => Promise<boolean>][] = [
    [
      'a REST call',
      async (url, headers) => {
        const call = json({ name: 'A', subject: 'B', content: 'C' })
        return (await fetch(`${url}/api/templates`, { ...call, headers: { ...call.headers, ...headers } })).ok
      },
    ],
    [
      'a GraphQL mutation',
      async (url, headers) => {
        const call = json({
          query:
            'mutation { createTemplate(input: { name: "A", subject: "B", content: "C" }) { template { id } errors { code } } }',
        })
        const response = await fetch(`${url}/graphql`, { ...call, headers: { ...call.headers, ...headers } })
        return Boolean((await response.json()).data?.createTemplate?.template)
      },
    ],
    [
      'an upload',
      async (url, headers) => {
        const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
          .png()
          .toBuffer()
        const body = new FormData()
        body.append('image', new Blob([new Uint8Array(picture)]), 'a.png')
        return (await fetch(`${url}/api/upload/image`, { method: 'POST', headers, body })).ok
      },
    ],
    [
      'the end of the session',
      async (url, headers) => {
        const response = await fetch(`${url}/api/logout`, { method: 'POST', headers })
        const left = await fetch(`${url}/api/user`, { headers: { cookie: headers['cookie'] ?? '' } })
        return response.headers.getSetCookie().length > 0 || left.status === 401
      },
    ],
  ]

  it.each(CHANGES)("allows changes only from the product's own pages, not from other websites: %s", async (_, done) => {
    const person = await world.signUp()
    const cookie = `mergewell_session=${person.token}`
    for (const origin of [undefined, 'https://evil.example', 'null', `${world.url}1`]) {
      expect([origin, await done(world.url, { cookie, ...(origin && { origin }) })]).toEqual([origin, false])
    }
    expect(await done(world.url, { cookie, origin: world.url })).toBe(true)
  })

  it('allows changes from one origin in production, whatever host a request names', async () => {
    const person = await world.signUp()
    const url = await app.serve({ production: true, publicUrl: 'https://mail.example' })
    const [, create] = CHANGES[0] ?? []
    const cookie = `__Host-mergewell_session=${person.token}`
    expect(await create?.(url, { cookie, origin: url })).toBe(false)
    expect(await create?.(url, { cookie, origin: 'https://mail.example' })).toBe(true)
  })

  it('allows reading', async () => {
    const cookie = `mergewell_session=${(await world.signUp()).token}`
    expect((await fetch(`${world.url}/api/user`, { headers: { cookie } })).status).toBe(200)
    const query = encodeURIComponent('{ currentUser { name } }')
    const response = await fetch(`${world.url}/graphql?query=${query}`, { headers: { cookie } })
    expect((await response.json()).data.currentUser).not.toBeNull()
  })
})

describe('cookies', () => {
  const flags = (set: string | undefined) =>
    (set ?? '')
      .split('; ')
      .slice(1)
      .map((part) => part.replace(/^Expires=.*/, 'Expires'))
      .toSorted()

  async function cookiesOf(person: TestPerson, change: Partial<App>): Promise<string[]> {
    const url = await app.serve(change)
    const { username } = (await person.rest('GET', '/api/user')).body
    const signIn = { username, password: 'correct horse battery' }
    const query = 'mutation ($input: LoginInput!) { login(input: $input) { user { id } } }'
    const boss = { username: 'boss', password: 'a boss password' }
    await saveSuperAdmin(world.app.database, { ...boss, name: 'Boss' })
    const answers = [
      await fetch(`${url}/api/login`, json(signIn)),
      await fetch(`${url}/graphql`, json({ query, variables: { input: signIn } })),
      await fetch(`${url}/api/supadmin/login`, json(boss)),
      await fetch(`${url}/auth/google`, { redirect: 'manual' }),
    ]
    return answers.flatMap(({ headers }) => headers.getSetCookie())
  }

  it('are unavailable to scripts and other sites, expire, and require TLS where the product is reached by TLS', async () => {
    const person = await world.signUp()
    const plain = await cookiesOf(person, {})
    expect(plain.map((set) => set.split('=')[0])).toEqual([
      'mergewell_device',
      'mergewell_session',
      'mergewell_device',
      'mergewell_session',
      'mergewell_super_admin',
      'mergewell_sign_in',
    ])
    const session = ['Expires', 'HttpOnly', 'Path=/', 'SameSite=Lax']
    const signIn = ['HttpOnly', 'Max-Age=3600', 'Path=/', 'SameSite=Lax']
    expect(plain.map(flags)).toEqual([session, session, session, session, session, signIn])
    const secure = await cookiesOf(person, { publicUrl: 'https://mail.example' })
    const over = (list: string[]) => [...list, 'Secure'].toSorted()
    expect(secure.map((set) => set.split('=')[0])).toEqual([
      '__Host-mergewell_device',
      '__Host-mergewell_session',
      '__Host-mergewell_workspace',
      '__Host-mergewell_device',
      '__Host-mergewell_session',
      '__Host-mergewell_workspace',
      '__Host-mergewell_super_admin',
      '__Host-mergewell_sign_in',
    ])
    // Webmail is another site, and shows images of ours. This cookie gives no access.
    const workspace = session.map((flag) => flag.replace('Lax', 'None'))
    expect(secure.map(flags)).toEqual(
      [session, session, workspace, session, session, workspace, session, signIn].map(over),
    )
  })

  it('are cleared by signing out', async () => {
    const person = await world.signUp()
    const headers = { authorization: person.token }
    const response = await fetch(`${world.url}/api/logout`, { method: 'POST', headers })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^mergewell_session=; .*Expires=Thu, 01 Jan 1970/),
    ])
  })
})
