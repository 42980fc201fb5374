import { z } from 'zod'
import type { GrantKeeper } from '#api/sending/provider.ts'
import { jsonOf } from '../http.ts'
import { SIGN_IN_PROVIDERS } from '#domain/mailboxes/providers.ts'
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
  /** IMAP server; null: the mailbox is not read */
  imap: server.nullable(),
  /** password; empty if the sign-in uses tokens */
  password: z.string(),
  /** the sign-in in a browser whose tokens the servers take in place of a password, as its provider stores it */
  tokens: z.object({ provider: z.enum(SIGN_IN_PROVIDERS), grant: z.string() }).optional(),
  /** folders for copies and drafts; null: not found out yet, or no IMAP */
  folders: z.object({ sent: z.string(), drafts: z.string().nullable() }).nullable(),
  /** True if the host files a copy in Sent itself; null: not found out yet */
  keepsCopy: z.boolean().nullable(),
})
export type SmtpGrant = z.infer<typeof smtpGrant>

/** Keeps the tokens that are part of a grant of this kind. */
export const tokenKeeper =
  (keep: GrantKeeper): GrantKeeper =>
  (renew) =>
    keep(async (stored) => {
      const kept = smtpGrant.parse(jsonOf(stored))
      if (!kept.tokens) return null
      const grant = await renew(kept.tokens.grant)
      return grant && JSON.stringify({ ...kept, tokens: { ...kept.tokens, grant } })
    })

/** The folders of a grant, as a test of the connection found them. */
export const foldersIn = ({
  folders,
}: {
  folders: { sent: string | null; drafts: string | null } | null
}): SmtpGrant['folders'] => (folders && folders.sent !== null ? { sent: folders.sent, drafts: folders.drafts } : null)

/** The scopes of a mailbox with this grant. */
export const scopesOf = ({ imap }: Pick<SmtpGrant, 'imap'>): string[] =>
  imap === null ? [SMTP_SCOPE] : [SMTP_SCOPE, IMAP_SCOPE]

/**
 * The permanent id of a mailbox: its user name at its SMTP server. The address would not do, since it may be an alias and
 * its owner may change it; nor would the port or the IMAP server, which a person corrects without changing the mailbox.
 */
export const subjectOf = ({ smtp }: Pick<SmtpGrant, 'smtp'>): string => `${smtp.user}@${smtp.host}`.toLowerCase()
