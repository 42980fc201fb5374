import type { ConsentAsk } from '#domain/mailboxes/providers/provider.ts'
import { GOOGLE_SCOPES } from '#domain/mailboxes/providers/google/consent.ts'
import { googleApplication, type GoogleApplication } from '#domain/mailboxes/provider-applications.ts'
import { AppError } from '#domain/errors.ts'
import { signInFreshness } from '#domain/accounts/fresh-sign-in.ts'
import { mayRead } from '#domain/mailboxes/mailboxes.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import type { ProviderAccount } from '#api/sending/provider.ts'
import type { GrantTokens } from '../access-tokens.ts'
import { networkError, tokenMissing } from '../provider-failures.ts'
import { tokenError } from '../token-refusals.ts'
import { networkFailureIn } from './google-client.ts'
import { googleIdentity } from '../id-token.ts'
import { aliasesIn, SEND_AS_PATH } from './aliases.ts'
import type { GoogleClients } from './google-client.ts'
import { claimsOf, isRecord, jsonOf, retryAfterMs, stringOf } from '../http-transport.ts'
import { GOOGLE_TOKEN_REASONS } from './token-reasons.ts'

/** The stored sign-in. */
export interface GoogleGrant extends GrantTokens {
  refreshToken: string
  scopes: string[]
  /** the service account that opens the mailbox in its owner's name; absent: the owner signed in */
  application?: GoogleApplication | undefined
  /** the mailbox's address, for the service account */
  email?: string
}

export interface GoogleSignIn {
  begin(request: {
    redirectUri: string
    state: string
    loginHint?: string
    ask: ConsentAsk
    fresh?: boolean
  }): Promise<{ url: string; verifier: string }>
  /** Throws DeliveryError or AppError. */
  complete(request: { redirectUri: string; code: string; verifier: string; ask: ConsentAsk }): Promise<ProviderAccount>
  /** Throws DeliveryError: `expired` if the person must reconnect. */
  refresh(grant: GoogleGrant): Promise<GoogleGrant>
}

const USERINFO = 'https://openidconnect.googleapis.com/v1/userinfo'
const GMAIL = 'https://gmail.googleapis.com'
const PROFILE = `${GMAIL}/gmail/v1/users/me/profile`

/** Google sign-in with google-auth-library: authorization code with PKCE, always with a refresh token. */
export function createGoogleSignIn(clients: GoogleClients, clientId: string, now: () => number): GoogleSignIn {
  return {
    async begin({ redirectUri, state, loginHint, ask, fresh = false }) {
      const [client, { CodeChallengeMethod }] = await Promise.all([
        clients.create(redirectUri),
        import('google-auth-library'),
      ])
      const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync()
      const url = client.generateAuthUrl({
        scope: [...GOOGLE_SCOPES[ask]],
        ...(ask === 'identity'
          ? { access_type: 'online', prompt: 'select_account' }
          : {
              access_type: 'offline',
              // Without this Google returns a refresh token only the first time.
              prompt: loginHint ? 'consent' : 'consent select_account',
              include_granted_scopes: true,
            }),
        state,
        code_challenge_method: CodeChallengeMethod.S256,
        ...(codeChallenge !== undefined && { code_challenge: codeChallenge }),
        ...(loginHint && { login_hint: loginHint }),
      })
      return { url: fresh ? askingForFreshness(url) : url, verifier: codeVerifier }
    },

    complete: (request) => readAccount({ clients, clientId, now }, request),

    async refresh(grant) {
      if (!grant.refreshToken) {
        throw new DeliveryError('expired', 'EXPIRED_TOKEN: the access token has expired and there is no refresh token')
      }
      const client = await clients.create()
      client.setCredentials({ refresh_token: grant.refreshToken })
      // The library overwrites a new refresh token with the old one; only the event shows the new one.
      let refreshToken = grant.refreshToken
      client.on('tokens', (tokens) => {
        refreshToken = tokens.refresh_token ?? refreshToken
      })
      const accessToken = await client.getAccessToken().then(
        ({ token }) => token,
        (error: unknown) => {
          throw tokenFailure(error, now())
        },
      )
      if (!accessToken) throw tokenMissing()
      const { expiry_date: expiresAt, scope } = client.credentials
      const scopes = scope ? scope.split(' ').filter(Boolean) : grant.scopes
      return { accessToken, refreshToken, expiresAt: endOf(expiresAt, now()), scopes }
    },
  }
}

