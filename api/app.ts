import type { MailboxLocks } from '#api/sending/store.ts'
import type { EndedAccess } from '#api/accounts/access-revocation.ts'
import { renewDrafts } from '#api/campaigns/drafts/saved-blocks.ts'
import { sendPasswordReset } from '#api/accounts/links/send-password-reset.ts'
import { endSheetLinks } from '#api/campaigns/exports/live-sheet-access.ts'
import { resumeAfterReconnecting } from '#api/campaigns/launch/resume-stopped-campaigns.ts'
import { removeMailboxes } from '#api/mailboxes/mailbox-shares.ts'
import type { Logger } from 'pino'
import { startAuditRetention } from '#api/audit/activity-log-retention.ts'
import { startForgettingDeleted } from '#api/contacts/deleted-contacts.ts'
import { startForgettingAnswers } from '#api/platform/http/idempotency/expired-answers.ts'
import { startRetention } from '#api/personal-data/retention-periods.ts'
import { startTurningOffApproval } from '#api/settings/launch-approval.ts'
import { startWorkspaceDeletion } from '#api/super-admins/deletion/delete-due-workspaces.ts'
import { clamdScan, noScan } from '#api/platform/virus-scan.ts'
import { createBudget } from '#api/platform/limits/usage-budget.ts'
import { createRateLimit } from '#api/platform/limits/rate-limit.ts'
import { REGISTRATION_LIMITS, type RegistrationMode } from '#domain/accounts/registration-modes.ts'
import { createStopWatch } from '#api/campaigns/launch/sending-stop-watcher.ts'
import { rowStatuses } from '#api/campaigns/exports/sheet-row-statuses.ts'
import { startSheetWriter } from '#api/contacts/sheets/sources/outcome-write-back.ts'
import { startRepeats } from '#api/campaigns/repeats/repeat-worker.ts'
import { dueMailboxes } from '#api/emails/due-mailboxes.ts'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { startClock, type ProcessClocks } from '#api/platform/database-clock.ts'
import type { Config } from './config.ts'
import { startFollowUpSweeps } from '#api/campaigns/follow-ups/follow-up-worker.ts'
import { renderingTasks } from '#api/rendering/rendering-tasks.ts'
import type { App } from '#api/platform/app-context.ts'
import { openDatabase } from '#api/platform/database/database.ts'
import { createMetrics } from '#api/metrics/metrics.ts'
import { observeDatabase } from '#api/metrics/database-metrics.ts'
import { observeStore } from '#api/metrics/sending-store-metrics.ts'
import { observeVendor } from '#api/metrics/provider-call-metrics.ts'
import { observeWebhooks } from '#api/metrics/webhook-metrics.ts'
import { jobTraces } from '#api/platform/trace-context.ts'
import { createOffice } from '#api/platform/office/libreoffice.ts'
import { createThreads } from '#api/platform/threads/worker-thread-pool.ts'
import { overPostgres, overRedis } from '#api/platform/events/event-carriers.ts'
import { openEvents } from '#api/platform/events/events.ts'
import { createHeartbeat } from '#api/installation/heartbeat.ts'
import { fileWitness, memoryWitness } from '#api/installation/database-progress-file.ts'
import { startInstallation } from '#api/installation/installation-worker.ts'
import { createMailboxLocks } from '#api/mailboxes/mailbox-locks.ts'
import { createDns, type Dns } from '#api/mailboxes/deliverability/dns-resolver.ts'
import { mailboxIdentity } from '#api/mailboxes/open-mailbox.ts'
import { startReturns } from '#api/inbox/inbox-worker.ts'
import { openLinkKeys } from '#api/tracking/link-signing-keys.ts'
import { sandboxDns } from '#sandbox/dns.ts'
import { createSecretBox } from '#api/platform/secrets/secret-box.ts'
import { openJobs } from '#api/platform/jobs/job-queue.ts'
import { PROVIDER_NAMES } from '#domain/mailboxes/providers.ts'
import { createMailServers } from '#api/providers/smtp/mail-servers.ts'
import type { MailDns } from '#api/providers/smtp/discovery/service-records.ts'
import { ceilingsOf, openFileAccess, openProviders, setupsOf, type ProviderConfigs } from '#api/providers/providers.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { startWorker } from '#api/sending/sending-worker.ts'
import { createLinkHosts } from '#api/tracking/link-domains/link-hosts.ts'
import { startCautions } from '#api/mailboxes/complaint-slowdowns.ts'
import { startLinkDomainChecks } from '#api/tracking/link-domains/link-domain-check.ts'
import { createTokens } from '#api/tracking/link-tokens.ts'
import { taskKinds } from './background-task-kinds.ts'
import type { Stoppable } from '#api/platform/process/shutdown-list.ts'
import { startTasks } from '#api/tasks/task-runner.ts'
import { mailboxMailer } from '#api/installation/system-mail-by-mailbox.ts'
import { sandboxMailer, smtpMailer, type SystemMailer } from '#api/system-mail/system-mailer.ts'
import { startSystemMail } from '#api/system-mail/system-mail-worker.ts'
import { createWebhookSender } from '#api/webhooks/webhook-sender.ts'
import { createFetchLink } from '#api/contacts/sheets/sources/link-fetch.ts'
import { takeSheetPeople } from '#api/campaigns/drafts/sheet-recipients.ts'
import { startWebhooks } from '#api/webhooks/webhook-worker.ts'
import { QUEUES } from './job-queues.ts'

