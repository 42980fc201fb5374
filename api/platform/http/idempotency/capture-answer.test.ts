import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { captureAnswer } from './capture-answer.ts'

test.each([
  ['of known length', { 'content-length': '4' }],
  ['in chunks', {}],
])(
  'a response %s to a request with an Idempotency-Key reaches the client only once it is stored',
  async (_, headers) => {
    const kept: string[] = []
    const server = createServer((_request, response) => {
      captureAnswer(response, async (answer) => {
        // Longer than a client needs to read what was written.
        await new Promise((done) => setTimeout(done, 50))
        kept.push(String(answer?.body))
      })
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      response.write('do')
      response.write('ne')
      response.end()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect(await answer.text()).toBe('done')
    expect(kept).toEqual(['done'])
  },
)
