import { afterEach, describe, expect, it } from 'vitest'
import { headFrom, manualTimeout } from '#tests/support/manual-timeout.ts'
import { claimsOf, createTransport, jsonOf, retryAfterMs } from './http-transport.ts'
import { DEAD_ORIGIN, startStub, unsignedToken } from './stub-server.ts'
import type { Stub } from './stub-server.ts'

/** ms; responses are immediate unless the machine stalls */
const PATIENCE = 60_000

let stub: Stub | undefined
afterEach(() => stub?.close())

describe('a request to a provider', () => {
  it('returns any status, with header names in lower case', async () => {
    stub = await startStub(() => ({ status: 429, headers: { 'Retry-After': '5' }, text: 'slow' }))
    const transport = createTransport({ timeoutMs: PATIENCE })
    expect(await transport.request({ method: 'POST', url: stub.origin, body: 'x' })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
      body: 'slow',
    })
  })

  it.each([3, 300_000])('sends a body in chunks of %d bytes unchanged, with its length', async (size) => {
    stub = await startStub(() => ({ status: 200 }))
    const body = ['a', 'b', 'c'].map((letter) => Buffer.alloc(size, letter))
    const transport = createTransport({ timeoutMs: PATIENCE })
    expect(await transport.request({ method: 'POST', url: stub.origin, body })).toMatchObject({ status: 200 })
    expect(stub.requests[0]?.headers['content-length']).toBe(String(size * 3))
    expect(stub.requests[0]?.body.equals(Buffer.concat(body))).toBe(true)
  })

  it('returns a status even if the rest of the response never arrives', async () => {
    stub = await startStub(() => ({ status: 202, headers: { 'content-length': '10' }, text: '{}' }))
    const limit = manualTimeout()
    const head = headFrom(stub.origin)
    const call = createTransport({ timeoutMs: limit.ms }).request({ method: 'POST', url: stub.origin })
    await head
    limit.pass()
    expect(await call).toMatchObject({ status: 202, body: '' })
  })

  it('reads no more of a response than the limit', async () => {
    stub = await startStub(() => ({ status: 200, text: 'x'.repeat(5_000_000) }))
    const transport = createTransport({ timeoutMs: PATIENCE })
    const { body } = await transport.request({ method: 'GET', url: stub.origin, maxBytes: 1000 })
    expect(body).toBe('x'.repeat(1000))
  })

  it.each(['cut', 'silent'] as const)('counts as possibly received when the connection breaks (%s)', async (reply) => {
    const limit = manualTimeout()
    stub = await startStub(() => {
      if (reply === 'silent') limit.pass()
      return reply
    })
    const call = createTransport({ timeoutMs: limit.ms }).request({ method: 'POST', url: stub.origin, body: 'x' })
    await expect(call).rejects.toMatchObject({ name: 'NetworkFailure', written: true })
    expect(stub.requests).toHaveLength(1)
  })

  it('counts as not received when nothing listens, the name is unknown or the certificate is not trusted', async () => {
    stub = await startStub(() => 'silent')
    const transport = createTransport({ timeoutMs: PATIENCE })
    const urls = [DEAD_ORIGIN, 'http://no-such-host.invalid', stub.origin.replace('http:', 'https:')]
    for (const url of urls) {
      await expect(transport.request({ method: 'POST', url })).rejects.toMatchObject({ written: false })
    }
    expect(stub.requests).toEqual([])
  })

  it('counts as possibly received when a reused connection breaks', async () => {
    let calls = 0
    stub = await startStub(() => ((calls += 1) === 1 ? { status: 200 } : 'cut'))
    const transport = createTransport({ timeoutMs: PATIENCE })
    await transport.request({ method: 'POST', url: stub.origin })
    await expect(transport.request({ method: 'POST', url: stub.origin })).rejects.toMatchObject({ written: true })
    expect(calls).toBe(2)
  })
})

describe('the responses of providers', () => {
  it('have Retry-After read as seconds or as a date', () => {
    const now = Date.parse('2026-03-01T12:00:00Z')
    expect(retryAfterMs({}, now)).toBeUndefined()
    expect(retryAfterMs({ 'retry-after': ' 1.5 ' }, now)).toBe(1500)
    expect(retryAfterMs({ 'retry-after': 'Sun, 01 Mar 2026 12:00:10 GMT' }, now)).toBe(10_000)
    expect(retryAfterMs({ 'retry-after': 'Sun, 01 Mar 2026 11:59:00 GMT' }, now)).toBe(0)
    expect(retryAfterMs({ 'retry-after': 'later' }, now)).toBeUndefined()
  })

  it('are treated as empty unless they are a JSON object', () => {
    for (const text of ['', '<html>', '[1]', 'null', '"x"']) expect(jsonOf(text)).toEqual({})
  })

  it('have token claims read in any alphabet, and none from an invalid token', () => {
    expect(claimsOf(unsignedToken({ name: 'María 山田' }))).toEqual({ name: 'María 山田' })
    for (const token of [undefined, '', 'x', 'a.b.c', 7]) expect(claimsOf(token)).toEqual({})
  })
})
