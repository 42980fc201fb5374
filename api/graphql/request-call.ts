import { cookieName, COOKIES } from '#api/platform/http/cookies.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import { AppError } from '#domain/errors.ts'
import type { Context } from '#schema/call-context.ts'
import { API_KEY_PREFIX, findKeyHolder } from '#api/accounts/api-keys.ts'
import { findViewer } from '#api/accounts/sessions.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Call, Cookies, Viewer } from '#api/platform/call-context.ts'
import { operations } from '#api/operations.ts'
import { findSuperAdminSession, mustSuperAdminSetUp } from '#api/super-admins/super-admins.ts'
import { logRefusal } from '#api/platform/refusal-log.ts'
import { currentRequest, type RequestScope } from '#api/platform/current-request.ts'
import { isLoopback } from '#api/platform/http/loopback-address.ts'
import { addressOf } from '#api/platform/http/network-address.ts'
import { hashToken } from '#api/platform/secrets/secret-box.ts'
import { createLoaders } from './data-loaders.ts'

/** Facts about a request before any look-up. */
export interface RequestFacts {
  method: string
  headers: IncomingMessage['headers']
  socket?: { remoteAddress?: string | undefined }
}

/**
 * Identifies the caller (product: sign-in.cookie): the token in Authorization, bare or Bearer; otherwise the cookie,
 * which allows changes only with our own Origin.
 */
export async function createCall(app: App, request: RequestFacts, response: ServerResponse | null): Promise<Call> {
  const { headers } = request
  const cookies = parseCookie(headers.cookie ?? '')
  const isReading = ['GET', 'HEAD'].includes(request.method)
  const mayUseCookies = isReading || isOurOrigin(app, headers)
  const bearer = headers.authorization?.replace(/^Bearer\s+/i, '').trim()
  const address = addressOf(app.trustedProxies, request)
  const token = bearer || (mayUseCookies ? cookies[cookieName(app, 'session')] : undefined)
  const adminToken = mayUseCookies ? cookies[cookieName(app, 'superAdmin')] : undefined
  const sentKey = token?.startsWith(API_KEY_PREFIX) ?? false
  const [known, superAdminSession] = await Promise.all([
    token ? (sentKey ? findKeyHolder(app, { token }, address) : findViewer(app, { token })) : null,
    adminToken ? findSuperAdminSession(app, { tokenHash: hashToken(adminToken) }) : null,
  ])
  const { viewer, enrolling } = known && 'enrolling' in known ? known : { viewer: known, enrolling: null }
  const superAdminId = superAdminSession?.superAdminId ?? null
  const person = viewer ?? enrolling
  const scope = currentRequest()
  if (scope) scope.caller = callerOfScope(person, superAdminId)
  const mustSetUp = superAdminId !== null && (await mustSuperAdminSetUp(app, superAdminId))
  return {
    app,
    viewer,
    enrolling,
    superAdminId: mustSetUp ? null : superAdminId,
    enrollingSuperAdminId: mustSetUp ? superAdminId : null,
    superAdminSession,
    becomes: () => {},
    byCookie: !bearer && person !== null,
    ignoredCookie: !bearer && !mayUseCookies && carriesCookie(app, headers),
    sentKey,
    workspaceInactive: known !== null && 'workspaceInactive' in known && known.workspaceInactive === true,
    overSocket: response === null,
    ...(response && { closed: closingOf(response) }),
    userAgent: headers['user-agent'] ?? '',
    address,
    device: cookies[cookieName(app, 'device')]?.slice(0, 100) ?? null,
    cookies: response
      ? cookieWriter(app, response, mayUseCookies || Boolean(bearer))
      : { set: () => {}, clear: () => {} },
  }
}

/** Reason for aborting a request's work; made once, because creating its stack trace takes a tenth of a millisecond. */
const CLOSED = new DOMException('The response was sent or its connection was closed.', 'AbortError')

function closingOf(response: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  response.once('close', () => leaving.abort(CLOSED))
  return leaving.signal
}

/** The ids by which the process log names the caller. */
function callerOfScope(person: Viewer | null, superAdminId: string | null): RequestScope['caller'] {
  if (!person) return superAdminId === null ? null : { superAdminId }
  const { tenantId, userId, sessionId, scopes } = person
  return { tenantId, userId, ...(scopes && { apiKeyId: sessionId }) }
}

/** The resolver context of a call. */
export function contextOf(call: Call): Context {
  // The server may copy the context; this one object is shared by loaders and sign-ins.
  const current = { ...call }
  return {
    ...current,
    becomes: (caller) => void Object.assign(current, caller),
    api: operations,
    loaders: createLoaders(current),
    logRefusal: (error, mutation) => logRefusal(call.app.log, error, mutation),
  }
}

/**
 * Returns whether a browser request comes from our own pages: PUBLIC_URL's or, outside production, those of the
 * requested address (plain HTTP on this machine, the scheme of PUBLIC_URL elsewhere). A request without Origin proves
 * nothing.
 */
export function isOurOrigin(
  { publicUrl, production }: Pick<App, 'publicUrl' | 'production'>,
  { origin, host }: IncomingMessage['headers'],
): boolean {
  if (!origin || origin === publicUrl || production) return origin === publicUrl
  const address = `${new URL(publicUrl).protocol}//${host ?? ''}`
  if (!host || !URL.canParse(address)) return false
  const came = new URL(address)
  return origin === came.origin || (isLoopback(came.hostname) && origin === `http://${host}`)
}

/** Returns whether a request carries a session cookie. */
export function carriesCookie(app: App, { cookie = '' }: IncomingMessage['headers']): boolean {
  const cookies = parseCookie(cookie)
  return Boolean(cookies[cookieName(app, 'session')] || cookies[cookieName(app, 'superAdmin')])
}

/**
 * The error for another site's request with our cookie; null otherwise. Treating it as signed out would hide the cause.
 */
export function foreignRefusal(app: App, { method, headers }: RequestFacts): AppError | null {
  const { origin, authorization } = headers
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(method)
  if (reads || authorization || !origin || isOurOrigin(app, headers)) return null
  if (!carriesCookie(app, headers)) return null
  const from = origin === 'null' ? 'a page that hides its origin' : origin.slice(0, 200)
  return new AppError(
    'FORBIDDEN',
    `This request came from ${from} with our cookie, which only pages of ${app.publicUrl} may use. Programs must send a token in the Authorization header instead.`,
  )
}

/**
 * Makes the function that sets and clears cookies in a response. A request from another site must not clear a cookie
 * either, so only a `trusted` request may change cookies. The exception is the cookie `workspace`, which authorizes
 * nothing and must be sent from webmail sites; browsers allow that with TLS only.
 */
function cookieWriter(app: App, response: ServerResponse, trusted: boolean): Cookies {
  const secure = app.publicUrl.startsWith('https:')
  const write = (name: keyof typeof COOKIES, value: string, expires: Date) => {
    const sameSite = name === 'workspace' ? ('none' as const) : ('lax' as const)
    const attributes = { httpOnly: true, sameSite, path: '/', secure }
    response.appendHeader(
      'Set-Cookie',
      stringifySetCookie({ ...attributes, name: cookieName(app, name), value, expires }),
    )
  }
  return {
    set: (name, token, expiresAt) => {
      if (name !== 'workspace' || secure) write(name, token, expiresAt)
    },
    clear: (name) => {
      if (trusted) write(name, '', new Date(0))
    },
  }
}
