import { changeEmailInput } from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { confirmEmail as confirmEmailLetter } from '#api/system-mail/system-email-texts.ts'
import { queueSystemEmail } from '#api/system-mail/system-mail-queue.ts'
import { proveEmail, takenEmail } from '../new-user.ts'
import { notify } from '../account-notices.ts'
import { ensureRecentSignIn } from '../recent-sign-in.ts'
import { signInTry, startAttempt } from '../sign-in-throttle.ts'
import { User } from '../user.ts'
import { createLink, endEmailChanges, endLinks, requireLink, takeLink } from './account-links.ts'
import { ensureSystemEmail } from './ensure-system-email.ts'
import { record } from '#api/audit/activity-log-writer.ts'

type Mailing = Pick<App, 'clock' | 'jobs' | 'publicUrl' | 'secrets' | 'systemMailer'>

/**
 * Queues the email with a link that confirms an email address: the person's present one, or a new one that they asked
 * for.
 */
export async function queueConfirmation(
  app: Mailing,
  em: Em,
  { tenantId, id: userId }: Pick<User, 'tenantId' | 'id'>,
  email: string,
): Promise<void> {
  if (!app.systemMailer) return
  const link = await createLink(app, em, { kind: 'email', tenantId, userId, email })
  await queueSystemEmail(app, em, email, confirmEmailLetter(link))
}

/**
 * Emails the caller another link to confirm their email address. Throws CONFLICT if it is confirmed, TOO_MANY_REQUESTS,
 * UNAVAILABLE.
 */
export async function resendEmailConfirmation(call: Call): Promise<boolean> {
  const { user } = await beginEmail(call)
  if (user.emailProvenAt) throw new AppError('CONFLICT', 'Your email address is confirmed already.')
  await call.app.database.inTenant(user.tenantId, (em) => queueConfirmation(call.app, em, user, user.email))
  return true
}

/**
 * Asks for another email address. It takes effect when the link that is sent to it is opened; links to addresses that were
 * asked for before end. Throws REAUTHENTICATE,
 * FORBIDDEN, BAD_INPUT, TOO_MANY_REQUESTS, UNAVAILABLE.
 */
export async function changeEmail(call: Call, input: InputOf<typeof changeEmailInput>): Promise<boolean> {
  ensureRecentSignIn(call)
  const { email } = parseInput(changeEmailInput, input)
  const { user } = await beginEmail(call)
  await call.app.database.inTenant(user.tenantId, async (em) => {
    await endEmailChanges(em, user)
    await queueConfirmation(call.app, em, user, email)
  })
  return true
}

/**
 * Confirms an address with an emailed link. A new one replaces the old, which is notified, and ends every other link of
 * the person: those that set a password went to the old address. Throws BAD_INPUT, CONFLICT, GONE.
 */
export async function confirmEmail(call: Call, token: string): Promise<boolean> {
  const { app } = call
  const { tenantId, userId, email } = await requireLink(app, token.slice(0, 200), 'email')
  await app.database.asSystem(async (em) => {
    await takeLink(em, token)
    const user = await em.findOneOrFail(User, { tenantId, id: userId })
    const old = user.email
    if (old.toLowerCase() !== email.toLowerCase()) {
      await takenEmail(() => em.nativeUpdate(User, { tenantId, id: userId }, { email, emailProvenAt: null }))
      await endLinks(em, { tenantId, userId })
      await notify(call, em, user, 'emailChanged', { to: old, details: [`New address: ${email}.`] })
      const changes = [{ field: 'email', from: old, to: email }]
      await record(call, em, { action: 'email_changed', tenantId, by: { userId }, changes })
    }
    await proveEmail(em, { tenantId, userId }, email, app.clock())
  })
  return true
}

/**
 * Reads the caller, who asks for an email with a link to themselves, and counts the request. Throws TOO_MANY_REQUESTS,
 * UNAVAILABLE.
 */
async function beginEmail(call: Call): Promise<{ user: User }> {
  const { tenantId, userId } = viewerOf(call)
  ensureSystemEmail(call.app)
  await startAttempt(call.app, signInTry(call.app, 'email link', userId, call.address))
  return {
    user: await call.app.database.inTenant(tenantId, (em) => em.findOneOrFail(User, { tenantId, id: userId })),
  }
}
