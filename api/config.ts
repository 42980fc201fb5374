import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { isDnsServer, isOrigin, isPostgresUrl, isSmtpUrl } from './platform/address-formats.ts'
import { isLocalDatabase, isLoopback } from './platform/loopback.ts'
import { GOOGLE_QUOTA, providerCeilings, type GoogleQuota, type ProviderCeiling } from '#domain/plans.ts'
import { REGISTRATION_MODES, type RegistrationMode } from '#domain/registration.ts'

export const ROLES = ['all', 'api', 'worker'] as const
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** How we connect to a mailbox vendor. */
export interface VendorConfig {
  clientId: string
  clientSecret: string
  /** the origin that replaces all of the vendor's own; null: the vendor itself */
  baseUrl: string | null
  /** the vendor is our own sandbox; screens show that */
  sandboxed: boolean
  /** call timeout in ms; the provider's default if absent */
  timeoutMs?: number
  /** ms between checks of an uncertain draft; the provider's default if absent */
  settleDelaysMs?: readonly number[]
}

/** A vendor's sending limits; stand-ins, such as the sandbox, have none. */
export function ceilingsOf(
  vendor: Pick<GoogleConfig, 'baseUrl' | 'sandboxed' | 'quota'> | null,
  provider: 'microsoft' | 'google',
): readonly ProviderCeiling[] {
  return vendor?.baseUrl || vendor?.sandboxed ? [] : providerCeilings(provider, vendor?.quota)
}

export interface GoogleConfig extends VendorConfig {
  /** the Gmail API's quota of our project; Google's present default if absent */
  quota?: GoogleQuota
}

export interface MicrosoftConfig extends VendorConfig {
  tenant: string
}

export interface Config {
  mode: 'local' | 'production'
  /** 0: any free port */
  port: number
  host: string
  /** health check port of a process that only sends; 0: any free port */
  healthPort: number
  /** seconds for which a process that is told to stop still serves, with /readyz at 503 */
  drainSeconds: number
  /** 0: any free port */
  sandboxPort: number
  /** absolute */
  dataDir: string
  /** null: the embedded PostgreSQL */
  databaseUrl: string | null
  /** the role that owns the tables; null: the one in databaseUrl */
  migrateUrl: string | null
  /** origin; null: not set and PORT is 0, so only the listening server knows it */
  publicUrl: string | null
  /** null: not set (local mode only); see localSecretKey */
  secretKey: string | null
  /** previous keys, which can still decrypt */
  oldSecretKeys: string[]
  role: (typeof ROLES)[number]
  /** null: not configured */
  microsoft: MicrosoftConfig | null
  google: GoogleConfig | null
  /** whether to start the sandbox; its vendors' `baseUrl` is null until it listens if SANDBOX_PORT is 0 */
  sandbox: boolean
  /** the file to which the sandbox appends accepted messages */
  acceptancesFile: string | null
  logLevel: (typeof LOG_LEVELS)[number]
  /** whether introspection and the query editor are enabled: always in local mode, elsewhere on request */
  explorable: boolean
  /** reverse proxies in front of the product, each of which appends to X-Forwarded-For */
  trustedProxies: number
  /** minutes after which an email without a report counts as delivered */
  bounceWindowMinutes: number
  /** days that entries of the activity log are kept */
  auditKeptDays: number
  /** who may create a workspace by registering */
  registration: RegistrationMode
  /** contact for Enterprise workspaces, if any */
  salesEmail: string | null
  /** SMTP server for emails of Mergewell itself, such as invitations */
  smtpUrl: string | null
  /** sender address of these emails; required with `smtpUrl` */
  systemEmail: string | null
  /** address of a connected mailbox that sends them instead */
  systemMailbox: string | null
  /** virus scanner (clamd) for uploaded files, if any */
  clamdUrl: string | null
  /** DNS servers for checks of sending domains; empty: those of the system */
  dnsServers: string[]
  /** whether webhooks may have private addresses and plain http */
  webhookAllowPrivate: boolean
}

export type Environment = Record<string, string | undefined>

/** All errors of a configuration, one line each: variable, error, remedy. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['The configuration is not valid:', ...problems.map((problem) => `  ${problem}`)].join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const SECRET_KEY_LENGTH = 32

/** Credentials for stand-ins that need none. */
const STAND_IN = { clientId: 'mergewell-local', clientSecret: 'mergewell-local-secret' }

