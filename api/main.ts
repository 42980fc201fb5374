import { createServer as createHolder, type AddressInfo, type Server } from 'node:net'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { AppError } from '#domain/errors.ts'
import { createApp } from './app.ts'
import { buildWebIfNeeded } from './build-web.ts'
import { ConfigError, ownUrl, readConfig, type Config } from './config.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/supervisor.ts'
import { waitForDatabase } from './installation/database-wait.ts'
import { createHealthServer } from './installation/health.ts'
import { checkSessions } from './installation/session-check.ts'
import { startSandbox } from './sandbox/server.ts'
import { mayChangePolicies } from './platform/database.ts'
import { logFacts } from './platform/request.ts'
import { prepareDatabase } from './platform/prepare-database.ts'
import { DEMO } from './demo/sign-ins.ts'
import { refuseDemoPasswords, seedDemo } from './demo/seed.ts'
import { prepareJobs } from './queue/jobs.ts'
import { createServer } from './server.ts'
import { createStopList, hungLine } from './platform/stop-list.ts'
import { onStopSignals } from './platform/stop-signals.ts'

const ROOT = join(import.meta.dirname, '..')
const say = (line: string) => void process.stdout.write(`${line}\n`)

const warn = (line: string) => void process.stderr.write(`${line}\n`)

/** ms to stop each part; in total under the usual 15 s shutdown limit, DRAIN_SECONDS aside */
const STOP = { worker: 5_500, web: 3_000, app: 3_500, sandbox: 500, database: 2_000 }
/** Started parts, to be stopped in reverse order. */
const started = createStopList({ warn })
const isTold = onStopSignals(stop)
/** ms that a process goes on serving once it is told to stop; its readiness check fails meanwhile */
let drain = 0
let draining: Promise<unknown> | undefined

try {
  await start(readConfig(process.env, ROOT))
} catch (error) {
  if (!isTold()) {
    const known = error instanceof ConfigError || error instanceof AppError
    process.stderr.write(
      `${known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    await stop().catch((hung: Error) => warn(hung.message))
    process.exit(1)
  }
  // Stopped during start-up: missing parts were stopped on purpose, and the signal handler ends the process.
}

async function start(config: Config): Promise<void> {
  const log = pino({
    level: config.logLevel,
    redact: ['err.config', 'err.request', 'err.response'],
    mixin: logFacts,
  })
  const serves = config.role !== 'worker'
  const sandboxHere = config.sandbox && serves
  if (serves) await ensureFree(config.host, config.port, 'PORT')
  if (sandboxHere) await ensureFree('127.0.0.1', config.sandboxPort, 'SANDBOX_PORT')
  if (!serves) await ensureFree(config.host, config.healthPort, 'HEALTH_PORT')

  const [databaseUrl] = await Promise.all([
    config.databaseUrl ? reachDatabase(config.databaseUrl) : startDatabase(config),
    serves && !process.argv.includes('--behind-vite') && buildWebIfNeeded({ log: say }),
  ])
  const { secretKey, systemSecret, runtimeRole, distribution } = await prepareDatabase(config, databaseUrl)
  if (distribution === 'to be distributed') {
    log.warn(
      'The database has the extension citus, but every row is still on the coordinator. Stop all processes and run: npm run distribute',
    )
  }
  if (config.mode === 'production' && !config.migrateUrl && (await mayChangePolicies(databaseUrl))) {
    log.warn(
      'The role in DATABASE_URL owns the tables or is a superuser: a mistake in a query could expose other workspaces. Use a role that owns nothing, and set MIGRATE_DATABASE_URL for migrations.',
    )
  }
  if (config.migrateUrl && runtimeRole) await prepareJobs(config.migrateUrl, log, runtimeRole)

  let sandboxUrl: string | null = null
  if (sandboxHere) {
    const sandbox = await startSandbox({
      port: config.sandboxPort,
      host: '127.0.0.1',
      dataDir: config.dataDir,
      ...(config.acceptancesFile && { acceptancesFile: config.acceptancesFile }),
    })
    started.add(STOP.sandbox, { 'the sandbox': () => sandbox.close() })
    sandboxUrl = sandbox.url
  }
  const standIn = <T extends Config['google'] | Config['microsoft']>(vendor: T): T =>
    vendor?.sandboxed && vendor.baseUrl === null ? { ...vendor, baseUrl: sandboxUrl } : vendor
  // Reserved until the app listens: its addresses contain the port, and no other process may take it meanwhile.
  const held = serves && config.port === 0 ? await hold(config.host, 0) : null
  const port = held ? (held.address() as AddressInfo).port : config.port
  const publicUrl = config.publicUrl ?? ownUrl(config.host, port) ?? ''
  const { app, work, close } = await createApp(
    {
      mode: config.mode,
      explorable: config.explorable,
      trustedProxies: config.trustedProxies,
      process: { version: await version(), role: config.role },
      bounceWindowMinutes: config.bounceWindowMinutes,
      auditKeptDays: config.auditKeptDays,
      salesEmail: config.salesEmail,
      dnsServers: config.dnsServers,
      redisUrl: config.redisUrl,
      clamdUrl: config.clamdUrl,
      webhookAllowPrivate: config.webhookAllowPrivate,
      smtpUrl: config.smtpUrl,
      systemEmail: config.systemEmail,
      systemMailbox: config.systemMailbox,
      registration: config.registration,
      microsoft: standIn(config.microsoft),
      google: standIn(config.google),
      publicUrl,
      dataDir: config.dataDir,
      works: config.role !== 'api',
      oldSecretKeys: config.oldSecretKeys,
      secretKey,
      systemSecret,
      sandboxUrl: sandboxUrl ?? (config.sandbox ? `http://127.0.0.1:${config.sandboxPort}` : null),
    },
    databaseUrl,
    log,
  )
  started.add(STOP.app, { 'database connections and the job queue': close })
  const hasDemo = config.mode === 'local' && serves && (await seedDemo(app))
  if (config.mode === 'production') await refuseDemoPasswords(app.database)

  if (serves) {
    const web = createServer(app, {
      webDir: join(ROOT, 'web', 'dist'),
      metricsToken: config.metricsToken,
      stopping: isTold,
    })
    await listen(web.server, held ?? { port, host: config.host })
    drain = config.drainSeconds * 1_000
    started.add(STOP.web + drain, { 'browser connections': () => drained().then(() => web.close()) })
  } else {
    const health = createHealthServer(app, { metricsToken: config.metricsToken, stopping: isTold })
    await listen(health, { port: config.healthPort, host: config.host })
    started.add(STOP.web, { 'the health port': () => closeServer(health) })
    say(`Health checks answer at ${ownUrl(config.host, (health.address() as AddressInfo).port)}/readyz`)
  }
  if (config.role !== 'api') started.add(STOP.worker, (await work()).parts)
  announce(serves ? publicUrl : null, sandboxUrl, hasDemo)
}

