import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { AWAY, isAway } from './database-outage-errors.ts'
import { openDatabase } from './database.ts'
import { inRequest, newScope } from '../current-request.ts'

/** The close code after which programs connect again. */
const SERVICE_RESTART = 1012
const NEW_TEMPLATE = { query: 'mutation { createTemplate(input: { name: "A" }) { errors { code } } }' }

let database: TestDatabase
let target: { host: string; port: number }
let proxy: TcpProxy
let proxied: string
beforeAll(async () => {
  database = await createTestDatabase()
  const { hostname, port } = new URL(database.url)
  target = { host: hostname, port: Number(port || 5432) }
  proxy = await startTcpProxy(target)
  proxied = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(proxy.port) }).href
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

describe('while the database cannot be reached', () => {
  const lines: object[] = []
  let world: World
  let ada: TestPerson
  beforeAll(async () => {
    world = await createWorld({ send: false, databaseUrl: proxied, log: (line) => void lines.push(line) })
    ada = await world.signUp()
    await proxy.close()
  })
  afterAll(async () => {
    proxy = await startTcpProxy(target, proxy.port)
    await world.close()
  })

  it.each([
    ['GraphQL', 'POST', '/graphql', { query: '{ stats { totalContacts } }' }],
    ['a mutation', 'POST', '/graphql', NEW_TEMPLATE],
    ['REST', 'GET', '/api/contacts', undefined],
  ])('%s is answered with that fact, and when to try again', async (_, method, path, body) => {
    const answer = await fetch(world.url + path, {
      method,
      headers: { authorization: ada.token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    const told = (await answer.json()) as { message?: string; errors?: unknown[] }
    expect(told.errors?.[0] ?? told).toMatchObject({ message: AWAY })
  })

  it('a WebSocket is told to connect again', async () => {
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: ada.token } })),
    )
    expect(await closed).toBe(SERVICE_RESTART)
  })

  it('a sign-in through a provider does not blame the provider', async () => {
    const answer = await fetch(`${world.url}/auth/microsoft/callback?code=a&state=b`, {
      redirect: 'manual',
      headers: { cookie: `mergewell_session=${ada.token}` },
    })
    expect(decodeURIComponent(answer.headers.get('location') ?? '')).toContain('Something_went_wrong')
  })

  it('the log contains the cause of each refusal, without the data of the request', () => {
    expect(lines).toContainEqual(expect.objectContaining({ code: 'UNAVAILABLE', cause: 'ECONNREFUSED' }))
  })
})

describe('a request whose database connection breaks within its transaction', () => {
  const breakWithin = async (moment: 'work' | 'later work' | 'commit') => {
    const own = await startTcpProxy(target)
    const url = Object.assign(new URL(proxied), { port: String(own.port) }).href
    const open = await openDatabase(url, { poolMax: 1 })
    try {
      return await inRequest(newScope('somewhere'), async () => {
        if (moment === 'later work') await open.asSystem((em) => em.execute('select 1'))
        return open
          .asSystem(async (em) => {
            await em.execute('select 1')
            await own.close()
            if (moment !== 'commit') await em.execute('select 1')
          })
          .catch((error: unknown) => error)
      })
    } finally {
      await open.close()
    }
  }

  it('is answered as safe to repeat, since it changed nothing', async () => {
    expect(await breakWithin('work')).toMatchObject({ code: 'UNAVAILABLE', message: AWAY, retryAfter: 5 })
  })

  it.each(['commit', 'later work'] as const)(
    'is not answered as safe to repeat if the connection breaks in %s',
    async (moment) => {
      expect(await breakWithin(moment)).not.toMatchObject({ code: 'UNAVAILABLE' })
    },
  )
})

it.each([
  [{ code: 'ECONNREFUSED' }, true],
  [{ code: 'ENOTFOUND' }, true],
  [{ code: '57P01', message: 'terminating connection due to administrator command' }, true],
  [{ code: '57P03', message: 'the database system is starting up' }, true],
  [{ code: '53300', message: 'sorry, too many clients already' }, true],
  [{ code: '08006', message: 'connection to the remote node failed' }, true],
  [{ code: '08P01', message: 'server login has been failing (server_login_retry)' }, true],
  [{ code: '08P01', message: 'invalid message format' }, false],
  [{ code: 'ENOENT', syscall: 'connect' }, true],
  [{ code: 'ENOENT', syscall: 'open' }, false],
  [{ message: 'timeout expired' }, true],
  [{ message: 'Connection terminated due to connection timeout' }, true],
  [new AggregateError([{ code: 'ECONNREFUSED' }]), true],
  [{ code: '28P01', message: 'password authentication failed' }, false],
  [{ code: '28000', message: 'no pg_hba.conf entry' }, false],
  [{ code: '3D000', message: 'database does not exist' }, false],
  [{ code: '23505', message: 'duplicate key' }, false],
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, false],
  [new Error('Something else'), false],
])('the database error %o is temporary: %s', (failure, passes) => {
  expect(isAway(failure)).toBe(passes)
})
