import { createHash } from 'node:crypto'
import { type RequestHandler, Router } from 'express'
import { authorizePage } from './authorize-page.ts'
import { delegationOf } from './applications.ts'
import { answer, bearerOf } from './api-calls.ts'
import { type Fault, retryAfterHeader } from './faults.ts'
import { GOOGLE_AUTH, googleSignIn } from './google-scopes.ts'
import {
  authTimeOf,
  type Grant,
  grantTo,
  issueToken,
  type OAuthFault,
  OAuthProblem,
  ownerOf,
  readAccess,
  redeem,
  revokeToken,
} from './oauth-grants.ts'
import { Refusal, type Reply, sendReply } from './http-responses.ts'
import { formOf, originOf, queryOf, readBody } from './request-body.ts'
import type { Sandbox } from './sandbox.ts'
import { subjectOf } from './provider-names.ts'

/** Client libraries require exactly this issuer, at any server address. */
const ISSUER = 'https://accounts.google.com'

const PROBLEMS: Record<OAuthFault, [error: string, text: string]> = {
  'unknown-code': ['invalid_grant', 'Malformed auth code.'],
  'used-code': ['invalid_grant', 'Bad Request'],
  'expired-code': ['invalid_grant', 'Bad Request'],
  'wrong-redirect': ['redirect_uri_mismatch', 'Bad Request'],
  'wrong-client': ['unauthorized_client', 'Unauthorized'],
  'wrong-verifier': ['invalid_grant', 'Invalid code verifier.'],
  'unknown-refresh-token': ['invalid_grant', 'Bad Request'],
  revoked: ['invalid_grant', 'Token has been expired or revoked.'],
  'unconsented-scope': ['invalid_scope', 'Bad Request'],
}

function oauthError(status: number, error: string, error_description: string, headers?: Record<string, string>): Reply {
  return { status, headers, json: { error, error_description } }
}

function tokenFault(fault: Fault, now: number): Reply {
  const text = fault.message
  switch (fault.kind) {
    case 'throttled':
      return oauthError(429, 'rate_limit_exceeded', text ?? 'Rate limit exceeded.', retryAfterHeader(fault, now, 10))
    case 'unavailable':
      return oauthError(503, 'temporarily_unavailable', text ?? 'Service unavailable.', retryAfterHeader(fault, now))
    case 'unauthorized':
      return oauthError(401, 'invalid_client', text ?? 'Unauthorized')
    case 'forbidden':
      return oauthError(400, 'admin_policy_enforced', text ?? "Blocked by the policies of the user's administrator.")
    case 'application':
      return oauthError(401, 'deleted_client', text ?? 'The OAuth client was deleted.')
    case 'refused':
      return oauthError(400, 'internal_failure', text ?? 'Internal failure.')
    case 'revoked':
      return oauthError(400, ...PROBLEMS.revoked)
    default:
      return oauthError(400, 'invalid_request', text ?? 'Bad Request')
  }
}

/** Google's sign-in: accounts.google.com, oauth2.googleapis.com and openidconnect.googleapis.com on one origin. */
export function googleSignInRoutes(sandbox: Sandbox): Router {
  const router = Router()
  const page = authorizePage(sandbox, googleSignIn(sandbox))
  router.get('/o/oauth2/v2/auth', page.show)
  router.post('/o/oauth2/v2/auth', page.decide)
  router.get('/.well-known/openid-configuration', (req, res) => {
    const origin = originOf(req)
    sendReply(res, {
      status: 200,
      json: {
        issuer: ISSUER,
        authorization_endpoint: `${origin}/o/oauth2/v2/auth`,
        token_endpoint: `${origin}/token`,
        revocation_endpoint: `${origin}/revoke`,
        userinfo_endpoint: `${origin}/v1/userinfo`,
        jwks_uri: `${origin}/oauth2/v3/certs`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      },
    })
  })
  router.get('/oauth2/v3/certs', (_req, res) => sendReply(res, { status: 200, json: sandbox.signer.jwks() }))
  router.post('/token', async (req, res) => {
    const body = await readBody(req, 100_000)
    const form = formOf(body === 'too-large' ? Buffer.alloc(0) : body)
    const owner = ownerOf(sandbox, form.get('refresh_token') ?? form.get('code') ?? '')
    const target = { vendor: 'google', email: owner?.email ?? '', operation: 'token' } as const
    await answer(
      sandbox,
      target,
      res,
      (fault) => tokenFault(fault, sandbox.clock()),
      () => (form.get('grant_type') === JWT_BEARER ? delegate(sandbox, form) : giveTokens(sandbox, form)),
    )
  })
  router.post('/revoke', async (req, res) => {
    const body = await readBody(req, 100_000)
    const token = queryOf(req).get('token') ?? formOf(body === 'too-large' ? Buffer.alloc(0) : body).get('token')
    const done = token !== null && revokeToken(sandbox, token)
    sendReply(res, done ? { status: 200, json: {} } : oauthError(400, 'invalid_token', 'Token expired or revoked'))
  })
  router.all('/tokeninfo', tokenInfo(sandbox))
  for (const path of ['/v1/userinfo', '/oauth2/v2/userinfo', '/oauth2/v3/userinfo']) router.get(path, userInfo(sandbox))
  return router
}

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** A token for the mailbox that a service account acts for. */
function delegate(sandbox: Sandbox, form: URLSearchParams): Reply {
  const delegation = delegationOf(sandbox, form.get('assertion') ?? '')
  if (Array.isArray(delegation)) return oauthError(delegation[0] === 'unauthorized_client' ? 401 : 400, ...delegation)
  const { email, clientId, scopes } = delegation
  const grant = grantTo(sandbox, { vendor: 'google', email, name: '' }, clientId, scopes)
  const expires_in = sandbox.settings.accessTokenSeconds - 1
  const access_token = issueToken(sandbox, grant, 'access', scopes)
  return { status: 200, json: { access_token, expires_in, token_type: 'Bearer' } }
}