/** ms that running jobs get to finish when the process stops. */
const STOP_GRACE_MS = 2_000

export interface RunningApp {
  app: App
  /** Starts sending due emails and running tasks in this process. */
  work(): Promise<Worker & { parts: Stoppable }>
  close(): Promise<void>
}

/** The key of the lock of the process that looks for follow-ups; it belongs to no mailbox. */
const FOLLOW_UPS: MailboxKey = { tenantId: 'all', mailboxId: 'follow-ups' }

/** Returns the DNS to ask: the named servers, or in the sandbox a fake DNS. */
function dnsOf({
  dnsServers = [],
  sandboxUrl,
}: {
  dnsServers?: readonly string[]
  sandboxUrl: string | null
}): Dns & MailDns {
  return sandboxUrl !== null && dnsServers.length === 0 ? sandboxDns : createDns(dnsServers)
}

type MailerConfig = Partial<Pick<Config, 'smtpUrl' | 'systemEmail' | 'systemMailbox'>> & { sandboxUrl: string | null }

/** Makes the mailer for system emails, such as password resets, from the configuration; null if none is configured. */
function mailerOf(config: MailerConfig, app: () => App): SystemMailer | null {
  const { smtpUrl, systemEmail, systemMailbox, sandboxUrl } = config
  if (smtpUrl && systemEmail) return smtpMailer(smtpUrl, systemEmail)
  if (systemMailbox) return mailboxMailer(app, systemMailbox)
  return sandboxUrl === null ? null : sandboxMailer(sandboxUrl)
}

