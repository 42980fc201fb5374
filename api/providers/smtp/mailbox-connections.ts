import { createHash } from 'node:crypto'
import type { SmtpGrant } from './mailbox-credentials.ts'
import { ImapConnections } from './imap-connections.ts'
import type { RouteTo } from './checked-server-address.ts'
import { SentFolder } from './sent-folder.ts'
import { Submission } from './submission.ts'

/**
 * ms after which the connections of a mailbox that nobody opened are removed from memory; they have ended long before.
 */
const FORGOTTEN_MS = 600_000

/**
 * IMAP and SMTP connections of one mailbox, shared by everything in this process that opens the mailbox, so that
 * connections outlive one run of sending.
 */
export interface MailboxConnections {
  submission: Submission
  /** IMAP connections; null: the mailbox is not read */
  imap: ImapConnections | null
  sent: SentFolder | null
}

/**
 * Keeps the connections of all mailboxes of this process, by servers and password: a new password gets new connections.
 */
export function createMailboxConnections(options: {
  routeTo: RouteTo
  limits: { connectMs: number; answerMs: number }
  now: () => number
  copyDelaysMs?: readonly number[] | undefined
}) {
  const { routeTo, limits, now, copyDelaysMs } = options
  const known = new Map<string, MailboxConnections & { openedAt: number }>()

  function open({ smtp, imap, password, folders, keepsCopy }: SmtpGrant): MailboxConnections {
    const access = imap && new ImapConnections(routeTo, { server: imap, password }, limits)
    return {
      submission: new Submission(routeTo, { server: smtp, password }, limits),
      imap: access,
      sent: access && new SentFolder(access, { path: folders?.sent ?? null, keepsCopy }, { now, copyDelaysMs }),
    }
  }

  return {
    of(grant: SmtpGrant): MailboxConnections {
      const openedAt = now()
      for (const [key, old] of known) if (openedAt - old.openedAt > FORGOTTEN_MS) known.delete(key)
      const { smtp, imap, password, tokens, folders } = grant
      const key = createHash('sha256')
        .update(JSON.stringify([smtp, imap, password, tokens?.grant, folders]))
        .digest('base64')
      const connections = { ...(known.get(key) ?? open(grant)), openedAt }
      known.set(key, connections)
      return connections
    },
  }
}
