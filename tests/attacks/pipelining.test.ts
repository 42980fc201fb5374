import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PIPELINED } from '#api/pipelining.ts'
import { createWorld, type World } from '#api/testing/world.ts'

let world: World
let asked = 0
beforeAll(async () => {
  world = await createWorld({ send: false })
  const { ping } = world.app.database
  world.app.database.ping = () => {
    asked += 1
    return ping()
  }
})
afterAll(() => world.close())

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${new URL(world.url).host}\r\n\r\n`

/** Resolves with what came in when the connection is closed. */
function closed(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (data) => (text += data))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
}

it('ends a connection that sends thousands of requests without waiting, having begun only a few', async () => {
  asked = 0
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
  const end = closed(socket)
  socket.write(request('/readyz').repeat(3_000))
  await end
  expect(asked).toBeLessThanOrEqual(PIPELINED)
})

it('answers a few requests that come at once, and many that come one after the other', async () => {
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