const portOr = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'is not a valid port; use a number from 0 to 65535')
    .transform(Number)
    .refine((number) => number <= 65_535, 'is not a valid port; use a number from 0 to 65535')
    .default(fallback)

/** A quota must allow at least some emails. */
const unitsOr = (fallback: number) =>
  z
    .string()
    .regex(
      /^\d{4,12}$/,
      'is not a number of quota units; give a whole number from 1000, as the Google Cloud console shows it',
    )
    .transform(Number)
    .refine((units) => units >= 1_000, 'is too small to send emails; give a whole number from 1000')
    .default(fallback)

const origin = z
  .string()
  .refine(isOrigin, 'is not a valid origin; use scheme, host and port only, such as https://mail.example.com')
  .transform((text) => new URL(text).origin)

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: portOr(4_000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'is not a valid host; use a name or an address, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  HEALTH_PORT: portOr(4_002),
  SANDBOX_PORT: portOr(4_001),
  DRAIN_SECONDS: z
    .string()
    .regex(/^([0-2]?\d{1,2}|300)$/, 'is not a valid number of seconds; use a whole number from 0 to 300')
    .transform(Number)
    .default(0),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .refine(
      isPostgresUrl,
      'is not a valid PostgreSQL URL; use one such as postgres://user:password@host:5432/mergewell',
    )
    .optional(),
  MIGRATE_DATABASE_URL: z
    .string()
    .refine(
      isPostgresUrl,
      'is not a valid PostgreSQL URL; use one such as postgres://owner:password@host:5432/mergewell',
    )
    .optional(),
  PUBLIC_URL: origin.optional(),
  SECRET_KEY: z
    .string()
    .min(
      SECRET_KEY_LENGTH,
      `is too short; use at least ${SECRET_KEY_LENGTH} characters, such as the output of "openssl rand -hex 32"`,
    )
    .optional(),
  SECRET_KEY_OLD: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => key.length >= SECRET_KEY_LENGTH),
      `contains a key of fewer than ${SECRET_KEY_LENGTH} characters; list the old keys exactly as they were, separated by commas`,
    )
    .default([]),
  ROLE: oneOf(ROLES).default('all'),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]+$/, 'is not a valid tenant; use the directory’s id or domain, common, organizations or consumers')
    .default('common'),
  MICROSOFT_BASE_URL: origin.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_BASE_URL: origin.optional(),
  GOOGLE_UNITS_PER_USER_MINUTE: unitsOr(GOOGLE_QUOTA.perUserMinute),
  GOOGLE_UNITS_PER_MINUTE: unitsOr(GOOGLE_QUOTA.perMinute),
  GOOGLE_UNITS_PER_DAY: unitsOr(GOOGLE_QUOTA.perDay),
  SANDBOX_ACCEPTANCES_FILE: z.string().optional(),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  GRAPHIQL: oneOf(['on', 'off']).optional(),
  TRUSTED_PROXIES: z
    .string()
    .regex(/^\d$/, 'is not a valid number of proxies; use a number from 0 to 9')
    .transform(Number)
    .default(0),
  BOUNCE_WINDOW_MINUTES: z
    .string()
    .regex(/^\d{1,5}$/, 'is not a valid number of minutes; use a whole number from 1 to 10080')
    .transform(Number)
    .refine((minutes) => minutes >= 1 && minutes <= 10_080, 'is out of range; use a whole number from 1 to 10080')
    .default(15),
  AUDIT_KEPT_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, 'is not a valid number of days; use a whole number from 90 to 36500')
    .transform(Number)
    .refine((days) => days >= 90 && days <= 36_500, 'is out of range; use a whole number from 90 to 36500')
    .default(730),
  REGISTRATION: oneOf(REGISTRATION_MODES).default('open'),
  SALES_EMAIL: z.email('is not a valid email address; use one such as sales@example.com').optional(),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'is not an SMTP address; use one such as smtps://user:password@smtp.example.com')
    .optional(),
  SYSTEM_EMAIL: z.email('is not a valid email address; use one such as noreply@example.com').optional(),
  SYSTEM_MAILBOX: z.email('is not a valid email address; use the address of a connected mailbox').optional(),
  WEBHOOK_ALLOW_PRIVATE: oneOf(['true', 'false']).default('false'),
  CLAMD_URL: z
    .string()
    .regex(
      /^tcp:\/\/(\[[0-9a-f:]+\]|[^\s/:@]+):\d{1,5}$/i,
      'is not the address of a clamd; use one such as tcp://127.0.0.1:3310',
    )
    .optional(),
  DNS_SERVERS: z
    .string()
    .transform((text) => text.split(',').map((server) => server.trim()))
    .refine(
      (servers) => servers.every(isDnsServer),
      'is not a list of DNS servers; use IP addresses, with a port if needed, such as 192.0.2.1 or 127.0.0.1:5353, separated by commas',
    )
    .default([]),
})

