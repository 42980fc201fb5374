import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFetchText } from './fetch-text.ts'

const server = createServer((request, response) => {
  const hops = Number(/^\/hops\/(\d)$/.exec(request.url ?? '')?.[1] ?? 0)
  if (hops > 0) return response.writeHead(302, { location: `/hops/${hops - 1}` }).end()
  if (request.url === '/large') return response.end('x'.repeat(300 * 1024))
  if (request.url === '/missing') return response.writeHead(404).end('no')
  response.end('hello')
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const soon = () => AbortSignal.timeout(5_000)

describe('createFetchText, for files with server settings,', () => {
  it('returns a text after three redirects at most', async () => {
    const fetchText = createFetchText({ publicOnly: false })
    expect(await fetchText(`${origin}/hops/3`, soon())).toBe('hello')
    expect(await fetchText(`${origin}/hops/4`, soon())).toBeNull()
  })

  it('returns nothing after an error, for too long a text, and where nothing listens', async () => {
    const fetchText = createFetchText({ publicOnly: false })
    for (const url of [`${origin}/missing`, `${origin}/large`, 'http://127.0.0.1:1/']) {
      expect(await fetchText(url, soon())).toBeNull()
    }
  })

  it('does not connect to this machine if only the public internet is allowed, by IP address or by name', async () => {
    const resolve = (
      _name: string,
      _options: object,
      done: (error: null, found: { address: string; family: number }[]) => void,
    ) => done(null, [{ address: '127.0.0.1', family: 4 }])
    const fetchText = createFetchText({ publicOnly: true, resolve })
    expect(await fetchText(origin, soon())).toBeNull()
    expect(await fetchText(origin.replace('127.0.0.1', 'autoconfig.example.com'), soon())).toBeNull()
    const allowed = createFetchText({ publicOnly: false, resolve })
    expect(await allowed(`${origin}/`, soon())).toBe('hello')
  })
})
