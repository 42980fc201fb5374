import { availableParallelism } from 'node:os'
import { REGISTRATION_LIMITS } from '#domain/accounts/registration-modes.ts'
import { WEBHOOK_LIMITS } from '#domain/webhooks.ts'

/**
 * Register of all limits that keep one caller from slowing down everybody else: how often, how many at once, and who
 * waits. Each mechanism of this folder is created from its entry here; `npm run limits` prints the register.
 *
 * Limits on the size of one thing (a file, a text, an email) stand with the rules of that thing in `schema/domain`; how
 * fast a mailbox sends is the subject of `schema/domain/pacing`.
 */

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const KB = 1_024
const MB = 1_048_576

interface Purpose {
  /** subject whose use is counted, such as "workspace" or "IP address" */
  per: string
  /** thing that would suffer without the limit */
  protects: string
}

/** A rate limit: an allowance that refills evenly, see {@link TokenBuckets}. Counted per process. */
export interface RateLimitEntry extends Purpose {
  kind: 'rate'
  perMinute: number
  /** maximum that can be used at once; `perMinute` if absent */
  burst?: number
}

/** A limit on use at the same time, by scope, see {@link Budget} and {@link Slots}. Counted per process. */
export interface ConcurrencyEntry extends Purpose {
  kind: 'concurrency'
  max: Readonly<Record<string, number>>
  /** unit that is counted; pieces of work if absent */
  unit?: 'bytes'
}

/** Sizes of a {@link FairQueue}, in which callers take turns: places in all and per caller, and how many may wait. Counted per process. */
export interface QueueEntry extends Purpose {
  kind: 'queue'
  places: number
  perKey: number
  waitingPerKey: number
  waitingMax?: number
}

/**
 * A limit on failed attempts: a number of failures without a pause, then pauses that double. Counted in the database.
 */
export interface AttemptsEntry extends Purpose {
  kind: 'attempts'
  free: Readonly<Record<'pair' | 'network' | 'name', number>>
  /** ms for which a failure counts */
  windowMs: number
  /** first pause in ms */
  firstPauseMs: number
  longestPauseMs: number
}

/** A maximum count within a period of time. Counted in the database. */
export interface CountEntry extends Purpose {
  kind: 'count'
  windows: readonly { ms: number; max: Readonly<Record<string, number>> }[]
}

/** Parts of a resource whose size the installation chooses; those who wait take turns. Counted per process. */
export interface SharesEntry extends Purpose {
  kind: 'shares'
  shares: Readonly<Record<string, number>>
  waitingPerKey: number
}

export type LimitEntry = RateLimitEntry | ConcurrencyEntry | QueueEntry | SharesEntry | AttemptsEntry | CountEntry

/** Returns the limits that grow with the processors of a machine. */
function limitsByProcessors(processors: number) {
  const passwordPlaces = Math.max(1, Math.floor(processors / 2))
  const threads = Math.max(2, processors - 1)
  return {
    passwordWork: {
      kind: 'queue',
      places: passwordPlaces,
      perKey: Math.max(1, Math.floor(passwordPlaces / 2)),
      waitingPerKey: 16,
      waitingMax: 64,
      per: 'network or workspace',
      protects: 'Half of the processors: a password hash takes 19 MB and tens of milliseconds.',
    },
    renderingThreads: {
      kind: 'queue',
      places: threads,
      perKey: threads - 1,
      waitingPerKey: 16,
      waitingMax: 128,
      per: 'workspace',
      protects: 'The main thread from large emails and documents.',
    },
  } as const satisfies Record<string, LimitEntry>
}

/** Returns the register as it would be on a machine with this many processors. */
export const limitsFor = (processors: number): Readonly<Record<string, LimitEntry>> => ({
  ...LIMITS,
  ...limitsByProcessors(processors),
})

