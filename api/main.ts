import { createServer as createHolder, type AddressInfo, type Server } from 'node:net'
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
  // Held until the app listens there: its addresses carry the port, and nobody may take it meanwhile.
  const held = serves && config.port === 0 ? await hold(config.host, 0) : null
  const port = held ? (held.address() as AddressInfo).port : config.port
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
    await listen(web.server, held ?? { port, host: config.host })
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
  const held = await hold(host, port).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause
    const message = `${variable} ${port} is in use on ${host}. Stop what listens there, or set ${variable} to another port.`
    throw new AppError('UNAVAILABLE', message, { cause })
  })
  await new Promise((closed) => held.close(closed))
}

/** Takes a port, any free one for 0. */
async function hold(host: string, port: number): Promise<Server> {
  const holder = createHolder()
  await listen(holder, { port, host })
  return holder
}

/** Listens at an address, or in place of another server. */
function listen(server: Server, where: Server | { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => resolve())
  })
}
