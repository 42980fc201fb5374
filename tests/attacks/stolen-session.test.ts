import { createClient } from 'graphql-ws'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { SESSIONS_MAX } from '#domain/accounts/accounts.ts'
import { API_KEYS_MAX } from '#domain/accounts/api-keys.ts'
import { clockedWorld, SIGN_UP_PASSWORD as password } from '../support/clocked-world.ts'
import { addColleague } from '../support/colleague.ts'
import { askAs, signInSuperAdmin, tenantIdOf } from '../support/super-admin.ts'
import { browserOf } from '../support/provider-sign-in-browser.ts'
import { person as signedInWith, type TestPerson } from '../support/world.ts'

/** A thief with a stolen cookie or API key, old or fresh. */

const at = clockedWorld()

const DAY = 86_400_000

/** Returns what a session's cookie can read. */
const readBy = async (token: string) => {
  const headers = { cookie: `mergewell_session=${token}` }
  return (await fetch(`${at.world.url}/api/user`, { headers })).status
}
const works = async (token: string) =>
  (await signedInWith(at.world.url, token, '', '').rest('GET', '/api/contacts')).status
const usernameOf = async (someone: TestPerson) => (await someone.rest('GET', '/api/user')).body.username as string
const signIn = async (username: string, secret = password) =>
  (await at.world.anybody.rest('POST', '/api/login', { username, password: secret })).body.sessionToken as string

async function makeKey(
  admin: TestPerson,
  input: object = {},
): Promise<{ token: string; id: string; expiresAt: string }> {
  const query = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token apiKey { id expiresAt } errors { code field message } } }`
  const { data, errors } = await admin.graphql(query, { input: { name: 'k', scopes: ['contacts:read'], ...input } })
  if (errors) throw Object.assign(new Error(errors[0].message), { code: errors[0].extensions.code })
  return { token: data.createApiKey.token, ...data.createApiKey.apiKey }
}

describe('a stolen session cookie', () => {
  it('expires after seven days without use', async () => {
    const { token } = await at.world.signUp()
    at.now += 6 * DAY
    expect(await readBy(token)).toBe(200)
    at.now += 6 * DAY
    expect(await readBy(token)).toBe(200)
    at.now += 7 * DAY
    expect(await readBy(token)).toBe(401)
  })

  it('expires after thirty days, however often it is used', async () => {
    const { token } = await at.world.signUp()
    for (let day = 5; day < 30; day += 5) {
      at.now += 5 * DAY
      expect(await readBy(token)).toBe(200)
    }
    at.now += 5 * DAY + 60_000
    expect(await readBy(token)).toBe(401)
  })

  it("opens a WebSocket only from the product's own pages, and none once it has expired", async () => {
    const { token } = await at.world.signUp()
    const open = (origin?: string) =>
      new Promise<string>((resolve) => {
        class Browser extends WebSocket {
          constructor(url: string, protocol: string) {
            super(url, protocol, { headers: { cookie: `mergewell_session=${token}`, ...(origin && { origin }) } })
          }
        }
        const url = `${at.world.url.replace('http', 'ws')}/graphql`
        const client = createClient({ url, webSocketImpl: Browser, retryAttempts: 0 })
        const end = (what: string) => {
          resolve(what)
          void client.dispose()
        }
        client.subscribe(
          { query: 'subscription { campaignsChanged { removed } }' },
          {
            next: ({ errors }) => end(errors ? 'refused' : 'told'),
            error: () => end('refused'),
            complete: () => end('ended'),
          },
        )
      })
    expect(await open('https://evil.example')).toBe('refused')
    expect(await open(at.world.url.replace('http:', 'https:'))).toBe('refused')
    expect(await open()).toBe('refused')
    expect(await open(at.world.url)).toBe('told')
    at.now += 8 * DAY
    expect(await open(at.world.url)).toBe('refused')
  })

  it('cannot sign in or change anything from a page of another website', async () => {
    const { token } = await at.world.signUp()
    const headers = { cookie: `mergewell_session=${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ query: 'mutation { logout { done errors { code field message } } }' })
    for (const origin of [
      'https://evil.example',
      'null',
      `${at.world.url}1`,
      at.world.url.replace('http:', 'https:'),
    ]) {
      await fetch(`${at.world.url}/graphql`, { method: 'POST', headers: { ...headers, origin }, body })
    }
    await fetch(`${at.world.url}/graphql`, { method: 'POST', headers, body })
    expect(await readBy(token)).toBe(200)
  })
})

