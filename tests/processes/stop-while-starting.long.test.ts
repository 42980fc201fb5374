import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const START = join(import.meta.dirname, '..', '..', 'api', 'start.js')

it('a process that is told to stop while it waits for its database ends without an error', async () => {
  // Takes connections and never answers.
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const reached = once(silent, 'connection')
  const { port } = silent.address() as AddressInfo
  const env = { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: `postgres://me@127.0.0.1:${port}/mergewell` }
  const child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  await reached
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(complaints).toBe('')
  expect(code).toBe(0)
})
