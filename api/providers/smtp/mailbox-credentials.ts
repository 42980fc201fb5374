import { z } from 'zod'
import type { GrantKeeper } from '#api/sending/provider.ts'
import { jsonOf } from '../http-transport.ts'
import { SIGN_IN_PROVIDERS } from '#domain/mailboxes/providers.ts'
import { IMAP_SCOPE, SMTP_SCOPE } from '#domain/mailboxes/providers/smtp/facts.ts'

/**
 * Rule for a stored server of a mailbox, with the user name there. `starttls`: the connection begins unencrypted and
 * must be encrypted before the sign-in.
 */
const server = z.object({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls']),
  user: z.string(),
})
export type MailServer = z.infer<typeof server>

/** Rule for the stored credentials, encrypted in the database, that reach a mailbox by SMTP and IMAP. */
export const smtpGrant = z.object({
  version: z.literal(1),
  smtp: server,
  /** IMAP server; null: the mailbox is not read */
  imap: server.nullable(),
  /** password; empty if the sign-in uses tokens */
  password: z.string(),
  /** sign-in at a provider whose tokens are used in place of a password, as the provider's code stores it */
  tokens: z.object({ provider: z.enum(SIGN_IN_PROVIDERS), grant: z.string() }).optional(),
  /** folders for copies and drafts; null: not found out yet, or no IMAP */
  folders: z.object({ sent: z.string(), drafts: z.string().nullable() }).nullable(),
  /** true if the host itself stores a copy of each sent email in the Sent folder; null: not found out yet */
  keepsCopy: z.boolean().nullable(),
})
export type SmtpGrant = z.infer<typeof smtpGrant>

/** Makes the function that stores renewed tokens inside a mailbox's SMTP and IMAP credentials. */
export const tokenKeeper =
  (keep: GrantKeeper): GrantKeeper =>
  (renew) =>
    keep(async (stored) => {
      const kept = smtpGrant.parse(jsonOf(stored))
      if (!kept.tokens) return null
      const grant = await renew(kept.tokens.grant)
      return grant && JSON.stringify({ ...kept, tokens: { ...kept.tokens, grant } })
    })

/** Returns the folders for stored credentials, as a connection test found them. */
export const foldersIn = ({
  folders,
}: {
  folders: { sent: string | null; drafts: string | null } | null
}): SmtpGrant['folders'] => (folders && folders.sent !== null ? { sent: folders.sent, drafts: folders.drafts } : null)

/** Returns the access that a mailbox with these credentials has: to send, and with IMAP to read. */
export const scopesOf = ({ imap }: Pick<SmtpGrant, 'imap'>): string[] =>
  imap === null ? [SMTP_SCOPE] : [SMTP_SCOPE, IMAP_SCOPE]

/**
 * The permanent id of a mailbox: its user name at its SMTP server. The address would not do, since it may be an alias and
 * its owner may change it; nor would the port or the IMAP server, which a person corrects without changing the mailbox.
 */
export const subjectOf = ({ smtp }: Pick<SmtpGrant, 'smtp'>): string => `${smtp.user}@${smtp.host}`.toLowerCase()