it('a user has a limited number of sessions: the least recently used one is revoked', async () => {
  const first = await at.world.signUp()
  const username = await usernameOf(first)
  at.now += 60_000
  const second = await signIn(username)
  at.now += 600_000
  expect(await readBy(first.token)).toBe(200)
  for (let more = 2; more < SESSIONS_MAX; more += 1) await signIn(username)
  expect((await first.graphql('{ sessions { id } }')).data.sessions).toHaveLength(SESSIONS_MAX)
  at.now += 1_000
  await signIn(username)
  expect([await readBy(first.token), await readBy(second)]).toEqual([200, 401])
  const { data } = await first.graphql('{ sessions { id idleUntil expiresAt } }')
  expect(data.sessions).toHaveLength(SESSIONS_MAX)
  expect(Date.parse(data.sessions[0].idleUntil)).toBe(at.now + 7 * DAY)
  expect(Date.parse(data.sessions[0].expiresAt)).toBe(at.now + 30 * DAY)
})

describe('a session whose sign-in is older than fifteen minutes', () => {
  const person = { name: 'Thief', email: 'thief@evil.example', password, role: 'admin' }
  /** Acts of a thief who wants to keep or extend access; `id` is a colleague's, `mailbox` the admin's own. */
  const ACTS: Record<string, (admin: TestPerson, id: string, mailbox: string) => Promise<unknown>> = {
    'create an API key without expiry': (admin) => makeKey(admin).catch(({ code }: { code: string }) => code),
    'add an admin': (admin) => admin.rest('POST', '/api/users', person),
    'make a user admin': (admin, id) =>
      admin.graphql(
        'mutation ($id: ID!) { updateUser(input: { id: $id, role: ADMIN }) { user { id } errors { code field message } } }',
        { id },
      ),
    'deactivate a user': (admin, id) =>
      admin.graphql(
        'mutation ($id: ID!) { updateUser(input: { id: $id, isActive: false }) { user { id } errors { code field message } } }',
        { id },
      ),
    'delete a user': (admin, id) =>
      admin.graphql(
        'mutation ($id: ID!) { deleteUser(input: { id: $id }) { user { id } errors { code field message } } }',
        { id },
      ),
    'share a mailbox': (admin, id, mailbox) =>
      admin.graphql(
        'mutation ($id: ID!, $to: [ID!]!) { shareMailbox(input: { id: $id, userIds: $to, everybody: true }) { mailbox { id } errors { code field message } } }',
        { id: mailbox, to: [id] },
      ),
  }

  it.each(Object.entries(ACTS))('cannot %s', async (_, act) => {
    const admin = await at.world.signUp({ unlimited: true })
    await at.world.connect(admin, 'google')
    const lee = await addColleague(at.world, admin)
    const all = '{ users { edges { node { id role isActive } } } mailboxes { id sharedWithEverybody } apiKeys { id } }'
    const { data: before } = await admin.graphql(all)
    at.now += 16 * 60_000
    expect(JSON.stringify(await act(admin, lee.id, before.mailboxes[0].id))).toContain('REAUTHENTICATE')
    expect((await admin.graphql(all)).data).toEqual(before)
  })

  it('of a super admin cannot create, change, confirm or delete a workspace, or add users to it', async () => {
    const { headers } = await signInSuperAdmin(at.world)
    const id = await tenantIdOf(await at.world.signUp())
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await askAs(headers, method, at.world.url + path, body)
      return (answer.body.code ?? answer.body.errors?.[0].extensions.code) as string
    }
    at.now += 16 * 60_000
    const confirmPlan = {
      query: 'mutation ($id: ID!) { confirmPlan(input: { id: $id }) { tenant { id } errors { code field message } } }',
      variables: { id },
    }
    const remove = {
      query:
        'mutation ($id: ID!) { scheduleTenantDeletion(input: { id: $id, name: "Any" }) { tenant { id } errors { code field message } } }',
      variables: { id },
    }
    expect([
      await ask('POST', '/api/supadmin/tenants', { slug: 'evil', name: 'Evil', domain: 'evil.example' }),
      await ask('PUT', `/api/supadmin/tenants/${id}`, { features: { apiAccess: true } }),
      await ask('POST', `/api/supadmin/tenants/${id}/users`, { ...person, username: 'thief' }),
      await ask('POST', '/graphql', confirmPlan),
      await ask('POST', '/graphql', remove),
    ]).toEqual(Array.from({ length: 5 }, () => 'REAUTHENTICATE'))
    expect((await askAs(headers, 'GET', `${at.world.url}/api/supadmin/tenants`)).status).toBe(200)
  })
})

