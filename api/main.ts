import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { AppError } from '#domain/errors.ts'
import { buildWebIfNeeded } from '#api/build/build-web.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { waitForDatabase } from '#api/installation/database-wait.ts'
import { checkSessions } from '#api/installation/database-session-check.ts'
import { startEmbeddedPostgres } from '#api/platform/postgres/supervisor.ts'
import { closeServer, hold } from '#api/platform/http/http-listener.ts'
import { logFacts } from '#api/platform/current-request.ts'
import { collectStartGarbage } from '#api/platform/process/startup-garbage-collection.ts'
import { createStopList, hungLine } from '#api/platform/process/shutdown-list.ts'
import { onStopSignals } from '#api/platform/process/stop-signals.ts'

const ROOT = join(import.meta.dirname, '..')
const say = (line: string) => void process.stdout.write(`${line}\n`)

const warn = (line: string) => void process.stderr.write(`${line}\n`)

/** ms that the database gets to stop. */
const STOP_DATABASE = 2_000
/** Started parts, to be stopped in reverse order. */
const started = createStopList({ warn })
const isTold = onStopSignals(stop)
/** ms that a process continues to serve after it is told to stop; its readiness check fails meanwhile */
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
  if (sandboxHere) {
    await ensureFree('127.0.0.1', config.sandboxPort, 'SANDBOX_PORT')
    await ensureFree('127.0.0.1', config.sandboxMailHost.smtpPort, 'SANDBOX_SMTP_PORT')
    await ensureFree('127.0.0.1', config.sandboxMailHost.imapPort, 'SANDBOX_IMAP_PORT')
  }
  if (!serves) await ensureFree(config.host, config.healthPort, 'HEALTH_PORT')

  const [databaseUrl, { startProduct }] = await Promise.all([
    config.databaseUrl ? reachDatabase(config.databaseUrl) : startDatabase(config),
    import('./run-product.ts'),
    serves && !process.argv.includes('--behind-vite') && buildWebIfNeeded({ log: say }),
  ])
  const serving = () => void (drain = config.drainSeconds * 1_000)
  const { publicUrl, sandboxUrl, hasDemo } = await startProduct(config, {
    databaseUrl,
    log,
    say,
    started,
    isTold,
    drained,
    serving,
  })
  announce(publicUrl, sandboxUrl, hasDemo)
  collectStartGarbage()
}

async function reachDatabase(url: string): Promise<string> {
  await waitForDatabase(url, { variable: 'DATABASE_URL', say })
  await checkSessions(url)
  return url
}

async function startDatabase(config: Config): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
  started.addFirst(STOP_DATABASE, {
    'the embedded PostgreSQL': async () => (await starting.catch(() => null))?.stop(),
  })
  return (await starting).url
}

/** Waits, from the first call on, until load balancers have had time to send new requests to other processes. */
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
