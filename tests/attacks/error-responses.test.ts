import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servedApp } from '../support/served-app.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/** Checks what answers reveal to a stranger, and what they must tell an honest client. */

let world: World
let person: TestPerson
let app: Awaited<ReturnType<typeof servedApp>>
beforeAll(async () => {
  world = await createWorld({ send: false })
  person = await world.signUp()
  app = await servedApp(world, 'export const a = 1')
})
afterAll(async () => {
  await app.close()
  await world.close()
})

/** Returns the status for a path exactly as written: fetch would normalize it. */
async function statusOf(url: string, path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { path, headers }, resolve).on('error', reject).end()
  })
  answer.resume()
  return answer.statusCode
}

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

describe('files of the web app', () => {
  it.each([
    '/assets/..%2f',
    '/assets/..%2findex.html',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/missing.js',
    '/assets/',
    '/assets/%00',
    '/assets/%',
  ])('are not served from outside their folder at %s', async (path) => {
    expect(await statusOf(await app.serve(), path)).toBe(404)
  })

  it('answer an unsatisfiable range with a client error', async () => {
    const status = await statusOf(await app.serve(), '/assets/index-a1b2.js', { range: 'bytes=9000-9001' })
    expect(status).toBe(400)
  })
})

describe('errors of a GraphQL document', () => {
  const DOCUMENTS: [string, object][] = [
    ['a field', { query: '{ campaignz { id } }' }],
    ['an argument', { query: '{ campaigns(frist: 1) { edges { cursor } } }' }],
    ['a type', { query: 'query ($input: LoginInpu!) { login(input: $input) { id } }' }],
    [
      'an input field',
      { query: 'mutation { login(input: { usernam: "a" }) { sessionToken errors { code field message } } }' },
    ],
    [
      'a field of a variable',
      {
        query: 'mutation ($input: LoginInput!) { login(input: $input) { sessionToken errors { code field message } } }',
        variables: { input: { username: 'a', password: 'b', passwrd: 'c' } },
      },
    ],
  ]

  it.each(DOCUMENTS)('do not suggest names in production: %s', async (_, document) => {
    const url = await app.serve({ explorable: false })
    const { errors } = (await (await post(`${url}/graphql`, document)).json()) as { errors: { message: string }[] }
    expect(errors.length).toBeGreaterThan(0)
    expect(new Set(errors.map(({ message }) => message)).size).toBe(errors.length)
    expect(JSON.stringify(errors)).not.toMatch(/did you mean/i)
  })

  it('suggest names when the schema is open anyway', async () => {
    const answer = await post(`${await app.serve()}/graphql`, { query: '{ currentUse { id } }' })
    expect(await answer.text()).toMatch(/Did you mean .*\\"currentUser\\"/)
  })
})

describe('a cross-site request with a cookie', () => {
  const CALLS: [string, string, object][] = [
    ['REST', '/api/templates', { name: 'A', subject: 'B', content: 'C' }],
    [
      'GraphQL',
      '/graphql',
      {
        query:
          'mutation { createTemplate(input: { name: "A", subject: "B", content: "C" }) { template { id } errors { code field message } } }',
      },
    ],
    ['an upload', '/api/upload/image', {}],
    ['a public call', '/api/login', { username: 'a', password: 'b' }],
  ]

  it.each(CALLS)('is answered with 403 and the reason: %s', async (_, path, body) => {
    const cookie = `mergewell_session=${person.token}`
    const answer = await post(world.url + path, body, { cookie, origin: 'https://evil.example' })
    const told = (await answer.json()) as { message?: string; code?: string; errors?: any[] }
    const error = told.errors?.[0] ? { message: told.errors[0].message, code: told.errors[0].extensions.code } : told
    expect([answer.status, error.code]).toEqual([403, 'FORBIDDEN'])
    expect(error.message).toContain('https://evil.example')
    expect(error.message).toContain(world.url)
  })

  it('gets the reason even when the browser hides the page or sends no origin', async () => {
    const ask = async (headers: Record<string, string>) => {
      const cookie = `mergewell_session=${person.token}`
      const rest = await post(`${world.url}/api/templates`, {}, { cookie, ...headers })
      const graphql = await post(
        `${world.url}/graphql`,
        { query: 'mutation { deleteContacts(input: { ids: [] }) { contactCount errors { code field message } } }' },
        { cookie, ...headers },
      )
      const told = (await graphql.json()) as { errors: { message: string }[] }
      return [((await rest.json()) as { message: string }).message, told.errors[0]?.message]
    }
    for (const message of await ask({ origin: 'null' })) {
      expect(message).toMatch(/^This request came from a page that hides its origin with our cookie/)
    }
    for (const message of await ask({})) {
      expect(message).toBe(
        'Your cookie was ignored because the request has no Origin header. Send the header, or a token in Authorization instead.',
      )
    }
  })

  it('is handled normally when it uses a token instead of the cookie', async () => {
    const headers = { cookie: 'mergewell_session=x', origin: 'https://evil.example', authorization: person.token }
    const answer = await post(`${world.url}/api/templates`, { name: 'A', subject: 'B', content: 'C' }, headers)
    expect(answer.status).toBe(201)
  })
})

describe('a sign-in that is blocked after too many failures', () => {
  it('says in a header and in the error how many seconds to wait', async () => {
    const guess = { username: 'somebody', password: 'wrong' }
    let rest = await post(`${world.url}/api/login`, guess)
    // The first pauses are short: on a busy machine they may be over.
    for (let n = 0; n < 30 && rest.status !== 429; n += 1) rest = await post(`${world.url}/api/login`, guess)
    expect(rest.status).toBe(429)
    const seconds = Number(rest.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(((await rest.json()) as { message: string }).message).toContain(`Wait ${seconds} second`)
    const query =
      'mutation ($input: LoginInput!) { login(input: $input) { sessionToken errors { code field message } } }'
    let { errors } = await world.anybody.graphql(query, { input: guess })
    for (let n = 0; n < 30 && errors?.[0].extensions.code !== 'TOO_MANY_REQUESTS'; n += 1) {
      ;({ errors } = await world.anybody.graphql(query, { input: guess }))
    }
    expect(errors?.[0].extensions).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) })
  })
})