export const LIMITS = {
  apiKeyPoints: {
    kind: 'rate',
    perMinute: 1_000_000,
    per: 'API key, in points',
    protects: 'People and other programs from one program that asks too much.',
  },
  workspacePoints: {
    kind: 'rate',
    perMinute: 3_000_000,
    per: 'API keys of a workspace, in points',
    protects: 'Other workspaces from the programs of one.',
  },
  replyReads: {
    kind: 'rate',
    perMinute: 60,
    burst: 30,
    per: 'person',
    protects: 'The request quota of a mailbox, which its campaigns use too.',
  },
  serverFinds: {
    kind: 'rate',
    perMinute: 10,
    burst: 20,
    per: 'person or API key',
    protects: 'Servers of others from requests for the description of their mail servers.',
  },
  trackingHits: {
    kind: 'rate',
    perMinute: 60_000,
    per: 'network',
    protects: 'The database from one network that requests pixels and links; high because of image proxies.',
  },
  emailHits: {
    kind: 'rate',
    perMinute: 60,
    per: 'email',
    protects: 'Opens and clicks from a program that repeats one.',
  },
  forgedLinks: { kind: 'rate', perMinute: 60, per: 'network', protects: 'Links in emails from being guessed.' },
  sheetReads: { kind: 'rate', perMinute: 10, per: 'live link', protects: 'The database from eager spreadsheets.' },
  connectedSheetReads: {
    kind: 'rate',
    perMinute: 10,
    per: 'workspace',
    protects: 'Servers of others from requests that somebody aims at them.',
  },
  forgedSheets: { kind: 'rate', perMinute: 60, per: 'network', protects: 'Live links from being guessed.' },

  sockets: {
    kind: 'concurrency',
    max: { address: 20, anonymous: 500, person: 50, workspace: 500 },
    per: 'network or nobody signed in; person or API key; people or programs of a workspace',
    protects: 'Memory and open connections of a process.',
  },
  socketOperations: {
    kind: 'concurrency',
    max: { socket: 50 },
    per: 'socket, subscriptions included',
    protects: 'A process from one socket that starts operations without end.',
  },
  watches: {
    kind: 'concurrency',
    max: { person: 200, workspace: 1_000 },
    per: 'person or API key; people or programs of a workspace',
    protects: 'The processor, since every change is computed for each subscription.',
  },
  downloads: {
    kind: 'concurrency',
    max: { workspace: 20 },
    per: 'workspace',
    protects: 'Database connections and memory, which a slow download holds for long.',
  },
  wholeExports: {
    kind: 'concurrency',
    max: { workspace: 1 },
    per: 'workspace',
    protects: 'The database from several exports of everything.',
  },
  bodies: {
    kind: 'concurrency',
    unit: 'bytes',
    max: { process: 256 * MB, workspace: 96 * MB, anonymous: 32 * MB, address: 2 * MB },
    per: `request bodies above ${8 * KB} bytes that are being read`,
    protects: 'Memory of a process.',
  },
  mailboxRequests: {
    kind: 'concurrency',
    max: { mailbox: 3 },
    per: 'mailbox',
    protects: "The person's own programs: Exchange allows a mailbox four requests at once.",
  },
  emailsInFlight: {
    kind: 'concurrency',
    max: { mailbox: 64 },
    per: 'mailbox that is sending',
    protects: 'Memory, while some emails are with the provider and others are being stored.',
  },
  sendingMailboxes: {
    kind: 'concurrency',
    max: { process: 100 },
    per: 'worker process',
    protects: 'Memory and database connections of a worker.',
  },
  inboxWatches: {
    kind: 'concurrency',
    max: { process: 200 },
    per: 'worker process',
    protects: 'Open connections to mail servers that announce new emails.',
  },
  inboxReads: {
    kind: 'concurrency',
    max: { process: 8 },
    per: 'worker process',
    protects: 'Memory, while the emails of an inbox are read.',
  },
  tasks: {
    kind: 'concurrency',
    max: { process: 2 },
    per: 'worker process and kind of task',
    protects: 'The database from imports, exports and other long work.',
  },
  webhookDeliveries: {
    kind: 'concurrency',
    max: { process: 4, webhook: 5 },
    per: 'worker process, in webhooks; webhook, in deliveries',
    protects: 'Open connections, which a slow receiver holds for long.',
  },
  systemEmails: {
    kind: 'concurrency',
    max: { process: 2 },
    per: 'worker process',
    protects: 'The server that takes system emails.',
  },
  serverSearches: {
    kind: 'concurrency',
    max: { process: 8 },
    per: 'process',
    protects: 'Open connections: finding the mail servers of an address asks several servers.',
  },
  grantRenewals: {
    kind: 'concurrency',
    max: { provider: 4 },
    per: 'provider',
    protects: 'Database connections, one of which is held while a provider renews a sign-in.',
  },

  databaseConnections: {
    kind: 'shares',
    shares: { workspaces: 0.7, workspace: 0.5, requests: 0.5, requestsOfOne: 0.2, acrossWorkspaces: 0.25 },
    waitingPerKey: 1_000,
    per: 'database connection pool of a process',
    protects:
      "Every workspace's queries from the load of one; requests get less than jobs, since they also compete for the processors of the database.",
  },
  imageReencoding: {
    kind: 'queue',
    places: 2,
    perKey: 1,
    waitingPerKey: 50,
    waitingMax: 200,
    per: 'workspace',
    protects: 'Memory, 200 MB of which an image can take while it is decoded.',
  },
  spreadsheetReaders: {
    kind: 'queue',
    places: 2,
    perKey: 1,
    waitingPerKey: 20,
    waitingMax: 20,
    per: 'workspace',
    protects: 'Memory: each spreadsheet is read in a process of its own.',
  },
  fileUnpacking: {
    kind: 'queue',
    places: 1,
    perKey: 1,
    waitingPerKey: 5,
    waitingMax: 20,
    per: 'workspace',
    protects: 'Memory and processor while an archive of files per recipient is unpacked.',
  },
  pdfMaking: {
    kind: 'queue',
    places: 1,
    perKey: 1,
    waitingPerKey: 32,
    waitingMax: 128,
    per: 'workspace',
    protects: 'Memory and processor: one LibreOffice makes all PDFs of a process.',
  },
  fileMaking: {
    kind: 'queue',
    places: 3,
    perKey: 1,
    waitingPerKey: 1_000,
    per: 'workspace',
    protects: 'Other requests: the pieces of all downloads are made in turns.',
  },
  ...limitsByProcessors(availableParallelism()),

  passwords: {
    kind: 'attempts',
    free: { pair: 5, network: 100, name: 50 },
    windowMs: 15 * MINUTE_MS,
    firstPauseMs: SECOND_MS,
    longestPauseMs: MINUTE_MS,
    per: 'network and name, network, name',
    protects: 'Passwords of people from being guessed.',
  },
  superAdminPasswords: {
    kind: 'attempts',
    free: { pair: 3, network: 10, name: 20 },
    windowMs: HOUR_MS,
    firstPauseMs: SECOND_MS,
    longestPauseMs: 10 * MINUTE_MS,
    per: 'network and name, network, name',
    protects: 'Passwords of super admins from being guessed.',
  },
  secondFactors: {
    kind: 'attempts',
    // A code has six digits, and three are right at a time: at most some 20 guesses per hour and account.
    free: { pair: 5, network: 50, name: 10 },
    windowMs: HOUR_MS,
    firstPauseMs: SECOND_MS,
    longestPauseMs: 10 * MINUTE_MS,
    per: 'network and name, network, name',
    protects: 'Six-digit codes from being guessed.',
  },
  emailLinks: {
    kind: 'attempts',
    // Emails that strangers can ask for: each one counts, and none is forgiven.
    free: { pair: 3, network: 20, name: 5 },
    windowMs: HOUR_MS,
    firstPauseMs: MINUTE_MS,
    longestPauseMs: HOUR_MS,
    per: 'network and name, network, name',
    protects: 'People from emails that strangers ask for in their name.',
  },
  singleSignOns: {
    kind: 'attempts',
    // Counts until the person is back. A network from which somebody of the workspace came back waits by itself only.
    free: { pair: 60, network: 30, name: Infinity },
    windowMs: 15 * MINUTE_MS,
    firstPauseMs: SECOND_MS,
    longestPauseMs: MINUTE_MS,
    per: 'network and workspace, network',
    protects: 'Identity providers of workspaces from requests that strangers start.',
  },

  registrations: {
    kind: 'count',
    windows: REGISTRATION_LIMITS.map(({ ms, network, total }) => ({ ms, max: { network, total } })),
    per: 'network; everybody',
    protects: 'The installation from workspaces that programs open.',
  },
  testEmails: {
    kind: 'count',
    windows: [{ ms: 10 * MINUTE_MS, max: { person: 10 } }],
    per: 'person, by recipient',
    protects: "The mailbox's reputation and other people's inboxes.",
  },
  mailboxSignIns: {
    kind: 'count',
    windows: [{ ms: 15 * MINUTE_MS, max: { server: 5, person: 20 } }],
    per: 'person or API key, at one mail server and at all',
    protects:
      'Mailboxes from being locked by their hosts, passwords from being guessed, and servers of others from connections that somebody aims at them.',
  },
  webhookTests: {
    kind: 'count',
    windows: [{ ms: WEBHOOK_LIMITS.tests.ms, max: { webhook: WEBHOOK_LIMITS.tests.count } }],
    per: 'webhook',
    protects: 'Servers of others from requests that somebody aims at them.',
  },
} as const satisfies Record<string, LimitEntry>
