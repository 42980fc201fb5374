import type { SignInProvider } from '#domain/mailboxes/providers.ts'
import { AppError } from '#domain/errors.ts'
import { mayManage } from '#domain/mailboxes/mailboxes.ts'
import { notFound } from '#schema/object-ids.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import { smtpGrant, tokenKeeper, type MailServer, type SmtpGrant } from '#api/providers/smtp/mailbox-credentials.ts'
import { Mailbox } from '../mailbox.ts'
import { grantPlace, keeperOf } from '../open-mailbox.ts'
import type { StepResult } from '#domain/mailboxes/providers/smtp/connection-steps.ts'
import { recordAttempt } from './connection-attempts.ts'
import { announceSteps, checkedAttempt } from './connection-progress.ts'

/** Servers and choices of a mailbox that is connected by address and password. Never its password. */
export interface MailboxServers {
  smtp: MailServer
  imap: MailServer | null
  /** true to send each email also to the mailbox itself, to find out whether uncertain emails left */
  copyToSelf: boolean
  /** true if the server itself stores a copy of each email in the Sent folder; null: not known yet */
  keepsCopy: boolean | null
  /** provider whose sign-in in a browser is used in place of a password; null if a password is used */
  signIn: SignInProvider | null
}

/**
 * Decrypts the stored sign-in of an SMTP mailbox; null for a mailbox of another provider, or if it cannot be decrypted.
 */
export function openGrant(
  secrets: App['secrets'],
  { id, provider, sealedGrant }: Pick<Mailbox, 'id' | 'provider' | 'sealedGrant'>,
): SmtpGrant | null {
  if (provider !== 'smtp') return null
  try {
    return smtpGrant.parse(JSON.parse(secrets.open(sealedGrant, grantPlace(id))))
  } catch {
    return null
  }
}

/** Returns the servers of a mailbox; null for other providers, and for those who cannot change the mailbox. */
export async function mailboxServersOf(call: Call, id: string): Promise<MailboxServers | null> {
  const viewer = viewerOf(call)
  const mailbox = await call.app.database.inTenant(viewer.tenantId, (em) => em.findOne(Mailbox, { id }))
  const grant = mailbox && mayManage(viewer, mailbox) ? openGrant(call.app.secrets, mailbox) : null
  if (!mailbox || !grant) return null
  const { smtp, imap, keepsCopy, tokens } = grant
  return { smtp, imap, keepsCopy, copyToSelf: mailbox.copyToSelf, signIn: tokens?.provider ?? null }
}

/**
 * Tests a connected mailbox again with its stored password; for its owner and admins. Changes nothing.
 * @throws NOT_FOUND, FORBIDDEN, TOO_MANY_REQUESTS, BAD_INPUT if the stored password cannot be used any more
 */
export async function testMailbox(
  call: Call,
  id: string,
  attempt: string | null = null,
): Promise<{ steps: readonly StepResult[] }> {
  const onStep = announceSteps(call, attempt === null ? null : checkedAttempt(attempt))
  const { tenantId } = viewerOf(call)
  const mailbox = await call.app.database.inTenant(tenantId, (em) => findManaged(call, em, id))
  const grant = openGrant(call.app.secrets, mailbox)
  if (!grant) throw new AppError('BAD_INPUT', 'The password of this mailbox cannot be decrypted. Enter it again.')
  await recordAttempt(call, { email: mailbox.email, server: grant.smtp.host })
  const tested = { ...grant, email: mailbox.email, token: await tokenOf(call, mailbox, grant) }
  const { steps } = await call.app.mailServers.test(tested, onStep)
  return { steps }
}

/** Returns the access token of a mailbox without a password; undefined for one with a password. Throws UNAVAILABLE, BAD_INPUT. */
async function tokenOf(call: Call, mailbox: Mailbox, { tokens }: SmtpGrant): Promise<string | undefined> {
  const signIn = tokens && call.app.vendors[tokens.provider]?.signIn
  if (!tokens || !signIn) return undefined
  return signIn
    .openTokens(tokens.grant, tokenKeeper(keeperOf(call.app, mailbox)))
    .token()
    .catch((cause: unknown) => {
      if (!(cause instanceof DeliveryError)) throw cause
      if (cause.retryable) throw new AppError('UNAVAILABLE', SIGN_IN_FAILURES.unreachable, { cause })
      throw new AppError('BAD_INPUT', 'The sign-in of this mailbox is no longer valid. Reconnect it.', { cause })
    })
}

async function findManaged(call: Call, em: Em, id: string): Promise<Mailbox> {
  const viewer = viewerOf(call)
  const mailbox = await em.findOne(Mailbox, { tenantId: viewer.tenantId, id })
  if (!mailbox) throw notFound('Mailbox')
  if (!mayManage(viewer, mailbox)) {
    throw new AppError('FORBIDDEN', 'Only the owner of this mailbox or an admin can test or change it.')
  }
  ensurePassword(mailbox)
  return mailbox
}

/** Throws BAD_INPUT for a mailbox that is connected by signing in at its provider. */
export function ensurePassword({ provider }: Pick<Mailbox, 'provider'>): void {
  if (provider === 'smtp') return
  throw new AppError(
    'BAD_INPUT',
    'Only a mailbox that is connected by address and password has servers and a password.',
  )
}