describe('an API key', () => {
  it('expires after a year unless it was explicitly created without expiry', async () => {
    const admin = await at.world.signUp()
    const usual = await makeKey(admin)
    expect(Date.parse(usual.expiresAt)).toBe(at.now + 365 * DAY)
    expect((await makeKey(admin, { expiresAt: null })).expiresAt).toBe(usual.expiresAt)
    expect((await makeKey(admin, { neverExpires: true })).expiresAt).toBeNull()
    at.now += 365 * DAY
    expect(await works(usual.token)).toBe(401)
  })

  it('is revoked when its creator is deactivated or removed', async () => {
    const admin = await at.world.signUp()
    const lee = await addColleague(at.world, admin, { role: 'admin' })
    const key = await makeKey(lee)
    expect(await works(key.token)).toBe(200)
    const update =
      'mutation ($id: ID!, $on: Boolean) { updateUser(input: { id: $id, isActive: $on }) { user { id } errors { code field message } } }'
    await admin.graphql(update, { id: lee.id, on: false })
    expect(await works(key.token)).toBe(401)
    await admin.graphql(update, { id: lee.id, on: true })
    expect(await works(key.token)).toBe(401)
    expect((await admin.graphql('{ apiKeys { id } }')).data.apiKeys).toEqual([])

    const kim = await addColleague(at.world, admin, { role: 'admin' })
    const other = await makeKey(kim)
    await admin.graphql(
      'mutation ($id: ID!) { deleteUser(input: { id: $id }) { user { id } errors { code field message } } }',
      { id: kim.id },
    )
    expect(await works(other.token)).toBe(401)
  })

  it('is revoked on a password change if requested, and only the user’s own keys', async () => {
    const admin = await at.world.signUp()
    const lee = await addColleague(at.world, admin, { role: 'admin' })
    const [own, theirs] = [await makeKey(admin), await makeKey(lee)]
    expect((await admin.graphql('{ currentUser { apiKeyCount } }')).data.currentUser.apiKeyCount).toBe(1)
    const change = (from: string, to: string, more: object = {}) =>
      admin.graphql(
        'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { done errors { code field message } } }',
        {
          input: { currentPassword: from, newPassword: to, confirmPassword: to, ...more },
        },
      )
    await change(password, 'a better password')
    expect(await works(own.token)).toBe(200)
    await change('a better password', 'the best password', { revokeApiKeys: true })
    expect([await works(own.token), await works(theirs.token)]).toEqual([401, 200])
  })

  it('is refused beyond the workspace’s limit', async () => {
    const admin = await at.world.signUp()
    await at.world.app.database.asSystem((em) =>
      em.execute(
        `insert into api_keys (tenant_id, id, user_id, name, scopes, token_hash, token_start, created_at)
         select ?, gen_random_uuid(), ?, 'k', '{read}', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'mwk_', now()
         from generate_series(1, ?) returning 1`,
        [admin.tenantId, admin.userId, API_KEYS_MAX - 1],
      ),
    )
    await makeKey(admin)
    await expect(makeKey(admin)).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'This workspace already has 50 API keys, which is the limit. Revoke one that is no longer used.',
    })
  })
})

