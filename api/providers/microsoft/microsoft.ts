import { signInFreshness } from '#domain/accounts/fresh-sign-in.ts'
import { microsoftApplication } from '#domain/mailboxes/provider-applications.ts'
import { AppError } from '#domain/errors.ts'
import { mayDraft, mayRead } from '#domain/mailboxes/mailboxes.ts'
import type { SignInMailProvider } from '#api/sending/provider.ts'
import { createAccess } from '../access-tokens.ts'
import { signInError } from '../provider-failures.ts'
import { createApplicationTokens, microsoftApplications, userPath } from './application-access.ts'
import { createGraph } from './graph-client.ts'
import { aliasesOf, ALIASES_PATH } from './aliases.ts'
import { microsoftIdentity } from '../id-token.ts'
import { graphInbox } from './graph-inbox.ts'
import { graphMailbox } from './graph-mailbox.ts'
import { graphMarks } from './marked-emails.ts'
import { createTransport, jsonOf, stringOf } from '../http-transport.ts'
import type { Transport } from '../http-transport.ts'
import { createMicrosoftSignIn, directoryIn } from './sign-in.ts'
import type { MicrosoftGrant, MicrosoftSignIn } from './sign-in.ts'

export const SIGN_IN_ORIGIN = 'https://login.microsoftonline.com'
export const GRAPH_ORIGIN = 'https://graph.microsoft.com'
/** ms to wait before each check whether a draft was sent; Exchange's data was seen to lag 6 to 14 s. */
const SETTLE_DELAYS_MS = [15_000, 45_000, 120_000, 300_000]

export interface MicrosoftOptions {
  clientId: string
  clientSecret: string
  /** "common", "organizations", "consumers" or a directory's id */
  tenant: string
  /** An origin that replaces all of Microsoft's, paths unchanged; null for the real ones. */
  baseUrl: string | null
  /** response timeout in ms, 30,000 by default; uploads get more by size */
  timeoutMs?: number
  /** ms after an unconfirmed send at which the draft is checked, because Exchange's data lags */
  settleDelaysMs?: readonly number[]
  now?: () => number
}

/** Microsoft 365 and outlook.com: sign-in with MSAL, email through Graph 1.0. */
export function createMicrosoft(options: MicrosoftOptions): SignInMailProvider {
  const { timeoutMs = 30_000, settleDelaysMs = SETTLE_DELAYS_MS, now = Date.now } = options
  const base = options.baseUrl === null ? null : new URL(options.baseUrl).origin
  const origin = base ?? GRAPH_ORIGIN
  const transport = createTransport({ timeoutMs })
  const signIn = createMicrosoftSignIn({ ...options, origin: base ?? SIGN_IN_ORIGIN, transport, now })

  const tokenOf = createApplicationTokens({ origin: base ?? SIGN_IN_ORIGIN, transport, now })
  const refresh = async (old: MicrosoftGrant): Promise<MicrosoftGrant> =>
    old.application
      ? { ...old, ...(await tokenOf({ ...old.application, directory: old.directory ?? '' })) }
      : signIn.refresh(old)

  const openTokens: SignInMailProvider['signIn']['openTokens'] = (stored, keep, { renewFirst } = {}) =>
    createAccess({
      grant: readGrant(stored),
      refresh,
      keep: (renew) =>
        keep(async (kept) => {
          const fresh = await renew(readGrant(kept))
          return fresh && JSON.stringify(fresh)
        }),
      now,
      renewFirst,
    })

  return {
    name: 'microsoft',
    applications: microsoftApplications({ origins: { signIn: base ?? SIGN_IN_ORIGIN, graph: origin }, transport, now }),
    signIn: {
      clientId: options.clientId,
      adminConsentUrl: (request) => signIn.adminConsentUrl(request),
      beginSignIn: (request) => signIn.begin(request),

      completeSignIn: (request) =>
        readAccount({ ...options, base, origin, transport, signIn, now }, request).catch((error: unknown) => {
          throw signInError('Microsoft', error)
        }),

      async widen(stored) {
        const before = readGrant(stored)
        const grant = before.application ? null : await signIn.widen(before)
        return grant && { grant: JSON.stringify(grant), scopes: grant.scopes }
      },

      directoryOf: (stored) => readGrant(stored).directory ?? null,
      openTokens,
    },

    openMailbox(stored, keep, { renewFirst } = {}) {
      const grant = readGrant(stored)
      const access = openTokens(stored, keep, { renewFirst })
      const mailbox = grant.application && userPath(grant.email)
      const graph = createGraph({ origin, transport, access, now, mailbox })
      const canDraft = mayDraft(grant.scopes)
      const inbox = mayRead(grant.scopes) ? graphInbox({ graph, now }) : null
      const findMarked = graphMarks({ graph, canSearch: canDraft || inbox !== null })
      const ownAddress = grant.email
      const renewSignIn = async () => void (await access.refresh())
      return {
        ...graphMailbox({ graph, ownAddress, canDraft, findMarked, inbox, settleDelaysMs, now }),
        renewSignIn,
      }
    },
  }
}

