import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { createDrain } from './connection-drain.ts'

/** A server whose requests wait until the test answers them, and a client that keeps its connections. */
async function servedRequests() {
  const waiting: ServerResponse[] = []
  const server = createServer({ keepAliveTimeout: 0 }, (_request, response) => void waiting.push(response))
  let stopping = false
  const pauses: (() => void)[] = []
  const pause = () => new Promise<void>((resolve) => pauses.push(resolve))
  const drain = createDrain(server, { stopping: () => stopping, pause })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  return {
    drain,
    pauses,
    stop: () => void (stopping = true),
    /** Sends a request; resolves when the server has it. */
    ask: async () => {
      const request = get({ port, host: '127.0.0.1', agent })
      const answer = once(request, 'response').then(([response]) => response as IncomingMessage)
      answer.catch(() => undefined)
      await Promise.race([once(server, 'request'), answer])
      return { answer, response: waiting.at(-1)! }
    },
    refused: async () => {
      const [error] = (await once(get({ port, host: '127.0.0.1' }), 'error')) as [NodeJS.ErrnoException]
      return error.code
    },
  }
}

it('a server that is told to stop ends each connection with its next response, and still serves requests', async () => {
  const { ask, stop } = await servedRequests()
  const before = await ask()
  before.response.end('first')
  expect((await before.answer).headers.connection).toBe('keep-alive')
  await text(await before.answer)
  stop()
  const after = await ask()
  after.response.end('second')
  expect((await after.answer).headers.connection).toBe('close')
})

it('a server that is told to stop refuses new connections, and waits for requests that are in progress or just arriving', async () => {
  const { drain, pauses, ask, refused } = await servedRequests()
  const { answer, response } = await ask()
  let finished = false
  const finishing = drain.finish().then(() => (finished = true))
  expect(await refused()).toBe('ECONNREFUSED')
  expect(pauses).toHaveLength(0)

  response.end('done')
  expect((await answer).headers.connection).toBe('close')
  expect(await text(await answer)).toBe('done')
  const last = await eventually('the wait for late requests', async () => pauses[0] ?? null)
  expect(finished).toBe(false)
  last()
  await finishing
})

it('a server that is told to stop ends event streams, so that their clients connect elsewhere', async () => {
  const { drain, pauses, ask } = await servedRequests()
  const { answer, response } = await ask()
  response.setHeader('Content-Type', 'text/event-stream')
  response.write(': hello\n\n')
  const stream = await answer
  const finishing = drain.finish()
  expect(await text(stream)).toBe(': hello\n\n')
  const last = await eventually('the wait for late requests', async () => pauses[0] ?? null)
  last()
  await finishing
})
