import { parseCookie } from 'cookie'
import express, { type Request, type Response, type Router } from 'express'
import { AppError } from '#domain/errors.ts'
import type { App } from '#api/platform/app-context.ts'
import { cookieName } from '#api/platform/http/cookies.ts'
import { logRefusal } from '#api/platform/refusal-log.ts'
import { networkOfRequest } from '#api/platform/http/network-address.ts'
import { showPlainPage } from '#api/platform/http/plain-page.ts'
import { PATHS, SAMPLE } from '#api/rendering/sample-addresses.ts'
import { createCounter } from './tracking-counts.ts'
import { isMarkOf } from '#api/accounts/sender-view-exclusion.ts'
import { noticePage, unsubscribePage, type LinkNotice } from './unsubscribe-pages.ts'
import { createRecorder } from './event-recorder.ts'
import { languageOfPage, languageOfReader } from './reader-language.ts'
import { ownTokensOnly } from './link-domains/link-hosts.ts'
import {
  allowTracking,
  choose,
  stopTracking,
  subscribeAgain,
  unsubscribe,
  viewUnsubscribe,
  type UnsubscribeView,
} from './unsubscribe.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'
import { TokenBuckets } from '#api/platform/limits/token-buckets.ts'

/** A transparent GIF of one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const BODY_MAX = '8kb'

/**
 * Mounts the routes for recipients: the pixel, tracked links, the unsubscribe page. There is no sign-in: the token in
 * the URL is the only authorization. Recipients get no cookie; the cookie of a signed-in person's browser shows that a
 * view is the sender's own.
 */
export function mountTracking(http: Router, app: App): void {
  const parts = partsOf(app)
  for (const name of ['token', 'name']) http.param(name, ownTokensOnly(app))
  mountPixel(http, app, parts)
  mountLinks(http, parts)
  mountUnsubscribe(http, app, parts)
  http.use(Object.values(PATHS), (error: unknown, request: Request, response: Response, next: express.NextFunction) => {
    if (response.headersSent) return next(error)
    const status = Number((error as { status?: unknown }).status)
    const theirs = status >= 400 && status < 500
    if (!theirs) app.log.error({ err: error }, 'A link in an email could not be followed')
    parts.notice(request, response, theirs ? status : 503, theirs ? 'missing' : 'broken')
  })
}

/** Makes the parts that the routes share: counting and recording within the limits, and responses. */
function partsOf(app: App) {
  const tokens = app.links
  const recorder = createRecorder(app)
  const count = createCounter(app)
  const forged = new TokenBuckets(LIMITS.forgedLinks, app.clock)
  // Hits above the limit are answered but not recorded, so recipients never notice.
  const byNetwork = new TokenBuckets(LIMITS.trackingHits, app.clock)
  const byMail = new TokenBuckets(LIMITS.emailHits, app.clock)
  const networkOf = (request: Request) => networkOfRequest(app.trustedProxies, request)

  const notice = (request: Request, response: Response, status: number, about: LinkNotice) =>
    showPlainPage(response, status, noticePage(about, languageOfReader(request)))
  const refuse = (request: Request, response: Response) => {
    logRefusal(app.log, new AppError('BAD_INPUT', 'No link of ours'), 'link in an email')
    if (forged.take(networkOf(request))) return notice(request, response, 404, 'missing')
    response.set('Retry-After', '60')
    notice(request, response, 429, 'busy')
  }
  const mayWrite = (request: Request, logId: string) => byNetwork.take(networkOf(request)) && byMail.take(logId)
  const hitOf = (request: Request) => ({
    method: request.method,
    userAgent: request.get('user-agent') ?? '',
    prefetch: /prefetch|preview/i.test(
      ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => request.get(name) ?? '').join(),
    ),
    at: app.clock(),
  })

  /** Returns whether a member's browser shows an email of their own workspace in a webmail, which is another site. */
  const isOwn = (request: Request, tenantId: string) =>
    request.get('sec-fetch-site') === 'cross-site' &&
    isMarkOf(app, tenantId, parseCookie(request.get('cookie') ?? '')[cookieName(app, 'workspace')])

  const redirect = (response: Response, location: string) =>
    void response.set({ Location: location, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }).status(302).end()

  return { tokens, recorder, count, byNetwork, networkOf, notice, refuse, mayWrite, hitOf, isOwn, redirect }
}
type Parts = ReturnType<typeof partsOf>

