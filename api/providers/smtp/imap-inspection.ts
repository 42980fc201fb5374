import { ImapFlow } from 'imapflow'
import { ConnectionFailure, problemOf } from './connection-problems.ts'
import { findSent } from './imap-folders.ts'
import type { Credentials } from './mail-sign-in.ts'
import type { Route } from './checked-server-address.ts'

/** ms for a connection, a greeting, and each answer of the IMAP server. */
const PATIENCE_MS = 15_000

/** Folders and features of a mailbox, as its IMAP server reports them when the mailbox is connected. */
export interface InboxFacts {
  folders: { sent: string | null; drafts: string | null }
  /** True if the server announces new emails (IDLE) */
  announces: boolean
  /** true if the host itself stores a copy of each sent email in the Sent folder; null: it does not say */
  keepsCopy: boolean | null
}

export interface ImapLook {
  /** Rejects with a ConnectionFailure if the server refused the sign-in. */
  signedIn: Promise<void>
  /** returns what was found; only after the sign-in */
  seen(): InboxFacts
  end(): void
}

/**
 * Connects to an inbox server and looks at its folders. Changes nothing.
 * @throws ConnectionFailure if the server could not be reached over an encrypted connection
 */
export async function openImapLook(route: Route, { user, password, token }: Credentials): Promise<ImapLook> {
  const { address, port, servername, isTls, tls } = route
  const client = new ImapFlow({
    host: address,
    port,
    ...(servername !== undefined && { servername }),
    secure: isTls,
    ...(!isTls && { doSTARTTLS: true }),
    tls,
    auth: token === undefined ? { user, pass: password } : { user, accessToken: token },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    maxResponseSize: 4 * 1024 * 1024,
    clientInfo: { name: 'Mergewell' },
  })
  client.on('error', () => undefined)
  const end = () => client.close()
  try {
    await client.connect()
  } catch (error) {
    end()
    const failure = imapFailure(error, token !== undefined)
    if (!OF_SIGN_IN.has(failure.problem) || !isSignInError(error)) throw failure
    const signedIn = Promise.reject(failure)
    signedIn.catch(() => undefined)
    return { signedIn, seen: nothingSeen, end }
  }
  const facts = await lookAround(client).catch((error: unknown) => {
    end()
    throw problemOf(error)
  })
  return { signedIn: Promise.resolve(), seen: () => facts, end }
}

function nothingSeen(): never {
  throw new Error('Nothing can be seen in a mailbox without a sign-in')
}

async function lookAround(client: ImapFlow): Promise<InboxFacts> {
  const sent = await findSent(client)
  const list = await client.list()
  return {
    folders: { sent, drafts: list.find(({ specialUse }) => specialUse === '\\Drafts')?.path ?? null },
    announces: client.capabilities.has('IDLE'),
    // Gmail files every email that is submitted.
    keepsCopy: client.capabilities.has('X-GM-EXT-1') ? true : null,
  }
}

const OF_SIGN_IN: ReadonlySet<string> = new Set([
  'wrong_password',
  'no_password_sign_in',
  'no_token_sign_in',
  'sign_in_refused',
  'busy',
])

/** The fields of imapflow's errors that matter here. */
interface ImapError {
  authenticationFailed?: boolean
  serverResponseCode?: string
  response?: unknown
  tlsFailed?: boolean
  message?: string
}

const isSignInError = (error: unknown): boolean => (error as ImapError).authenticationFailed === true

/** Codes and words with which a server refuses a sign-in although the password may be right. */
const PASSING_CODES = new Set(['LIMIT', 'UNAVAILABLE', 'INUSE', 'SERVERBUG'])
const PASSING_WORDS = /too many|try again|temporar|unavailable|over quota/i

function imapFailure(error: unknown, isToken: boolean): ConnectionFailure {
  const { authenticationFailed, serverResponseCode = '', response, tlsFailed, message = '' } = error as ImapError
  const said = typeof response === 'string' ? response : ''
  const answer = said.replace(/[^\x20-\x7e]/g, '').slice(0, 300) || null
  if (authenticationFailed) {
    if (/Login is disabled|Unsupported authentication/i.test(message))
      return new ConnectionFailure(isToken ? 'no_token_sign_in' : 'no_password_sign_in', answer, error)
    const passes = PASSING_CODES.has(serverResponseCode) || PASSING_WORDS.test(said)
    return new ConnectionFailure(passes ? 'busy' : isToken ? 'sign_in_refused' : 'wrong_password', answer, error)
  }
  if (tlsFailed && /STARTTLS/.test(message)) return new ConnectionFailure('no_starttls', answer, error)
  return problemOf(error)
}
