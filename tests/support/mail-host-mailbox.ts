import { keepAccount } from '#api/mailboxes/store-mailbox.ts'
import type { App } from '#api/platform/app-context.ts'
import { scopesOf, subjectOf, type SmtpGrant } from '#api/providers/smtp/mailbox-credentials.ts'
import type { MailHostAddress } from '#sandbox/sandbox.ts'

/** The grant of a mailbox at the sandbox's host for SMTP and IMAP. */
export const mailHostGrant = (
  { host, smtpPort, imapPort }: MailHostAddress,
  user: string,
  change: Partial<SmtpGrant> = {},
): SmtpGrant => ({
  version: 1,
  smtp: { host, port: smtpPort, security: 'tls', user },
  imap: { host, port: imapPort, security: 'tls', user },
  password: 'sandbox',
  folders: null,
  keepsCopy: user.includes('@keeps.'),
  ...change,
})

/** Connects a mailbox at the sandbox's SMTP and IMAP host, without the connection test that users see. */
export async function connectAtMailHost(
  app: App,
  owner: { tenantId: string; userId: string },
  email: string,
  grant: SmtpGrant,
): Promise<void> {
  const account = {
    subject: subjectOf(grant),
    email,
    name: email,
    scopes: scopesOf(grant),
    grant: JSON.stringify(grant),
  }
  await app.database.inTenant(owner.tenantId, (em) => keepAccount(app, em, owner, 'smtp', account))
}
