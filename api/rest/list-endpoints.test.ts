import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { createRateLimit } from '#api/platform/limits/rate-limit.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

let world: World
let ann: TestPerson
beforeAll(async () => {
  world = await createWorld({ send: false })
  ann = await world.signUp({ tier: 'pro' })
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await ann.rest('POST', '/api/contacts', { firstName: name, lastName: 'L', email: `${name}@x.test`, tags: ['vip'] })
  }
})
afterAll(() => world.close())

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(world.url + path, {
    method,
    headers: { authorization: ann.token, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}
const nextOf = (link: string | null) => /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1]

describe('a list over REST', () => {
  it('is a bare array without parameters, with the total in a header', async () => {
    const { body, headers } = await call('GET', '/api/contacts')
    expect(body).toHaveLength(5)
    expect(headers.get('x-total-count')).toBe('5')
    expect(headers.get('link')).toBeNull()
    expect(body[0]).toMatchObject({ tags: ['vip'], suppressed: false })
  })

  it('is read in pages by following Link, each row once', async () => {
    const emails: string[] = []
    let path: string | undefined = '/api/contacts?limit=2'
    let pages = 0
    while (path) {
      const { status, body, headers } = await call('GET', path)
      expect([status, headers.get('x-total-count')]).toEqual([200, '5'])
      emails.push(...body.map((row: { email: string }) => row.email))
      path = nextOf(headers.get('link'))
      pages += 1
    }
    expect(pages).toBe(3)
    expect(emails).toEqual(['e', 'd', 'c', 'b', 'a'].map((name) => `${name}@x.test`))
  })

  it.each(['0', '501', '-1', 'x', '1.5', ''])("refuses the limit “%s” with the parameter's name", async (limit) => {
    const { status, body } = await call('GET', `/api/contacts?limit=${limit}`)
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'BAD_INPUT', ['limit']])
  })

  it('of contacts can be filtered by exact email or external id', async () => {
    const kit = { firstName: 'Kit', lastName: 'L', email: 'kit@x.test', externalId: 'crm-1' }
    await call('POST', '/api/contacts/upsert', { contacts: [kit] })
    const emailsOf = async (query: string) => {
      const { status, body } = await call('GET', `/api/contacts?${query}`)
      return status === 200 ? body.map((row: { email: string }) => row.email) : status
    }
    expect(await emailsOf('externalId=crm-1')).toEqual(['kit@x.test'])
    expect(await emailsOf('email=Kit@x.test')).toEqual(['kit@x.test'])
    expect(await emailsOf('email=a@x.test&email=b@x.test')).toEqual(['b@x.test', 'a@x.test'])
    expect(await emailsOf('externalId=crm-2')).toEqual([])
    expect(await emailsOf('externalId=')).toEqual([])
    const first = await call('GET', '/api/contacts?email=a@x.test&email=b@x.test&limit=1')
    const second = await call('GET', nextOf(first.headers.get('link')) ?? '')
    expect([...first.body, ...second.body].map(({ email }) => email)).toEqual(['b@x.test', 'a@x.test'])
    expect(second.headers.get('link')).toBeNull()
    const { body } = await call('GET', '/api/contacts?externalId=crm-1')
    await call('DELETE', `/api/contacts/${body[0].id}`)
  })

  it('can be read in pages of the largest allowed size', async () => {
    for (const noun of ['contacts', 'campaigns', 'templates']) {
      expect([noun, (await call('GET', `/api/${noun}?limit=500`)).status]).toEqual([noun, 200])
    }
  })

  it('refuses a cursor that it did not return', async () => {
    expect((await call('GET', '/api/contacts?cursor=nonsense')).status).toBe(400)
  })
})

