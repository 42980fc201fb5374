import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servedApp } from '../support/served-app.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/** Attack: a stranger tries usual paths and methods, and looks at what caches and referrers keep. */

let world: World
let person: TestPerson
let app: Awaited<ReturnType<typeof servedApp>>
let url: string
beforeAll(async () => {
  world = await createWorld({ send: false })
  person = await world.signUp()
  app = await servedApp(world, 'export const a = 1')
  url = await app.serve()
})
afterAll(async () => {
  await app.close()
  await world.close()
})

/** Asks with any method and path, exactly as written. */
async function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, path, headers: { 'x-secret': 'echo-me', ...headers } }, resolve)
      .on('error', reject)
      .end()
  })
  let body = ''
  for await (const piece of answer) body += String(piece)
  return { status: answer.statusCode ?? 0, body }
}

it.each(['TRACE', 'TRACK', 'DEBUG', 'PROPFIND', 'MOVE'])(
  'the HTTP method %s is refused, and nothing of the request is echoed',
  async (method) => {
    const answer = await ask(method, '/').catch(() => ({ status: 400, body: '' }))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.body).not.toContain('echo-me')
  },
)

it.each([
  '/.git/config',
  '/.git/HEAD',
  '/.svn/entries',
  '/.env',
  '/.npmrc',
  '/package.json',
  '/package-lock.json',
  '/api/main.ts',
  '/migrations/index.ts',
  '/node_modules/express/package.json',
  '/.data/secret-key',
  '/assets',
  '/images',
  '/images/',
  '/debug/pprof',
  '/server-status',
  '/actuator/env',
  '/phpinfo.php',
  '/sandbox/mailboxes',
  '/sandbox/faults',
  '/widgets',
])('the path %s shows no file, list or internal detail of the product', async (path) => {
  const { status, body } = await ask('GET', path)
  const isOurPage = body === '<!doctype html><title>Mergewell</title>'
  expect([path, isOurPage || status >= 300]).toEqual([path, true])
  expect(body).not.toMatch(/"dependencies"|\[core\]|SECRET_KEY|Index of|heapUsed|mailboxes/)
})

it('the metrics are refused to anybody who asks through a proxy', async () => {
  const { status, body } = await ask('GET', '/metrics', { 'x-forwarded-for': '203.0.113.9' })
  expect(status).toBe(404)
  expect(body).not.toContain('mergewell_')
})

describe('responses with personal data', () => {
  const ANSWERS: [string, string, RequestInit?][] = [
    ['REST', '/api/user'],
    ['a list of REST', '/api/contacts'],
    ['GraphQL', '/graphql', { method: 'POST', body: JSON.stringify({ query: '{ currentUser { email } }' }) }],
    ['GraphQL by GET', '/graphql?query={currentUser{email}}'],
    ['MCP', '/mcp'],
    ['an export', '/api/contacts/export'],
    ['the activity log', '/api/activity/export'],
    ['an error', '/api/campaigns/none/analytics'],
  ]

  it.each(ANSWERS)('may not be cached and name their charset: %s', async (_, path, init) => {
    const { headers } = await fetch(url + path, {
      ...init,
      headers: { authorization: person.token, 'content-type': 'application/json' },
    })
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('content-type')).toMatch(/charset=utf-8|spreadsheet/i)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })
})

it.each([
  '/api/contacts/export?format=csv&format=xlsx',
  '/api/contacts/export?search=a&search=b',
  '/api/activity/export?action=sign_in&action=sign_out',
  '/api/contacts/export?search[$ne]=x',
  '/api/contacts/export?__proto__[x]=1',
  '/api/contacts/export?constructor[prototype][x]=1',
])('a query parameter that is given twice, or as an object, is refused: %s', async (path) => {
  const { status } = await fetch(url + path, { headers: { authorization: person.token } })
  expect(status).toBe(400)
  expect(({} as { x?: unknown }).x).toBeUndefined()
})
