import { z } from 'zod'
import { IMAP_SCOPE, SMTP_SCOPE } from '#domain/mailboxes/providers/smtp/facts.ts'

/** A server of a mailbox, and the user name there. `starttls`: the connection begins in clear and must be encrypted before the sign-in. */
const server = z.object({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls']),
  user: z.string(),
})
export type MailServer = z.infer<typeof server>

/** Sealed credentials that reach a mailbox by SMTP and IMAP. */
export const smtpGrant = z.object({
  version: z.literal(1),
  smtp: server,
  /** null: the mailbox is not read */
  imap: server.nullable(),
  password: z.string(),
  /** where copies and drafts are kept; null: not found out yet, or no IMAP */
  folders: z.object({ sent: z.string(), drafts: z.string().nullable() }).nullable(),
  /** True if the host files a copy in Sent itself; null: not found out yet */
  keepsCopy: z.boolean().nullable(),
})
export type SmtpGrant = z.infer<typeof smtpGrant>

/** The scopes of a mailbox with this grant. */
export const scopesOf = ({ imap }: Pick<SmtpGrant, 'imap'>): string[] =>
  imap === null ? [SMTP_SCOPE] : [SMTP_SCOPE, IMAP_SCOPE]

/**
 * The permanent id of a mailbox: its user name at its SMTP server. The address would not do, since it may be an alias and
 * its owner may change it; nor would the port or the IMAP server, which a person corrects without changing the mailbox.
 */
export const subjectOf = ({ smtp }: Pick<SmtpGrant, 'smtp'>): string => `${smtp.user}@${smtp.host}`.toLowerCase()
