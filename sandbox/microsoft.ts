import { randomUUID } from 'node:crypto'
import { Router } from 'express'
import { adminConsentPage } from './admin-consent.ts'
import { authorizePage } from './authorize-page.ts'
import { applicationToken } from './applications.ts'
import { answer } from './api-calls.ts'
import { type Fault, retryAfterHeader } from './faults.ts'
import {
  authTimeOf,
  type Grant,
  grantedBefore,
  issueToken,
  type OAuthFault,
  OAuthProblem,
  ownerOf,
  redeem,
  widenGrant,
} from './oauth-grants.ts'
import { consentedByAdmin, domainOf } from './organizations.ts'
import { Refusal, type Reply, sendReply } from './http-responses.ts'
import { formOf, originOf, readBody } from './request-body.ts'
import type { Sandbox } from './sandbox.ts'
import { subjectOf, tenantOf } from './provider-names.ts'
import type { SignIn } from './sign-in.ts'

const OIDC_SCOPES = ['openid', 'profile', 'email', 'offline_access']

const SCOPE_TEXT: Record<string, string> = {
  openid: 'Sign you in',
  profile: 'View your basic profile',
  email: 'View your email address',
  offline_access: 'Maintain access to data you have given it access to',
  'User.Read': 'Sign you in and read your profile',
  'Mail.Send': 'Send mail as you',
  'Files.ReadWrite': 'Have full access to your files',
  'Mail.Send.Shared': 'Send mail on behalf of others or yourself',
  'https://outlook.office.com/SMTP.Send': 'Send emails from your mailbox using SMTP AUTH.',
  'https://outlook.office.com/IMAP.AccessAsUser.All': 'Read and write access to your mail via IMAP.',
  'Mail.Read': 'Read your mail',
  'Mail.ReadWrite': 'Read and write your mail: drafts, large attachments, bounces and replies',
}