/** Services and settings with which an account is read after its owner signed in. */
interface AccountReader extends Pick<MicrosoftOptions, 'clientId' | 'tenant'> {
  base: string | null
  origin: string
  transport: Transport
  signIn: MicrosoftSignIn
  now: () => number
}

/** Redeems a sign-in and reads whose account it is. Throws AppError or DeliveryError. */
async function readAccount(
  { clientId, tenant, base, origin, transport, signIn, now }: AccountReader,
  request: Parameters<SignInMailProvider['signIn']['completeSignIn']>[0],
): ReturnType<SignInMailProvider['signIn']['completeSignIn']> {
  const { grant, claims } = await signIn.redeem(request)
  // Graph refuses the tokens of Exchange's own servers: the claims must suffice then.
  const isGraphs = request.ask !== 'smtp' && request.ask !== 'smtp-full'
  const profile = isGraphs ? await readProfile(transport, `${origin}/v1.0/me`, grant.accessToken) : {}
  const email =
    stringOf(profile.mail) ||
    stringOf(profile.userPrincipalName) ||
    stringOf(claims.email) ||
    stringOf(claims.preferred_username)
  // On request only, and a request of its own: not every kind of account knows this field.
  const named: Record<string, unknown> =
    request.ask === 'identity' || !isGraphs
      ? {}
      : await readProfile(transport, `${origin}/v1.0${ALIASES_PATH}`, grant.accessToken)
  const subject = stringOf(claims.oid) || stringOf(profile.id)
  if (!email || !subject)
    throw new AppError(
      'FORBIDDEN',
      'Microsoft did not say which mailbox this is. Allow “View your basic profile” and connect again.',
    )
  return {
    subject,
    identity: microsoftIdentity(claims, {
      clientId,
      tenant,
      issuer: base ?? SIGN_IN_ORIGIN,
      now: now(),
    }),
    freshness: signInFreshness(claims),
    // A principal name can only use domains verified by the directory; `mail` holds whatever administrators
    // write.
    emailProven: email.toLowerCase() === stringOf(profile.userPrincipalName).toLowerCase(),
    email,
    name: stringOf(profile.displayName) || stringOf(claims.name) || email,
    scopes: grant.scopes,
    directory: directoryIn(claims),
    ...(Array.isArray(named.proxyAddresses) && { aliases: aliasesOf(named) }),
    grant: JSON.stringify({ ...grant, email } satisfies MicrosoftGrant),
  }
}

async function readProfile(transport: Transport, url: string, token: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  // Without User.Read this is refused, and the claims must suffice.
  const answer = await transport.request({ method: 'GET', url, headers }).catch(() => null)
  return answer?.status === 200 ? jsonOf(answer.body) : {}
}

/** Parses the stored form; missing parts lead to `expired` at the first use. */
export function readGrant(stored: string): MicrosoftGrant {
  const value = jsonOf(stored)
  const scopes = Array.isArray(value.scopes) ? value.scopes.filter((scope) => typeof scope === 'string') : []
  return {
    accessToken: stringOf(value.accessToken),
    refreshToken: stringOf(value.refreshToken),
    expiresAt: typeof value.expiresAt === 'number' ? value.expiresAt : null,
    email: stringOf(value.email),
    directory: stringOf(value.directory) || null,
    application: microsoftApplication.pick({ clientId: true, clientSecret: true }).safeParse(value.application).data,
    scopes,
  }
}
