import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ANSWERED } from '#api/metrics/http-metrics.ts'
import { createWorld, eventually, type World } from '#tests/support/world.ts'

/** Every request has one line in the process log, and no line has what the request carried. */

let world: World
let lines: Record<string, unknown>[] = []
beforeAll(async () => {
  world = await createWorld({ send: false, log: (line) => void lines.push(line) })
})
beforeEach(() => {
  lines = []
})
afterAll(() => world.close())

const SECRET = 'c2VjcmV0LW9mLXNvbWVib2R5'

it.each<[string, string, RequestInit, object]>([
  ['a route with an id', `/api/campaigns/${SECRET}?key=${SECRET}`, {}, { method: 'GET', route: '/api/campaigns/:id' }],
  ['a link of an email', `/t/${SECRET}`, {}, { method: 'GET' }],
  ['a live sheet', `/sheets/${SECRET}.csv`, {}, { method: 'GET' }],
  ['an address that is not there', `/${SECRET}?key=${SECRET}`, {}, { method: 'GET', route: 'other' }],
  ['an unknown method', `/api/${SECRET}`, { method: 'PROPFIND' }, { method: 'other', route: '/api' }],
  [
    'a GraphQL document',
    '/graphql',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `query ${SECRET} { ${SECRET}: server { apiVersion } server { apiVersion } }` }),
    },
    { method: 'POST', route: '/graphql', operations: ['server'], status: '200' },
  ],
])('the request log contains no secret of %s', async (_, path, init, facts) => {
  const answer = await fetch(world.url + path, init)
  const answered = () => lines.filter(({ msg }) => msg === ANSWERED)
  await eventually('the line is there', async () => answered().length > 0)
  expect(answered()).toEqual([
    expect.objectContaining({
      ...{ level: 30, event: 'answered', route: expect.any(String), status: String(answer.status) },
      ...{ ms: expect.any(Number), requestId: answer.headers.get('x-request-id'), traceId: expect.any(String) },
      ...facts,
    }),
  ])
  expect(JSON.stringify(lines)).not.toContain(SECRET)
})

it('the request log has no lines of health checks at the level info', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) await fetch(world.url + path)
  await fetch(`${world.url}/api/user`)
  await eventually('the last line is there', async () => lines.some(({ route }) => route === '/api/user'))
  expect(lines.filter(({ msg }) => msg === ANSWERED)).toHaveLength(1)
})
