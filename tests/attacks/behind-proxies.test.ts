import { request, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createKey } from '../support/api-key.ts'
import { SIGN_UP_PASSWORD as password } from '../support/clocked-world.ts'
import { servedApp } from '../support/served-app.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/** A stranger in front of a production installation behind proxies, who forges what proxies say. */

const PUBLIC_URL = 'https://mail.mergewell.example'
const HOST = 'mail.mergewell.example'
const SESSION = '__Host-mergewell_session'
/** The address of the stranger, and one that they would like to have. */
const [STRANGER, OFFICE] = ['203.0.113.66', '198.51.100.7']

let world: World
let served: Awaited<ReturnType<typeof servedApp>>
/** URL of the installation, by the number of proxies in front of it. */
let behind: Record<1 | 2, string>
let person: TestPerson
let username: string
beforeAll(async () => {
  world = await createWorld({ send: false })
  served = await servedApp(world, '')
  const serve = (trustedProxies: number) =>
    served.serve({ publicUrl: PUBLIC_URL, production: true, explorable: false, trustedProxies })
  behind = { 1: await serve(1), 2: await serve(2) }
})
afterAll(async () => {
  await served.close()
  await world.close()
})
beforeEach(async () => {
  await world.app.database.asSystem((em) => em.execute('delete from sign_in_failures'))
  person = await world.signUp({ unlimited: true })
  username = (await person.graphql('{ currentUser { username } }')).data.currentUser.username
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Asks the installation as the innermost proxy does, with our host unless the headers say otherwise. */
function ask(url: string, path: string, headers: Record<string, string> = {}, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const json = body && JSON.stringify(body)
    const sent = { host: HOST, ...(json && { 'content-type': 'application/json' }), ...headers }
    request(url + path, { method: json ? 'POST' : 'GET', headers: sent }, async (answer) => {
      const text = (await answer.toArray()).join('')
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
    })
      .on('error', reject)
      .end(json)
  })
}

const proxied = [1, 2] as const
/**
 * Returns what X-Forwarded-For holds when somebody at `address` sends it with `forged` in it, and each proxy adds what
 * it sees.
 */
const chain = (proxies: 1 | 2, address: string, ...forged: string[]) => ({
  'x-forwarded-for': [...forged, address, ...(proxies === 2 ? ['10.0.0.2'] : [])].join(', '),
})
const login = (proxies: 1 | 2, from: Record<string, string>, typed = password) =>
  ask(behind[proxies], '/api/login', { ...from, origin: PUBLIC_URL }, { username, password: typed })
const cookieOf = ({ headers }: Answer, name = SESSION): string =>
  headers['set-cookie']?.find((cookie) => cookie.startsWith(`${name}=`)) ?? ''

describe.each(proxied)('with %i trusted proxies, a forged X-Forwarded-For header', (proxies) => {
  it('does not avoid the limit on password guesses, and locks nobody else out', async () => {
    const answers: number[] = []
    for (let guess = 0; guess < 8; guess += 1) {
      answers.push((await login(proxies, chain(proxies, STRANGER, `192.0.2.${guess}`, OFFICE), 'wrong')).status)
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await login(proxies, chain(proxies, OFFICE))).status).toBe(200)
  })

  it('cannot use an API key that is limited to other IP addresses', async () => {
    const key = await createKey(person, ['contacts:read'], { allowedAddresses: [OFFICE] })
    const read = (from: Record<string, string>) =>
      ask(behind[proxies], '/api/contacts', { ...from, authorization: `Bearer ${key}` })
    for (const forged of [[OFFICE], [OFFICE, OFFICE, OFFICE], [], ['', OFFICE]]) {
      expect((await read(chain(proxies, STRANGER, ...forged))).status).toBe(403)
    }
    expect((await read(chain(proxies, OFFICE, STRANGER))).status).toBe(200)
  })

  it('is not shown in the activity log', async () => {
    expect((await login(proxies, chain(proxies, STRANGER, OFFICE, OFFICE))).status).toBe(200)
    const { data } = await person.graphql('{ auditEvents(first: 1) { nodes { action address } } }')
    expect(data.auditEvents.nodes).toEqual([{ action: 'sign_in', address: STRANGER }])
  })

  it.each(['', ',,,', 'unknown', '[::1]:443', "' or 1=1 --", '::ffff:7f00:1', 'x'.repeat(7_000)])(
    'causes no failure: %s',
    async (forged) => {
      const guess = (from: Record<string, string>) => login(proxies, from, 'wrong')
      expect((await guess({ 'x-forwarded-for': forged })).status).toBe(401)
      expect((await guess(chain(proxies, STRANGER, forged))).status).toBe(401)
    },
  )
})

