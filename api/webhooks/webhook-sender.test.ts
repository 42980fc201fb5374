import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith, startReceiver, type Receiver } from '#tests/support/webhooks.ts'
import type { Resolve } from '#api/platform/http/outside-fetch.ts'
import { createWebhookSender } from './webhook-sender.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

const BODY = JSON.stringify({ type: 'email.sent', data: {} })
const send = (url: string, options: Partial<Parameters<typeof createWebhookSender>[0]> = {}) =>
  createWebhookSender({ publicOnly: false, ...options }).send(url, { 'webhook-id': 'dlv_1' }, BODY)
const port = () => new URL(receiver.url).port
/** A reserved address of the public internet where nobody answers. */
const PUBLIC = { address: '192.31.196.1', family: 4 }
/** A DNS that gives the next of these answers to each question. */
function dnsWith(...answers: { address: string; family: number }[][]) {
  const asked: string[] = []
  const resolve: Resolve = (hostname, _options, done) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(hostname)
    done(null, answer)
  }
  return { asked, resolve }
}

describe('a webhook request to a receiver', () => {
  it('sends headers and body unchanged, and returns the answer', async () => {
    receiver.answer = answerWith(202, 'Accepted')
    const attempt = await send(receiver.url)
    expect(attempt).toEqual({ status: 202, body: 'Accepted', problem: null, durationMs: expect.any(Number) })
    expect(receiver.requests).toMatchObject([{ body: BODY, path: '/hook', headers: { 'webhook-id': 'dlv_1' } }])
  })

  it.each([
    [200, null],
    [299, null],
    [400, 'refused'],
    [410, 'refused'],
    [500, 'refused'],
  ] as const)('that is answered with %i has the problem %s', async (status, problem) => {
    receiver.answer = answerWith(status, 'why')
    expect(await send(receiver.url)).toMatchObject({ status, problem, body: 'why' })
  })

  it.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    const target = await startReceiver()
    receiver.answer = answerWith(status, '', { location: target.url })
    expect(await send(receiver.url)).toMatchObject({ status, problem: 'redirect' })
    expect(target.requests).toEqual([])
    await target.close()
  })

  it('that is never answered is given up after the time limit', async () => {
    receiver.answer = () => {}
    const attempt = await send(receiver.url, { deadline: 300 })
    expect(attempt).toMatchObject({ status: null, body: null, problem: 'timeout' })
    expect(attempt.durationMs).toBeGreaterThanOrEqual(290)
  })

  it('that is answered a byte at a time is given up after the same limit', async () => {
    let timer: NodeJS.Timeout | undefined
    receiver.answer = (response) => {
      response.writeHead(200)
      timer = setInterval(() => response.write('.'), 20)
    }
    expect(await send(receiver.url, { deadline: 300 })).toMatchObject({ status: null, problem: 'timeout' })
    clearInterval(timer)
  })

  it('whose receiver closes the connection counts as unreachable', async () => {
    receiver.answer = (response) => void response.destroy()
    expect(await send(receiver.url)).toMatchObject({ status: null, problem: 'unreachable' })
  })

  it('to a receiver that does not exist counts as unreachable', async () => {
    const { url } = receiver
    await receiver.close()
    expect(await send(url)).toMatchObject({ status: null, problem: 'unreachable' })
    receiver = await startReceiver()
  })

  it('that is answered with a gigabyte is read only at the beginning', async () => {
    let sent = 0
    let closed = false
    receiver.answer = (response) => {
      const part = Buffer.alloc(64 * 1024, 'x')
      const write = () => {
        while (!closed && sent < 2 ** 30) {
          sent += part.length
          if (!response.write(part)) return
        }
        response.end()
      }
      response.on('drain', write).on('close', () => (closed = true))
      write()
    }
    expect(await send(receiver.url)).toMatchObject({ status: 200, problem: null, body: 'x'.repeat(2_000) })
    expect(sent).toBeLessThan(2 ** 27)
  })

  it('returns an answer that a database can store', async () => {
    receiver.answer = (response) => void response.end(Buffer.from([0, 0x61, 0xff, 0xf0, 0x9f]))
    const { body } = await send(receiver.url)
    expect(body?.isWellFormed()).toBe(true)
    expect(body).not.toContain('\0')
    expect(body).toContain('a')
  })
})

describe('a webhook receiver at a private address', () => {
  const HOSTS = [
    ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['[::1]', '[fd00::1]', '[fe80::1]', '[::]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
    ...['2130706433', '0x7f000001', '0177.0.0.1', '127.1', 'localhost'],
  ]
  it.each(HOSTS)('is refused: %s', async (host) => {
    const attempt = await send(`http://${host}:${port()}/`, { publicOnly: true })
    expect(attempt).toMatchObject({ status: null, problem: 'private_address' })
    expect(receiver.requests).toEqual([])
  })

  it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])('is reached where it is allowed: %s', async (host) => {
    expect(await send(`http://${host}:${port()}/`)).toMatchObject({ status: 204, problem: null })
  })

  it.each([
    ['an IPv4 address', [{ address: '10.0.0.8', family: 4 }]],
    ['an IPv6 address', [{ address: 'fd00::8', family: 6 }]],
    ['an IPv4-mapped address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['one of several', [PUBLIC, { address: '127.0.0.1', family: 4 }]],
  ])('is refused behind a host name: %s', async (_what, answer) => {
    const { resolve, asked } = dnsWith(answer)
    const attempt = await send(`http://hooks.example.com:${port()}/`, { publicOnly: true, resolve })
    expect(attempt).toMatchObject({ status: null, problem: 'private_address' })
    expect(asked).toEqual(['hooks.example.com'])
    expect(receiver.requests).toEqual([])
  })

  it('is not reached by a host name that changes between check and connection, as it is looked up once', async () => {
    const { resolve, asked } = dnsWith([PUBLIC], [{ address: '127.0.0.1', family: 4 }])
    const url = `http://rebind.example.com:${port()}/`
    // Nobody answers at the first address; the second is refused without a wait.
    const sendWithin = (deadline: number) =>
      createWebhookSender({ publicOnly: true, resolve, deadline }).send(url, {}, BODY)
    expect((await sendWithin(500)).problem).toMatch(/timeout|unreachable/)
    expect(asked).toHaveLength(1)
    expect(await sendWithin(60_000)).toMatchObject({ problem: 'private_address' })
    expect(receiver.requests).toEqual([])
  })
})
