import { serverAudits } from 'graphql-http'
import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { schema } from '#schema/index.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
let person: TestPerson
beforeAll(async () => {
  world = await createWorld({ send: false })
  person = await world.signUp()
})
afterAll(() => world.close())

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({ url: () => `${world.url}/graphql`, fetchFn: fetch })

  it('is tested with all 61 checks of the graphql-http audit', () => {
    expect(audits).toHaveLength(61)
  })

  it.each(audits.map((audit) => [`${audit.id} ${audit.name}`, audit] as const))(
    'passes the graphql-http check: %s',
    async (_, audit) => {
      const { status, ...rest } = await audit.fn()
      expect([status, 'reason' in rest ? rest.reason : '']).toEqual(['ok', ''])
    },
  )

  it('accepts one document per request and refuses a batch', async () => {
    const response = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }]),
    })
    expect(response.status).toBe(400)
  })
})

/** Invalid requests, each with its code and its status for clients that ask for plain JSON. */
const WRONG: [string, string, RequestInit, string, number][] = [
  ['a body that is not JSON', '', { body: '{' }, 'BAD_INPUT', 400],
  ['a body without a document', '', { body: '{}' }, 'BAD_INPUT', 200],
  ['a list of documents', '', { body: '[{ "query": "{ __typename }" }]' }, 'BAD_INPUT', 400],
  ['a document with a syntax error', '', { body: '{ "query": "{" }' }, 'BAD_INPUT', 200],
  ['an unknown field', '', { body: '{ "query": "{ nope }" }' }, 'BAD_INPUT', 200],
  [
    'a variable of the wrong type',
    '',
    { body: '{ "query": "query ($n: Int!) { a: __typename @include(if: $n) }" }' },
    'BAD_INPUT',
    200,
  ],
  ['an unknown operation', '', { body: '{ "query": "{ __typename }", "operationName": "X" }' }, 'BAD_INPUT', 400],
  ['a mutation by GET', '?query=mutation{logout}', { method: 'GET' }, 'BAD_INPUT', 405],
  ['an unsupported method', '', { method: 'PUT' }, 'BAD_INPUT', 405],
  ['a body of another type', '', { body: 'x', headers: { 'content-type': 'text/plain' } }, 'UNSUPPORTED_TYPE', 415],
  ['a body over the size limit', '', { body: `{ "query": "${' '.repeat(45 * 1_048_576)}" }` }, 'TOO_LARGE', 413],
]

describe('an invalid GraphQL request', () => {
  it.each(WRONG)('is answered with a documented code: %s', async (_, query, init, code, status) => {
    const response = await fetch(`${world.url}/graphql${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      ...init,
    })
    const { errors, data } = await response.json()
    expect(data).toBeUndefined()
    expect([response.status, errors[0].extensions]).toEqual([status, { code }])
    expect(errors[0].message).toMatch(/\w/)
  })

  it('is answered with the same codes over a WebSocket', async () => {
    const client = createClient({
      url: `${world.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    })
    for (const query of ['{', '{ nope }']) {
      const errors = await new Promise((resolve) =>
        client.subscribe({ query }, { next: resolve, error: resolve, complete: () => {} }),
      )
      expect(errors).toEqual([expect.objectContaining({ extensions: { code: 'BAD_INPUT' } })])
    }
    await client.dispose()
  })

  itInFull("may be as large as a campaign's attachments: 30 MB", async () => {
    const marketer = await world.signUp({ unlimited: true })
    const contentBytes = Buffer.alloc(15 * 1_048_576).toString('base64')
    const attachments = ['a.bin', 'b.bin'].map((name) => ({ name, contentBytes }))
    const { data, errors } = await marketer.graphql(
      'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { attachments { size } } errors { code field message } } }',
      { input: { name: 'Large', attachments } },
    )
    expect(errors).toBeUndefined()
    expect(data.createCampaign.attachments).toEqual([{ size: 15_728_640 }, { size: 15_728_640 }])
  })
})

/** Documents that ask for too much, with the expected message. */
const GREEDY: [string, string, RegExp][] = [
  [
    'too deep',
    `{ __type(name: "Query") { fields { type ${'{ ofType '.repeat(25)}{ name }${' }'.repeat(25)} } } }`,
    /depth limit of 24/i,
  ],
  [
    'too many aliases',
    `{ ${Array.from({ length: 40 }, (_, n) => `a${n}: stats { totalContacts }`).join(' ')} }`,
    /aliases limit of 30/i,
  ],
  ['too many directives', `{ ${'__typename @include(if: true) '.repeat(40)} }`, /directives limit of 30/i],
  ['too many tokens', `{ ${'__typename '.repeat(4_000)} }`, /token limit of 3000/i],
  [
    'too much in nested pages',
    '{ campaigns(first: 500) { edges { node { emailLogs(first: 500) { edges { node { id contactName } } } } } } }',
    /costs \d+/,
  ],
  [
    'the recipients of too many campaigns',
    '{ campaigns(first: 500) { edges { node { selectedContactIds } } } }',
    /costs \d+/,
  ],
]

