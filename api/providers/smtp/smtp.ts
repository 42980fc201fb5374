import type { Resolve } from '#api/platform/http/outside-fetch.ts'
import {
  DeliveryError,
  type GrantKeeper,
  type MailProvider,
  type OAuthSignIn,
  REFUSED_TOKEN,
  type TokenAccess,
} from '#api/sending/provider.ts'
import type { SignInProvider } from '#domain/mailboxes/providers.ts'
import { jsonOf } from '../http-transport.ts'
import { smtpGrant, tokenKeeper, type SmtpGrant } from './mailbox-credentials.ts'
import { createMailboxConnections } from './mailbox-connections.ts'
import { smtpMailbox } from './smtp-mailbox.ts'
import { createRoutes } from './checked-server-address.ts'

/** ms until a connection must be established. */
const CONNECT_MS = 30_000
/** ms for an answer: servers look for viruses before they take a message, and RFC 5321 (4.5.3.2) gives them ten minutes */
const ANSWER_MS = 300_000

export interface SmtpOptions {
  /** true if mail servers may be on this machine or in a private network */
  allowPrivate: boolean
  /** path of a PEM file with the certificates of private authorities, trusted beside the public ones; null: none */
  caFile: string | null
  /** true if only hosts on this machine are reached, such as the sandbox, so that no email leaves it */
  sandboxed: boolean
  /** ms until a server that does not answer is given up */
  timeoutMs?: number
  /** ms after which an uncertain email is looked for in the mailbox; one search is made immediately in any case */
  settleDelaysMs?: readonly number[]
  /** ms after which the Sent folder is checked for a copy that the host stores itself, while that is unknown */
  copyDelaysMs?: readonly number[]
  resolve?: Resolve
  /**
   * Returns the OAuth client for mail servers that take a token instead of a password; null if the provider has no
   * client id here.
   */
  signInOf?: (provider: SignInProvider) => OAuthSignIn | null
  now: () => number
}

/** Mailboxes at any host, by SMTP and IMAP. */
export function createSmtp(options: SmtpOptions): MailProvider {
  const { timeoutMs, settleDelaysMs, copyDelaysMs, now } = options
  const routeTo = createRoutes(options)
  const limits = { connectMs: Math.min(timeoutMs ?? CONNECT_MS, CONNECT_MS), answerMs: timeoutMs ?? ANSWER_MS }
  const connections = createMailboxConnections({ routeTo, limits, now, copyDelaysMs })
  return {
    name: 'smtp',
    announcesEmails: true,
    signIn: null,
    openMailbox(stored, keep, { copyToSelf = false, renewFirst } = {}) {
      const grant = readGrant(stored)
      return smtpMailbox({
        grant,
        copyToSelf,
        connections: connections.of(grant),
        tokens: openTokens(options, grant, keep, renewFirst),
        keepCopyRule: (keepsCopy) =>
          keep(async (kept) => JSON.stringify({ ...readGrant(kept), keepsCopy } satisfies SmtpGrant)),
        settleDelaysMs,
        now,
      })
    },
  }
}

/** Opens the tokens of a mailbox that has no password; null if it has a password. */
function openTokens(
  { signInOf }: Pick<SmtpOptions, 'signInOf'>,
  { tokens }: SmtpGrant,
  keep: GrantKeeper,
  renewFirst: boolean | undefined,
): TokenAccess | null {
  if (!tokens) return null
  const signIn = signInOf?.(tokens.provider)
  if (!signIn) return NOT_CONFIGURED
  const keepTokens = tokenKeeper(keep)
  const renewals: GrantKeeper = (renew) => keepTokens((kept) => renew(kept).catch(refusedApplication))
  return signIn.openTokens(tokens.grant, renewals, { renewFirst })
}

/**
 * Token access that always fails: the provider's sign-in was configured when the mailbox was connected, but no longer
 * is.
 */
const NOT_CONFIGURED: TokenAccess = { token: refuseTokens, renew: refuseTokens, refresh: refuseTokens }

async function refuseTokens(): Promise<never> {
  throw new DeliveryError('sign-in-doubt', `${REFUSED_TOKEN}the provider of the sign-in is not configured here`)
}

/**
 * Throws the failure of a token renewal as one of this mailbox: a provider's refusal of the application must not stop
 * all other SMTP mailboxes.
 */
function refusedApplication(error: unknown): never {
  if (!(error instanceof DeliveryError) || !(error.kind === 'registration' || error.mayBeApplication)) throw error
  throw new DeliveryError('sign-in-doubt', `${REFUSED_TOKEN}${error.message}`, { cause: error })
}

function readGrant(stored: string): SmtpGrant {
  const { success, data } = smtpGrant.safeParse(jsonOf(stored))
  if (success) return data
  throw new DeliveryError('expired', 'EXPIRED_TOKEN: the stored connection of the mailbox cannot be read')
}
