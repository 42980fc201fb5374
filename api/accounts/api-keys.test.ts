import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { API_SCOPES } from '#domain/accounts/api-keys.ts'
import { graphqlAs } from '#tests/support/person.ts'
import { createWorld, eventually, person as signedInWith, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const CREATE = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { token apiKey { id name scopes tokenStart expiresAt lastUsedAt } errors { code field message } } }`

async function make(admin: TestPerson, scopes: string[], more: object = {}) {
  const { data, errors } = await admin.graphql(CREATE, { input: { name: 'CRM', scopes, ...more } })
  if (errors) throw new Error(errors[0].message)
  return { ...data.createApiKey.apiKey, token: data.createApiKey.token } as {
    id: string
    token: string
    tokenStart: string
  }
}

const get = (path: string, token: string) => fetch(world.url + path, { headers: { authorization: `Bearer ${token}` } })

describe('an API key', () => {
  it('is shown once, stored hashed, and shows its last use', async () => {
    const admin = await world.signUp()
    const key = await make(admin, ['contacts:read'])
    expect(key.token).toMatch(/^mwk_[\w-]{43}$/)
    const stored = await world.app.database.asSystem((em) => em.execute('select api_keys::text as row from api_keys'))
    expect(JSON.stringify(stored)).not.toContain(key.token)
    expect(JSON.stringify(stored)).not.toContain(Buffer.from(key.token).toString('hex'))
    expect((await get('/api/contacts', key.token)).status).toBe(200)
    const { data } = await admin.graphql('{ apiKeys { id name tokenStart lastUsedAt } }')
    expect(data.apiKeys).toEqual([
      { id: key.id, name: 'CRM', tokenStart: key.token.slice(0, 10), lastUsedAt: expect.stringMatching(/^\d{4}-/) },
    ])
  })

  it('may do what its scopes allow, but nothing that is reserved for people', async () => {
    const admin = await world.signUp()
    const call = async (scopes: string[], query: string) => {
      const { token } = await make(admin, scopes)
      const { errors } = await graphqlAs(world.url, { authorization: token }, query)
      return errors?.[0]?.extensions.code ?? 'ok'
    }
    const read = '{ templates { totalCount } }'
    const write =
      'mutation { createTemplate(input: { name: "A", subject: "B", content: "C" }) { template { id name } errors { code field message } } }'
    const send =
      'mutation { sendCampaign(input: { id: "cmp_00000000000000000000000000000000" }) { campaign { id } errors { code field message } } }'
    const admins =
      'mutation { createApiKey(input: { name: "x", scopes: [CONTACTS_READ] }) { token errors { code field message } } }'
    const own = '{ sessions { id } }'
    expect(await call(['templates:read'], read)).toBe('ok')
    expect(await call(['contacts:write'], read)).toBe('FORBIDDEN')
    expect(await call(['templates:read', 'campaigns:write'], write)).toBe('FORBIDDEN')
    expect(await call(['templates:write'], write)).toBe('ok')
    expect(await call(['templates:write'], read)).toBe('ok')
    expect(await call(['campaigns:write'], send)).toBe('FORBIDDEN')
    expect(await call(['campaigns:send'], send)).toBe('NOT_FOUND')
    for (const query of [admins, own]) expect(await call([...API_SCOPES], query)).toBe('FORBIDDEN')
  })

  it('stops working when it expires, is revoked, or API access is turned off', async () => {
    const admin = await world.signUp()
    const ended = async (token: string) => {
      const response = await get('/api/contacts', token)
      const { errors } = await graphqlAs(world.url, { authorization: token }, '{ contacts { totalCount } }')
      const { code, message } = await response.json()
      expect(errors?.[0]).toMatchObject({ message, extensions: { code } })
      return [response.status, code, message, response.headers.get('www-authenticate')]
    }
    const sentence = 'This API key does not work: it was revoked, has expired, or API access is off.'
    const refusal = [401, 'UNAUTHENTICATED', sentence, 'Bearer realm="Mergewell"']
    expect(await ended('mwk_nothing')).toEqual(refusal)
    expect(await ended('nothing')).toEqual([401, 'UNAUTHENTICATED', expect.stringContaining('Sign in'), refusal[3]])
    const expired = await make(admin, ['contacts:read'], { expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await get('/api/contacts', expired.token)).status).toBe(200)
    await world.app.database.asSystem((em) =>
      em.execute(`update api_keys set expires_at = now() - interval '1 second'`),
    )
    expect(await ended(expired.token)).toEqual(refusal)

    const revoked = await make(admin, ['contacts:read'])
    await admin.graphql(
      'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } errors { code field message } } }',
      { id: revoked.id },
    )
    expect(await ended(revoked.token)).toEqual(refusal)

    const key = await make(admin, ['contacts:read'])
    await world.app.database.asSystem((em) =>
      em.execute(`update tenants set features = '{"apiAccess": false}' where id = ?`, [admin.tenantId]),
    )
    expect(await ended(key.token)).toEqual(refusal)
    await expect(make(admin, ['contacts:read'])).rejects.toThrow('turned off')
  })

  it('can be created only by admins, with a scope and an expiry in the future', async () => {
    const admin = await world.signUp()
    await expect(make(admin, [])).rejects.toThrow('Choose at least one scope')
    await expect(make(admin, ['contacts:read'], { expiresAt: '2020-01-01T00:00:00.000Z' })).rejects.toThrow(
      'in the future',
    )
    const other = await world.signUp()
    const key = await make(admin, ['contacts:read'])
    const theft = await other.graphql(
      'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } errors { code field message } } }',
      { id: key.id },
    )
    expect(theft.errors?.[0].extensions.code).toBe('NOT_FOUND')
  })
})

describe('sessions', () => {
  it('are listed and ended by their owner; ending one closes its sockets', async () => {
    const person = await world.signUp()
    const client = createClient({
      url: `${world.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: person.token },
      retryAttempts: 0,
    })
    const closed = new Promise<{ code: number }>((resolve) =>
      client.on('closed', (event) => resolve(event as { code: number })),
    )
    const seen: unknown[] = []
    client.subscribe(
      { query: 'subscription { campaignsChanged { removed } }' },
      { next: (message) => seen.push(message), error: () => {}, complete: () => {} },
    )
    await eventually('the socket listens', async () => seen.length > 0)
    const { data } = await person.graphql('{ sessions { id current userAgent } }')
    expect(data.sessions).toEqual([{ id: expect.stringMatching(/^ses_/), current: true, userAgent: 'test' }])
    await person.graphql(
      'mutation ($id: ID!) { endSession(input: { id: $id }) { session { id } errors { code field message } } }',
      { id: data.sessions[0].id },
    )
    expect((await closed).code).toBe(4403)
    expect((await person.rest('GET', '/api/user')).status).toBe(401)
  })
})