/** Redeems a sign-in and reads whose account it is. Throws DeliveryError or AppError. */
async function readAccount(
  { clients, clientId, now }: { clients: GoogleClients; clientId: string; now: () => number },
  { redirectUri, code, verifier, ask }: Parameters<GoogleSignIn['complete']>[0],
): Promise<ProviderAccount> {
  const client = await clients.create(redirectUri)
  const { tokens } = await client.getToken({ code, codeVerifier: verifier }).catch((error: unknown) => {
    throw tokenFailure(error, now())
  })
  const accessToken = tokens.access_token
  if (!accessToken) throw tokenMissing()
  const claims = claimsOf(tokens.id_token)
  const known = claims.sub && claims.email && claims.name
  const person = { ...(known ? {} : await readPage(clients, USERINFO, accessToken)), ...claims }
  const told = stringOf(person.email)
  const email = told || stringOf((await readPage(clients, PROFILE, accessToken)).emailAddress)
  if (!email) {
    throw new AppError(
      'FORBIDDEN',
      'Google did not say which mailbox this is. Allow “See your primary Google Account email address” and connect again.',
    )
  }
  const scopes = (tokens.scope ?? GOOGLE_SCOPES[ask].join(' ')).split(' ').filter(Boolean)
  const sendAs =
    ask !== 'identity' && mayRead(scopes) ? await readPage(clients, `${GMAIL}${SEND_AS_PATH}`, accessToken) : null
  const aliases = aliasesIn(sendAs)
  return {
    ...(aliases && { aliases }),
    subject: stringOf(person.sub) || email.toLowerCase(),
    identity: googleIdentity(claims, { clientId, now: now() }),
    freshness: signInFreshness(claims),
    // If Google returned no address, the mailbox's address is used.
    emailProven: told === '' || person.email_verified === true,
    email,
    name: stringOf(person.name) || email,
    scopes,
    grant: JSON.stringify({
      accessToken,
      refreshToken: tokens.refresh_token ?? '',
      expiresAt: endOf(tokens.expiry_date, now()),
      scopes,
    } satisfies GoogleGrant),
  }
}

/** Fetches one of Google's pages about the person; returns nothing if the granted scopes do not permit it. */
async function readPage(clients: GoogleClients, url: string, accessToken: string): Promise<Record<string, unknown>> {
  const client = await clients.create()
  client.setCredentials({ access_token: accessToken })
  const answer = await client.request({ url, validateStatus: () => true }).catch(() => null)
  return answer?.status === 200 && isRecord(answer.data) ? answer.data : {}
}

/**
 * Adds parameters to the sign-in URL that ask for a new sign-in and for its time. Google documents no way to demand a
 * new sign-in, and tells the time only to verified apps whose owner chose so.
 */
function askingForFreshness(address: string): string {
  const url = new URL(address)
  url.searchParams.set('max_age', '0')
  url.searchParams.set('claims', JSON.stringify({ id_token: { auth_time: { essential: true } } }))
  return url.href
}

/** Returns when a new token expires. The library relies on this process's clock, which may be wrong. */
export function endOf(expiry: number | null | undefined, now: number): number | null {
  return expiry ? now + (expiry - Date.now()) : null
}

/** Parses the stored form; missing parts lead to `expired` at the first use. */
export function readGoogleGrant(stored: string): GoogleGrant {
  const value = jsonOf(stored)
  return {
    accessToken: stringOf(value.accessToken),
    refreshToken: stringOf(value.refreshToken),
    expiresAt: typeof value.expiresAt === 'number' ? value.expiresAt : null,
    scopes: Array.isArray(value.scopes) ? value.scopes.filter((scope) => typeof scope === 'string') : [],
    application: value.application === undefined ? undefined : googleApplication.safeParse(value.application).data,
    email: stringOf(value.email),
  }
}

/** Maps a failure of the token endpoint to a DeliveryError. */
export function tokenFailure(error: unknown, now: number): DeliveryError {
  const failure = networkFailureIn(error)
  if (failure) return networkError(failure, 'repeatable')
  const response = error instanceof Error && 'response' in error && isRecord(error.response) ? error.response : null
  if (!response) return tokenMissing()
  const data = isRecord(response.data) ? response.data : jsonOf(stringOf(response.data))
  const headers = response.headers instanceof Headers ? Object.fromEntries(response.headers) : {}
  return tokenError(GOOGLE_TOKEN_REASONS, {
    status: typeof response.status === 'number' ? response.status : 0,
    code: stringOf(data.error),
    message: [stringOf(data.error_description), stringOf(data.error_subtype)].filter(Boolean).join(' '),
    spoken: stringOf(data.error) !== '',
    retryAfterMs: retryAfterMs(headers, now),
  })
}