/** The part of the configuration that `createApp` reads, and what differs between the product and its tests. */
type AppConfig = Pick<Config, 'mode' | 'explorable' | 'bounceWindowMinutes'> &
  Partial<ProviderConfigs> & {
    trustedProxies?: number
    /** version and role that the metrics report for this process */
    process?: { version: string; role: Config['role'] }
    salesEmail?: string | null
    /** DNS servers for checks of sending domains; default: those of the system */
    dnsServers?: readonly string[]
    registration?: RegistrationMode
    /** the Redis that carries events between processes; default: PostgreSQL's NOTIFY */
    redisUrl?: string | null
    /** the virus scanner for uploaded files, tcp://host:port; default: none */
    clamdUrl?: string | null
    /** the program of LibreOffice; default: none */
    officeProgram?: string | null
    /** SMTP server for system emails; by default the sandbox, or none */
    smtpUrl?: string | null
    systemEmail?: string | null
    systemMailbox?: string | null
    /** True if webhooks may have private addresses and plain http; default: no */
    webhookAllowPrivate?: boolean
    /** days that entries of the activity log are kept; default: two years */
    auditKeptDays?: number
    publicUrl: string
    secretKey: string
    /** previous keys, which can still decrypt */
    oldSecretKeys?: readonly string[]
    /** database secret for access across tenants; absent if the database was prepared without one */
    systemSecret?: string
    sandboxUrl: string | null
    /** false if this process never calls `work`, which sends emails and runs tasks */
    works?: boolean
    /** directory for progress kept outside the database; absent: kept in this process only */
    dataDir?: string
  }

/** Assembles the product on a migrated database. Does not listen or send yet. */
export async function createApp(
  config: AppConfig,
  databaseUrl: string,
  log: Logger,
  clocks?: ProcessClocks,
): Promise<RunningApp> {
  const secrets = createSecretBox(config.secretKey, config.oldSecretKeys)
  const metrics = createMetrics(config.process ?? { version: 'unknown', role: 'all' })
  const database = observeDatabase(
    await openDatabase(databaseUrl, { ...(config.systemSecret && { systemSecret: config.systemSecret }) }),
    metrics,
  )
  const links = await openLinkKeys(database, secrets, log).then(createTokens, async (error: unknown) => {
    await database.close()
    throw error
  })
  const carrier = config.redisUrl ? overRedis(config.redisUrl, log) : overPostgres(databaseUrl, log)
  const events = await openEvents(carrier)
  // A full disk stops every campaign, and cannot be announced through the database.
  database.onProblem(() => events.anything())
  const jobs = await openJobs(databaseUrl, log, database.appRole, {
    queues: QUEUES,
    works: config.works ?? true,
    traces: jobTraces,
  })
  const clock = await startClock(database.time, log, clocks)
  const now = () => app.clock().getTime()
  const { threads, sendingThreads } = createRenderingThreads()
  const dns = dnsOf(config)
  const vendors = await openProviders(config, now, (vendor) => observeVendor(vendor, metrics))
  const app: App = {
    database,
    events,
    live: createBudget(),
    rateLimit: createRateLimit(() => new Date()),
    jobs,
    threads,
    sendingThreads,
    secrets,
    links,
    linkHosts: createLinkHosts(database),
    vendors,
    files: await openFileAccess(config, now),
    ...configuredFacts(config),
    ceilings: (provider) => ceilingsOf(config[provider], provider, clock.now()),
    dns,
    mailServers: createMailServers(config.smtp ?? null, dns),
    scan: config.clamdUrl ? clamdScan(config.clamdUrl) : noScan,
    office: createOffice({ program: config.officeProgram ?? null }),
    systemMailer: mailerOf(config, () => app),
    webhooks: observeWebhooks(createWebhookSender({ publicOnly: !config.webhookAllowPrivate }), metrics),
    fetchLink: createFetchLink({ publicOnly: !config.webhookAllowPrivate, ownOrigin: config.sandboxUrl }),
    sheetChanged: takeSheetPeople,
    rowStatuses,
    endedAccess: { endSheetLinks, removeMailboxes } satisfies EndedAccess,
    mailboxReconnected: resumeAfterReconnecting,
    renewDrafts,
    clock: clock.now,
    clockProblem: clock.problem,
    metrics,
    log,
  }
  const locks = createMailboxLocks(databaseUrl, log, (key) => mailboxIdentity(app, key))
  /**
   * Locks of mailboxes whose inbox is being read. They are apart from the locks for sending, so that reading an inbox
   * does not wait for sending.
   */
  const readingLocks = createMailboxLocks(databaseUrl, log, async (key) => `inbox/${key.tenantId}/${key.mailboxId}`)
  return {
    app,
    work: () => startWorkers(app, { locks, readingLocks, config }),
    close: async () => {
      clock.stop()
      await jobs.close(STOP_GRACE_MS)
      await Promise.all([threads.close(), sendingThreads.close(), app.office.close()])
      await locks.close()
      await readingLocks.close()
      await events.close()
      await database.close()
    },
  }
}

