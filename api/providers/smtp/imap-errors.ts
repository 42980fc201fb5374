import { DeliveryError, type DeliveryFailure } from '#api/sending/provider.ts'
import { cleanText } from '../provider-failures.ts'
import { codeOf } from './checked-server-address.ts'
import { unreachable } from './mail-server-connection.ts'

/** The fields of the IMAP library's errors that matter here. */
interface ImapError {
  authenticationFailed?: boolean
  serverResponseCode?: string
  responseStatus?: string
  responseText?: string
  response?: unknown
  tlsFailed?: boolean
  message?: string
}

const MINUTE = 60_000

/** Meaning of a refusal, by the code in the IMAP server's answer (RFC 5530). */
const BY_CODE: Record<string, { kind: DeliveryFailure; retryAfterMs?: number }> = {
  LIMIT: { kind: 'throttled', retryAfterMs: MINUTE },
  INUSE: { kind: 'unavailable' },
  UNAVAILABLE: { kind: 'unavailable' },
  SERVERBUG: { kind: 'unavailable' },
  OVERQUOTA: { kind: 'mailbox-refused' },
  CONTACTADMIN: { kind: 'mailbox-refused' },
  NOPERM: { kind: 'forbidden' },
  AUTHORIZATIONFAILED: { kind: 'forbidden' },
  NONEXISTENT: { kind: 'forbidden' },
  TRYCREATE: { kind: 'forbidden' },
}

/** Words with which servers that give no code, such as Cyrus, refuse a sign-in although the password may be right. */
const PASSING = /too many|limit|quota|try again|temporar|unavailable|later/i
/** Words with which Gmail asks the person to sign in on its own page before it lets programs in again. */
const WEB_SIGN_IN = /log in via your web browser|web login required/i
/** Texts of the IMAP library for servers that accept no password. */
const NO_PASSWORD = /login is disabled|unsupported authentication/i

/** Maps an error of the IMAP library to a DeliveryError. Only a wrong password, and nothing that may pass, is `expired`. */
export function imapError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error
  const { authenticationFailed, serverResponseCode = '', responseStatus, tlsFailed, message = '' } = error as ImapError
  const said = cleanText((error as ImapError).responseText || message)
  const text = `IMAP ${serverResponseCode || responseStatus || codeOf(error)}: ${said}`
  // Gmail says so of the commands and bytes of a day, and lets the mailbox in again by itself.
  if (authenticationFailed && serverResponseCode === 'OVERQUOTA')
    return new DeliveryError('throttled', text, { retryAfterMs: 60 * MINUTE, cause: error })
  const known = BY_CODE[serverResponseCode]
  if (known) return new DeliveryError(known.kind, text, { ...known, cause: error })
  if (authenticationFailed) {
    if (NO_PASSWORD.test(message)) return new DeliveryError('forbidden', text, { cause: error })
    if (WEB_SIGN_IN.test(said)) return new DeliveryError('mailbox-refused', text, { cause: error })
    const passes = (serverResponseCode === '' || serverResponseCode === 'ALERT') && PASSING.test(said)
    return passes
      ? new DeliveryError('throttled', text, { retryAfterMs: 5 * MINUTE, cause: error })
      : new DeliveryError('expired', `EXPIRED_TOKEN: ${text}`, { isCertain: true, cause: error })
  }
  if (tlsFailed || /CERT|SSL|TLS|SIGNATURE/.test(codeOf(error))) return unreachable(error)
  return new DeliveryError('unavailable', text, { cause: error })
}

/** Returns whether an error means that the connection ended, so that it is unknown whether the command took effect. */
export const isConnectionLost = (error: unknown): boolean =>
  ['NoConnection', 'ECONNRESET', 'EPIPE', 'ETIMEOUT', 'ETIMEDOUT', 'ConnectionClosed'].includes(codeOf(error)) ||
  (error as ImapError).responseStatus === undefined
