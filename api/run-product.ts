import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { zoneDataState } from '#domain/zones/zone-data-age.ts'
import type { App } from './platform/app-context.ts'
import { createApp } from './app.ts'
import { ownUrl, type Config } from './config.ts'
import { refuseDemoPasswords, seedDemo } from '#api/demo/demo-data.ts'
import { createHealthServer } from '#api/installation/health-endpoint.ts'
import { mayChangePolicies } from '#api/platform/database/migrate.ts'
import { closeServer, hold, listen } from '#api/platform/http/http-listener.ts'
import { prepareDatabase } from '#api/platform/database/prepare-database.ts'
import type { StopList } from '#api/platform/process/shutdown-list.ts'
import { likeWarning } from '#api/platform/database/like-search-index.ts'
import { prepareJobs } from '#api/platform/jobs/job-queue.ts'
import { mailHostCertificateIn } from '#sandbox/sandbox.ts'
import { startSandbox } from '#sandbox/server.ts'
import { createServer } from './server.ts'
import { withStandIns } from '#api/providers/providers.ts'
import { QUEUES } from './job-queues.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * ms that each part gets to stop; with the database it stays under the usual 15 s shutdown limit, apart from
 * DRAIN_SECONDS.
 */
const STOP = { worker: 5_500, web: 3_000, app: 3_500, sandbox: 500 }

/** Facts about the process that runs the product. */
export interface ProductProcess {
  databaseUrl: string
  log: Logger
  /** prints a line for people */
  say(line: string): void
  /** parts that run are added here */
  started: StopList
  /** returns whether the process was told to stop */
  isTold(): boolean
  /** called once requests are answered */
  serving(): void
  /** resolves once load balancers have had time to send new requests elsewhere */
  drained(): Promise<unknown>
}

/** URLs and folders of the running product. */
export interface ProductPlaces {
  /** public URL; null for a worker */
  publicUrl: string | null
  sandboxUrl: string | null
  hasDemo: boolean
}

/**
 * Starts everything of the product on its database: the sandbox, the app, the server or the health port, the worker. A
 * module of its own, because it takes longer to load than PostgreSQL to start. Throws AppError.
 */
export async function startProduct(config: Config, running: ProductProcess): Promise<ProductPlaces> {
  const { databaseUrl, log, started } = running
  const serves = config.role !== 'worker'
  const sandboxHere = config.sandbox && serves
  const { secretKey, systemSecret, runtimeRole, distribution } = await prepareDatabase(config, databaseUrl)
  await warnBeforeStart(config, running, distribution)
  if (config.migrateUrl && runtimeRole) await prepareJobs(config.migrateUrl, log, runtimeRole, QUEUES)

  const sandboxUrl = sandboxHere ? await startSandboxOf(config, running) : null
  const { smtp, ...providers } = withStandIns(config, sandboxUrl)
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
      officeProgram: config.officeProgram,
      webhookAllowPrivate: config.webhookAllowPrivate,
      smtpUrl: config.smtpUrl,
      systemEmail: config.systemEmail,
      systemMailbox: config.systemMailbox,
      registration: config.registration,
      ...providers,
      smtp: smtp?.sandboxed ? { ...smtp, caFile: smtp.caFile ?? mailHostCertificateIn(config.dataDir) } : smtp,
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
  if (config.mode === 'production') {
    await refuseDemoPasswords(app.database)
    const slowSearch = await app.database.asSystem((em) => likeWarning((sql) => em.execute(sql)))
    if (slowSearch) log.warn(slowSearch)
  }

  await openDoor(app, config, running, held ?? { port, host: config.host })
  if (config.role !== 'api') started.add(STOP.worker, (await work()).parts)
  return { publicUrl: serves ? publicUrl : null, sandboxUrl, hasDemo }
}

/** Warns before the start about settings that work but should not stay as they are. */
async function warnBeforeStart(
  config: Config,
  { databaseUrl, log }: ProductProcess,
  distribution: Awaited<ReturnType<typeof prepareDatabase>>['distribution'],
): Promise<void> {
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
  const zones = zoneDataState(new Date())
  if (zones.isOutdated) {
    log.warn(
      `The time-zone data ${zones.release} is of ${zones.releasedOn}: emails at local times may leave an hour early or late where clocks have changed since. Install a newer version of Mergewell.`,
    )
  }
}

async function startSandboxOf(config: Config, { started }: ProductProcess): Promise<string> {
  const sandbox = await startSandbox({
    port: config.sandboxPort,
    host: '127.0.0.1',
    dataDir: config.dataDir,
    mailHost: config.sandboxMailHost,
    ...(config.acceptancesFile && { acceptancesFile: config.acceptancesFile }),
  })
  started.add(STOP.sandbox, { 'the sandbox': () => sandbox.close() })
  return sandbox.url
}

/** Starts listening: for everything or, in a worker, for health checks and metrics only. */
async function openDoor(
  app: App,
  config: Config,
  { say, started, isTold, serving, drained }: ProductProcess,
  place: Parameters<typeof listen>[1],
): Promise<void> {
  if (config.role !== 'worker') {
    const web = createServer(app, {
      webDir: join(ROOT, 'web', 'dist'),
      metricsToken: config.metricsToken,
      certificateToken: config.certificateToken,
      stopping: isTold,
    })
    await listen(web.server, place)
    serving()
    started.add(STOP.web + config.drainSeconds * 1_000, {
      'browser connections': () => drained().then(() => web.close()),
    })
  } else {
    const health = createHealthServer(app, { metricsToken: config.metricsToken, stopping: isTold })
    await listen(health, { port: config.healthPort, host: config.host })
    started.add(STOP.web, { 'the health port': () => closeServer(health) })
    say(`Health checks answer at ${ownUrl(config.host, (health.address() as AddressInfo).port)}/readyz`)
  }
}

async function version(): Promise<string> {
  return (JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version
}