describe('a GraphQL document that asks for too much', () => {
  it.each(GREEDY)('is rejected over HTTP: %s', async (_, query, words) => {
    const { errors, data } = await person.graphql(query)
    expect(JSON.stringify(errors)).toMatch(words)
    expect(data ?? null).toBeNull()
  })

  it.each(GREEDY)('is rejected over WebSocket: %s', async (_, query, words) => {
    const client = createClient({
      url: `${world.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: person.token },
      retryAttempts: 0,
    })
    const answers: unknown[] = []
    client.subscribe(
      { query },
      { next: (message) => answers.push(message), error: (error) => answers.push(error), complete: () => {} },
    )
    const [answer] = await eventually('an answer', async () => answers.length > 0 && answers)
    expect(answer instanceof Error ? answer.message : JSON.stringify(answer)).toMatch(words)
    await client.dispose()
  })

  it('can ask for pages of up to 500', async () => {
    const marketer = await world.signUp({ unlimited: true })
    await world.app.database.inTenant(marketer.tenantId, (em) =>
      em.execute(
        `insert into contacts (tenant_id, id, first_name, last_name, email, fields)
         select ?, gen_random_uuid(), 'A', 'B', n || '@example.com', '{}' from generate_series(1, 501) as n returning 1`,
        [marketer.tenantId],
      ),
    )
    for (const side of ['first', 'last']) {
      const query = `{ contacts(${side}: 500) { totalCount pageInfo { hasNextPage hasPreviousPage } edges { cursor } } }`
      const { contacts } = (await marketer.graphql(query)).data
      expect([contacts.edges.length, contacts.totalCount]).toEqual([500, 501])
      expect(contacts.pageInfo).toEqual({ hasNextPage: side === 'first', hasPreviousPage: side === 'last' })
    }
  })
})

describe('the GraphQL schema', () => {
  it('can be introspected, and the query editor opens with examples, in local mode', async () => {
    const everything = {
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
    }
    const { data } = await world.anybody.graphql(getIntrospectionQuery({ ...everything, oneOf: true }))
    expect(printSchema(buildClientSchema(data))).toBe(printSchema(schema))
    const page = await (await fetch(`${world.url}/graphql`, { headers: { accept: 'text/html' } })).text()
    expect(page).toContain('Overview')
    expect(page).not.toMatch(/src="https?:\/\/(?!127)/)
  })

  it('is hidden, as is the query editor, unless enabled', async () => {
    const secret = await createWorld({ send: false, explorable: false })
    const { errors } = await secret.anybody.graphql('{ __schema { queryType { name } } }')
    expect(JSON.stringify(errors)).toContain('introspection')
    const page = await fetch(`${secret.url}/graphql`, { headers: { accept: 'text/html' } })
    expect(await page.text()).not.toContain('Overview')
    await secret.close()
  })
})

describe('GraphQL errors', () => {
  it('that are unexpected are masked and logged with their cause', async () => {
    const { database } = world.app
    const logged: unknown[] = []
    const { log } = world.app
    world.app.log = { ...log, error: (entry: unknown) => logged.push(entry) }
    world.app.database = { ...database, inTenant: () => Promise.reject(new Error('password=secret')) }
    const { errors } = await person.graphql('{ stats { totalContacts } }')
    world.app.database = database
    world.app.log = log
    expect(errors?.[0]).toMatchObject({
      extensions: { code: 'INTERNAL' },
      message: expect.stringContaining('on our side'),
    })
    expect(JSON.stringify(errors)).not.toContain('secret')
    expect(String((logged[0] as { err: Error }).err)).toContain('password=secret')
  })
})

describe('a GraphQL WebSocket', () => {
  const raw = () => new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const closeOf = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)))

  itInFull('closes with 4408 when the client does not initialize in time', async () => {
    expect(await closeOf(raw())).toBe(4408)
  })

  it('closes with 4401 on a subscription before the acknowledgment', async () => {
    const socket = raw()
    socket.once('open', () =>
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: '{ __typename }' } })),
    )
    expect(await closeOf(socket)).toBe(4401)
  })
})