describe('a single object over REST', () => {
  it('is read, changed and found at the address in its Location header', async () => {
    const made = await call('POST', '/api/contacts', {
      firstName: 'Z',
      lastName: 'L',
      email: 'z@x.test',
      fields: { City: 'Rome' },
    })
    expect(made.status).toBe(201)
    const place = made.headers.get('location') ?? ''
    expect((await call('GET', place)).body).toEqual(made.body)
    const changed = await call('PUT', place, { firstName: 'Zoe', fields: { City: '' } })
    expect(changed.body).toMatchObject({ firstName: 'Zoe', email: 'z@x.test', fields: {} })
    expect((await call('DELETE', place)).status).toBe(200)
    expect((await call('GET', place)).status).toBe(404)
  })

  it.each(['campaigns', 'templates'])('is found by its id in the list %s', async (noun) => {
    const made = await call('POST', `/api/${noun}`, { name: 'N', subject: 'S', content: 'C' })
    const place = made.headers.get('location') ?? ''
    expect(place).toBe(`/api/${noun}/${made.body.id}`)
    expect((await call('GET', place)).body).toMatchObject({ id: made.body.id, name: 'N' })
    expect((await call('GET', `/api/${noun}/nonsense`)).status).toBe(404)
  })

  it('answers a method that it does not support with the methods that it does', async () => {
    const { status, headers, body } = await call('PATCH', '/api/contacts', {})
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, HEAD, POST'])
    expect((await call('POST', '/api/stats', {})).headers.get('allow')).toBe('GET, HEAD')
    expect((await call('GET', '/api/nothing')).status).toBe(404)
  })

  it('refuses unknown properties and names them', async () => {
    const { status, body } = await call('POST', '/api/contacts', {
      firstName: 'A',
      lastName: 'B',
      email: 'q@x.test',
      color: 'red',
    })
    expect([status, body.fields]).toEqual([400, { color: 'color is unknown' }])
  })
})

it.each([
  ['GET', '/api/contacts?e_mail=a@x.test', 'e_mail'],
  ['GET', '/api/campaigns?limit=1&search=a', 'search'],
  ['GET', '/api/stats?limit=1', 'limit'],
  ['POST', '/api/contacts?dryRun=1', 'dryRun'],
  ['GET', '/api/contacts/template?format=csv', 'format'],
  ['POST', '/api/contacts/bulk?dryRun=1', 'dryRun'],
])('the REST route %s %s refuses the unknown query parameter "%s" with its name', async (method, path, name) => {
  const { status, body } = await call(method, path, method === 'GET' ? undefined : {})
  expect([status, body.code, body.fields]).toEqual([400, 'BAD_INPUT', { [name]: `${name} is unknown` }])
})

/** Gives callers all their points again, counted by a clock that stands still, until the test ends. */
function holdRateLimit(limits?: { key: number; workspace: number }): void {
  const { rateLimit } = world.app
  onTestFinished(() => {
    world.app.rateLimit = rateLimit
  })
  world.app.rateLimit = createRateLimit(() => new Date(0), limits)
}

