import type {
  ConfidentialClientApplication,
  INetworkModule,
  NetworkRequestOptions,
  NetworkResponse,
} from '@azure/msal-node'
import { refusalIn } from '#domain/mailboxes/provider-consent.ts'
import type { ConsentAsk } from '#domain/mailboxes/providers/provider.ts'
import { adminConsentScopes, MICROSOFT_SCOPES } from '#domain/mailboxes/providers/microsoft/consent.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import type { GrantTokens } from '../access-tokens.ts'
import { networkError, tokenMissing } from '../provider-failures.ts'
import { tokenError } from '../token-refusals.ts'
import { isRecord, jsonOf, NetworkFailure, retryAfterMs, stringOf } from '../http-transport.ts'
import type { HttpAnswer, Transport } from '../http-transport.ts'
import { MICROSOFT_TOKEN_REASONS } from './token-reasons.ts'

/** The stored sign-in at Microsoft: enough to renew tokens, even if Microsoft left out the rest. */
export interface MicrosoftGrant extends GrantTokens {
  refreshToken: string
  scopes: string[]
  /** the mailbox's own address */
  email: string
  /** id of the organization, as the last token named it */
  directory?: string | null
  /** the organization's application that opens the mailbox; absent: its owner signed in */
  application?: { clientId: string; clientSecret: string } | undefined
}

export interface MicrosoftSignIn {
  begin(request: {
    redirectUri: string
    state: string
    loginHint?: string
    ask: ConsentAsk
    fresh?: boolean
  }): Promise<{ url: string; verifier: string }>
  /** Throws DeliveryError. */
  redeem(request: { redirectUri: string; code: string; verifier: string; ask: ConsentAsk }): Promise<{
    grant: MicrosoftGrant
    claims: Record<string, unknown>
  }>
  /** Throws DeliveryError: `expired` if the person must reconnect. */
  refresh(grant: MicrosoftGrant): Promise<MicrosoftGrant>
  /** Requests the full level with a refresh. Null while consent is missing. Throws DeliveryError. */
  widen(grant: MicrosoftGrant): Promise<MicrosoftGrant | null>
  adminConsentUrl(request: { ask: ConsentAsk; redirectUri: string; state: string }): string
}

/** Loads MSAL with the first sign-in, so that no start waits for its 150 modules. */
const loadMsal = () => import('@azure/msal-node')

const SIGN_IN_SCOPES = new Set(['openid', 'profile', 'email', 'offline_access'])
const AUTHORITY_HOST = 'login.microsoftonline.com'

/**
 * Microsoft sign-in with MSAL, one application object per operation: a shared one mixes people's tokens in its cache.
 * MSAL rejects an `http:` authority, so it always gets the real one plus its endpoints, which also skips discovery. No
 * nonce is needed: state and PKCE bind the response to the session, and the token comes from the endpoint itself.
 */
export function createMicrosoftSignIn(options: SignInOptions): MicrosoftSignIn {
  const { clientId, tenant, origin, transport } = options
  const tokens = createTokenRequests(options)

  return {
    async begin({ redirectUri, state, loginHint, ask, fresh = false }) {
      const { CryptoProvider } = await loadMsal()
      const { verifier, challenge } = await new CryptoProvider().generatePkceCodes()
      const app = await applicationOf(options, networkModule(transport, { answer: null, failure: null }))
      const url = await app.getAuthCodeUrl({
        scopes: [...MICROSOFT_SCOPES[ask]],
        redirectUri,
        state,
        codeChallenge: challenge,
        codeChallengeMethod: 'S256',
        ...(loginHint ? { loginHint } : { prompt: fresh ? 'login' : 'select_account' }),
        // Microsoft tells auth_time only if it is asked for an age.
        ...(fresh && { extraQueryParameters: { max_age: '0' } }),
      })
      return { url, verifier }
    },

    redeem: tokens.redeem,

    // Only granted scopes: requesting more would fail for missing consent.
    refresh: (grant) => tokens.renew(grant, grant.scopes),

    async widen(grant) {
      try {
        return await tokens.renew(grant, [...grant.scopes, 'Mail.ReadWrite'])
      } catch (error) {
        const refusal = error instanceof DeliveryError ? refusalIn('microsoft', error.message) : null
        if (refusal) return null
        throw error
      }
    },

    adminConsentUrl({ ask, redirectUri, state }) {
      // Administrators sign in at their own organization, whichever that is.
      const directory = tenant === 'common' || tenant === 'consumers' ? 'organizations' : encodeURIComponent(tenant)
      const query = { client_id: clientId, scope: adminConsentScopes(ask), redirect_uri: redirectUri, state }
      return `${origin}/${directory}/v2.0/adminconsent?${new URLSearchParams(query)}`
    },
  }
}

interface SignInOptions {
  clientId: string
  clientSecret: string
  tenant: string
  origin: string
  transport: Transport
  now: () => number
}

async function applicationOf(
  { clientId, clientSecret, tenant, origin }: SignInOptions,
  network: INetworkModule,
): Promise<ConfidentialClientApplication> {
  const msal = await loadMsal()
  const path = encodeURIComponent(tenant)
  return new msal.ConfidentialClientApplication({
    auth: {
      clientId,
      clientSecret,
      authority: `https://${AUTHORITY_HOST}/${path}`,
      knownAuthorities: [AUTHORITY_HOST],
      authorityMetadata: JSON.stringify({
        issuer: `https://${AUTHORITY_HOST}/${path}/v2.0`,
        authorization_endpoint: `${origin}/${path}/oauth2/v2.0/authorize`,
        token_endpoint: `${origin}/${path}/oauth2/v2.0/token`,
        end_session_endpoint: `${origin}/${path}/oauth2/v2.0/logout`,
        jwks_uri: `${origin}/${path}/discovery/v2.0/keys`,
      }),
    },
    system: { networkClient: network },
  })
}

