import type { MailServer } from '#domain/mailboxes/providers/smtp/mail-hosts.ts'

/** A server and the name to sign in with there. */
export interface FoundServer extends MailServer {
  user: string
}

export interface FoundServers {
  smtp: FoundServer
  /** inbox server; null: none was found, so the mailbox could only send */
  imap: FoundServer | null
}
