import { parseCookie, stringifySetCookie } from 'cookie'
import type { Express, Request, Response } from 'express'
import { AppError } from '#domain/errors.ts'
import { SIGN_IN_FAILURES, signInFailureCode, signInFailureText } from '#domain/accounts/sign-in-failures.ts'
import { SWITCH_PATH, switchQuestion, switchSession } from '#api/accounts/session-switch-confirmation.ts'
import { beginPage, switchPage } from '#api/accounts/sign-in-pages.ts'
import { beginSingleSignOn, completeSingleSignOn } from '#api/accounts/single-sign-on/sign-in.ts'
import type { App } from '#api/platform/app-context.ts'
import { cookieName } from '#api/platform/http/cookies.ts'
import { createCall } from '#api/graphql/request-call.ts'
import { beginConnect, completeConnect, type ConnectOutcome } from '#api/mailboxes/connect-mailbox.ts'
import { adminPage, refusalPage } from '#api/mailboxes/consent-pages.ts'
import { completeAdminConsent, explainRefusal, isAdminReturn } from '#api/mailboxes/access-level-upgrade.ts'
import { type SignInProvider, SIGN_IN_PROVIDERS } from '#domain/mailboxes/providers.ts'
import { AWAY } from '#api/platform/database/database-outage-errors.ts'
import { logRefusal } from '#api/platform/refusal-log.ts'
import { showPlainPage } from '#api/platform/http/plain-page.ts'
import { newToken } from '#api/platform/secrets/secret-box.ts'

/** The browser redirects (product: api.redirects): /auth/microsoft, /auth/google and their callbacks. */
export const redirects = SIGN_IN_PROVIDERS.map((provider) => ({ provider, path: `/auth/${provider}` as const }))

export function mountRedirects(http: Express, app: App): void {
  mountSingleSignOn(http, app)
  mountSwitch(http, app)
  for (const { provider, path } of redirects) {
    http.get(path, (request, response) => {
      if (isBegunElsewhere(request)) return askFirst(app, request, response, provider)
      return answer(app, response, () => begin(app, provider, request, response))
    })
    http.get(`${path}/callback`, (request, response) => {
      const query = words(request.query)
      if (isAdminReturn(query)) return thankAdmin(app, provider, query, response)
      return answer(app, response, () => complete(app, provider, request, response))
    })
    http.get(`${path}/refused`, (request, response) => {
      const found = explainRefusal(app, provider, words(request.query))
      if (!found) return response.redirect('/settings?tab=emails')
      showPlainPage(response, 200, refusalPage(found))
    })
  }
}

/** Mounts single sign-on: /auth/sso?email=… and its callback. */
function mountSingleSignOn(http: Express, app: App): void {
  http.get('/auth/sso', (request, response) => {
    if (isBegunElsewhere(request)) return askFirst(app, request, response, 'sso')
    return answer(app, response, async () => {
      const { email = '', action } = words(request.query)
      ensureKnowingly(action, request)
      const browser = keepBrowser(app, request, response)
      const call = await createCall(app, request, response)
      return beginSingleSignOn(call, { email: email.trim(), action }, browser)
    })
  })
  http.get('/auth/sso/callback', (request, response) =>
    answer(app, response, async () => {
      const call = await createCall(app, request, response)
      const query = request.originalUrl.split('?')[1] ?? ''
      return completeSingleSignOn(call, query, browserOf(app, request) ?? null)
    }),
  )
}

/**
 * Mounts the page that asks whether a newly signed-in person replaces the person of the browser's session, and the
 * answer to it.
 */
function mountSwitch(http: Express, app: App): void {
  const cookieOf = (request: Request) => parseCookie(request.headers.cookie ?? '')[cookieName(app, 'switch')]
  http.get(SWITCH_PATH, async (request, response) => {
    const question = await switchQuestion(await createCall(app, request, response), cookieOf(request))
    if (!question) return response.redirect('/')
    // Without a referrer the browser would hide the origin of the answer, which must be ours.
    response.set('Referrer-Policy', 'same-origin')
    showPlainPage(response, 200, switchPage(question))
  })
  http.post(SWITCH_PATH, (request, response) =>
    answer(app, response, async () => switchSession(await createCall(app, request, response), cookieOf(request))),
  )
}

/** Sign-in flows that only our own pages may start; another site's link is refused. */
const KNOWINGLY = new Set(['identity', 'confirm', 'register', 'files'])
const OUR_PAGES = new Set(['same-origin', 'none'])

