import type { Role } from '#domain/accounts/accounts.ts'
import { mayUse, type ApiScope } from '#domain/accounts/api-keys.ts'
import { AppError, noSuperAdmin, outOfScope, signedOut } from '#domain/errors.ts'
import type { App } from './app-context.ts'

/** The caller: a signed-in person of a tenant, or a program with an API key. */
export interface Viewer {
  tenantId: string
  userId: string
  /** id of the session or, for a program, of the API key */
  sessionId: string
  role: Role
  /** scopes of the API key; null for people */
  scopes: readonly ApiScope[] | null
  /** when the session or key expires; null for a key that does not */
  expiresAt: Date | null
  /** when the person last authenticated; null for an API key */
  authenticatedAt: Date | null
}

/** Call of an operation: the running app, the caller, and the request. */
export interface Call {
  app: App
  /** caller; null until the caller is known */
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
  /** value of the browser's device cookie; null for a browser that has none yet */
  device: string | null
  /** true if the caller is known only by the browser's cookie */
  byCookie?: boolean
  /** true if a cookie was ignored, because the request had no Origin */
  ignoredCookie: boolean
  /** True if a token of an API key was sent, whether or not it works. */
  sentKey?: boolean
  /** true if the token belongs to a session whose workspace is not active */
  workspaceInactive?: boolean
  /** true if the call came over a WebSocket, which closes when its session gets a new token */
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

/** Makes the caller from a signed-in person: `viewer`, or `enrolling` if they must set up a second factor first. */
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
