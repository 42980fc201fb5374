import { AppError } from '#domain/errors.ts'
import { isFromIssuer, isSameIssuer, sharedIssuerProblem } from '#domain/accounts/single-sign-on.ts'
import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import type { App } from '#api/platform/app-context.ts'
import { hashToken } from '#api/platform/secrets/secret-box.ts'
import { outsideFetch } from '#api/platform/http/outside-fetch.ts'

/** Loads openid-client at its first use: most workspaces need no single sign-on. */
const loadClient = () => import('openid-client')

/** A workspace's registration at its identity provider. */
export interface Registration {
  issuer: string
  clientId: string
  clientSecret: string
}

/** ms that a provider's discovery document is kept */
const DISCOVERY_CACHE_MS = 10 * 60_000
/** ms until the discovery document of a provider is asked for again after a failure. */
const FAILURE_CACHE_MS = 30_000
const KEPT_MAX = 200

type Client = typeof import('openid-client')
type Configuration = Awaited<ReturnType<Client['discovery']>>

/** Discovered providers, failures included: without this, a stranger could make us ask one as often as they like. */
const discovered = new Map<string, { until: number; configuration: Promise<Configuration> }>()

type Needs = Pick<App, 'production' | 'publicUrl' | 'log'>

/** Returns the callback URL to which the identity provider sends people back. It must be registered at the provider. */
export const ssoCallback = ({ publicUrl }: Pick<App, 'publicUrl'>): string => `${publicUrl}/auth/sso/callback`

/**
 * Finds out how to talk to an identity provider, from its discovery document. In production the URLs in it must be on
 * the public internet. The document must name the stored issuer: the library alone would let documents of Entra and B2C
 * name another one, or a template for all tenants.
 *
 * @throws BAD_INPUT if the issuer speaks for many tenants
 * @throws UNAVAILABLE with the reason in words
 */
async function configure(app: Needs, { issuer, clientId, clientSecret }: Registration): Promise<Configuration> {
  if (sharedIssuerProblem(issuer)) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.sharedIssuer)
  const client = await loadClient()
  const options = {
    [client.customFetch]: outsideFetch({ publicOnly: app.production }),
    timeout: 10,
    // Signatures of id_tokens are checked although they come over TLS.
    execute: [client.enableNonRepudiationChecks, ...(app.production ? [] : [client.allowInsecureRequests])],
  }
  try {
    const configuration = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
    const { issuer: named } = configuration.serverMetadata()
    if (!isSameIssuer(named, issuer)) throw new Error(`The discovery document names ${named}`)
    return configuration
  } catch (error) {
    app.log.info({ reason: String(error) }, 'An identity provider could not be discovered')
    throw new AppError(
      'UNAVAILABLE',
      'The identity provider did not answer as expected. Check the issuer: its address followed by /.well-known/openid-configuration must show a document that names the same issuer.',
      { cause: error },
    )
  }
}

const keyOf = ({ issuer, clientId, clientSecret }: Registration) =>
  JSON.stringify([issuer, clientId, hashToken(clientSecret)])

/** Reads the provider's configuration, at most a few minutes old. Simultaneous sign-ins share one request. */
async function configured(app: Needs, registration: Registration): Promise<Configuration> {
  const key = keyOf(registration)
  const known = discovered.get(key)
  if (known && known.until > performance.now()) return known.configuration
  const entry = { until: Infinity, configuration: configure(app, registration) }
  if (discovered.size >= KEPT_MAX) discovered.clear()
  discovered.set(key, entry)
  let kept = FAILURE_CACHE_MS
  try {
    const configuration = await entry.configuration
    kept = DISCOVERY_CACHE_MS
    return configuration
  } finally {
    entry.until = performance.now() + kept
  }
}

/** Checks that the provider can be discovered now. Throws BAD_INPUT, UNAVAILABLE. */
export async function checkProvider(app: Needs, registration: Registration): Promise<void> {
  await configure(app, registration)
  discovered.delete(keyOf(registration))
}

/** Values that are kept between the two halves of a sign-in. */
export interface Checks {
  verifier: string
  nonce: string
}

/** The provider's sign-in page for one sign-in, with PKCE and a nonce; `fresh`: people must sign in there again. Throws UNAVAILABLE. */
export async function beginAtProvider(
  app: Needs,
  registration: Registration,
  { state, email, fresh }: { state: string; email: string; fresh: boolean },
): Promise<{ url: string; checks: Checks }> {
  const client = await loadClient()
  const configuration = await configured(app, registration)
  const checks = { verifier: client.randomPKCECodeVerifier(), nonce: client.randomNonce() }
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: ssoCallback(app),
    scope: 'openid email profile',
    state,
    nonce: checks.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
    login_hint: email,
    ...(fresh && { prompt: 'login', max_age: '0' }),
  })
  return { url: url.href, checks }
}

/**
 * Finishes a sign-in at the identity provider and returns the person that its signed id_token names. Many providers put
 * only the subject there: the `wanted` claims that are missing are then asked for at UserInfo, which must name the same
 * subject. Throws UNAVAILABLE, and the library's error for anything wrong.
 */
export async function completeAtProvider(
  app: Needs,
  registration: Registration,
  query: string,
  { state, verifier, nonce, wanted }: Checks & { state: string; wanted: readonly string[] },
): Promise<Readonly<Record<string, unknown>> & { iss: string; sub: string }> {
  const client = await loadClient()
  const configuration = await configured(app, registration)
  const tokens = await client.authorizationCodeGrant(configuration, new URL(`${ssoCallback(app)}?${query}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no id_token')
  const { issuer, userinfo_endpoint: userInfo } = configuration.serverMetadata()
  if (!isFromIssuer(claims, issuer)) throw new Error('The id_token is from another issuer or tenant')
  if (wanted.every((claim) => claims[claim] !== undefined) || !userInfo) return claims
  // Only the id_token says when the person signed in.
  const { auth_time: _, ...more } = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  if (claims.email === undefined || claims.email === more.email) return { ...more, ...claims }
  // UserInfo vouches for the address that it names itself, not for that of the id_token.
  return { ...more, email_verified: undefined, xms_edov: undefined, ...claims }
}
