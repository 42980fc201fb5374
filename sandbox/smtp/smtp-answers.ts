import type { Fault, FaultName, Operation } from '../faults.ts'

/** An answer with a number: `text` begins with the enhanced code. */
export interface SmtpAnswer {
  code: number
  text: string
}

type Words = readonly [code: number, enhanced: string, text: string]

const REFUSED: Words = [535, '5.7.8', 'Error: authentication failed']

/** Answers of Postfix and the large hosts. */
const WORDS: Partial<Record<FaultName, Words>> = {
  throttled: [450, '4.7.1', 'Error: too much mail from this mailbox, try again later'],
  perMinute: [450, '4.7.1', 'Error: too many messages a minute, try again later'],
  unavailable: [451, '4.3.0', 'Error: queue file write error'],
  badRequest: [554, '5.6.0', 'Error: message content rejected'],
  badRecipient: [550, '5.1.1', 'Recipient address rejected: User unknown'],
  unauthorized: [530, '5.7.0', 'Authentication required'],
  forbidden: [553, '5.7.1', 'Sender address rejected: not owned by user'],
  quota: [550, '5.4.5', 'Daily user sending limit exceeded'],
  passing: [451, '4.7.1', 'Sender address rejected: policy service unavailable, try again later'],
  noMailbox: [550, '5.1.0', 'Sender address rejected: mailbox does not exist'],
  blocked: [554, '5.7.1', 'Sending from this account has been blocked'],
  full: [452, '4.2.2', 'Mailbox is full'],
  expired: [421, '4.7.0', 'Session has ended, connect again'],
  revoked: REFUSED,
  refused: REFUSED,
}

/** Answers with which an SMTP fault refuses a sign-in or a connection. */
const AT_THE_DOOR: Partial<Record<FaultName, Words>> = {
  throttled: [454, '4.7.0', 'Too many login attempts, please try again later'],
  unavailable: [454, '4.7.0', 'Temporary authentication failure'],
}
const AT_CONNECTION: Words = [421, '4.3.2', 'Service not available, closing transmission channel']

/** The refusal that a fault makes of a command. */
export function smtpRefusal({ kind, status, code, message }: Fault, operation: Operation): SmtpAnswer {
  const known = operation === 'signIn' ? (AT_THE_DOOR[kind] ?? REFUSED) : WORDS[kind]
  const [number, enhanced, text] = operation === 'connect' ? AT_CONNECTION : (known ?? [554, '5.3.0', 'Error'])
  return { code: status ?? number, text: `${code ?? enhanced} ${message ?? text}` }
}
