import type { Resolve } from '#api/platform/http/outside-fetch.ts'
import { DeliveryError, type MailProvider } from '#api/sending/provider.ts'
import { jsonOf } from '../http.ts'
import { smtpGrant, type SmtpGrant } from './grant.ts'
import { createMailboxConnections } from './mailbox-connections.ts'
import { smtpMailbox } from './mailbox.ts'
import { createRoutes } from './routes.ts'

/** ms until a connection must stand */
const CONNECT_MS = 30_000
/** ms for an answer: servers look for viruses before they take a message, and RFC 5321 (4.5.3.2) gives them ten minutes */
const ANSWER_MS = 300_000

export interface SmtpOptions {
  /** True if hosts may be on this machine or in a private network */
  allowPrivate: boolean
  /** file with the certificates of private authorities, in PEM, trusted beside the public ones; null: none */
  caFile: string | null
  /** true: only hosts on this machine are reached, such as the sandbox, so that nothing leaves it */
  sandboxed: boolean
  /** ms until a server that does not answer is given up */
  timeoutMs?: number
  /** ms after which an email in doubt is looked for in the mailbox; once at once in any case */
  settleDelaysMs?: readonly number[]
  /** ms after which a host that keeps a copy itself has stored it */
  copyDelayMs?: number
  resolve?: Resolve
  now: () => number
}

/** Mailboxes at any host, by SMTP and IMAP. */
export function createSmtp(options: SmtpOptions): MailProvider {
  const { timeoutMs, settleDelaysMs, copyDelayMs, now } = options
  const routeTo = createRoutes(options)
  const limits = { connectMs: Math.min(timeoutMs ?? CONNECT_MS, CONNECT_MS), answerMs: timeoutMs ?? ANSWER_MS }
  const connections = createMailboxConnections({ routeTo, limits, now, copyDelayMs })
  return {
    name: 'smtp',
    signIn: null,
    openMailbox(stored, keep, { copyToSelf = false } = {}) {
      const grant = readGrant(stored)
      return smtpMailbox({
        grant,
        copyToSelf,
        connections: connections.of(grant),
        keepCopyRule: (keepsCopy) =>
          keep(async (kept) => JSON.stringify({ ...readGrant(kept), keepsCopy } satisfies SmtpGrant)),
        settleDelaysMs,
        now,
      })
    },
  }
}

function readGrant(stored: string): SmtpGrant {
  const { success, data } = smtpGrant.safeParse(jsonOf(stored))
  if (success) return data
  throw new DeliveryError('expired', 'EXPIRED_TOKEN: the stored connection of the mailbox cannot be read')
}