describe('the session cookie of an installation behind a proxy', () => {
  it('belongs to this host and to TLS, whatever scheme and host a request claims', async () => {
    const claims = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example', forwarded: 'proto=http' }
    const cookie = cookieOf(await login(1, { ...chain(1, OFFICE), ...claims }))
    expect(cookie).toMatch(new RegExp(`^${SESSION}=[\\w-]{40,}; `))
    const attributes = cookie.split('; ').slice(1)
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure']))
    expect(attributes.filter((one) => /^domain/i.test(one))).toEqual([])
    expect(attributes.filter((one) => /^samesite=(lax|strict)$/i.test(one))).toHaveLength(1)
  })

  it('works under its full name only, which no sibling domain can set', async () => {
    const [pair = ''] = cookieOf(await login(1, chain(1, OFFICE))).split(';')
    const me = async (cookie: string) => (await ask(behind[1], '/api/user', { cookie })).status
    expect(await me(pair)).toBe(200)
    expect(await me(pair.replace('__Host-', ''))).toBe(401)
    expect(await me(pair.replace('__Host-', '__Secure-'))).toBe(401)
  })

  it.each([
    ['our pages', PUBLIC_URL, 200],
    ['our host without TLS', `http://${HOST}`, 403],
    ['another port', `${PUBLIC_URL}:444`, 403],
    ['a subdomain', `https://x.${HOST}`, 403],
    ['this machine', 'http://localhost:4000', 403],
    ['a page without an origin', 'null', 403],
  ])('sent from %s (%s) is answered with %i, and the session stays valid', async (_, origin, status) => {
    const [cookie = ''] = cookieOf(await login(1, chain(1, OFFICE))).split(';')
    const claims = { 'x-forwarded-host': new URL(origin === 'null' ? PUBLIC_URL : origin).host, host: HOST }
    const answer = await ask(behind[1], '/api/logout', { cookie, origin, ...claims }, {})
    expect(answer.status).toBe(status)
    expect((await ask(behind[1], '/api/user', { cookie })).status).toBe(status === 200 ? 401 : 200)
  })

  it("opens a WebSocket only for the product's own pages over TLS", async () => {
    const [cookie = ''] = cookieOf(await login(1, chain(1, OFFICE))).split(';')
    const outcome = (origin: string) => {
      const headers = { host: HOST, cookie, origin }
      const socket = new WebSocket(`${behind[1].replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
      return new Promise((resolve) => {
        socket.on('open', () => resolve('open')).on('error', ({ message }) => resolve(message))
      }).finally(() => socket.terminate())
    }
    expect(await outcome(`http://${HOST}`)).toContain('403')
    expect(await outcome(PUBLIC_URL)).toBe('open')
  })
})

describe('every answer of an installation behind a proxy', () => {
  it.each([
    ['/', {}, 200],
    ['/api/user', {}, 401],
    ['/nothing', { host: 'evil.example' }, 421],
    ['/healthz', {}, 200],
    ['/metrics', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }, 404],
  ] as [string, Record<string, string>, number][])('demands TLS for a year: %s', async (path, headers, status) => {
    const answer = await ask(behind[1], path, headers)
    expect(answer.status).toBe(status)
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/)
  })

  it.each(['/', '/auth/google', '/auth/sso?email=a%40b.example', '/api/openapi.json', '/sheets/x.csv'])(
    'contains no host name that a request invented: %s',
    async (path) => {
      const evil = {
        'x-forwarded-host': 'evil.example',
        'x-original-host': 'evil.example',
        forwarded: 'host=evil.example',
      }
      const { headers, text } = await ask(behind[1], path, { ...evil, ...chain(1, STRANGER) })
      expect(JSON.stringify(headers) + text).not.toContain('evil.example')
    },
  )
})