export const canonicalGraphScope = (scope: string): string => scope.replace(/^https:\/\/graph\.microsoft\.com\//, '')

const SIGN_IN: SignIn = {
  vendor: 'microsoft',
  canonical: canonicalGraphScope,
  describe: (scope) => SCOPE_TEXT[scope] ?? scope,
  implied: (scope) => OIDC_SCOPES.includes(scope),
  offline: (_query, scopes) => scopes.includes('offline_access'),
  tellsAuthTime: (query) => query.has('max_age'),
  unapproved: {
    error: 'access_denied',
    error_description:
      'AADSTS90094: An administrator of your organization has set a policy that prevents you from granting this application the permissions it is requesting. Contact an administrator, who can grant permissions to it on your behalf.',
  },
  extras: () => ({ session_state: randomUUID() }),
}

/** Azure's error numbers: `AADSTS<number>: <text>`. */
const AADSTS: Record<OAuthFault, [error: string, number: number, text: string]> = {
  'unknown-code': ['invalid_grant', 9002313, 'Invalid request. Request is malformed or invalid.'],
  'used-code': [
    'invalid_grant',
    54005,
    'OAuth2 Authorization code was already redeemed, please retry with a new valid code.',
  ],
  'expired-code': [
    'invalid_grant',
    70008,
    'The provided authorization code or refresh token has expired due to inactivity.',
  ],
  'wrong-redirect': [
    'invalid_grant',
    500112,
    'The reply address does not match the reply address provided when requesting Authorization code.',
  ],
  'wrong-client': ['invalid_grant', 70000, 'Provided grant is invalid or malformed: it was issued to another client.'],
  'wrong-verifier': [
    'invalid_grant',
    501481,
    'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
  ],
  'unknown-refresh-token': ['invalid_grant', 700082, 'The refresh token has expired or is unknown.'],
  revoked: [
    'invalid_grant',
    50173,
    'The provided grant has expired due to it being revoked, a fresh auth token is needed.',
  ],
  'unconsented-scope': [
    'invalid_grant',
    65001,
    'The user or administrator has not consented to use the application with these permissions.',
  ],
}

/** Suberrors that tell MSAL to require interaction. */
const SUBERROR: Record<number, string> = { 65001: 'consent_required', 50173: 'bad_token', 700082: 'bad_token' }

function aadError(
  status: number,
  error: string,
  number: number,
  text: string,
  headers?: Record<string, string>,
): Reply {
  const trace_id = randomUUID()
  const correlation_id = randomUUID()
  const timestamp = new Date().toISOString().replace('T', ' ').replace(/\.\d+/, '')
  const error_description = `AADSTS${number}: ${text} Trace ID: ${trace_id} Correlation ID: ${correlation_id} Timestamp: ${timestamp}`
  const suberror = SUBERROR[number] === undefined ? {} : { suberror: SUBERROR[number] }
  return {
    status,
    headers,
    json: { error, error_description, error_codes: [number], timestamp, trace_id, correlation_id, ...suberror },
  }
}

function tokenFault(fault: Fault, now: number): Reply {
  const message = fault.message
  switch (fault.kind) {
    case 'throttled':
      return aadError(
        429,
        'temporarily_unavailable',
        90055,
        message ?? 'Tenant request is throttled.',
        retryAfterHeader(fault, now, 10),
      )
    case 'unavailable':
      return aadError(
        503,
        'temporarily_unavailable',
        90033,
        message ?? 'A transient error has occurred.',
        retryAfterHeader(fault, now),
      )
    case 'unauthorized':
      return aadError(401, 'invalid_client', 7000215, message ?? 'Invalid client secret provided.')
    case 'forbidden':
      return aadError(400, 'invalid_grant', 53003, message ?? 'Access has been blocked by Conditional Access policies.')
    case 'application':
      return aadError(401, 'invalid_client', 7000222, message ?? 'The provided client secret keys are expired.')
    case 'disabled':
      return aadError(400, 'unauthorized_client', 7000112, message ?? 'Application is disabled.')
    case 'refused':
      return aadError(400, 'invalid_grant', 50196, message ?? 'The server terminated an operation because of a loop.')
    case 'revoked':
      return aadError(400, ...AADSTS.revoked)
    default:
      return aadError(400, 'invalid_request', 900144, message ?? 'The request is malformed.')
  }
}

/** Microsoft's sign-in: `/{tenant}/oauth2/v2.0/…`, for any tenant. */
export function microsoftSignIn(sandbox: Sandbox): Router {
  const router = Router()
  const page = authorizePage(sandbox, SIGN_IN)
  router.get('/:tenant/oauth2/v2.0/authorize', page.show)
  router.post('/:tenant/oauth2/v2.0/authorize', page.decide)
  const adminPage = adminConsentPage(sandbox, SIGN_IN)
  router.get('/:tenant/v2.0/adminconsent', adminPage.show)
  router.post('/:tenant/v2.0/adminconsent', adminPage.decide)
  router.get('/:tenant/v2.0/.well-known/openid-configuration', (req, res) => {
    const base = `${originOf(req)}/${req.params.tenant}`
    sendReply(res, {
      status: 200,
      json: {
        issuer: `${base}/v2.0`,
        authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
        token_endpoint: `${base}/oauth2/v2.0/token`,
        end_session_endpoint: `${base}/oauth2/v2.0/logout`,
        jwks_uri: `${base}/discovery/v2.0/keys`,
        userinfo_endpoint: `${originOf(req)}/oidc/userinfo`,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        scopes_supported: OIDC_SCOPES,
      },
    })
  })
  router.get('/:tenant/discovery/v2.0/keys', (_req, res) =>
    sendReply(res, { status: 200, json: sandbox.signer.jwks() }),
  )
  router.get('/:tenant/oauth2/v2.0/logout', (req, res) => {
    const target = req.query.post_logout_redirect_uri
    if (typeof target === 'string' && URL.canParse(target)) res.redirect(303, target)
    else res.type('text').send('You have signed out of the sandbox.')
  })
  router.post('/:tenant/oauth2/v2.0/token', async (req, res) => {
    const body = await readBody(req, 100_000)
    const form = formOf(body === 'too-large' ? Buffer.alloc(0) : body)
    const owner = ownerOf(sandbox, form.get('refresh_token') ?? form.get('code') ?? '')
    const target = { vendor: 'microsoft', email: owner?.email ?? '', operation: 'token' } as const
    await answer(
      sandbox,
      target,
      res,
      (fault) => tokenFault(fault, sandbox.clock()),
      () =>
        form.get('grant_type') === 'client_credentials'
          ? giveApplicationToken(sandbox, req.params.tenant, form)
          : giveTokens(sandbox, form, originOf(req)),
    )
  })
  return router
}

/** The application's own token: which mailboxes it may touch is decided at each call. */
function giveApplicationToken(sandbox: Sandbox, directory: string, form: URLSearchParams): Reply {
  const token = applicationToken(sandbox, directory, form)
  if (token === null) return aadError(401, 'invalid_client', 7000215, 'Invalid client secret provided.')
  const expires_in = sandbox.settings.accessTokenSeconds
  return { status: 200, json: { token_type: 'Bearer', expires_in, ext_expires_in: expires_in, access_token: token } }
}

function giveTokens(sandbox: Sandbox, form: URLSearchParams, origin: string): Reply {
  try {
    const clientId = form.get('client_id')
    if (!clientId)
      throw new Refusal(aadError(400, 'invalid_request', 900144, "The request body must contain 'client_id'."))
    if (!form.get('client_secret') && !form.get('client_assertion')) {
      throw new Refusal(
        aadError(
          401,
          'invalid_client',
          7000218,
          "The request body must contain 'client_assertion' or 'client_secret'.",
        ),
      )
    }
    const redeemed = redeem(sandbox, 'microsoft', form, clientId)
    if (!redeemed) return aadError(400, 'unsupported_grant_type', 70003, 'The app requested an unsupported grant type.')
    const resource = redeemed.scopes.filter((scope) => !OIDC_SCOPES.includes(scope))
    const asked = (form.get('scope') ?? '').split(' ').filter(Boolean).map(canonicalGraphScope)
    const wanted = asked.filter((scope) => !OIDC_SCOPES.includes(scope) && scope !== '.default')
    const more = form.get('grant_type') === 'refresh_token' ? wanted.filter((scope) => !resource.includes(scope)) : []
    if (!isConsented(sandbox, redeemed, more)) throw new OAuthProblem('unconsented-scope')
    const grant = more.length > 0 ? widenGrant(sandbox, redeemed, more) : redeemed
    const shown = grant.scopes.filter((scope) => scope !== 'offline_access')
    const refresh = grant.offline ? { refresh_token: issueToken(sandbox, grant, 'refresh', grant.scopes) } : {}
    return {
      status: 200,
      json: {
        token_type: 'Bearer',
        scope: shown.join(' '),
        expires_in: sandbox.settings.accessTokenSeconds,
        ext_expires_in: sandbox.settings.accessTokenSeconds,
        access_token: issueToken(sandbox, grant, 'access', grant.scopes),
        ...refresh,
        id_token: idToken(sandbox, grant, origin),
        client_info: clientInfo(grant),
      },
    }
  } catch (error) {
    if (error instanceof OAuthProblem) return aadError(400, ...AADSTS[error.fault])
    if (error instanceof Refusal) return error.reply
    throw error
  }
}

/** Returns whether the person or an administrator has already consented to all of these scopes. */
function isConsented(sandbox: Sandbox, { account, clientId }: Grant, scopes: readonly string[]): boolean {
  const given = grantedBefore(sandbox, account, clientId)
  const byAdmin = consentedByAdmin(sandbox, 'microsoft', domainOf(account.email), clientId)
  return scopes.every((scope) => given.has(scope) || byAdmin.has(scope))
}

function clientInfo({ account }: Grant): string {
  const info = { uid: subjectOf('microsoft', account.email), utid: tenantOf(account.email) }
  return Buffer.from(JSON.stringify(info)).toString('base64url')
}

function idToken(sandbox: Sandbox, grant: Grant, origin: string): string {
  const { account, clientId, nonce } = grant
  const now = Math.floor(sandbox.clock() / 1000)
  const tid = tenantOf(account.email)
  const subject = subjectOf('microsoft', account.email)
  return sandbox.signer.sign({
    iss: `${origin}/${tid}/v2.0`,
    aud: clientId,
    iat: now,
    nbf: now,
    exp: now + 3600,
    oid: subject,
    sub: subject,
    tid,
    name: account.name,
    preferred_username: account.email,
    email: account.email,
    ver: '2.0',
    ...authTimeOf(sandbox, grant),
    ...(nonce === null ? {} : { nonce }),
  })
}
