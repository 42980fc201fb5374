import { createClient } from 'graphql-ws'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { SESSION_IDLE } from '#domain/accounts/accounts.ts'
import { atSessionEnd, findViewer } from '#api/accounts/sessions.ts'
import { hashToken } from '#api/platform/secrets/secret-box.ts'
import { signInSuperAdmin } from '#tests/support/super-admin.ts'
import { createWorld, person, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
let superAdmin: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ send: false })
  superAdmin = (await signInSuperAdmin(world)).headers
})
afterAll(() => world.close())
afterEach(() => void (world.app.clock = () => new Date()))

const QUERY = 'subscription { campaignsChanged { removed } }'

/** Subscribes over a socket; resolves to its close code. */
async function socketOf(
  token: string,
): Promise<{ closed: Promise<number>; open(): boolean; dispose(): Promise<void> }> {
  let isOpen = true
  let hear = () => {}
  const heard = new Promise<void>((resolve) => (hear = resolve))
  let tell: (code: number) => void = () => {}
  const closed = new Promise<number>((resolve) => (tell = resolve))
  const client = createClient({
    url: `${world.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: token },
    retryAttempts: 0,
  })
  client.on('closed', (event) => {
    isOpen = false
    tell((event as { code: number }).code)
  })
  client.subscribe({ query: QUERY }, { next: () => hear(), error: () => {}, complete: () => {} })
  await heard
  return { closed, open: () => isOpen, dispose: async () => client.dispose() }
}

/** Subscribes over server-sent events; resolves when the server ends the stream. */
async function streamOf(token: string): Promise<{ ended: Promise<void> }> {
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: QUERY }),
  })
  const reader = response.body?.getReader()
  await reader?.read()
  const toTheEnd = async (): Promise<void> => {
    while (!(await reader?.read())?.done);
  }
  return { ended: toTheEnd() }
}

async function signInAgain(of: TestPerson): Promise<TestPerson> {
  const { username } = (await of.rest('GET', '/api/user')).body
  const { body } = await world.anybody.rest('POST', '/api/login', { username, password: 'correct horse battery' })
  return person(world.url, body.sessionToken, of.tenantId, of.userId)
}

let count = 0
/** A colleague of an admin, signed in. */
async function colleagueOf(admin: TestPerson): Promise<TestPerson & { id: string }> {
  const signIn = { username: `c${(count += 1)}@end.example`, password: 'a good password' }
  const made = await admin.rest('POST', '/api/users', { name: 'C', email: signIn.username, password: signIn.password })
  const { body } = await world.anybody.rest('POST', '/api/login', signIn)
  return { ...person(world.url, body.sessionToken, admin.tenantId, ''), id: made.body.id }
}

async function change(admin: TestPerson, input: object): Promise<void> {
  const { tenant } = (await admin.graphql('{ tenant { id } }')).data
  const response = await fetch(`${world.url}/api/supadmin/tenants/${tenant.id}`, {
    method: 'PUT',
    headers: { ...superAdmin, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  expect(response.status).toBe(200)
}

/** Freezes the product's clock. */
function stand(moment: number): void {
  world.app.clock = () => new Date(moment)
}

async function keyOf(admin: TestPerson, expiresAt: Date | null = null): Promise<{ token: string; id: string }> {
  const query =
    'mutation ($at: DateTime) { createApiKey(input: { name: "k", scopes: [CAMPAIGNS_READ], expiresAt: $at }) { token apiKey { id } errors { code field message } } }'
  const { token, apiKey } = (await admin.graphql(query, { at: expiresAt })).data.createApiKey
  return { token, id: apiKey.id }
}

/**
 * An action that ends a session or key: the token that watches, the tokens that must not be disturbed, and the action.
 */
type Ending = (admin: TestPerson) => Promise<{ watcher: string; others: string[]; end(): Promise<unknown> }>
const ENDINGS: Record<string, Ending> = {
  'signing out': async (admin) => {
    const [self, colleague] = [await signInAgain(admin), await colleagueOf(admin)]
    return {
      watcher: self.token,
      others: [admin.token, colleague.token],
      end: () => self.rest('POST', '/api/logout'),
    }
  },
  'being ended from another session': async (admin) => {
    const self = await signInAgain(admin)
    const { sessions } = (await self.graphql('{ sessions { id current } }')).data
    const { id } = sessions.find(({ current }: { current: boolean }) => current)
    const end = () =>
      admin.graphql(
        'mutation ($id: ID!) { endSession(input: { id: $id }) { session { id } errors { code field message } } }',
        { id },
      )
    return { watcher: self.token, others: [admin.token], end }
  },
  'a change of the password in another session': async (admin) => {
    const self = await signInAgain(admin)
    const passwords = { newPassword: 'a better password', confirmPassword: 'a better password' }
    const body = { ...passwords, currentPassword: 'correct horse battery' }
    return {
      watcher: self.token,
      others: [admin.token],
      end: () => admin.rest('POST', '/api/user/change-password', body),
    }
  },
  'deactivation by an admin': async (admin) => {
    const colleague = await colleagueOf(admin)
    const query =
      'mutation ($id: ID!) { updateUser(input: { id: $id, isActive: false }) { user { id } errors { code field message } } }'
    return { watcher: colleague.token, others: [admin.token], end: () => admin.graphql(query, { id: colleague.id }) }
  },
  'removal by an admin': async (admin) => {
    const colleague = await colleagueOf(admin)
    const query = 'mutation ($id: ID!) { deleteUser(input: { id: $id }) { user { id } errors { code field message } } }'
    return { watcher: colleague.token, others: [admin.token], end: () => admin.graphql(query, { id: colleague.id }) }
  },
  'deactivation of the workspace': async (admin) => {
    const stranger = await world.signUp()
    return { watcher: admin.token, others: [stranger.token], end: () => change(admin, { isActive: false }) }
  },
  'revocation of the key': async (admin) => {
    const [key, other] = [await keyOf(admin), await keyOf(admin)]
    const end = () =>
      admin.graphql(
        'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } errors { code field message } } }',
        { id: key.id },
      )
    return { watcher: key.token, others: [admin.token, other.token], end }
  },
  'revocation of the key by another admin than its maker': async (admin) => {
    const [key, other, colleague] = [await keyOf(admin), await keyOf(admin), await colleagueOf(admin)]
    const make =
      'mutation ($id: ID!) { updateUser(input: { id: $id, role: ADMIN }) { user { id } errors { code field message } } }'
    await admin.graphql(make, { id: colleague.id })
    const end = () =>
      colleague.graphql(
        'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } errors { code field message } } }',
        { id: key.id },
      )
    return { watcher: key.token, others: [admin.token, colleague.token, other.token], end }
  },
  'the expiry of the key': async (admin) => {
    const now = Date.now()
    stand(now)
    const [key, other] = [await keyOf(admin, new Date(now + 500)), await keyOf(admin)]
    return { watcher: key.token, others: [admin.token, other.token], end: async () => stand(now + 500) }
  },
  'the expiry of the session': async (admin) => {
    const now = Date.now()
    stand(now + 500 - 30 * 86_400_000)
    const self = await signInAgain(admin)
    stand(now)
    await world.app.database.asSystem((em) =>
      em.execute('update sessions set last_used_at = ? where token_hash = ?', [new Date(now), hashToken(self.token)]),
    )
    return { watcher: self.token, others: [admin.token], end: async () => stand(now + 500) }
  },
  'API access being turned off': async (admin) => {
    const key = await keyOf(admin)
    return { watcher: key.token, others: [admin.token], end: () => change(admin, { features: { apiAccess: false } }) }
  },
}

describe('a WebSocket', () => {
  it.each(Object.entries(ENDINGS))('is closed immediately by %s, and no other WebSocket is', async (name, ending) => {
    const { watcher, others, end } = await ending(await world.signUp())
    const [socket, stream] = [await socketOf(watcher), await streamOf(watcher)]
    const bystanders = await Promise.all(others.map(socketOf))
    await end()
    expect(await socket.closed).toBe(4403)
    await stream.ended
    const { errors } = await person(world.url, watcher, '', '').graphql('{ stats { totalContacts } }')
    expect(errors?.[0].extensions.code).toBe(
      name === 'deactivation of the workspace' ? 'TENANT_INACTIVE' : 'UNAUTHENTICATED',
    )
    expect(bystanders.filter(({ open }) => !open())).toEqual([])
    for (const { dispose } of bystanders) await dispose()
  })

  it('stays open past the expected end of its session if the session was used meanwhile', async () => {
    const { token, tenantId } = await world.signUp()
    const viewer = (await findViewer(world.app, { token }))?.viewer
    if (!viewer) throw new Error('Not signed in')
    const now = Date.now()
    await world.app.database.asSystem((em) =>
      em.execute('update sessions set last_used_at = ? where tenant_id = ?', [
        new Date(now + 300 - SESSION_IDLE),
        tenantId,
      ]),
    )
    await new Promise<void>((ended) => atSessionEnd(world.app, { ...viewer, expiresAt: new Date(now) }, ended))
    expect(Date.now()).toBeGreaterThanOrEqual(now + 300)
  })

  it('is closed if its session ended while database notifications were lost, and no other WebSocket is', async () => {
    const admin = await world.signUp()
    const self = await signInAgain(admin)
    const [socket, bystander] = [await socketOf(self.token), await socketOf(admin.token)]
    const database = new Client(world.databaseUrl)
    await database.connect()
    try {
      await database.query('delete from sessions where token_hash = $1', [hashToken(self.token)])
      await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'mergewell-events'`,
      )
    } finally {
      await database.end()
    }
    expect(await socket.closed).toBe(4403)
    expect(bystander.open()).toBe(true)
    await bystander.dispose()
  })
})
