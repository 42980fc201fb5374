import { passwordResetInput, resetPasswordInput } from '#domain/accounts/accounts.ts'
import type { Call } from '#api/platform/call-context.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { queueSystemWork } from '#api/system-mail/system-mail-queue.ts'
import { endApiKeys } from '../api-keys.ts'
import { endIdentities } from '../sign-in-identities.ts'
import { proveEmail } from '../new-user.ts'
import { notify } from '../account-notices.ts'
import { ensureStrongPasswordOf } from '../password-strength.ts'
import { hashPassword } from '../passwords.ts'
import { signInTry, startAttempt } from '../sign-in-throttle.ts'
import { User } from '../user.ts'
import { endSessionsOf } from '../end-sessions.ts'
import { endLinks, requireLink, takeLink } from './account-links.ts'
import { ensureSystemEmail } from './ensure-system-email.ts'
import { record } from '#api/audit/activity-log-writer.ts'

/**
 * Asks for a link to set a new password. The accounts are looked up later, by the worker: answer and time are the same
 * whether there are any. Throws BAD_INPUT, TOO_MANY_REQUESTS, UNAVAILABLE if no email can be sent.
 */
export async function requestPasswordReset(call: Call, input: InputOf<typeof passwordResetInput>): Promise<boolean> {
  const { app } = call
  const { username: name } = parseInput(passwordResetInput, input)
  ensureSystemEmail(app)
  await startAttempt(app, signInTry(app, 'email link', name, call.address))
  await app.database.asSystem((em) => queueSystemWork(app, em, { kind: 'password reset', name }))
  return true
}

/**
 * Sets a new password with an emailed link. It ends the person's sessions, their live links of spreadsheets, their
 * Microsoft and Google sign-in methods, and on request their API keys; second factors stay. The link proves the address. Throws BAD_INPUT, GONE.
 */
export async function resetPassword(call: Call, input: InputOf<typeof resetPasswordInput>): Promise<boolean> {
  const { app } = call
  const { token, newPassword, revokeApiKeys } = parseInput(resetPasswordInput, present(input))
  const { tenantId, userId, email } = await requireLink(app, token, 'password')
  const who = { tenantId, userId }
  const user = await app.database.inTenant(tenantId, (em) => em.findOneOrFail(User, { tenantId, id: userId }))
  await ensureStrongPasswordOf(app, user, newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword, { tenantId })
  await app.database.asSystem(async (em) => {
    await takeLink(em, token)
    await em.nativeUpdate(User, { tenantId, id: userId }, { passwordHash, invitedAt: null })
    await proveEmail(em, who, email, app.clock())
    await endIdentities(call, em, who, [])
    await endLinks(em, who)
    if (revokeApiKeys) await endApiKeys(call, em, who)
    await endSessionsOf(call, em, who)
    await notify(call, em, user, 'passwordReset')
    await record(call, em, { action: 'password_reset', tenantId, by: { userId } })
  })
  return true
}