type Values = z.infer<typeof environment>

/**
 * Reads the whole configuration (README, configuration table). An empty variable counts as unset. Relative paths start
 * from `folder`.
 * @throws ConfigError with all errors at once
 */
export function readConfig(env: Environment, folder = process.cwd()): Config {
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}.`)
  problems.push(...missing(env))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const config = configOf(parsed.data, folder)
  const dangers = dangersOf(config)
  if (dangers.length > 0) throw new ConfigError(dangers)
  if (config.sandbox && config.port !== 0 && config.port === config.sandboxPort) {
    throw new ConfigError([`SANDBOX_PORT is the same as PORT (${config.port}); set it to another number.`])
  }
  return config
}

function missing(env: Environment): string[] {
  const problems: string[] = []
  for (const vendor of ['MICROSOFT', 'GOOGLE']) {
    const [id, secret] = [`${vendor}_CLIENT_ID`, `${vendor}_CLIENT_SECRET`]
    if (env[id] && !env[secret]) problems.push(`${secret} is missing; ${id} is set, and both are needed.`)
    if (env[secret] && !env[id]) problems.push(`${id} is missing; ${secret} is set, and both are needed.`)
  }
  if (env['SMTP_URL'] && !env['SYSTEM_EMAIL'])
    problems.push('SYSTEM_EMAIL is missing; SMTP_URL is set, and emails need a sender address.')
  if (env['SMTP_URL'] && env['SYSTEM_MAILBOX'])
    problems.push('SMTP_URL and SYSTEM_MAILBOX are both set; choose one of them.')
  if (env['MIGRATE_DATABASE_URL'] && !env['DATABASE_URL'])
    problems.push(
      'DATABASE_URL is missing; MIGRATE_DATABASE_URL is set, and Mergewell itself runs with a separate role.',
    )
  if (env['NODE_ENV'] !== 'production') return problems
  for (const vendor of ['MICROSOFT', 'GOOGLE']) {
    if (!env[`${vendor}_BASE_URL`] || env[`${vendor}_CLIENT_ID`] || env[`${vendor}_CLIENT_SECRET`]) continue
    problems.push(`${vendor}_CLIENT_ID is missing; with NODE_ENV=production ${vendor}_BASE_URL needs credentials.`)
  }
  for (const [name, advice] of Object.entries(REQUIRED_IN_PRODUCTION)) {
    if (!env[name]) problems.push(`${name} is missing; with NODE_ENV=production ${advice}.`)
  }
  return problems
}

/**
 * Settings that would let strangers in. Local mode has users with well-known passwords, so it serves this machine only.
 */
function dangersOf({ mode, host, role, databaseUrl, migrateUrl, publicUrl }: Config): string[] {
  const open = role !== 'worker' && !isLoopback(host)
  const plain = publicUrl !== null && publicUrl.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname)
  const dangers: Record<Config['mode'], [boolean, string][]> = {
    local: [
      [
        open,
        `HOST ${host} accepts connections from other machines, but local mode uses well-known passwords; set NODE_ENV=production.`,
      ],
      [
        databaseUrl !== null && !isLocalDatabase(databaseUrl),
        'DATABASE_URL points to another machine, and local mode would create users with well-known passwords there; set NODE_ENV=production.',
      ],
    ],
    production: [
      [plain, 'PUBLIC_URL begins with http:, so passwords could be intercepted; use an https:// origin.'],
      [isUndecided(databaseUrl), undecided('DATABASE_URL')],
      [isUndecided(migrateUrl), undecided('MIGRATE_DATABASE_URL')],
    ],
  }
  return dangers[mode].filter(([isSo]) => isSo).map(([, problem]) => problem)
}

/** Whether a database on another machine would be reached without TLS, and nobody has said that this is meant. */
function isUndecided(url: string | null): boolean {
  return url !== null && !isLocalDatabase(url) && !new URL(url).searchParams.has('sslmode')
}

const undecided = (name: string) =>
  `${name} points to another machine without TLS; add ?sslmode=verify-full, or ?sslmode=disable if nobody else can reach the network between them.`

const REQUIRED_IN_PRODUCTION = {
  DATABASE_URL: 'set it to the address of your PostgreSQL server',
  SECRET_KEY: `set it to at least ${SECRET_KEY_LENGTH} characters that stay the same, such as the output of "openssl rand -hex 32"`,
  PUBLIC_URL: 'set it to the origin that people open in their browsers',
}

function configOf(values: Values, folder: string): Config {
  const mode = values.NODE_ENV === 'production' ? 'production' : 'local'
  const hasCredentials = Boolean(values.MICROSOFT_CLIENT_ID ?? values.GOOGLE_CLIENT_ID)
  const hasStandIns = Boolean(values.MICROSOFT_BASE_URL && values.GOOGLE_BASE_URL)
  const sandbox = mode === 'local' && !hasCredentials && !hasStandIns
  const sandboxUrl = values.SANDBOX_PORT === 0 ? null : `http://127.0.0.1:${values.SANDBOX_PORT}`

  const vendor = (id?: string, secret?: string, baseUrl?: string): VendorConfig | null => {
    if (id && secret) return { clientId: id, clientSecret: secret, baseUrl: baseUrl ?? null, sandboxed: false }
    if (baseUrl) return { ...STAND_IN, baseUrl, sandboxed: false }
    return sandbox ? { ...STAND_IN, baseUrl: sandboxUrl, sandboxed: true } : null
  }
  const microsoft = vendor(values.MICROSOFT_CLIENT_ID, values.MICROSOFT_CLIENT_SECRET, values.MICROSOFT_BASE_URL)
  const google = vendor(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET, values.GOOGLE_BASE_URL)
  const absolute = (path: string): string => (isAbsolute(path) ? path : join(folder, path))
  return {
    mode,
    port: values.PORT,
    host: values.HOST,
    healthPort: values.HEALTH_PORT,
    sandboxPort: values.SANDBOX_PORT,
    drainSeconds: values.DRAIN_SECONDS,
    dataDir: absolute(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    migrateUrl: values.MIGRATE_DATABASE_URL ?? null,
    publicUrl: values.PUBLIC_URL ?? ownUrl(values.HOST, values.PORT),
    secretKey: values.SECRET_KEY ?? null,
    oldSecretKeys: values.SECRET_KEY_OLD,
    role: values.ROLE,
    microsoft: microsoft && { ...microsoft, tenant: values.MICROSOFT_TENANT },
    google: google && {
      ...google,
      quota: {
        perUserMinute: values.GOOGLE_UNITS_PER_USER_MINUTE,
        perMinute: values.GOOGLE_UNITS_PER_MINUTE,
        perDay: values.GOOGLE_UNITS_PER_DAY,
      },
    },
    sandbox,
    acceptancesFile: values.SANDBOX_ACCEPTANCES_FILE ? absolute(values.SANDBOX_ACCEPTANCES_FILE) : null,
    logLevel: values.LOG_LEVEL,
    explorable: values.GRAPHIQL ? values.GRAPHIQL === 'on' : mode === 'local',
    trustedProxies: values.TRUSTED_PROXIES,
    bounceWindowMinutes: values.BOUNCE_WINDOW_MINUTES,
    auditKeptDays: values.AUDIT_KEPT_DAYS,
    registration: values.REGISTRATION,
    salesEmail: values.SALES_EMAIL ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    systemEmail: values.SYSTEM_EMAIL ?? null,
    systemMailbox: values.SYSTEM_MAILBOX ?? null,
    clamdUrl: values.CLAMD_URL ?? null,
    dnsServers: values.DNS_SERVERS,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE === 'true',
  }
}

/** The local URL of a server that listens on `host` and `port`; null while the port is unknown. */
export function ownUrl(host: string, port: number): string | null {
  if (port === 0) return null
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`).origin
}
