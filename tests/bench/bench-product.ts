import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const START = join(import.meta.dirname, '../../api/start.js')

/** The product in a separate process, serving and sending. */
export interface BenchProduct {
  /** URL of the server; empty for a worker */
  url: string
  /** returns the last output of the process once it has ended; null while it runs */
  ended(): string | null
  stop(): Promise<void>
}

/** Options for starting the product of a bench. */
export interface ProductOptions {
  /** URL of the database; by default the product's embedded server */
  databaseUrl?: string
  /** base URL of the null provider (a fake that accepts every email); by default the sandbox */
  provider?: string
  secretKey?: string
  /** data folder; by default a temporary one */
  dataDir?: string
  /** role of the process; by default it serves requests and sends emails */
  role?: 'worker'
}

/** Starts the product as a user does. */
export async function startProduct(options: ProductOptions): Promise<BenchProduct> {
  const { databaseUrl, provider, secretKey, role } = options
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'mergewell-bench-')))
  const child = spawn(process.execPath, [START], {
    env: {
      PATH: process.env['PATH'],
      ...{ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(secretKey && { SECRET_KEY: secretKey }),
      ...(role && { ROLE: role, HEALTH_PORT: '0', PUBLIC_URL: 'https://mail.mergewell.example' }),
      ...(provider && { MICROSOFT_BASE_URL: provider, GOOGLE_BASE_URL: provider }),
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
      const found = /ready(?: at (\S+)|:)/.exec(printed)
      if (found) resolve(found[1] ?? '')
    })
    void exited.then(() => reject(new Error(`The product did not start:\n${printed}`)))
  })
  return {
    url,
    ended: () => (over ? printed : null),
    stop: async () => {
      child.kill('SIGINT')
      await exited
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
