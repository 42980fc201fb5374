import { AppError } from '#domain/errors.ts'
import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import type { SignInProvider } from '#domain/mailboxes/providers.ts'
import type { ConnectionStep } from '#domain/mailboxes/providers/smtp/connection-steps.ts'
import { TOKEN_HOSTS } from '#domain/mailboxes/providers/smtp/token-hosts.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import type { Call, Viewer } from '#api/platform/call-context.ts'
import type { ConnectionTest, TestedMailbox } from '#api/providers/smtp/connection-test.ts'
import { foldersIn, scopesOf, subjectOf, type SmtpGrant } from '#api/providers/smtp/mailbox-credentials.ts'
import type { GrantKeeper, OAuthSignIn, ProviderAccount } from '#api/sending/provider.ts'
import { keepAccount } from '../store-mailbox.ts'
import { Mailbox } from '../mailbox.ts'

/** Connects mailboxes at their provider's SMTP and IMAP servers by a sign-in in the browser (product: mailboxes.smtp-sign-in). */

const STEPS_OF_READING: ReadonlySet<ConnectionStep> = new Set(['imap_server', 'imap_sign_in', 'folders', 'new_mail'])

/**
 * Tests a mailbox with the token of a sign-in, and connects it if the SMTP server lets it send. Without the permission to read,
 * or if the IMAP server refuses it, the mailbox only sends.
 *
 * @param mailboxId the mailbox that is connected again; null: any
 * @returns the id of the mailbox
 * @throws BAD_INPUT with the reason, if the sending server refuses the mailbox or the account is not the mailbox
 */
export async function connectByToken(
  call: Call,
  viewer: Viewer,
  { provider, signIn, account }: { provider: SignInProvider; signIn: OAuthSignIn; account: ProviderAccount },
  mailboxId: string | null,
): Promise<string> {
  const { tenantId } = viewer
  const { email, scopes, name } = account
  let grant = account.grant
  const keep: GrantKeeper = async (renew) => {
    grant = (await renew(grant)) ?? grant
  }
  const token = await signIn.openTokens(grant, keep).token()
  const servers = await call.app.mailServers.serversOf(provider, email)
  const mayRead = scopes.some((scope) => scope.toLowerCase() === TOKEN_HOSTS[provider].scopes.imap)
  const tested: TestedMailbox = { ...servers, imap: mayRead ? servers.imap : null, email, password: '', token }
  const test = await call.app.mailServers.test(tested)
  const isRead = tested.imap !== null && !test.steps.some(hasFailed)
  const stored: SmtpGrant = {
    ...{ version: 1, smtp: tested.smtp, imap: isRead ? tested.imap : null, password: '', tokens: { provider, grant } },
    folders: isRead ? foldersIn(test) : null,
    keepsCopy: test.keepsCopy,
  }
  ensureSends(test)

  const id = await call.app.database.inTenant(tenantId, async (em) => {
    const known = mailboxId === null ? null : await em.findOne(Mailbox, { tenantId, id: mailboxId })
    const subject = subjectOf(stored)
    if (known && known.subject !== subject) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.otherMailbox)
    const grantToKeep = JSON.stringify(stored)
    const kept = await keepAccount(call.app, em, viewer, 'smtp', {
      ...{ subject, email, name: known?.name ?? name, scopes: scopesOf(stored), grant: grantToKeep },
    })
    await recordOwn(call, em, { action: 'mailbox_connected', target: { id: kept, label: email } })
    return kept
  })
  await call.app.mailboxReconnected(call, id)
  return id
}

const hasFailed = ({ state }: ConnectionTest['steps'][number]) => state === 'failed'

/** Throws BAD_INPUT or UNAVAILABLE unless every step of sending passed. */
function ensureSends({ steps }: ConnectionTest): void {
  const failed = steps.find((step) => hasFailed(step) && !STEPS_OF_READING.has(step.step))
  if (!failed) return
  if (failed.problem === 'sign_in_refused' || failed.problem === 'sender_refused')
    throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.serverRefused)
  throw new AppError('UNAVAILABLE', SIGN_IN_FAILURES.serverUnreachable)
}
