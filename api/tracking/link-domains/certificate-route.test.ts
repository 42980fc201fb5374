import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createServer } from '#api/server.ts'
import { mutate } from '#tests/support/mutate.ts'
import { newHost, requestAt, setDomain, testDns, workingDomain } from '#tests/support/link-domains.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
let admin: TestPerson
let host = ''
beforeAll(async () => {
  world = await createWorld({ send: false })
  admin = await world.signUp()
  host = await workingDomain(testDns(world), admin)
})
afterAll(() => world.close())

const ask = (domain: string, headers: Record<string, string> = {}, at = 'localhost') =>
  requestAt(world, at, `/certificates/ask?domain=${domain}`, { headers })

describe('the certificate check for a proxy on this machine', () => {
  it('allows certificates for verified link domains and the host of PUBLIC_URL only', async () => {
    const claimed = newHost()
    await setDomain(await world.signUp(), claimed)
    for (const [domain, status] of [
      [host, 200],
      [host.toUpperCase(), 200],
      ['127.0.0.1', 200],
      [claimed, 404],
      [`x.${host}`, 404],
      [`${host}&domain=evil.example`, 404],
      ['evil.example', 404],
      ['', 404],
    ] as const) {
      expect([domain, (await ask(domain)).status]).toEqual([domain, status])
    }
  })

  it('allows their renewal after the link domain was removed', async () => {
    await mutate(admin, 'removeLinkDomain', {}, '')
    expect((await ask(host)).status).toBe(200)
  })

  it.each([
    ['passes on somebody else’s request', { 'x-forwarded-for': '192.0.2.7' }, 'localhost'],
    ['passes on the host', {}, '127.0.0.1.evil.example'],
  ])('gives no answer if the proxy %s', async (_, headers, at) => {
    expect((await ask(host, headers, at)).status).toBe(404)
  })
})

describe('the certificate check with a configured token', () => {
  it('answers only a proxy that sends it', async () => {
    const { server, close } = createServer(world.app, { webDir: null, certificateToken: 'a_token_of_certificates' })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(close)
    const { port } = server.address() as AddressInfo
    const answer = async (authorization?: string) =>
      (
        await fetch(`http://127.0.0.1:${port}/certificates/ask?domain=${host}`, {
          headers: { ...(authorization && { authorization }) },
        })
      ).status
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
    expect(await answer('Bearer a_token_of_certificates')).toBe(200)
    expect(await answer(basic('caddy:a_token_of_certificates'))).toBe(200)
    for (const wrong of [undefined, 'Bearer x', basic('a_token_of_certificates:'), basic('caddy:x')]) {
      expect(await answer(wrong)).toBe(401)
    }
  })
})
