import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectGraph, folderOf, graphMail } from './test-clients.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

let dataDir: string
let child: ChildProcess
let ended: Promise<number | null>

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-main-'))
})
afterEach(async () => {
  await end('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const file = () => join(dataDir, 'accepted.jsonl')

/** Starts the process and returns the address it listens on. */
async function start(env: Record<string, string> = {}): Promise<string> {
  const given = { SANDBOX_PORT: '0', DATA_DIR: dataDir, SANDBOX_ACCEPTANCES_FILE: file(), ...env }
  child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  ended = once(child, 'exit').then(([code]) => code as number | null)
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /^Sandbox ready at (\S+)$/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The sandbox ended before it was ready.')
}

async function end(signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal)
  return ended
}

itInFull(
  'the sandbox has stored every acknowledged email after a kill -9 during sends, and its file matches the mailbox',
  async () => {
    const url = await start()
    const graph = await connectGraph(url)
    const answered: string[] = []
    const lane = async (name: string) => {
      for (let at = 0; ; at++) {
        const to = `${name}${at}@y.test`
        const answer = await graph('me/sendMail', { method: 'POST', json: { message: graphMail(to) } })
        if (answer.status === 202) answered.push(to)
        if (answered.length === 150) child.kill('SIGKILL')
      }
    }
    await Promise.allSettled(['a', 'b', 'c'].map(lane))
    const again = await start()
    const sent = (await folderOf(again, 'microsoft', 'ada@contoso.test')).map(({ to }) => to[0]!.address)
    const filed = readFileSync(file(), 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { recipient: string }).recipient)
    expect(sent).toEqual(expect.arrayContaining(answered))
    expect(filed.toSorted()).toEqual(sent.toSorted())
    expect(new Set(filed).size).toBe(filed.length)
  },
)

test('the sandbox ends with exit code 0 on SIGTERM, and with a message and 1 for an invalid port', async () => {
  await start()
  expect(await end('SIGTERM')).toBe(0)
  await expect(start({ SANDBOX_PORT: 'many' })).rejects.toThrow('before it was ready')
  expect(await ended).toBe(1)
})

itInFull('the sandbox writes nothing to stderr: this Node does not warn about SQLite', async () => {
  const errors: string[] = []
  const started = start()
  child.stderr!.on('data', (chunk: Buffer) => errors.push(String(chunk)))
  await started
  await end('SIGTERM')
  expect(errors.join('')).toBe('')
})
