import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { REFUSAL_LEVELS, REFUSED } from '#api/platform/refusal-log.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

/** An attacker must leave traces: what is refused is in the process log, without what was sent. */

let world: World
let who: TestPerson
let lines: Record<string, unknown>[] = []
beforeAll(async () => {
  world = await createWorld({ send: false, log: (line) => void lines.push(line) })
  who = await world.signUp({ unlimited: true })
})
beforeEach(() => {
  lines = []
})
afterAll(() => world.close())

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(world.url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
const ask = (query: string, headers: Record<string, string> = {}) =>
  post('/graphql', JSON.stringify({ query }), headers)
const refused = () => lines.filter(({ msg }) => msg === REFUSED)
const key = async (scope: string) =>
  (
    await who.graphql(
      `mutation { createApiKey(input: { name: "k", scopes: [${scope.toUpperCase()}] }) { token errors { code field message } } }`,
    )
  ).data.createApiKey.token as string

describe('refused requests in the process log', () => {
  it('name who was refused what, and the request id that the answer names', async () => {
    const colleague = await addColleague(world, who)
    const answer = await ask(
      'mutation { revokeApiKey(input: { id: "x" }) { apiKey { id } errors { code field message } } }',
      { authorization: colleague.token },
    )
    expect(refused()).toEqual([
      expect.objectContaining({
        level: 40,
        event: 'refused',
        code: 'FORBIDDEN',
        of: 'revokeApiKey',
        requestId: answer.headers.get('x-request-id'),
        tenantId: who.tenantId,
        userId: colleague.userId,
        network: expect.stringMatching(/^127\.0\.0\.1$|::/),
      }),
    ])
  })

  it.each<[string, object, () => Promise<unknown>]>([
    [
      'a key without the scope',
      { code: 'FORBIDDEN', apiKeyId: expect.any(String) },
      async () =>
        ask('mutation { addTags(input: { ids: [], tags: ["a"] }) { contactCount errors { code field message } } }', {
          authorization: await key('CONTACTS_READ'),
        }),
    ],
    ['a row of REST', { code: 'UNAUTHENTICATED', of: 'GET /api/contacts' }, () => fetch(`${world.url}/api/contacts`)],
    ['a token that is none', { code: 'UNAUTHENTICATED' }, () => ask('{ tenant { id } }', { authorization: 'forged' })],
    [
      'wrong input, by the names of its fields',
      { code: 'BAD_INPUT', fields: ['email'] },
      async () => who.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email: 'secret value' }),
    ],
    [
      'a refused mutation, by the names of its fields',
      { code: 'BAD_INPUT', of: 'createContact', fields: ['email'] },
      async () =>
        who.graphql(
          'mutation { createContact(input: { firstName: "A", lastName: "B", email: "secret value" }) { errors { code } } }',
        ),
    ],
    [
      'a document that is too deep',
      { code: 'BAD_INPUT' },
      () =>
        ask(`{ __schema ${'{ types { fields { type '.repeat(9)} { name } ${'} } } '.repeat(9)} }`, {
          authorization: who.token,
        }),
    ],
    [
      'another site',
      { code: 'FORBIDDEN' },
      () => ask('{ tenant { id } }', { cookie: `mergewell_session=${who.token}`, origin: 'https://evil.example' }),
    ],
    [
      'a link that we did not sign',
      { code: 'BAD_INPUT', of: 'link in an email' },
      () => fetch(`${world.url}/t/c/forged`),
    ],
    ['a body that is too large', { code: 'TOO_LARGE' }, () => post('/graphql', 'x'.repeat(3_000_000))],
    ['a compressed body', { code: 'UNSUPPORTED_TYPE' }, () => post('/api/login', '{}', { 'content-encoding': 'gzip' })],
    [
      'a socket of another site',
      { code: 'FORBIDDEN', of: 'socket' },
      () =>
        new Promise((resolve) => {
          const socket = new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, { origin: 'https://evil.example' })
          socket.on('error', resolve)
        }),
    ],
  ])('include %s', async (_, line, attack) => {
    await attack()
    await expect.poll(() => refused().length).toBe(1)
    expect(refused()[0]).toMatchObject({ event: 'refused', requestId: expect.any(String), ...line })
    expect(JSON.stringify(lines)).not.toMatch(/secret value|forged/)
  })

  it('do not flood it: sixty lines a minute, then a number', async () => {
    for (let count = 0; count < 70; count += 1) await fetch(`${world.url}/api/templates`)
    expect(refused().length).toBeLessThanOrEqual(60)
  })

  it('do not include everyday refusals', async () => {
    const contact = { firstName: 'A', lastName: 'B', email: 'twice@example.com' }
    await who.rest('POST', '/api/contacts', contact)
    expect((await who.rest('POST', '/api/contacts', contact)).status).toBe(409)
    expect(refused()).toEqual([])
  })

  it('are documented: every code, every field of a line', async () => {
    const docs = await readFile('docs/operate/logs.md', 'utf8')
    const words = new Set(docs.match(/\w+/g))
    for (const code of Object.keys(REFUSAL_LEVELS)) expect(words).toContain(code)
    await ask('mutation { revokeApiKey(input: { id: "x" }) { apiKey { id } errors { code field message } } }', {
      authorization: who.token,
    })
    await fetch(`${world.url}/t/c/forged`)
    for (const line of lines) for (const field of Object.keys(line)) expect(words).toContain(field)
  })
})
