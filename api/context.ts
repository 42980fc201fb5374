import type { Logger } from 'pino'
import type { Role } from '#domain/accounts/accounts.ts'
import { mayUse, type ApiScope } from '#domain/accounts/api-keys.ts'
import { AppError, noSuperAdmin, outOfScope, signedOut } from '#domain/errors.ts'
import type { GoogleQuota } from '#domain/mailboxes/google-quota.ts'
import type { ProviderCeiling } from '#domain/tenants/plans.ts'
import type { RateLimit } from '#api/platform/limits/rate-limit.ts'
import type { Budget } from '#api/platform/limits/budget.ts'
import type { RegistrationLimit, RegistrationMode } from '#domain/accounts/registration.ts'
import type { Database } from '#api/platform/database/database.ts'
import type { Events } from '#api/platform/events/events.ts'
import type { Dns } from '#api/mailboxes/landing/dns.ts'
import type { Provider } from '#api/mailboxes/mail-account.ts'
import type { SecretBox } from '#api/platform/secrets/secrets.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import type { MailVendor } from '#api/sending/provider.ts'
import type { Metrics } from '#api/metrics/metrics.ts'
import type { SystemMailer } from '#api/system-mail/mailer.ts'
import type { RenderingTasks } from '#api/campaigns/content/rendering/tasks.ts'
import type { Scan } from '#api/platform/virus-scan.ts'
import type { Threads } from '#api/platform/threads/threads.ts'
import type { Tokens } from '#api/tracking/tokens.ts'
import type { WebhookSender } from '#api/webhooks/send.ts'

/** The parts of the running product; created once in main.ts and passed to every operation. */
export interface App {
  database: Database
  events: Events
  /** open sockets and subscriptions in this process */
  live: Budget
  /** what API keys may use per minute, in this process */
  rateLimit: RateLimit
  jobs: Jobs
  /** reads and renders emails off the main thread */
  threads: Threads<RenderingTasks>
  /** the same for sending, which waits for no request and is refused by no full queue */
  sendingThreads: Threads<RenderingTasks>
  secrets: SecretBox
  /** signs and reads the links in emails */
  links: Tokens
  /** the configured vendors */
  vendors: Partial<Record<Provider, MailVendor>>
  /** the product's public origin, without trailing slash */
  publicUrl: string
  /** where the sandbox's mailboxes can be viewed, if it is used */
  sandboxUrl: string | null
  /** the vendors replaced by the sandbox */
  sandboxed: readonly Provider[]
  /** a vendor's sending limits; none for stand-ins */
  ceilings: (provider: Provider) => readonly ProviderCeiling[]
  /** how the apps are registered at the providers; null for a provider that is not configured */
  registrations: { googleQuota: GoogleQuota | null; microsoftTenant: string | null }
  production: boolean
  /** who may create a workspace, and how many in a period */
  registration: { mode: RegistrationMode; limits: readonly RegistrationLimit[] }
  /** trusted reverse proxies whose X-Forwarded-For counts */
  trustedProxies: number
  /** whether introspection and the query editor are enabled */
  explorable: boolean
  /** contact for Enterprise workspaces */
  salesEmail: string | null
  /** sends emails of Mergewell itself; null: none can be sent */
  systemMailer: SystemMailer | null
  /** sends to webhooks */
  webhooks: WebhookSender
  /** has uploaded files scanned for viruses */
  scan: Scan
  /** looks up the records of sending domains */
  dns: Dns
  /** ms after which an email without a report counts as delivered (decision 0011) */
  bounceWindow: number
  /** the database's time, independent of this process's clock */
  clock: () => Date
  /** the problem with this process's clock: it then sends nothing */
  clockProblem: () => string | null
  /** what this process counts and measures */
  metrics: Metrics
  log: Logger
}