describe('a session cookie that its owner and a thief both have', () => {
  /** Sends a request from our page with this cookie; returns the cookie that replaces it. */
  async function ask(token: string, query: string): Promise<{ data: any; cookie: string | null }> {
    const headers = { cookie: `mergewell_session=${token}`, origin: at.world.url, 'content-type': 'application/json' }
    const response = await fetch(`${at.world.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    })
    const [, cookie = null] = /mergewell_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
    return { data: ((await response.json()) as { data: unknown }).data, cookie }
  }

  it.each([
    [
      'changes the password',
      `mutation { changePassword(input: { currentPassword: "${password}", newPassword: "another good one", confirmPassword: "another good one" }) { done errors { code field message } } }`,
    ],
    [
      'confirms the password',
      `mutation { confirmPassword(input: { password: "${password}" }) { done errors { code field message } } }`,
    ],
  ])('becomes worthless to the thief once its owner %s', async (_, mutation) => {
    const { token } = await at.world.signUp()
    const { cookie } = await ask(token, mutation)
    expect(cookie).not.toBeNull()
    expect(await readBy(cookie ?? '')).toBe(200)
    expect(await readBy(token)).toBe(401)
  })

  it('becomes worthless to the thief once its owner confirms their identity at Microsoft', async () => {
    const { token } = await at.world.signUp()
    const email = 'owner@sandbox.test'
    await browserOf(at.world, { token }).walk('microsoft', email, '?action=identity')
    const { session } = await browserOf(at.world, { token }).walk('microsoft', email, '?action=confirm')
    expect(session).not.toBeNull()
    expect([await readBy(session ?? ''), await readBy(token)]).toEqual([200, 401])
  })

  it('has its WebSockets closed when it is replaced, so that its owner reconnects', async () => {
    const { token } = await at.world.signUp()
    const headers = { cookie: `mergewell_session=${token}`, origin: at.world.url }
    const socket = new WebSocket(`${at.world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
    await new Promise((resolve) => socket.once('open', resolve))
    const acknowledged = new Promise((resolve) => socket.once('message', resolve))
    socket.send('{"type":"connection_init"}')
    await acknowledged
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await ask(
      token,
      `mutation { confirmPassword(input: { password: "${password}" }) { done errors { code field message } } }`,
    )
    expect(await closed).toBe(1012)
  })

  it('has its event streams ended when it is replaced', async () => {
    const { token } = await at.world.signUp()
    const stream = await fetch(`${at.world.url}/graphql`, {
      method: 'POST',
      headers: {
        cookie: `mergewell_session=${token}`,
        origin: at.world.url,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ query: 'subscription { campaignsChanged { removed } }' }),
    })
    const reader = stream.body?.getReader()
    await reader?.read()
    await ask(
      token,
      `mutation { confirmPassword(input: { password: "${password}" }) { done errors { code field message } } }`,
    )
    while (!(await reader?.read())?.done);
  })

  it('does not affect API tokens when it is replaced', async () => {
    const person = await at.world.signUp()
    expect(
      (
        await person.graphql(
          `mutation { confirmPassword(input: { password: "${password}" }) { done errors { code field message } } }`,
        )
      ).errors,
    ).toBeUndefined()
    expect(await works(person.token)).toBe(200)
  })
})
