import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from '#api/app.ts'
import { readConfig } from '#api/config.ts'
import type { App } from '#api/platform/app-context.ts'
import { startEmbeddedPostgres } from '#api/platform/postgres/supervisor.ts'
import { prepareDatabase } from '#api/platform/database/prepare-database.ts'

type Undo = (() => Promise<unknown>)[]

/** The product in this process, on its own database, with a provider that accepts everything. */
export interface AppRunning {
  app: App
  /** starts another app on the same database */
  open(): ReturnType<typeof createApp>
  /** starts the worker of `app` at the first call */
  work(): Promise<void>
  databaseUrl: string
  /** base URL of the null provider */
  provider: string
  secretKey: string
}

/** Starts the app, on `databaseUrl` or on a temporary server with fsync. */
export async function startApp(databaseUrl: string | undefined, undo: Undo): Promise<AppRunning> {
  const url = databaseUrl ?? (await ownDatabase(undo))
  const provider = await startProvider(undo)
  const publicUrl = 'https://mail.mergewell.example'
  const secretKey = 'a secret key for the bench alone'
  const bases = { MICROSOFT_BASE_URL: provider, GOOGLE_BASE_URL: provider }
  const config = readConfig({ ...bases, SECRET_KEY: secretKey, LOG_LEVEL: 'warn' })
  // The secret is prepared as the products on this database do, so that they and this process know one system scope.
  const { systemSecret } = await prepareDatabase(config, url)
  const log = pino({ level: config.logLevel }, process.stderr)
  const open = () => createApp({ ...config, publicUrl, secretKey, systemSecret, sandboxUrl: null }, url, log)
  const { app, work: startWorker, close } = await open()
  undo.push(close)
  let working: Promise<void> | null = null
  const work = () => (working ??= begin())
  const begin = async () => {
    const worker = await startWorker()
    undo.push(() => worker.stop())
  }
  return { app, open, work, databaseUrl: url, provider, secretKey }
}

async function ownDatabase(undo: Undo): Promise<string> {
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), 'mergewell-bench-'))
  await chmod(dataDir, 0o755)
  undo.push(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  undo.push(() => server.stop())
  return server.url
}

async function startProvider(undo: Undo): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'null-provider.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  undo.push(async () => {
    child.kill()
    await once(child, 'exit')
  })
  const [port] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return `http://127.0.0.1:${String(port).trim()}`
}
