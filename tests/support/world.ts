import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { hash } from '@node-rs/argon2'
import { tierOfSignUp } from '#domain/tenants/plans.ts'
import { openRegistered } from '#api/accounts/registration.ts'
import { startSession } from '#api/accounts/sessions.ts'
import { createApp } from '#api/app.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Bodies } from '#api/platform/http/bodies/body-limits.ts'
import type { ProcessClocks } from '#api/platform/database-clock.ts'
import { logFacts } from '#api/platform/current-request.ts'
import type { App } from '#api/platform/app-context.ts'
import { connectSandbox } from '#api/mailboxes/connect-sandbox.ts'
import type { FaultOrder } from '#sandbox/faults.ts'
import type { MailHostAddress } from '#sandbox/sandbox.ts'
import { startSandbox } from '#sandbox/server.ts'
import { createServer, type ServerOptions } from '#api/server.ts'
import { eventually } from './eventually.ts'
import { connectAtMailHost, mailHostGrant } from './mail-host-mailbox.ts'
import { person, type TestPerson } from './person.ts'
import {
  endProduct,
  keepProduct,
  makeKeepable,
  reuseProduct,
  type KeepableProduct,
  type Product,
  type TestSandbox,
} from './reused-products.ts'
import { createTestDatabase, onCluster } from './postgres.ts'

export { eventually, person, type TestPerson }

/**
 * A running product with its own database, sandbox (simulated email providers) and server. Tests talk to it by real
 * HTTP.
 */
export interface World {
  app: App
  /** the request bodies that the server holds at the moment */
  bodies: Bodies
  url: string
  sandboxUrl: string
  /** the sandbox's host for SMTP and IMAP; null without the option `mailHost` */
  mailHost: MailHostAddress | null
  /** the sandbox's log of accepted emails, one JSON line each */
  acceptancesFile: string
  databaseUrl: string
  /** A client that is not signed in. */
  anybody: TestPerson
  /**
   * Creates a workspace as registration does, and signs in its admin, whose password is "correct horse battery". It
   * writes to the database instead of calling /api/register, because checking a password takes longer than most tests.
   */
  signUp(options?: { tier?: 'free' | 'plus' | 'pro'; unlimited?: boolean }): Promise<TestPerson>
  /**
   * Connects a sandbox mailbox with permission to create drafts, or with just `scopes`; `reading` also lets a Google inbox be read, and
   * one by SMTP. The latter needs the option `mailHost`.
   */
  connect(
    person: TestPerson,
    provider?: 'microsoft' | 'google' | 'smtp',
    email?: string,
    scopes?: string[],
    options?: { reading?: boolean },
  ): Promise<void>
  /** Removes all sending limits and pauses between emails of a workspace. */
  liftLimits(person: TestPerson): Promise<void>
  /** Returns the emails that the sandbox accepted from a mailbox, in order, from the sandbox's log file. */
  accepted(mailbox: string): Promise<{ recipient: string; recipients: string[]; subject: string }[]>
  acceptedSubjects(mailbox: string): Promise<string[]>
  /** Makes the sandbox misbehave as ordered (see sandbox/faults.ts); returns the id of the fault. */
  fault(order: FaultOrder): Promise<number>
  /** Returns how many more times a sandbox fault will strike; 0 when it is used up. */
  faultLeft(id: number): Promise<number>
  clearFault(id: number): Promise<void>
  close(): Promise<void>
}

/**
 * The secret key with which a test's product encrypts stored secrets; another process that uses the same database needs
 * it.
 */
export const TEST_SECRET_KEY = 'a secret of thirty-two characters!'

/** Google OAuth scopes with which the product can create Gmail drafts but not read the inbox. */
const GMAIL_DRAFTS = [
  'openid',
  'email',
  'profile',
  'https://www.googleapis.com/auth/gmail.send',
  'https://www.googleapis.com/auth/gmail.compose',
]

let count = 0

const PASSWORD = 'correct horse battery'
let passwordHash: Promise<string> | undefined

