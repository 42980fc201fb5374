import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outsideFetch, redirectOf } from './outside-fetch.ts'

describe('a request by the server to an address that a user entered', () => {
  const server = createServer((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: '/' }).end()
    if (request.url === '/large') return response.end('x'.repeat(2 * 1024 * 1024))
    response.end('hello')
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f000001', '2130706433'])(
    'does not reach %s in production',
    async (host) => {
      const ask = outsideFetch({ publicOnly: true })
      await expect(ask(`http://${host}:${port}/`)).rejects.toThrow()
    },
  )

  it('reads, in local mode, an answer of at most a megabyte and follows no redirects', async () => {
    const ask = outsideFetch({ publicOnly: false })
    expect(await (await ask(`http://127.0.0.1:${port}/`)).text()).toBe('hello')
    await expect(ask(`http://127.0.0.1:${port}/moved`)).rejects.toThrow()
    await expect(ask(`http://127.0.0.1:${port}/large`)).rejects.toThrow()
  })
})

describe('redirectOf, for the address of a redirect,', () => {
  it('never allows a redirect from https to http, nor to an address with a password', () => {
    const from = 'https://autoconfig.example.com/mail/config-v1.1.xml'
    expect(redirectOf(from, 301, '/other.xml')).toBe('https://autoconfig.example.com/other.xml')
    expect(redirectOf(from, 301, 'https://host.example.net/x')).toBe('https://host.example.net/x')
    expect(redirectOf(from, 301, 'http://autoconfig.example.com/x')).toBeNull()
    expect(redirectOf(from, 301, 'https://ada:secret@example.com/')).toBeNull()
    expect(redirectOf(from, 200, '/other.xml')).toBeNull()
    expect(redirectOf(from, 301, null)).toBeNull()
  })
})