/** The parts of the app that say how it is configured, and do nothing. */
const configuredFacts = (config: AppConfig) =>
  ({
    publicUrl: config.publicUrl,
    sandboxUrl: config.sandboxUrl,
    sandboxed: PROVIDER_NAMES.filter((provider) => config[provider]?.sandboxed),
    setups: setupsOf(config),
    production: config.mode === 'production',
    explorable: config.explorable,
    trustedProxies: config.trustedProxies ?? 0,
    salesEmail: config.salesEmail ?? null,
    registration: { mode: config.registration ?? 'open', limits: REGISTRATION_LIMITS },
    bounceWindow: config.bounceWindowMinutes * 60_000,
  }) satisfies Partial<App>

/** Threads that read and render emails: for requests, and for sending. */
function createRenderingThreads(): Pick<App, 'threads' | 'sendingThreads'> {
  const rendering = {
    tasks: renderingTasks,
    filename: new URL('./rendering/rendering-thread.ts', import.meta.url).href,
  }
  const threads = createThreads(rendering)
  const sendingThreads = createThreads({
    ...rendering,
    places: 2,
    // Nobody waits at a screen, and past the deadline emails fail.
    deadlineMs: 60_000,
    waiting: { perKey: Infinity, all: Infinity },
  })
  return { threads, sendingThreads }
}

/** Starts the background work of this process: sending, reading inboxes, running tasks and deleting what is due. */
async function startWorkers(
  app: App,
  { locks, readingLocks, config }: { locks: MailboxLocks; readingLocks: MailboxLocks; config: AppConfig },
): Promise<Worker & { parts: Stoppable }> {
  const heartbeat = createHeartbeat(app, config.dataDir ? fileWitness(config.dataDir) : memoryWitness())
  const store = observeStore(createSendStore(app, app.ceilings), app.metrics)
  const workers = {
    // Must run before anything is sent: detects a restored database.
    'heartbeats of the installation': await startInstallation(app, locks, heartbeat),
    sending: await startWorker({
      jobs: app.jobs,
      locks,
      store: { ...store, open: (key) => heartbeat.beat().then(() => store.open(key)) },
      due: () => dueMailboxes(app),
      stops: createStopWatch(app),
      clock: app.clock,
      clockProblem: app.clockProblem,
      databaseProblem: () => app.database.problem(),
      log: app.log,
    }),
    'imports and other tasks': await startTasks(app, taskKinds),
    'emails of Mergewell itself': await startSystemMail(app, { sendPasswordReset }),
    'repeating campaigns': startRepeats(app),
    'connected sheets': startSheetWriter(app),
    'retention of the activity log': startAuditRetention(app, config.auditKeptDays ?? 730),
    'retention of emails': startRetention(app),
    'answers kept for Idempotency-Keys': startForgettingAnswers(app),
    'ids of deleted contacts': startForgettingDeleted(app),
    'approvals of launches that turn off': startTurningOffApproval(app),
    'deletion of workspaces': startWorkspaceDeletion(app),
    'reading of inboxes': await startReturns(app, readingLocks),
    'follow-ups': startFollowUpSweeps(app, () => readingLocks.acquire(FOLLOW_UPS)),
    'checks of link domains': startLinkDomainChecks(app),
    'judging of mailboxes': startCautions(app),
    webhooks: await startWebhooks(app),
  }
  const parts = Object.fromEntries(Object.entries(workers).map(([name, worker]) => [name, () => worker.stop()]))
  return { parts, stop: async () => void (await Promise.all(Object.values(parts).map((end) => end()))) }
}