async function liftLimits(em: Em, tenantId: string): Promise<void> {
  await em.execute(
    `update tenants set subscription_tier = 'enterprise', max_users = 999999, max_contacts = 999999,
       max_campaigns = 999999, trial_ends_at = null where id = ?`,
    [tenantId],
  )
  await em.execute(
    `insert into email_settings (tenant_id, emails_per_interval, interval_seconds, daily_limit, enable_throttling, warmup_mode)
     values (?, 20, 60, 1000000, false, false)`,
    [tenantId],
  )
}

export interface WorldOptions {
  /** false: runs without a worker, so no email is sent */
  send?: boolean
  /** true: emails of the product itself, such as confirmations, are sent, into the sandbox */
  systemEmails?: boolean
  /** false: forbids introspection of the GraphQL schema */
  explorable?: boolean
  /** ms until a call to an email provider without an answer times out */
  timeoutMs?: number
  /** ms after sending a draft at which the worker looks whether it was sent, when nothing confirmed that */
  settleDelaysMs?: readonly number[]
  /** the sandbox's clock, in ms since the epoch; default: real time */
  sandboxClock?: () => number
  /** true: the sandbox has a host with SMTP and IMAP too */
  mailHost?: boolean
  /** ms until the sandbox bounces undeliverable email */
  returnMailMs?: number
  /** non-default server limits; with `webDir` it also serves the pages built there */
  server?: Partial<ServerOptions>
  /** called with each line of the process log */
  log?: (line: Record<string, unknown>) => void
  /** clocks of the processes that are ahead or behind; default: real time */
  clocks?: ProcessClocks
  /** a migrated database to use instead of a fresh one */
  databaseUrl?: string
}

/** Starts a product with its own database and sandbox. */
async function startProduct(options: WorldOptions): Promise<Product> {
  const { databaseUrl } = options
  const database = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await createTestDatabase()
  const sandbox = await openSandbox(options)
  const vendor = {
    clientId: 'test',
    clientSecret: 'test-secret',
    baseUrl: sandbox.url,
    sandboxed: true,
    ...(options.timeoutMs && { timeoutMs: options.timeoutMs }),
    ...(options.settleDelaysMs && { settleDelaysMs: options.settleDelaysMs }),
  }
  const { log: heard } = options
  const log = heard
    ? pino({ mixin: logFacts }, { write: (line: string) => heard(JSON.parse(line)) })
    : pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })
  const running = await createApp(
    {
      mode: 'local',
      explorable: options.explorable ?? true,
      bounceWindowMinutes: 15,
      microsoft: { ...vendor, tenant: 'common' },
      google: vendor,
      ...(sandbox.mailHost && {
        smtp: { ...vendor, allowPrivate: true, caFile: sandbox.mailHost.certificateFile, ispdbUrl: null },
      }),
      publicUrl: 'http://127.0.0.1',
      webhookAllowPrivate: true,
      secretKey: TEST_SECRET_KEY,
      sandboxUrl: sandbox.url,
      works: options.send !== false,
    },
    database.url,
    log,
    options.clocks,
  )
  return { running, database, sandbox }
}

/** Opens a sandbox with its own folder, at `port` or at a free one. */
async function openSandbox(
  { returnMailMs = 50, sandboxClock, mailHost }: WorldOptions,
  port = 0,
): Promise<TestSandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mergewell-world-'))
  const acceptancesFile = join(dataDir, 'accepted.jsonl')
  const sandbox = await startSandbox({
    port,
    host: '127.0.0.1',
    dataDir,
    acceptancesFile,
    returnMailMs,
    ...(mailHost && { mailHost: { smtpPort: 0, imapPort: 0 } }),
    ...(sandboxClock && { clock: sandboxClock }),
  })
  const close = async () => {
    await sandbox.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: sandbox.url, mailHost: sandbox.mailHost, acceptancesFile, close }
}

const keepableProduct = async (options: WorldOptions): Promise<KeepableProduct> =>
  (await reuseProduct((url) => openSandbox(options, Number(new URL(url).port)))) ??
  (await makeKeepable(await startProduct(options)))

/**
 * Names of the options with which a product is built. The others concern the sandbox and the server, which each world
 * starts anew.
 */