describe('the sessions of another user', () => {
  it('are not found by anyone else, not even an admin, and stay open', async () => {
    const admin = await world.signUp()
    const signIn = { username: `lee-${Math.random().toString(36).slice(2)}@example.com`, password: 'a good password' }
    await admin.rest('POST', '/api/users', { name: 'Lee', email: signIn.username, password: signIn.password })
    const { sessionToken } = (await world.anybody.rest('POST', '/api/login', signIn)).body
    const lee = signedInWith(world.url, sessionToken, admin.tenantId, '')
    const { sessions } = (await lee.graphql('{ sessions { id } }')).data
    expect((await admin.graphql('{ sessions { id } }')).data.sessions).not.toContainEqual(sessions[0])
    const end =
      'mutation ($id: ID!) { endSession(input: { id: $id }) { session { id } errors { code field message } } }'
    expect((await admin.graphql(end, sessions[0])).errors?.[0].extensions.code).toBe('NOT_FOUND')
    expect((await get('/api/user', sessionToken)).status).toBe(200)
  })
})

describe('users', () => {
  it('are removed by an admin, who cannot remove their own account even if there is another admin', async () => {
    const admin = await world.signUp()
    const email = `noa-${Math.random().toString(36).slice(2)}@example.com`
    const add = { name: 'Noa', email, password: 'a good password', role: 'admin' }
    const noa = (await admin.rest('POST', '/api/users', add)).body
    const remove =
      'mutation ($id: ID!) { deleteUser(input: { id: $id }) { user { name } errors { code field message } } }'
    const own = (await admin.rest('GET', '/api/user')).body.id
    const { errors } = await admin.graphql(remove, { id: own })
    expect([errors?.[0].extensions.code, errors?.[0].message]).toEqual([
      'CONFLICT',
      'You cannot delete yourself. Ask another admin.',
    ])
    expect((await admin.graphql(remove, { id: noa.id })).data.deleteUser).toEqual({ name: 'Noa' })
    expect((await admin.rest('GET', '/api/users')).body.map(({ id }: { id: string }) => id)).toEqual([own])
  })

  it('lose their sessions when an admin deactivates them; the last admin of a workspace cannot be deactivated', async () => {
    const admin = await world.signUp()
    const email = `kim-${Math.random().toString(36).slice(2)}@example.com`
    const kim = (await admin.rest('POST', '/api/users', { name: 'Kim', email, password: 'a good password' })).body
    const signIn = () => world.anybody.rest('POST', '/api/login', { username: email, password: 'a good password' })
    const { sessionToken } = (await signIn()).body
    const update = (id: string, input: object) =>
      admin.graphql(
        'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { isActive role } errors { code field message } } }',
        { input: { id, ...input } },
      )
    expect((await update(kim.id, { isActive: false })).data.updateUser).toEqual({ isActive: false, role: 'user' })
    expect((await get('/api/user', sessionToken)).status).toBe(401)
    expect((await signIn()).status).toBe(401)
    const me = (await admin.rest('GET', '/api/user')).body.id
    expect((await update(me, { role: 'user' })).errors?.[0].extensions.code).toBe('CONFLICT')
    const remove = (id: string) =>
      admin.graphql(
        'mutation ($id: ID!) { deleteUser(input: { id: $id }) { user { id } errors { code field message } } }',
        { id },
      )
    expect((await remove(me)).errors?.[0].extensions.code).toBe('CONFLICT')
    expect((await remove(kim.id)).data.deleteUser.id).toBe(kim.id)
    expect((await admin.rest('GET', '/api/users')).body).toHaveLength(1)
  })
})