function mountPixel(
  http: Router,
  app: App,
  { tokens, recorder, count, byNetwork, networkOf, refuse, mayWrite, hitOf, isOwn }: Parts,
): void {
  http.get(`${PATHS.open}/:name`, async (request, response) => {
    const token = request.params.name.replace(/\.gif$/, '')
    const mail = tokens.readOpen(token)
    const counted = mail ? null : tokens.readCountedOpen(token)
    if (!mail && !counted) return refuse(request, response)
    if (counted && !isOwn(request, counted.tenantId) && byNetwork.take(networkOf(request))) {
      await count({ key: counted, hit: { ...hitOf(request), kind: 'open' }, write: true }).catch((error: unknown) =>
        app.log.warn({ err: error }, 'An open was not counted'),
      )
    }
    if (mail && mayWrite(request, mail.logId)) {
      await recorder
        .record(mail.tenantId, {
          ...hitOf(request),
          kind: 'open',
          logId: mail.logId,
          own: isOwn(request, mail.tenantId),
        })
        .catch((error: unknown) => app.log.warn({ err: error }, 'An open was not recorded'))
    }
    response
      .set({
        'Content-Type': 'image/gif',
        'Content-Length': String(GIF.length),
        'Cache-Control': 'no-store, no-cache, must-revalidate, max-age=0, private',
        Pragma: 'no-cache',
        Expires: '0',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      .end(GIF)
  })
}

function mountLinks(
  http: Router,
  { tokens, recorder, count, byNetwork, networkOf, notice, refuse, mayWrite, hitOf, isOwn, redirect }: Parts,
): void {
  http.get(`${PATHS.click}/:token`, async (request, response) => {
    const counted = tokens.readCountedClick(request.params.token)
    const link = counted ? null : tokens.readClick(request.params.token)
    if (counted) {
      const hit = { ...hitOf(request), kind: 'click' as const, link: counted.link }
      const write = !isOwn(request, counted.tenantId) && byNetwork.take(networkOf(request))
      const { destination } = await count({ key: counted, hit, write })
      return destination === null ? notice(request, response, 404, 'missing') : redirect(response, destination)
    }
    if (!link) return refuse(request, response)
    const { tenantId, logId } = link
    const hit = { ...hitOf(request), kind: 'click' as const, logId, link: link.link, own: isOwn(request, tenantId) }
    const { destination } = await (mayWrite(request, logId)
      ? recorder.record(tenantId, hit)
      : recorder.look(tenantId, hit))
    if (destination === null) return notice(request, response, 404, 'missing')
    redirect(response, destination)
  })
}

function mountUnsubscribe(http: Router, app: App, { notice, refuse }: Parts): void {
  const view = (request: Request, response: Response, found: UnsubscribeView | null, isSaved = false) =>
    found
      ? showPlainPage(
          response,
          200,
          unsubscribePage({ ...found, language: languageOfPage(request, found.language) }, isSaved),
        )
      : refuse(request, response)

  http.get(`${PATHS.unsubscribe}/:token`, async (request, response) => {
    const { token } = request.params
    if (token === SAMPLE) return notice(request, response, 200, 'sample')
    view(request, response, await viewUnsubscribe(app, token))
  })

  http.post(
    `${PATHS.unsubscribe}/:token`,
    express.text({ type: () => true, limit: BODY_MAX }),
    async (request, response) => {
      const token = String(request.params['token'])
      if (token === SAMPLE) return notice(request, response, 200, 'sample')
      const body = typeof request.body === 'string' ? request.body : ''
      const wish = wishOf(body)
      if (wish === 'one-click') {
        if (!(await unsubscribe(app, token))) return refuse(request, response)
        return void response.set('Cache-Control', 'no-store').type('text/plain').send('Unsubscribed\n')
      }
      if (wish === 'choose') return view(request, response, await choose(app, token, new URLSearchParams(body)), true)
      if (wish === null) return view(request, response, await viewUnsubscribe(app, token))
      view(request, response, await WISHES[wish](app, token))
    },
  )
}

const WISHES = { unsubscribe, subscribe: subscribeAgain, untrack: stopTracking, track: allowTracking } as const

/** The action requested by our own form or by an email client (RFC 8058, either form encoding). */
function wishOf(body: string): 'one-click' | 'choose' | keyof typeof WISHES | null {
  const form = new URLSearchParams(body)
  if (form.get('List-Unsubscribe')?.trim().toLowerCase() === 'one-click') return 'one-click'
  if (/name="?List-Unsubscribe"?[ \t]*\n(?:[^\n]+\n)*\n\s*One-Click\b/i.test(body.replaceAll('\r', '')))
    return 'one-click'
  const action = form.get('action')
  if (action === 'choose') return action
  return action !== null && Object.hasOwn(WISHES, action) ? (action as keyof typeof WISHES) : null
}