const isFromElsewhere = ({ headers }: Request) => !OUR_PAGES.has(headers['sec-fetch-site'] ?? 'none')

/** Throws BAD_INPUT if another site's link starts such a flow. */
function ensureKnowingly(action: string | undefined, request: Request): void {
  if (!KNOWINGLY.has(action ?? '') || !isFromElsewhere(request)) return
  throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.otherSite)
}

/** Returns whether another site's link starts one of the other sign-in flows, which then asks the person first. */
const isBegunElsewhere = (request: Request) =>
  isFromElsewhere(request) && !KNOWINGLY.has(words(request.query)['action'] ?? '')

/** Shows our own page, with a button that starts the flow. */
async function askFirst(app: App, request: Request, response: Response, where: SignInProvider | 'sso'): Promise<void> {
  const { viewer } = await createCall(app, request, response)
  const query = words(request.query)
  showPlainPage(response, 200, beginPage({ where, query, connects: viewer !== null && where !== 'sso' }))
}

async function begin(app: App, provider: SignInProvider, request: Request, response: Response): Promise<string> {
  ensureKnowingly(words(request.query).action, request)
  const browser = keepBrowser(app, request, response)
  return beginConnect(await createCall(app, request, response), provider, words(request.query), browser)
}

/** Returns the secret that ties a sign-in to this browser, and stores it in a cookie. */
function keepBrowser(app: App, request: Request, response: Response): string {
  const browser = browserOf(app, request) ?? newToken()
  response.appendHeader(
    'Set-Cookie',
    stringifySetCookie({
      name: cookieName(app, 'signIn'),
      value: browser,
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: app.publicUrl.startsWith('https:'),
      maxAge: 3_600,
    }),
  )
  return browser
}

const browserOf = (app: App, request: Request) => parseCookie(request.headers.cookie ?? '')[cookieName(app, 'signIn')]

/** Handles the callback of the admin-consent page, where an administrator allowed the application; needs no session. */
async function thankAdmin(
  app: App,
  provider: SignInProvider,
  query: Record<string, string>,
  response: Response,
): Promise<void> {
  const outcome = await completeAdminConsent(app, provider, query)
  showPlainPage(response, outcome === 'stale' ? 400 : 200, adminPage(outcome))
}

/** Page to show after each outcome of connecting; for other outcomes it is `/?auth=` and the outcome. */
const ENDS: Partial<Record<ConnectOutcome, string>> = {
  connected: '/?auth=PROVIDER_connected',
  level_changed: '/settings?tab=emails',
  identity_added: '/settings?tab=profile&identity=added',
  identity_confirmed: '/settings?tab=profile&identity=confirmed',
}

async function complete(app: App, provider: SignInProvider, request: Request, response: Response): Promise<string> {
  const browser = browserOf(app, request) ?? null
  const call = await createCall(app, request, response)
  const outcome = await completeConnect(call, provider, words(request.query), browser)
  if (typeof outcome === 'object') return outcome.page
  return (ENDS[outcome] ?? `/?auth=${outcome}`).replace('PROVIDER', provider)
}

/**
 * Redirects the browser to the page of the outcome. Errors become auth=error with a message that the page knows, spaces
 * as underscores.
 */
async function answer(app: App, response: Response, target: () => Promise<string>): Promise<void> {
  try {
    response.redirect(await target())
  } catch (error) {
    if (error instanceof AppError) logRefusal(app.log, error, 'sign-in through a provider')
    else app.log.error({ err: error }, 'A redirect failed')
    response.redirect(`/?auth=error&message=${encodeURIComponent(signInFailureCode(failureOf(app, error)))}`)
  }
}

/**
 * Returns the message for a failed sign-in: one of the sentences in a fixed table. Details of a provider's error go to
 * the log.
 */
function failureOf(app: App, error: unknown): string {
  if (!(error instanceof AppError)) return SIGN_IN_FAILURES.internal
  if (signInFailureText(error.message)) return error.message
  app.log.warn({ err: error }, 'A sign-in at a provider failed')
  if (error.message === AWAY) return SIGN_IN_FAILURES.internal
  return error.code === 'UNAVAILABLE' ? SIGN_IN_FAILURES.unreachable : SIGN_IN_FAILURES.failed
}

function words(query: Request['query']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
