import { DeliveryError, type MailProvider } from '#api/sending/provider.ts'

export interface SmtpOptions {
  /** whether hosts may be on this machine or in a private network */
  allowPrivate: boolean
  /** file with the certificates of private authorities, in PEM, trusted beside the public ones; null: none */
  caFile: string | null
  /** true: only hosts on this machine are reached, such as the sandbox, so that nothing leaves it */
  sandboxed: boolean
  /** ms until a server that does not answer is given up, 30,000 by default */
  timeoutMs?: number
  now: () => number
}

/** Mailboxes at any host, by SMTP and IMAP. */
export function createSmtp(_options: SmtpOptions): MailProvider {
  return {
    name: 'smtp',
    signIn: null,
    openMailbox() {
      throw new DeliveryError('unavailable', 'SMTP is not available yet')
    },
  }
}