const OF_PRODUCT = ['explorable', 'timeoutMs', 'settleDelaysMs', 'mailHost', 'log', 'clocks', 'databaseUrl'] as const
const isKeepable = (options: WorldOptions): boolean =>
  options.send === false && !onCluster() && OF_PRODUCT.every((option) => options[option] === undefined)

/**
 * Starts a product for a test file. Without a worker it may reuse the product that an earlier world of this process
 * left behind, with an empty database and a new sandbox: see reused-products.ts.
 */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const keepable = isKeepable(options) ? await keepableProduct(options) : null
  const product = keepable ?? (await startProduct(options))
  const { running, database, sandbox } = product
  const { acceptancesFile } = sandbox
  const { app } = running
  const http = createServer(app, { webDir: null, pause: async () => undefined, ...options.server })
  await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
  app.publicUrl = url
  // Every test has the same address; the limits have their own tests.
  app.registration.limits = []
  // Every sign-up would send one.
  if (!options.systemEmails) app.systemMailer = null
  const worker = options.send === false ? null : await running.work()

  const world: World = {
    app,
    bodies: http.bodies,
    url,
    sandboxUrl: sandbox.url,
    mailHost: sandbox.mailHost,
    acceptancesFile,
    databaseUrl: database.url,
    anybody: person(url, '', '', ''),
    signUp: async ({ tier = 'plus', unlimited = false } = {}) => {
      count += 1
      const username = `person${count}-${process.pid}`
      passwordHash ??= hash(PASSWORD)
      const registration = {
        companyName: `Company ${count}`,
        companyDomain: '',
        fullName: `Person ${count}`,
        email: `${username}@example.com`,
        username,
        selectedTier: tierOfSignUp(tier),
        passwordHash: await passwordHash,
      }
      return app.database.asSystem(async (em) => {
        // On a cluster two transactions that insert into a table of all nodes and then update it can deadlock.
        await em.execute(`select pg_advisory_xact_lock(hashtext('sign-ups of tests'))`)
        const caller = { app, address: '127.0.0.1', userAgent: 'test' }
        const { tenantId, id: userId } = await openRegistered(caller, em, registration)
        const { token } = await startSession(app, em, { tenantId, userId, userAgent: 'test', now: app.clock() })
        if (unlimited) await liftLimits(em, tenantId)
        return person(url, token, tenantId, userId)
      })
    },
    connect: (owner, provider = 'microsoft', email = `box${(count += 1)}@sandbox.test`, scopes, { reading } = {}) =>
      provider === 'smtp'
        ? connectAtMailHost(app, owner, email, mailHostGrant(sandbox.mailHost!, email, reading ? {} : { imap: null }))
        : connectSandbox(
            app,
            owner,
            provider,
            email,
            scopes ?? (provider === 'google' && !reading ? GMAIL_DRAFTS : undefined),
          ),
    liftLimits: ({ tenantId }) => app.database.asSystem((em) => liftLimits(em, tenantId)),
    accepted: async (mailbox) =>
      (await readFile(acceptancesFile, 'utf8').catch(() => ''))
        .split('\n')
        .filter(Boolean)
        .map(
          (line) => JSON.parse(line) as { mailbox: string; recipient: string; recipients: string[]; subject: string },
        )
        .filter((line) => line.mailbox === mailbox),
    acceptedSubjects: async (mailbox) => (await world.accepted(mailbox)).map(({ subject }) => subject),
    fault: async (order) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${sandbox.url}/sandbox/faults`, {
        method: 'POST',
        headers,
        body: JSON.stringify(order),
      })
      if (!answer.ok) throw new Error(`The sandbox refused the fault: ${await answer.text()}`)
      return ((await answer.json()) as { id: number }).id
    },
    faultLeft: async (id) => {
      const answer = (await (await fetch(`${sandbox.url}/sandbox/faults`)).json()) as {
        faults: { id: number; count: number }[]
      }
      return answer.faults.find((fault) => fault.id === id)?.count ?? 0
    },
    clearFault: async (id) => {
      await fetch(`${sandbox.url}/sandbox/faults/${id}`, { method: 'DELETE' })
    },
    close: async () => {
      await http.close()
      await worker?.stop()
      if (keepable) return keepProduct(keepable)
      await sandbox.close()
      await endProduct(product)
    },
  }
  return world
}