/** The requests that redeem a code or a refresh token. */
function createTokenRequests(options: SignInOptions) {
  const { transport, now } = options

  /** Runs one token request; failure details that MSAL hides are taken from the response. */
  async function acquire(
    run: (app: ConfidentialClientApplication) => Promise<{
      accessToken: string
      scopes: string[]
      idTokenClaims: object
    } | null>,
  ): Promise<{ tokens: Omit<MicrosoftGrant, 'email' | 'directory'>; claims: Record<string, unknown> }> {
    const wire: Wire = { answer: null, failure: null }
    const app = await applicationOf(options, networkModule(transport, wire))
    const started = now()
    try {
      const result = await run(app)
      if (!result?.accessToken) throw tokenMissing()
      // MSAL relies on this process's clock, which may be wrong.
      const lasts = Number(jsonOf(wire.answer?.body ?? '').expires_in) * 1_000
      return {
        tokens: {
          accessToken: result.accessToken,
          refreshToken: refreshTokenIn(app),
          // Without expires_in MSAL reports the token as expired: then only a 401 tells.
          expiresAt: lasts > 1000 ? started + lasts : null,
          scopes: result.scopes.map(shortScope),
        },
        claims: isRecord(result.idTokenClaims) ? result.idTokenClaims : {},
      }
    } catch (error) {
      throw deliveryError(error, wire, now())
    }
  }

  const redeem: MicrosoftSignIn['redeem'] = async ({ redirectUri, code, verifier, ask }) => {
    const { tokens, claims } = await acquire((app) =>
      app.acquireTokenByCode({
        scopes: [...MICROSOFT_SCOPES[ask]],
        redirectUri,
        code,
        codeVerifier: verifier,
      }),
    )
    return { grant: { ...tokens, email: '' }, claims }
  }

  async function renew(grant: MicrosoftGrant, scopes: readonly string[]): Promise<MicrosoftGrant> {
    if (!grant.refreshToken) {
      throw new DeliveryError('expired', 'EXPIRED_TOKEN: the access token has expired and there is no refresh token')
    }
    const { tokens, claims } = await acquire((app) =>
      app.acquireTokenByRefreshToken({
        refreshToken: grant.refreshToken,
        scopes: scopes.filter((scope) => !SIGN_IN_SCOPES.has(scope)),
        forceCache: true,
      }),
    )
    return {
      ...tokens,
      refreshToken: tokens.refreshToken || grant.refreshToken,
      scopes: tokens.scopes.length > 0 ? tokens.scopes : grant.scopes,
      email: grant.email,
      directory: directoryIn(claims) ?? grant.directory ?? null,
    }
  }

  return { redeem, renew }
}

/** The organization's id (tid) in the claims of an id token, in lower case; null if it is missing. */
export function directoryIn(claims: Record<string, unknown>): string | null {
  return stringOf(claims.tid).toLowerCase() || null
}

/** Returns the refresh token, which MSAL exposes only in its serialized cache; here it holds one person. */
function refreshTokenIn(app: ConfidentialClientApplication): string {
  const { RefreshToken: tokens } = jsonOf(app.getTokenCache().serialize())
  const [token] = isRecord(tokens) ? Object.values(tokens) : []
  return isRecord(token) && typeof token.secret === 'string' ? token.secret : ''
}

function shortScope(scope: string): string {
  return scope.replace(/^https:\/\/graph\.microsoft\.com\//i, '')
}

interface Wire {
  answer: HttpAnswer | null
  failure: NetworkFailure | null
}

function networkModule(transport: Transport, wire: Wire): INetworkModule {
  async function exchange<T>(
    method: string,
    url: string,
    options?: NetworkRequestOptions,
  ): Promise<NetworkResponse<T>> {
    try {
      const { headers = {}, body } = options ?? {}
      wire.answer = await transport.request({ method, url, headers, ...(body !== undefined && { body }) })
    } catch (error) {
      if (error instanceof NetworkFailure) wire.failure = error
      throw error
    }
    const { status, headers, body } = wire.answer
    const json = jsonOf(body)
    // MSAL only checks the body, so a proxy's 502 would pass as a response.
    if (status >= 400 && !json.error) throw new Error('the token endpoint refused without saying why')
    return { status, headers, body: json as T }
  }
  return {
    sendGetRequestAsync: (url, options) => exchange('GET', url, options),
    sendPostRequestAsync: (url, options) => exchange('POST', url, options),
  }
}

function deliveryError(error: unknown, wire: Wire, now: number): DeliveryError {
  if (wire.failure) return networkError(wire.failure, 'repeatable')
  const { error: code, error_description: message } = jsonOf(wire.answer?.body ?? '')
  const spoken = typeof code === 'string' && code !== ''
  if (wire.answer && (spoken || wire.answer.status >= 400)) {
    return tokenError(MICROSOFT_TOKEN_REASONS, {
      status: wire.answer.status,
      code: spoken ? code : '',
      message: typeof message === 'string' ? message : '',
      spoken,
      retryAfterMs: retryAfterMs(wire.answer.headers, now),
    })
  }
  return error instanceof DeliveryError ? error : tokenMissing(error)
}
