import { findOffice } from '#api/platform/office/libreoffice.ts'
import { isAbsolute, join } from 'node:path'
import { environment, SECRET_KEY_LENGTH, type LOG_LEVELS, type ROLES, type Values } from './environment.ts'
import { isLocalDatabase, isLoopback } from '#api/platform/http/loopback-address.ts'
import { SIGN_IN_PROVIDERS, type SignInProvider } from '#domain/mailboxes/providers.ts'
import type { ClientConfig } from '#api/providers/provider.ts'
import { providerConfigs, settingsPrefix, type ProviderConfigs } from '#api/providers/providers.ts'
import type { RegistrationMode } from '#domain/accounts/registration-modes.ts'

export interface Config extends ProviderConfigs {
  mode: 'local' | 'production'
  /** port to listen on; 0: any free port */
  port: number
  host: string
  /** health check port of a process that only sends; 0: any free port */
  healthPort: number
  /** seconds for which a process that is told to stop still serves, with /readyz at 503 */
  drainSeconds: number
  /** port of the sandbox; 0: any free port */
  sandboxPort: number
  /** ports of the sandbox's host with SMTP and IMAP */
  sandboxMailHost: { smtpPort: number; imapPort: number }
  /** absolute path of the folder for data */
  dataDir: string
  /** URL of the database; null: the embedded PostgreSQL */
  databaseUrl: string | null
  /** the role that owns the tables; null: the one in databaseUrl */
  migrateUrl: string | null
  /**
   * origin under which users reach the product; null: PUBLIC_URL is not set and PORT is 0, so only the listening server
   * knows it
   */
  publicUrl: string | null
  /** secret key; null: not set (local mode only), see localSecretKey */
  secretKey: string | null
  /** previous keys, which can still decrypt */
  oldSecretKeys: string[]
  role: (typeof ROLES)[number]
  /** true to start the sandbox; if SANDBOX_PORT is 0, the `baseUrl` of its providers is null until it listens */
  sandbox: boolean
  /** the file to which the sandbox appends accepted messages */
  acceptancesFile: string | null
  logLevel: (typeof LOG_LEVELS)[number]
  /** True if introspection and the query editor are enabled: always in local mode, elsewhere on request */
  explorable: boolean
  /** reverse proxies in front of the product, each of which appends to X-Forwarded-For */
  trustedProxies: number
  /** minutes after which an email without a report counts as delivered */
  bounceWindowMinutes: number
  /** days that entries of the activity log are kept */
  auditKeptDays: number
  /** mode of registration: who may create a workspace */
  registration: RegistrationMode
  /** contact for Enterprise workspaces, if any */
  salesEmail: string | null
  /** SMTP server for emails of Mergewell itself, such as invitations */
  smtpUrl: string | null
  /** sender address of these emails; required with `smtpUrl` */
  systemEmail: string | null
  /** email address of a connected mailbox that sends the system emails instead */
  systemMailbox: string | null
  /** Redis that carries events between processes; null: PostgreSQL's NOTIFY */
  redisUrl: string | null
  /** virus scanner (clamd) for uploaded files, if any */
  clamdUrl: string | null
  /** the program of LibreOffice, if it is installed */
  officeProgram: string | null
  /** DNS servers for checks of sending domains; empty: those of the system */
  dnsServers: string[]
  /** True if webhooks may have private addresses and plain http */
  webhookAllowPrivate: boolean
  /** token that a request for metrics must send; null: only programs on this machine may read metrics */
  metricsToken: string | null
  /** token that a proxy must send to ask about certificates; null: only proxies on this machine are answered */
  certificateToken: string | null
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

/** OAuth credentials for the sandbox's simulated providers, which check none. */
const STAND_IN = { clientId: 'mergewell-local', clientSecret: 'mergewell-local-secret' }

/**
 * Reads the whole configuration (docs/operate/configuration.md). An empty variable counts as unset. Relative paths start
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
  if (config.role === 'worker' && config.publicUrl === null) {
    throw new ConfigError(['PUBLIC_URL is missing; a worker with PORT=0 cannot know the address of links in emails.'])
  }
  if (config.sandbox && config.port !== 0 && config.port === config.sandboxPort) {
    throw new ConfigError([`SANDBOX_PORT is the same as PORT (${config.port}); set it to another number.`])
  }
  return config
}

function missing(env: Environment): string[] {
  const problems: string[] = []
  for (const vendor of SIGN_IN_PROVIDERS.map(settingsPrefix)) {
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
  for (const vendor of SIGN_IN_PROVIDERS.map(settingsPrefix)) {
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

/** Returns whether the database is on another machine and its URL does not say whether to use TLS (`sslmode`). */
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

/**
 * Chooses the ports of the sandbox's SMTP and IMAP servers: the well-known ports 465 and 993 plus 4000 beside sandbox
 * port 4001; beside another port the same distance, or any free ports if that one is free or too high.
 */
function mailHostPorts({ SANDBOX_PORT, SANDBOX_SMTP_PORT, SANDBOX_IMAP_PORT }: Values): Config['sandboxMailHost'] {
  const beside = (distance: number) =>
    SANDBOX_PORT === 0 || SANDBOX_PORT + distance > 65_535 ? 0 : SANDBOX_PORT + distance
  return { smtpPort: SANDBOX_SMTP_PORT ?? beside(464), imapPort: SANDBOX_IMAP_PORT ?? beside(992) }
}

function configOf(values: Values, folder: string): Config {
  const mode = values.NODE_ENV === 'production' ? 'production' : 'local'
  const texts: Record<string, unknown> = values
  const settingOf = (name: SignInProvider, setting: string) => {
    const text = texts[`${settingsPrefix(name)}_${setting}`]
    return typeof text === 'string' ? text : null
  }
  const hasCredentials = SIGN_IN_PROVIDERS.some((name) => settingOf(name, 'CLIENT_ID'))
  const hasStandIns = SIGN_IN_PROVIDERS.every((name) => settingOf(name, 'BASE_URL'))
  const sandbox = mode === 'local' && !hasCredentials && !hasStandIns
  const sandboxUrl = values.SANDBOX_PORT === 0 ? null : `http://127.0.0.1:${values.SANDBOX_PORT}`

  const clientOf = (name: SignInProvider): ClientConfig | null => {
    const [clientId, clientSecret] = [settingOf(name, 'CLIENT_ID'), settingOf(name, 'CLIENT_SECRET')]
    const baseUrl = settingOf(name, 'BASE_URL')
    if (clientId && clientSecret) return { clientId, clientSecret, baseUrl, sandboxed: false }
    if (baseUrl) return { ...STAND_IN, baseUrl, sandboxed: false }
    return sandbox ? { ...STAND_IN, baseUrl: sandboxUrl, sandboxed: true } : null
  }
  const absolute = (path: string): string => (isAbsolute(path) ? path : join(folder, path))
  return {
    mode,
    port: values.PORT,
    host: values.HOST,
    healthPort: values.HEALTH_PORT,
    sandboxPort: values.SANDBOX_PORT,
    sandboxMailHost: mailHostPorts(values),
    drainSeconds: values.DRAIN_SECONDS,
    dataDir: absolute(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    migrateUrl: values.MIGRATE_DATABASE_URL ?? null,
    publicUrl: values.PUBLIC_URL ?? ownUrl(values.HOST, values.PORT),
    secretKey: values.SECRET_KEY ?? null,
    oldSecretKeys: values.SECRET_KEY_OLD,
    role: values.ROLE,
    ...providerConfigs(values, clientOf, sandbox),
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
    redisUrl: values.REDIS_URL ?? null,
    clamdUrl: values.CLAMD_URL ?? null,
    officeProgram: values.LIBREOFFICE_PATH === 'off' ? null : (values.LIBREOFFICE_PATH ?? findOffice()),
    dnsServers: values.DNS_SERVERS,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE === 'true',
    metricsToken: values.METRICS_TOKEN ?? null,
    certificateToken: values.CERTIFICATE_TOKEN ?? null,
  }
}

/** The local URL of a server that listens on `host` and `port`; null while the port is unknown. */
export function ownUrl(host: string, port: number): string | null {
  if (port === 0) return null
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`).origin
}
