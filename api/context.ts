import type { Logger } from 'pino'
import type { ApiScope, Role } from '#domain/accounts.ts'
import { AppError, outOfScope, signedOut } from '#domain/errors.ts'
import type { SendCeiling } from '#domain/plans.ts'
import type { Budget } from './platform/budget.ts'
import type { RegistrationLimit, RegistrationMode } from '#domain/registration.ts'
import type { Database } from './platform/database.ts'
import type { Events } from './graphql/events.ts'
import type { Provider } from './mail-accounts/mail-account.ts'
import type { SecretBox } from './platform/secrets.ts'
import type { Jobs } from './queue/jobs.ts'
import type { MailVendor } from './sending/provider.ts'
import type { Tokens } from './tracking/tokens.ts'

/** What the running product consists of; made once in main.ts, handed to every operation. */
export interface App {
  database: Database
  events: Events
  /** what is open in this process: sockets and subscriptions */
  live: Budget
  jobs: Jobs
  secrets: SecretBox
  /** makes and reads the links in emails */
  links: Tokens
  /** the vendors that are configured */
  vendors: Partial<Record<Provider, MailVendor>>
  /** origin under which people reach the product, no trailing slash */
  publicUrl: string
  /** where the sandbox's mailboxes can be read, when mail goes to the sandbox */
  sandboxUrl: string | null
  /** the vendors that the sandbox stands in for */
  sandboxed: readonly Provider[]
  /** what a vendor lets out of one mailbox; nothing of the kind where something stands in for it */
  ceilings: (provider: Provider) => readonly SendCeiling[]
  production: boolean
  /** who may open a workspace, and how many in a while */
  registration: { mode: RegistrationMode; limits: readonly RegistrationLimit[] }
  /** proxies before the product whose X-Forwarded-For is believed */
  trustedProxies: number
  /** whether the schema can be asked for and the query editor is served */
  explorable: boolean
  /** whom to write to about an Enterprise workspace */
  salesEmail: string | null
  /** ms after which a mail without a report counts as delivered (decision 0013) */
  bounceWindow: number
  /** the database's time, whatever the clock of this process says */
  clock: () => Date
  /** what is wrong with the clock of this process: then it sends nothing */
  clockProblem: () => string | null
  log: Logger
}

/** Who asks: a signed-in person of a tenant, or a program with a key of its. */
export interface Viewer {
  tenantId: string
  userId: string
  /** the session or, for a program, the API key */
  sessionId: string
  role: Role
  /** null for people; what an API key may do */
  scopes: readonly ApiScope[] | null
  /** when the session or key ends by itself; null for a key that does not */
  expiresAt: Date | null
  /** when the person last proved who they are; null for an API key */
  authenticatedAt: Date | null
}

/** One call of an operation: the product, who asks, and what is known of the request. */
export interface Call {
  app: App
  /** null until somebody is known */
  viewer: Viewer | null
  /** A sign-in says who asks for the rest of its own call, loaders included. */
  becomes(viewer: Viewer): void
  /** id of the super admin's session owner, when one is signed in */
  superAdminId: string | null
  /** the super admin's session, when one is signed in; a new one takes its place when they confirm their password */
  superAdminSession: { id: string; createdAt: Date; expiresAt: Date } | null
  userAgent: string
  /** network address the call came from */
  address: string
  cookies: Cookies
  /** the viewer is known by the browser's cookie alone */
  byCookie?: boolean
  /** a cookie came without an Origin and counts for nothing */
  ignoredCookie: boolean
  /** it came over a socket, which is closed by itself when its session gets a new token */
  overSocket: boolean
}

/** The cookies an operation may set; a call without a response (a socket) ignores them. */
export interface Cookies {
  set(name: 'session' | 'superAdmin', token: string, expiresAt: Date): void
  clear(name: 'session' | 'superAdmin'): void
}

/** The person who asks; throws UNAUTHENTICATED when nobody is signed in. */
export function viewerOf(call: Call): Viewer {
  if (!call.viewer) throw signedOut(call)
  return call.viewer
}

/** The person or program who asks, if it may do what `scope` says; throws UNAUTHENTICATED, or FORBIDDEN for a key without the scope. */
export function viewerWith(call: Call, scope: ApiScope): Viewer {
  const viewer = viewerOf(call)
  if (viewer.scopes === null || viewer.scopes.includes(scope)) return viewer
  throw outOfScope(viewer.scopes)
}

/** The admin who asks; throws FORBIDDEN for everybody else. */
export function adminOf(call: Call): Viewer {
  const viewer = viewerOf(call)
  if (viewer.role !== 'admin' || viewer.scopes !== null)
    throw new AppError('FORBIDDEN', 'Only an admin of this workspace can do this.')
  return viewer
}

/** The super admin who asks; throws UNAUTHENTICATED otherwise. */
export function superAdminOf(call: Call): string {
  if (!call.superAdminId) throw new AppError('UNAUTHENTICATED', 'You are not signed in as super admin.')
  return call.superAdminId
}
