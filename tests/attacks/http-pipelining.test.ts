import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { PIPELINED } from '#api/platform/http/pipelining-limit.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
/** readiness checks started, and how often they queried the database */
let begun = 0
let asked = 0
beforeAll(async () => {
  world = await createWorld({ send: false })
  const { clockProblem } = world.app
  world.app.clockProblem = () => {
    begun += 1
    return clockProblem()
  }
  const { ping } = world.app.database
  world.app.database.ping = () => {
    asked += 1
    return ping()
  }
})
afterAll(() => world.close())

const request = (path: string, header = '') =>
  `GET ${path} HTTP/1.1\r\nHost: ${new URL(world.url).host}\r\n${header}\r\n`

/** Resolves when the connection closes, whatever was received. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.resume()
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
  })
}

it.each([
  ['plain requests', ''],
  ['requests with Expect: 100-continue', 'Expect: 100-continue\r\n'],
])('the server closes a connection that pipelines thousands of %s, having started only a few', async (_, header) => {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
  const end = closed(socket)
  begun = 0
  socket.end(request('/readyz', header).repeat(3_000))
  await end
  expect(begun).toBeLessThanOrEqual(PIPELINED)
})

it('the server queries the database once for concurrent readiness checks', async () => {
  const { ping } = world.app.database
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  world.app.database.ping = () => gate.then(ping)
  onTestFinished(() => void (world.app.database.ping = ping))
  begun = 0
  asked = 0
  const answers = Array.from({ length: 20 }, () => fetch(`${world.url}/readyz`))
  await expect.poll(() => begun).toBe(20)
  open()
  // A check that a slow machine kept waiting for five seconds has answered 503, and the next ones ask again.
  for (const { status } of await Promise.all(answers)) expect([200, 503]).toContain(status)
  expect(asked).toBeLessThan(5)
})

it('the server answers a few concurrent requests, and many sequential ones', async () => {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (data) => (text += data))
  const answers = () => text.split('HTTP/1.1 200').length - 1
  socket.write(request('/healthz').repeat(4))
  await expect.poll(answers).toBe(4)
  for (let count = 5; count <= 40; count += 1) {
    socket.write(request('/healthz'))
    await expect.poll(answers, { interval: 2 }).toBe(count)
  }
  socket.destroy()
})
