import { mayDraft, mayRead } from '#domain/mailboxes/mailboxes.ts'
import type { SignInMailProvider } from '#api/sending/provider.ts'
import { createAccess } from '../access-tokens.ts'
import { signInError } from '../provider-failures.ts'
import { createDelegatedTokens, googleApplications } from './domain-wide-delegation.ts'
import { createGmailDirect } from './gmail-requests.ts'
import { gmailInbox } from './gmail-inbox.ts'
import { gmailMailbox } from './gmail-mailbox.ts'
import { gmailMarks } from './marked-emails.ts'
import { createGoogleClients } from './google-client.ts'
import { createGoogleSignIn, readGoogleGrant, type GoogleGrant } from './sign-in.ts'
import { createTransport } from '../http-transport.ts'

const TOKEN_ORIGIN = 'https://oauth2.googleapis.com'
/** Scopes that let labels be changed. */
const MODIFYING = /\/gmail\.modify$|^https:\/\/mail\.google\.com\/$/
const DIRECTORY_ORIGIN = 'https://admin.googleapis.com'
const GMAIL_ORIGIN = 'https://gmail.googleapis.com'
/** ms to wait before each check whether a draft was sent; Gmail's data was seen to lag 6 to 14 s. */
const SETTLE_DELAYS_MS = [15_000, 45_000, 120_000, 300_000]

export interface GoogleOptions {
  clientId: string
  clientSecret: string
  /** An origin that replaces all of Google's, paths unchanged; null for the real ones. */
  baseUrl: string | null
  /** response timeout in ms, 30,000 by default; uploads get more by size */
  timeoutMs?: number
  /** ms after an unconfirmed send at which the draft is checked, because Gmail's data lags */
  settleDelaysMs?: readonly number[]
  now?: () => number
}

/** Gmail, in Google Workspace and gmail.com: sign-in with google-auth-library, email through the Gmail API. */
export function createGoogle(options: GoogleOptions): SignInMailProvider {
  const { clientId, clientSecret, timeoutMs = 30_000, settleDelaysMs = SETTLE_DELAYS_MS, now = Date.now } = options
  const base = options.baseUrl === null ? null : new URL(options.baseUrl).origin
  const transport = createTransport({ timeoutMs })
  const clients = createGoogleClients({ clientId, clientSecret, base, transport })
  const signIn = createGoogleSignIn(clients, clientId, now)

  const tokenOf = createDelegatedTokens({ origin: base ?? TOKEN_ORIGIN, transport, now })
  const refresh = async (old: GoogleGrant): Promise<GoogleGrant> =>
    old.application ? { ...old, ...(await tokenOf(old.application, old.email ?? '', old.scopes)) } : signIn.refresh(old)

  const openTokens: SignInMailProvider['signIn']['openTokens'] = (stored, keep, { renewFirst } = {}) =>
    createAccess({
      grant: readGoogleGrant(stored),
      refresh,
      keep: (renew) =>
        keep(async (kept) => {
          const fresh = await renew(readGoogleGrant(kept))
          return fresh && JSON.stringify(fresh)
        }),
      now,
      renewFirst,
    })

  return {
    name: 'google',
    applications: googleApplications({
      ...{ origin: base ?? TOKEN_ORIGIN, directoryOrigin: base ?? DIRECTORY_ORIGIN, transport, now },
    }),
    signIn: {
      clientId,
      beginSignIn: (request) => signIn.begin(request),
      completeSignIn: (request) =>
        signIn.complete(request).catch((error: unknown) => {
          throw signInError('Google', error)
        }),
      openTokens,
    },
    openMailbox(stored, keep, { renewFirst } = {}) {
      const grant = readGoogleGrant(stored)
      const access = openTokens(stored, keep, { renewFirst })
      const canDraft = mayDraft(grant.scopes)
      const call = createGmailDirect({ origin: base ?? GMAIL_ORIGIN, transport, access, now })
      const inbox = mayRead(grant.scopes) ? gmailInbox(call, now) : null
      const findMarked = gmailMarks({ call, canDraft, canRead: inbox !== null })
      const renewSignIn = async () => void (await access.refresh())
      const canModify = grant.scopes.some((scope) => MODIFYING.test(scope))
      return { ...gmailMailbox({ call, canDraft, findMarked, inbox, settleDelaysMs, canModify }), renewSignIn }
    },
  }
}