async function version(): Promise<string> {
  return (JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version
}

async function reachDatabase(url: string): Promise<string> {
  await waitForDatabase(url, { say })
  await checkSessions(url)
  return url
}

async function startDatabase(config: Config): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
  started.addFirst(STOP.database, {
    'the embedded PostgreSQL': async () => (await starting.catch(() => null))?.stop(),
  })
  return (await starting).url
}

/** Resolves when new requests have had time to go elsewhere, counted from the first call. */
function drained(): Promise<unknown> {
  return (draining ??= sleep(isTold() ? drain : 0))
}

/** Stops everything this process started, in reverse order; rejects with the parts that did not end in time. */
async function stop(): Promise<void> {
  void drained()
  const hung = hungLine(await started.stop())
  if (hung) throw new Error(hung)
}

function announce(publicUrl: string | null, sandboxUrl: string | null, hasDemo: boolean): void {
  if (!publicUrl) return say('Mergewell is ready: this process sends emails that are due.')
  const lines = [
    '',
    `Mergewell is ready at ${publicUrl}`,
    `  GraphQL            ${publicUrl}/graphql`,
    `  Super admin        ${publicUrl}/supadmin`,
  ]
  if (sandboxUrl) lines.push(`  Sandbox mailboxes  ${sandboxUrl}  (nothing leaves this machine)`)
  if (hasDemo) {
    lines.push(
      `  Demo workspace     ${DEMO.username} / ${DEMO.password}`,
      `  Super admin        ${DEMO.superAdmin.username} / ${DEMO.superAdmin.password}`,
    )
  }
  lines.push('', 'Ctrl-C stops everything.')
  say(lines.join('\n'))
}

async function ensureFree(host: string, port: number, variable: string): Promise<void> {
  if (port === 0) return
  const held = await hold(host, port).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause
    const message = `${variable} ${port} is in use on ${host}. Stop the process that listens there, or set ${variable} to another port.`
    throw new AppError('UNAVAILABLE', message, { cause })
  })
  await closeServer(held)
}

function closeServer(server: Server): Promise<unknown> {
  return new Promise((closed) => server.close(closed))
}

/** Reserves a port, any free one for 0. */
async function hold(host: string, port: number): Promise<Server> {
  const holder = createHolder()
  await listen(holder, { port, host })
  return holder
}

/** Listens at an address, or takes over another server's. */
function listen(server: Server, where: Server | { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => resolve())
  })
}
