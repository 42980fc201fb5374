import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import { AppError } from '#domain/errors.ts'
import type { Context } from '#schema/context.ts'
import { API_KEY_PREFIX, findKeyHolder } from '../accounts/api-keys.ts'
import { findViewer } from '../accounts/sessions.ts'
import type { App, Call, Cookies } from '../context.ts'
import { operations } from '../operations.ts'
import { findSuperAdminSession } from '../tenants/super-admins.ts'
import { isLoopback } from '../platform/loopback.ts'
import { addressOf } from '../platform/network-address.ts'
import { createLoaders } from './loaders.ts'

/** Names of the cookies; the super admin signs in apart from everybody else, and `signIn` ties a sign-in at a vendor to its browser. */
const COOKIES = {
  session: 'mergewell_session',
  superAdmin: 'mergewell_super_admin',
  signIn: 'mergewell_sign_in',
} as const

/** A cookie's name: with https one that browsers take from this very host only, so that no neighbouring domain can set it. */
export function cookieName(app: Pick<App, 'publicUrl'>, name: keyof typeof COOKIES): string {
  return app.publicUrl.startsWith('https:') ? `__Host-${COOKIES[name]}` : COOKIES[name]
}

/** What is known of a request before anybody is looked up. */
export interface RequestFacts {
  method: string
  headers: IncomingMessage['headers']
  socket?: { remoteAddress?: string | undefined }
}

/**
 * Who asks (product: sign-in.cookie): the token in Authorization, bare or Bearer; otherwise the cookie, which counts for reading, and for
 * changing only when the request's Origin is ours.
 */
export async function createCall(app: App, request: RequestFacts, response: ServerResponse | null): Promise<Call> {
  const { headers } = request
  const cookies = parseCookie(headers.cookie ?? '')
  const isReading = ['GET', 'HEAD'].includes(request.method)
  const mayUseCookies = isReading || isOurOrigin(app, headers)
  const bearer = headers.authorization?.replace(/^Bearer\s+/i, '').trim()
  const token = bearer || (mayUseCookies ? cookies[cookieName(app, 'session')] : undefined)
  const adminToken = mayUseCookies ? cookies[cookieName(app, 'superAdmin')] : undefined
  const [viewer, superAdminSession] = await Promise.all([
    token ? (token.startsWith(API_KEY_PREFIX) ? findKeyHolder(app, token) : findViewer(app, token)) : null,
    adminToken ? findSuperAdminSession(app, adminToken) : null,
  ])
  return {
    app,
    viewer,
    superAdminId: superAdminSession?.superAdminId ?? null,
    superAdminSession,
    becomes: () => {},
    byCookie: !bearer && viewer !== null,
    ignoredCookie: !bearer && !mayUseCookies && carriesCookie(app, headers),
    overSocket: response === null,
    userAgent: headers['user-agent'] ?? '',
    address: addressOf(app.trustedProxies, request),
    cookies: response
      ? cookieWriter(app, response, mayUseCookies || Boolean(bearer))
      : { set: () => {}, clear: () => {} },
  }
}

/** What resolvers get for a call. */
export function contextOf(call: Call): Context {
  // The server may copy the context before resolvers get it; this one object is what loaders and sign-ins share.
  const current = { ...call }
  return {
    ...current,
    becomes: (viewer) => void (current.viewer = viewer),
    api: operations,
    loaders: createLoaders(current),
  }
}

/**
 * Whether a browser's request comes from our own pages: PUBLIC_URL's or, outside production, those of the address that it came to. That is
 * plain HTTP on this machine, and what PUBLIC_URL says elsewhere. A request without Origin does not prove it.
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

/** Whether a request carries a cookie that somebody is signed in by. */
export function carriesCookie(app: App, { cookie = '' }: IncomingMessage['headers']): boolean {
  const cookies = parseCookie(cookie)
  return Boolean(cookies[cookieName(app, 'session')] || cookies[cookieName(app, 'superAdmin')])
}

/**
 * Why a request is refused that another site makes with our cookie; null for every other. It would only be taken for one of somebody who is
 * not signed in, which tells nobody what is wrong.
 */
export function foreignRefusal(app: App, { method, headers }: RequestFacts): AppError | null {
  const { origin, authorization } = headers
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(method)
  if (reads || authorization || !origin || isOurOrigin(app, headers)) return null
  if (!carriesCookie(app, headers)) return null
  const from = origin === 'null' ? 'a page that keeps its origin secret' : origin.slice(0, 200)
  return new AppError(
    'FORBIDDEN',
    `This request came from ${from} and relied on our cookie, which only pages of ${app.publicUrl} may do. A program sends a token in Authorization instead.`,
  )
}

/** A page of somebody else's may not take a cookie away either: only a `trusted` request clears one. */
function cookieWriter(app: App, response: ServerResponse, trusted: boolean): Cookies {
  const attributes = { httpOnly: true, sameSite: 'lax' as const, path: '/', secure: app.publicUrl.startsWith('https:') }
  const write = (name: keyof typeof COOKIES, value: string, expires: Date) =>
    response.appendHeader(
      'Set-Cookie',
      stringifySetCookie({ ...attributes, name: cookieName(app, name), value, expires }),
    )
  return {
    set: (name, token, expiresAt) => write(name, token, expiresAt),
    clear: (name) => {
      if (trusted) write(name, '', new Date(0))
    },
  }
}
