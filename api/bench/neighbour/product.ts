import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const START = join(import.meta.dirname, '..', '..', 'start.js')

/** The product in a process of its own, serving and sending. */
export interface BenchProduct {
  url: string
  /** null while it runs; what it printed last once it ended by itself */
  ended(): string | null
  stop(): Promise<void>
}

/** Starts the product as a user does, on a database and with providers that accept everything. */
export async function startProduct(database: string, provider: string, secretKey: string): Promise<BenchProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mergewell-neighbour-'))
  const child = spawn(process.execPath, [START], {
    env: {
      PATH: process.env['PATH'],
      ...{ PORT: '0', DATABASE_URL: database, DATA_DIR: dataDir, SECRET_KEY: secretKey, LOG_LEVEL: 'error' },
      ...{ MICROSOFT_BASE_URL: provider, GOOGLE_BASE_URL: provider },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let [printed, over] = ['', false]
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-2_000)
    })
  }
  void exited.then(() => (over = true))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /ready at (\S+)/.exec(printed)?.[1]
      if (found) resolve(found)
    })
    void exited.then(() => reject(new Error(`The product did not start:\n${printed}`)))
  })
  return {
    url,
    ended: () => (over ? printed : null),
    stop: async () => {
      child.kill('SIGINT')
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
