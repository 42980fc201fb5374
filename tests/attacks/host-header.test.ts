import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { isOurOrigin } from '#api/graphql/request-call.ts'
import { isOwnHost } from '#api/platform/http/host-header-check.ts'
import { createWorld, type World } from '../support/world.ts'

/** DNS rebinding: a foreign host name that resolves to us must not give its pages our origin. */

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

async function ask(path: string, host: string, method = 'GET'): Promise<{ status: number | undefined; body: string }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(world.url, { path, method, headers: { host } }, resolve).on('error', reject).end()
  })
  const body = (await answer.toArray()).join('')
  return { status: answer.statusCode, body }
}

describe('a request that names another host', () => {
  it.each(['/', '/api/user', '/graphql?query={__typename}', '/images/x.png', '/auth/google'])(
    'is refused with the reason at %s',
    async (path) => {
      const { status, body } = await ask(path, 'rebound.evil.example:4000')
      expect(status).toBe(421)
      expect(JSON.parse(body)).toMatchObject({ code: 'MISDIRECTED', message: expect.stringContaining(world.url) })
    },
  )

  it.each(['/healthz', '/readyz'])('is still answered at the health check, as probes send it: %s', async (path) => {
    expect((await ask(path, '10.1.2.3:4000')).status).toBe(200)
  })

  it('cannot open a WebSocket', async () => {
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { host: 'rebound.evil.example' },
    })
    const outcome = await new Promise((resolve) => {
      socket.on('open', () => resolve('open'))
      socket.on('error', (error) => resolve(error.message))
    })
    expect(outcome).toContain('421')
  })
})

describe('the host name in a request', () => {
  const app = { publicUrl: 'https://mail.example' }
  const socket = { localAddress: '::ffff:10.0.0.5' }

  it.each([
    'mail.example',
    'MAIL.example',
    'mail.example:443',
    'localhost:4000',
    '127.0.0.1',
    '[::1]:4000',
    '10.0.0.5:4000',
  ])('is accepted: %s', (host) => expect(isOwnHost(app, { headers: { host }, socket })).toBe(true))
  it.each([
    undefined,
    '',
    'mail.example:444',
    'mail.example.evil.example',
    'evil.example@mail.example',
    'mail.example/x',
    '10.0.0.6:4000',
    'localhost.evil.example',
    '127.0.0.1.nip.example',
  ])('is rejected: %s', (host) => expect(isOwnHost(app, { headers: { host }, socket })).toBe(false))
})

describe('the origin in a request', () => {
  const local = { publicUrl: 'http://mergewell.lan:4000', production: false }
  const tunnel = { publicUrl: 'https://mail.example', production: false }

  it.each([
    [local, 'http://mergewell.lan:4000', 'mergewell.lan:4000'],
    [local, 'http://localhost:5173', 'localhost:5173'],
    [local, 'http://10.0.0.5:4000', '10.0.0.5:4000'],
    [tunnel, 'https://mail.example', 'localhost:4000'],
    [tunnel, 'http://127.0.0.1:4000', '127.0.0.1:4000'],
    [{ ...tunnel, production: true }, 'https://mail.example', 'mail.example'],
  ])('is accepted: $1', (app, origin, host) => expect(isOurOrigin(app, { origin, host })).toBe(true))
  it.each([
    [local, 'https://mergewell.lan:4000', 'mergewell.lan:4000'],
    [local, 'ftp://localhost:4000', 'localhost:4000'],
    [local, 'http://localhost:4001', 'localhost:4000'],
    [local, 'null', 'localhost:4000'],
    [tunnel, 'http://mail.example', 'mail.example'],
    [tunnel, 'https://evil.example', 'mail.example'],
    [{ ...tunnel, production: true }, 'http://localhost:4000', 'localhost:4000'],
  ])('is rejected: $1 ($2)', (app, origin, host) => expect(isOurOrigin(app, { origin, host })).toBe(false))
})