describe('a response of the API', () => {
  it('is compressed when something was read, but not when it may contain a new secret', async () => {
    const headers = { authorization: ann.token, 'accept-encoding': 'gzip', 'content-type': 'application/json' }
    const read = await fetch(`${world.url}/api/openapi.json`, { headers })
    expect(read.headers.get('content-encoding')).toBe('gzip')
    const query = JSON.stringify({ query: '{ __schema { types { name description } } }' })
    const asked = await fetch(`${world.url}/graphql`, { method: 'POST', headers, body: query })
    expect(asked.headers.get('content-encoding')).toBe('gzip')
    expect(asked.headers.get('vary')).toContain('Accept-Encoding')
    const long = { name: 'n'.repeat(60), subject: 's'.repeat(100), content: 'c'.repeat(5_000) }
    const changed = await fetch(`${world.url}/api/templates`, { method: 'POST', headers, body: JSON.stringify(long) })
    expect(changed.headers.get('content-encoding')).toBeNull()
  })

  it("states what a query cost, and what remains of an API key's rate limit", async () => {
    const made = await ann.graphql(
      'mutation { createApiKey(input: { name: "k", scopes: [CONTACTS_READ] }) { token errors { code field message } } }',
    )
    const ask = (token: string, path: string, query?: string) =>
      fetch(world.url + path, {
        headers: { authorization: token, 'content-type': 'application/json' },
        ...(query && { method: 'POST', body: JSON.stringify({ query }) }),
      })
    holdRateLimit()
    const person = await ask(ann.token, '/graphql', '{ contacts { nodes { email } } }')
    expect((await person.json()).extensions.cost.requested).toBeGreaterThan(50)
    expect(person.headers.get('ratelimit-limit')).toBeNull()
    const program = await ask(
      made.data.token ?? made.data.createApiKey.token,
      '/graphql',
      '{ contacts { totalCount } }',
    )
    expect(program.headers.get('ratelimit-limit')).toBe('1000000')
    expect(Number(program.headers.get('ratelimit-remaining'))).toBeLessThan(1_000_000)
    const rest = await ask(made.data.createApiKey.token, '/api/contacts')
    expect(rest.headers.get('ratelimit-policy')).toBe('1000000;w=60')
  })

  it('is charged to the rate limit by the number of requested rows', async () => {
    const made = await ann.graphql(
      'mutation { createApiKey(input: { name: "c", scopes: [CONTACTS_READ] }) { token errors { code field message } } }',
    )
    const headers = { authorization: made.data.createApiKey.token, 'content-type': 'application/json' }
    const costOf = async (path: string, query?: string) => {
      holdRateLimit()
      const body = query && { method: 'POST', body: JSON.stringify({ query }) }
      const response = await fetch(world.url + path, { headers, ...body })
      return LIMITS.apiKeyPoints.perMinute - Number(response.headers.get('ratelimit-remaining'))
    }
    expect(await costOf('/api/contacts?limit=1')).toBe(100)
    const ofTen = await costOf('/api/contacts?limit=10')
    expect(ofTen).toBeLessThan(500)
    expect(await costOf('/api/contacts?limit=500')).toBeGreaterThan(ofTen * 40)
    expect(await costOf('/api/contacts?externalId=crm-1')).toBe(100)
    const fields = '{ nodes { id email firstName lastName } }'
    expect(await costOf('/graphql', `{ contacts(first: 500) ${fields} }`)).toBeGreaterThan(2_000)
    expect(await costOf('/graphql', `{ contacts(first: 500, filter: { emails: ["a@x.test"] }) ${fields} }`)).toBe(100)
    const aliases = Array.from({ length: 20 }, (_, index) => `a${index}: contacts(first: 500) ${fields}`)
    expect(await costOf('/graphql', `{ ${aliases.join(' ')} }`)).toBeGreaterThan(40_000)
    const more = aliases.map((part) => part.replace('email', 'email createdAt updatedAt externalId'))
    expect(await costOf('/graphql', `{ ${more.join(' ')} }`)).toBe(100)
  })

  it('is charged to the rate limit of an API key for files as well, an upload by its rows', async () => {
    const made = await ann.graphql(
      'mutation { createApiKey(input: { name: "f", scopes: [CONTACTS_WRITE] }) { token errors { code field message } } }',
    )
    holdRateLimit({ key: 700, workspace: 10_000 })
    const authorization = made.data.createApiKey.token
    const upload = async (rows: number) => {
      const headers = { authorization, 'content-type': 'application/x-ndjson' }
      const body = Array.from({ length: rows }, () => '{"email":"nobody"}').join('\n')
      const response = await fetch(`${world.url}/api/contacts/bulk`, { method: 'POST', headers, body })
      await response.arrayBuffer()
      return [response.status, response.headers.get('ratelimit-cost'), response.headers.get('ratelimit-remaining')]
    }
    const exported = await fetch(`${world.url}/api/contacts/export`, { headers: { authorization } })
    expect([exported.status, exported.headers.get('ratelimit-remaining')]).toEqual([200, '600'])
    expect(await upload(3)).toEqual([200, '100', '500'])
    expect(await upload(350)).toEqual([200, '350', '150'])
    expect(await upload(350)).toEqual([429, '350', '150'])
  })

  it('is a refusal with Retry-After once an API key has used up its rate limit', async () => {
    const made = await ann.graphql(
      'mutation { createApiKey(input: { name: "l", scopes: [CAMPAIGNS_READ] }) { token errors { code field message } } }',
    )
    holdRateLimit({ key: 150, workspace: 10_000 })
    const headers = { authorization: made.data.createApiKey.token, 'content-type': 'application/json' }
    const ask = () => fetch(`${world.url}/api/stats`, { headers })
    expect((await ask()).status).toBe(200)
    const refused = await ask()
    const told = ({ status, headers: of }: Response) => [
      status,
      of.get('retry-after'),
      ...['Limit', 'Remaining', 'Reset', 'Cost'].map((name) => of.get(`RateLimit-${name}`)),
    ]
    expect(told(refused)).toEqual([429, '20', '150', '50', '40', '100'])
    const query = JSON.stringify({ query: '{ stats { totalContacts } }' })
    const graphql = await fetch(`${world.url}/graphql`, { method: 'POST', headers, body: query })
    expect(told(graphql)).toEqual([429, '20', '150', '50', '40', '100'])
    expect((await graphql.json()).errors[0].extensions).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: 20,
    })
    expect((await fetch(`${world.url}/api/stats`, { headers: { authorization: ann.token } })).status).toBe(200)
  })
})