function giveTokens(sandbox: Sandbox, form: URLSearchParams): Reply {
  try {
    const clientId = form.get('client_id')
    if (!clientId) throw new Refusal(oauthError(400, 'invalid_request', 'Could not determine client ID from request.'))
    if (!form.get('client_secret')) throw new Refusal(oauthError(400, 'invalid_request', 'client_secret is missing.'))
    const fresh = form.get('grant_type') === 'authorization_code'
    const grant = redeem(sandbox, 'google', form, clientId)
    if (!grant) return oauthError(400, 'unsupported_grant_type', 'Invalid grant_type.')
    const accessToken = issueToken(sandbox, grant, 'access', grant.scopes)
    return {
      status: 200,
      json: {
        access_token: accessToken,
        expires_in: sandbox.settings.accessTokenSeconds - 1,
        scope: grant.scopes.join(' '),
        token_type: 'Bearer',
        ...(fresh && grant.offline ? { refresh_token: issueToken(sandbox, grant, 'refresh', grant.scopes) } : {}),
        ...(grant.scopes.includes('openid') ? { id_token: idToken(sandbox, grant, accessToken) } : {}),
      },
    }
  } catch (error) {
    if (error instanceof OAuthProblem) return oauthError(400, ...PROBLEMS[error.fault])
    if (error instanceof Refusal) return error.reply
    throw error
  }
}

function idToken(sandbox: Sandbox, grant: Grant, accessToken: string): string {
  const { account, clientId, nonce, scopes } = grant
  const now = Math.floor(sandbox.clock() / 1000)
  return sandbox.signer.sign({
    iss: ISSUER,
    azp: clientId,
    aud: clientId,
    sub: subjectOf('google', account.email),
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    iat: now,
    exp: now + 3600,
    ...(scopes.includes(`${GOOGLE_AUTH}userinfo.email`) ? { email: account.email, email_verified: true } : {}),
    ...(scopes.includes(`${GOOGLE_AUTH}userinfo.profile`) ? { name: account.name } : {}),
    ...authTimeOf(sandbox, grant),
    ...(nonce === null ? {} : { nonce }),
  })
}

function userInfo(sandbox: Sandbox): RequestHandler {
  return (req, res) => {
    const access = readAccess(sandbox, 'google', bearerOf(req))
    if (typeof access === 'string') return sendReply(res, oauthError(401, 'invalid_request', 'Invalid Credentials'))
    const { account, scopes } = access
    const id = subjectOf('google', account.email)
    const email = scopes.has(`${GOOGLE_AUTH}userinfo.email`)
      ? { email: account.email, email_verified: true, verified_email: true }
      : {}
    const name = scopes.has(`${GOOGLE_AUTH}userinfo.profile`) ? { name: account.name } : {}
    sendReply(res, { status: 200, json: { sub: id, id, ...email, ...name } })
  }
}

function tokenInfo(sandbox: Sandbox): RequestHandler {
  return (req, res) => {
    const access = readAccess(sandbox, 'google', queryOf(req).get('access_token') ?? bearerOf(req))
    if (typeof access === 'string') return sendReply(res, oauthError(400, 'invalid_token', 'Invalid Value'))
    const { account, clientId, scopes, expiresAt } = access
    sendReply(res, {
      status: 200,
      json: {
        azp: clientId,
        aud: clientId,
        sub: subjectOf('google', account.email),
        scope: [...scopes].join(' '),
        exp: String(Math.floor(expiresAt / 1000)),
        expires_in: String(Math.floor((expiresAt - sandbox.clock()) / 1000)),
        email: account.email,
        email_verified: 'true',
      },
    })
  }
}
