import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIXED_CALLS } from '#tests/support/fixed-rest-calls.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { filePaths } from './file-endpoints.ts'
import { openApiPath } from './openapi.ts'
import { redirects } from './redirect-routes.ts'
import { documentRows } from './routes.ts'

const rows = [
  ...documentRows.map(({ method, path }) => `${method} ${openApiPath(path)}`),
  ...filePaths.map(({ method, path }) => `${method} ${openApiPath(path)}`),
  ...redirects.map(({ path }) => `GET ${path}`),
]

interface RestOperation {
  summary?: string
  parameters?: { name: string; schema: { enum?: string[] } }[]
}
interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, RestOperation>>
}

let world: World
let document: OpenApi
beforeAll(async () => {
  world = await createWorld({ send: false })
  document = (await world.anybody.rest('GET', '/api/openapi.json')).body
})
afterAll(() => world.close())

describe('the REST facade', () => {
  it('implements every documented call exactly once', () => {
    expect(FIXED_CALLS.filter((call) => rows.filter((row) => row === call).length !== 1)).toEqual([])
    expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([])
  })

  it('answers 401 without a session on every route that is not public', async () => {
    for (const row of documentRows.filter(({ open }) => !open)) {
      const path = row.path.replace(':id', 'cmp_00000000000070008000000000000000')
      const answer = await world.anybody.rest(row.method, path, row.method === 'GET' ? undefined : { name: 5 })
      expect([row.path, answer.status, answer.body.code]).toEqual([row.path, 401, 'UNAUTHENTICATED'])
    }
  })

  it("answers 404 for another workspace's objects as for missing ones", async () => {
    const [owner, stranger] = [await world.signUp(), await world.signUp()]
    const contact = (await owner.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email: 'a@b.example' }))
      .body
    const campaign = (await owner.rest('POST', '/api/campaigns', { name: 'N' })).body
    const template = (await owner.rest('POST', '/api/templates', { name: 'N', subject: 'S', content: 'C' })).body
    for (const [method, path, id] of [
      ['DELETE', '/api/contacts/:id', contact.id],
      ['PUT', '/api/campaigns/:id', campaign.id],
      ['DELETE', '/api/campaigns/:id', campaign.id],
      ['POST', '/api/campaigns/:id/send', campaign.id],
      ['GET', '/api/campaigns/:id/analytics', campaign.id],
      ['DELETE', '/api/templates/:id', template.id],
    ] as const) {
      const ask = (what: string) => stranger.rest(method, path.replace(':id', what), method === 'PUT' ? {} : undefined)
      const theirs = await ask(id)
      const never = await ask(`${id.slice(0, 4)}${'0'.repeat(32)}`)
      expect([path, theirs.status]).toEqual([path, 404])
      expect(theirs).toEqual(never)
      expect((await ask('1')).status).toBe(404)
    }
  })

  it('answers 403 to users who are not admins for operations of admins', async () => {
    const admin = await world.signUp()
    const login = { username: `plain${process.pid}@b.example`, password: 'a good password' }
    await admin.rest('POST', '/api/users', { name: 'P', email: login.username, password: login.password })
    const { sessionToken } = (await world.anybody.rest('POST', '/api/login', login)).body
    for (const [method, path] of [
      ['GET', '/api/users'],
      ['POST', '/api/users'],
      ['POST', '/api/settings/email'],
      ['GET', '/api/supadmin/tenants'],
    ] as const) {
      const response = await fetch(world.url + path, {
        method,
        headers: { authorization: sessionToken, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{}' }),
      })
      expect([path, response.status, (await response.json()).code]).toEqual([path, 403, 'FORBIDDEN'])
    }
  })

  it('names every value of the wrong type in an invalid request', async () => {
    const person = await world.signUp()
    const { status, body } = await person.rest('POST', '/api/campaigns', {
      name: 5,
      useHtmlBuilder: 'yes',
      selectedContacts: 'all',
      attachments: [{ name: 'a.txt', contentBytes: 7 }, 'b.txt'],
      abSplitPercentage: 1.5,
    })
    expect([status, body.code]).toEqual([400, 'BAD_INPUT'])
    expect(body.fields).toEqual({
      name: 'name must be a string',
      useHtmlBuilder: 'useHtmlBuilder must be true or false',
      selectedContacts: 'selectedContacts must be a list',
      'attachments.0.contentBytes': 'attachments.0.contentBytes must be a string',
      'attachments.1': 'attachments.1 must be an object',
      abSplitPercentage: 'abSplitPercentage must be a whole number',
    })
  })

  it('names all other input errors together with type errors', async () => {
    const person = await world.signUp()
    const bad = async (path: string, body: object) => (await person.rest('POST', path, body)).body
    expect(await bad('/api/users', { role: 'boss', name: ' ', email: 'none', password: 'short' })).toEqual({
      message:
        'role must be one of admin, user. Name is required. Valid email is required. Password too short: Password must be at least 8 characters long.',
      code: 'BAD_INPUT',
      fields: {
        role: 'role must be one of admin, user',
        name: 'Name is required',
        email: 'Valid email is required',
        password: 'Password too short: Password must be at least 8 characters long.',
      },
    })
    const { fields } = await bad('/api/contacts', { serialNumber: 'abc', firstName: ' ', lastName: 'L', email: 'none' })
    expect(Object.keys(fields).toSorted()).toEqual(['email', 'firstName', 'serialNumber'])
    expect((await bad('/api/settings/email', { dailyLimit: 'x', emailsPerInterval: -1 })).fields).toEqual({
      dailyLimit: 'dailyLimit must be a whole number',
      emailsPerInterval: expect.stringContaining('mail'),
    })
    expect((await bad('/api/register', { selectedTier: 'enterprise', email: 'a@b.example' })).fields).toMatchObject({
      selectedTier: 'Plan must be free, plus (basic) or pro',
      companyName: 'Company name is required',
      fullName: 'Full name is required',
      username: 'Username is required',
    })
    expect((await bad('/api/contacts', {})).message).toBe(
      'First name is required. Last name is required. Valid email is required.',
    )
  })

  it('rejects a non-JSON body with 415, an invalid one with 400, a too large one with 413', async () => {
    const person = await world.signUp()
    const post = async (body: string, type: string) => {
      const headers = { authorization: person.token, 'content-type': type }
      const response = await fetch(`${world.url}/api/templates`, { method: 'POST', headers, body })
      return [response.status, (await response.json()).code]
    }
    const good = JSON.stringify({ name: 'N', subject: 'S', content: 'C' })
    expect(await post(good, 'application/json; charset=utf-8')).toEqual([201, undefined])
    expect(await post(good, 'text/plain')).toEqual([415, 'UNSUPPORTED_TYPE'])
    expect(await post('name=N', 'application/x-www-form-urlencoded')).toEqual([415, 'UNSUPPORTED_TYPE'])
    expect(await post('{"name":', 'application/json')).toEqual([400, 'BAD_INPUT'])
    expect(await post('[]', 'application/json')).toEqual([400, 'BAD_INPUT'])
    expect(await post(`{"name":"${'x'.repeat(46 * 1_048_576)}"}`, 'application/json')).toEqual([413, 'TOO_LARGE'])
  })

  it('answers null for an object that does not exist yet, to a signed-in person', async () => {
    const { token } = await world.signUp()
    const answer = await fetch(`${world.url}/api/settings/link-domain`, { headers: { authorization: token } })
    expect([answer.status, await answer.json()]).toEqual([200, null])
  })

  itInFull('begins every error with its message, so that "status: body" is readable', async () => {
    const person = await world.signUp()
    const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
      const all = { authorization: person.token, 'content-type': 'application/json', ...headers }
      const response = await fetch(world.url + path, { method: 'POST', headers: all, body })
      return `${response.status}: ${await response.text()}`
    }
    const contact = JSON.stringify({ firstName: 'A', lastName: 'B', email: 'twice@b.example' })
    await post('/api/contacts', contact)
    const sentences: [string, Promise<string>][] = [
      ['400: {"message":"First name is required', post('/api/contacts', '{}')],
      ['401: {"message":"You are not signed in.', post('/api/contacts', '{}', { authorization: 'no such token' })],
      [
        '403: {"message":"This API key cannot do this',
        post('/api/users', '{}', { authorization: await keyOf(person) }),
      ],
      ['404: {"message":"Campaign not found.', post('/api/campaigns/cmp_1/send', '')],
      ['404: {"message":"There is no such endpoint.', post('/api/nothing', '{}')],
      ['409: {"message":"A contact with this email already exists.', post('/api/contacts', contact)],
      [
        '413: {"message":"The request is too large (entity too large). The limit is 45 MB.',
        post('/api/campaigns', ' '.repeat(46 * 1_048_576)),
      ],
      [
        '413: {"message":"The request is too large (entity too large). The limit is 64 KB.',
        post('/api/settings/email', ' '.repeat(65 * 1_024)),
      ],
      [
        '413: {"message":"The request is too large (entity too large). The limit is 4 MB.',
        post('/api/contacts/export', ' '.repeat(5 * 1_048_576)),
      ],
      ['415: {"message":"The request body must be JSON', post('/api/contacts', 'a', { 'content-type': 'text/plain' })],
    ]
    for (const [start, answer] of sentences) expect((await answer).slice(0, start.length)).toBe(start)
  })

  it('reports results in the words that the specification fixes', async () => {
    const person = await world.signUp()
    await world.connect(person)
    const say = async (path: string, body: object = {}) => (await person.rest('POST', path, body)).body.message
    const user = { name: 'K', email: 'kim@words.example', password: 'a good password', role: 'user' }
    expect(await say('/api/users', user)).toBe('User created successfully')
    expect(await say('/api/settings/email', { dailyLimit: 100 })).toBe('Email settings updated successfully')
    const { body } = await person.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email: 'a@w.example' })
    const draft = { name: 'N', subject: 'S', content: 'C', selectedContacts: [body.id] }
    const { id } = (await person.rest('POST', '/api/campaigns', draft)).body
    expect(await say(`/api/campaigns/${id}/send`)).toBe('Your email campaign is now being sent.')
    const later = (await person.rest('POST', '/api/campaigns', draft)).body
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
    const scheduled = (await person.rest('POST', `/api/campaigns/${later.id}/send`, { scheduledAt })).body
    expect(scheduled).toMatchObject({ message: 'Your email campaign is scheduled.', scheduledAt })
    const shown = (await person.rest('GET', `/api/campaigns/${later.id}`)).body
    expect(shown).toMatchObject({ scheduledAt, resumesAt: scheduledAt })
    expect(shown).toHaveProperty('finishesAt')
    const passwords = { newPassword: 'a better password', confirmPassword: 'a better password' }
    const change = { ...passwords, currentPassword: 'correct horse battery' }
    expect(await say('/api/user/change-password', change)).toBe('Password changed successfully')
    expect(await say('/api/logout')).toBe('Logged out')
  })
})

async function keyOf(person: TestPerson): Promise<string> {
  const query =
    'mutation { createApiKey(input: { name: "k", scopes: [CONTACTS_READ] }) { token errors { code field message } } }'
  return (await person.graphql(query)).data.createApiKey.token
}

describe('the OpenAPI document', () => {
  it('describes every route of the REST API, and no other', () => {
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const sorted = (list: string[]) => list.toSorted((a, b) => a.localeCompare(b))
    expect(sorted(described)).toEqual(sorted(rows))
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    expect(operations.filter(({ summary }) => !summary)).toEqual([])
  })

  it.each(['/auth/microsoft', '/auth/google'])('lists the parameters of the route %s', (path) => {
    const { summary, parameters } = document.paths[path]?.['get'] ?? {}
    const action = parameters?.find(({ name }) => name === 'action')
    for (const value of ['register', 'identity', 'confirm']) expect(summary).toContain(value)
    expect(action?.schema.enum).toEqual(['register', 'identity', 'confirm'])
  })
})