/** The caller: a signed-in person of a tenant, or a program with an API key. */
export interface Viewer {
  tenantId: string
  userId: string
  /** the session or, for a program, the API key */
  sessionId: string
  role: Role
  /** null for people; what an API key may do */
  scopes: readonly ApiScope[] | null
  /** when the session or key expires; null for a key that does not */
  expiresAt: Date | null
  /** when the person last authenticated; null for an API key */
  authenticatedAt: Date | null
}

/** One call of an operation: the product, the caller, and the request. */
export interface Call {
  app: App
  /** null until the caller is known */
  viewer: Viewer | null
  /** a signed-in person who must set up a second factor before anything else; then there is no viewer */
  enrolling: Viewer | null
  /** Sets the caller after a sign-in, for the rest of this call, loaders included. */
  becomes(caller: Pick<Call, 'viewer' | 'enrolling'>): void
  /** the super admin's id, if signed in */
  superAdminId: string | null
  /** a signed-in super admin who must set up a second factor before anything else */
  enrollingSuperAdminId: string | null
  /** the super admin's session, if signed in; it gets a new token when they confirm their password */
  superAdminSession: { id: string; tokenHash: Uint8Array; createdAt: Date; expiresAt: Date } | null
  userAgent: string
  /** network address the call came from */
  address: string
  cookies: Cookies
  /** what the browser's own cookie says, which tells browsers apart; null for one that has none yet */
  device: string | null
  /** the caller is known only by the browser's cookie */
  byCookie?: boolean
  /** a cookie without an Origin was ignored */
  ignoredCookie: boolean
  /** a token of an API key was sent, whether or not it works */
  sentKey?: boolean
  /** the token sent is of a session whose workspace is not active */
  workspaceInactive?: boolean
  /** the call came over a socket, which closes when its session gets a new token */
  overSocket: boolean
  /** aborts when the response is sent or its connection is closed, so that work for nobody ends; never for a socket */
  closed?: AbortSignal
}

/** The cookies an operation may set; ignored without a response (a socket). `workspace` is set only where there is TLS. */
export interface Cookies {
  set(name: 'session' | 'superAdmin' | 'device' | 'workspace' | 'switch', token: string, expiresAt: Date): void
  clear(name: 'session' | 'superAdmin' | 'switch'): void
}

/** The caller; throws UNAUTHENTICATED if not signed in. */
export function viewerOf(call: Call): Viewer {
  if (!call.viewer) throw signedOut(call)
  return call.viewer
}

/**
 * The signed-in person, also one who must set up a second factor first: only for what they need for that. Throws
 * UNAUTHENTICATED.
 */
export function personOf(call: Call): Viewer {
  return call.enrolling ?? viewerOf(call)
}

/** A person as caller: the viewer, or nobody yet if they must set up a second factor first. */
export function callerOf(person: Viewer, missing: boolean): Pick<Call, 'viewer' | 'enrolling'> {
  return missing ? { viewer: null, enrolling: person } : { viewer: person, enrolling: null }
}

/** The caller if they may do what needs `scope`; throws UNAUTHENTICATED or FORBIDDEN. */
export function viewerWith(call: Call, scope: ApiScope): Viewer {
  const viewer = viewerOf(call)
  if (mayUse(viewer, scope)) return viewer
  throw viewer.scopes ? outOfScope(viewer.scopes, scope) : notAdmin()
}

/** The calling admin, a person; throws FORBIDDEN for everyone else. */
export function adminOf(call: Call): Viewer {
  const viewer = viewerOf(call)
  if (viewer.scopes) throw outOfScope(viewer.scopes)
  if (viewer.role !== 'admin') throw notAdmin()
  return viewer
}

const notAdmin = () => new AppError('FORBIDDEN', 'Only an admin of this workspace can do this.')

/** The calling super admin; throws UNAUTHENTICATED otherwise. */
export function superAdminOf(call: Call): string {
  if (!call.superAdminId) throw noSuperAdmin(call)
  return call.superAdminId
}

/** The calling super admin, also one who must set up a second factor first: only for what they need for that. */
export function setUpSuperAdminOf(call: Call): string {
  return call.enrollingSuperAdminId ?? superAdminOf(call)
}
