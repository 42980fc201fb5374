import { createServer as createProbe, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { AppError } from '#domain/errors.ts'
import { createApp } from './app.ts'
import { buildWebIfNeeded } from './build-web.ts'
import { ConfigError, ownUrl, readConfig, type Config } from './config.ts'
import { migrate } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres/supervisor.ts'
import { startSandbox } from './sandbox/server.ts'
import { localSecretKey } from './secret-key.ts'
import { DEMO, seedDemo } from './seed.ts'
import { createServer } from './server.ts'
import { onStopSignals } from './stop-signals.ts'

const ROOT = join(import.meta.dirname, '..')
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** What was started, to be stopped in the reverse order. */
const started: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | null = null
const isTold = onStopSignals(stop)

try {
  await start(readConfig(process.env, ROOT))
} catch (error) {
  if (!isTold()) {
    const known = error instanceof ConfigError || error instanceof AppError
    process.stderr.write(
      `${known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    await stop()
    process.exit(1)
  }
  // Told to stop while it started: what is missing now was stopped on purpose, and the signal's own stop ends the process.
}

async function start(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel, redact: ['err.config', 'err.request', 'err.response'] })
  const serves = config.role !== 'worker'
  const sandboxHere = config.sandbox && serves
  if (serves) await ensureFree(config.host, config.port, 'PORT')
  if (sandboxHere) await ensureFree('127.0.0.1', config.sandboxPort, 'SANDBOX_PORT')

  const [databaseUrl] = await Promise.all([
    config.databaseUrl ?? startDatabase(config),
    serves && !process.argv.includes('--behind-vite') && buildWebIfNeeded({ log: say }),
  ])
  await migrate(databaseUrl)

  let sandboxUrl: string | null = null
  if (sandboxHere) {
    const sandbox = await startSandbox({
      port: config.sandboxPort,
      host: '127.0.0.1',
      dataDir: config.dataDir,
      ...(config.acceptancesFile && { acceptancesFile: config.acceptancesFile }),
    })
    started.push(() => sandbox.close())
    sandboxUrl = sandbox.url
  }
  const standIn = <T extends Config['google'] | Config['microsoft']>(vendor: T): T =>
    vendor?.sandboxed && vendor.baseUrl === null ? { ...vendor, baseUrl: sandboxUrl } : vendor
  const port = serves && config.port === 0 ? await freePort(config.host) : config.port
  const publicUrl = config.publicUrl ?? ownUrl(config.host, port) ?? ''
  const { app, work, close } = await createApp(
    {
      mode: config.mode,
      explorable: config.explorable,
      trustedProxies: config.trustedProxies,
      bounceWindowMinutes: config.bounceWindowMinutes,
      salesEmail: config.salesEmail,
      microsoft: standIn(config.microsoft),
      google: standIn(config.google),
      publicUrl,
      secretKey: config.secretKey ?? (await localSecretKey(config.dataDir)),
      sandboxUrl: sandboxUrl ?? (config.sandbox ? `http://127.0.0.1:${config.sandboxPort}` : null),
    },
    databaseUrl,
    log,
  )
  started.push(close)
  if (config.mode === 'local' && serves) await seedDemo(app)

  if (serves) {
    const web = createServer(app, { webDir: join(ROOT, 'web', 'dist') })
    await listen(web.server, port, config.host)
    started.push(() => web.close())
  }
  if (config.role !== 'api') {
    const worker = await work()
    started.push(() => worker.stop())
  }
  announce(config, serves ? publicUrl : null, sandboxUrl)
}

async function startDatabase(config: Config): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
  started.unshift(async () => (await starting.catch(() => null))?.stop())
  return (await starting).url
}

/** Stops everything this process started, the last first. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const end of started.toReversed()) {
      await end().catch((error: unknown) => process.stderr.write(`While stopping: ${String(error)}\n`))
    }
  })()
  return stopping
}

function announce(config: Config, publicUrl: string | null, sandboxUrl: string | null): void {
  if (!publicUrl) return say('Mergewell is ready: this process sends what is due.')
  const lines = [
    '',
    `Mergewell is ready at ${publicUrl}`,
    `  GraphQL            ${publicUrl}/graphql`,
    `  Super admin        ${publicUrl}/supadmin`,
  ]
  if (sandboxUrl) lines.push(`  Sandbox mailboxes  ${sandboxUrl}  (nothing leaves this machine)`)
  if (config.mode === 'local') {
    lines.push(
      `  Demo workspace     ${DEMO.username} / ${DEMO.password}`,
      `  Super admin        ${DEMO.superAdmin.username} / ${DEMO.superAdmin.password}`,
      '',
      'Ctrl-C stops everything.',
    )
  }
  say(lines.join('\n'))
}

async function ensureFree(host: string, port: number, variable: string): Promise<void> {
  if (port === 0) return
  await probe(host, port).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause
    const message = `${variable} ${port} is in use on ${host}. Stop what listens there, or set ${variable} to another port.`
    throw new AppError('UNAVAILABLE', message, { cause })
  })
}

function freePort(host: string): Promise<number> {
  return probe(host, 0)
}

function probe(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createProbe()
    server.once('error', reject)
    server.listen(port, host, () => {
      const { port: found } = server.address() as AddressInfo
      server.close(() => resolve(found))
    })
  })
}

function listen(server: ReturnType<typeof createServer>['server'], port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}
