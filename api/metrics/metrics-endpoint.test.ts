import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHealthServer } from '#api/installation/health-endpoint.ts'
import { openApi } from '#api/rest/openapi.ts'
import { createServer } from '#api/server.ts'
import { servedApp } from '#tests/support/served-app.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { createMetricsRoute } from './metrics-endpoint.ts'

const TOKEN = 'a_token_of_metrics'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const LOCAL = { method: 'GET', headers: { host: '127.0.0.1:4000' }, remoteAddress: '127.0.0.1' }

describe('without METRICS_TOKEN', () => {
  it.each([
    ['this machine', {}, 200],
    ['this machine over IPv6', { headers: { host: '[::1]:4000' }, remoteAddress: '::1' }, 200],
    ['this machine, mapped to IPv6', { headers: { host: 'localhost' }, remoteAddress: '::ffff:127.0.0.1' }, 200],
    ['another machine', { remoteAddress: '192.0.2.7' }, 404],
    ['an unknown machine', { remoteAddress: undefined }, 404],
    ['a proxy on this machine that passes on the host', { headers: { host: 'mail.example.com' } }, 404],
    ['a request without a host', { headers: {} }, 404],
    ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].map(
      (name) => [`a proxy that says ${name}`, { headers: { ...LOCAL.headers, [name]: '192.0.2.7' } }, 404] as const,
    ),
  ] as [string, object, number][])('/metrics answers or refuses a request from %s', async (_, change, status) => {
    expect(await createMetricsRoute(world.app, null)({ ...LOCAL, ...change })).toMatchObject({ status })
  })
})

describe('with METRICS_TOKEN', () => {
  it.each([
    ['the token', `Bearer ${TOKEN}`, 200],
    ['the token, spelled otherwise', `bearer  ${TOKEN}`, 200],
    ['another token', 'Bearer another', 401],
    ['the token and more', `Bearer ${TOKEN}x`, 401],
    ['no token, on this machine', undefined, 401],
    ['the token without Bearer', TOKEN, 401],
  ] as [string, string | undefined, number][])(
    '/metrics answers or refuses a request that sends %s',
    async (_, authorization, status) => {
      const route = createMetricsRoute(world.app, TOKEN)
      const answer = await route({ ...LOCAL, headers: { ...LOCAL.headers, authorization } })
      expect(answer.status).toBe(status)
      if (status === 401) expect(answer.body).toContain('METRICS_TOKEN')
    },
  )

  it('/metrics answers another machine through a proxy', async () => {
    const headers = { host: 'mail.example.com', 'x-forwarded-for': '192.0.2.7', authorization: 'Bearer t' }
    const answer = await createMetricsRoute(world.app, 't')({ method: 'GET', headers, remoteAddress: '192.0.2.8' })
    expect(answer.status).toBe(200)
  })
})

/** The port of the web app, and that of a process that only sends. */
const PORTS = {
  web: () => createServer(world.app, { webDir: null }).server,
  health: () => createHealthServer(world.app),
}

describe.each(Object.entries(PORTS))('/metrics on the %s port', (_, create) => {
  it('answers GET and HEAD with the content type of Prometheus, and no other method', async () => {
    const server = create()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const ask = (method: string, headers = {}) =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics?x=1`, { method, headers })
    const [got, head, post, strange] = await Promise.all([
      ask('GET'),
      ask('HEAD'),
      ask('POST'),
      ask('GET', { 'x-forwarded-for': '127.0.0.1' }),
    ])
    expect([got, head, post, strange].map(({ status }) => status)).toEqual([200, 200, 405, 404])
    expect(got.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'))
    expect([await got.text(), await head.text()]).toEqual([expect.stringContaining('mergewell_info{'), ''])
    await new Promise((resolve) => server.close(resolve))
  })
})

it('/metrics is neither a page of the web app nor part of the documented API', async () => {
  const app = await servedApp(world, '')
  const answer = await fetch(`${await app.serve()}/metrics`, { headers: { via: 'a proxy', accept: 'text/html' } })
  expect([answer.status, await answer.text()]).toEqual([404, 'There is nothing here.\n'])
  expect(JSON.stringify(openApi('https://mail.example.com'))).not.toContain('/metrics')
  await app.close()
})
