import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import type { Em } from '#api/platform/database/database.ts'
import { adminOf, type Call } from '#api/platform/call-context.ts'
import { endSessionsOf } from '../end-sessions.ts'
import { notify } from '../account-notices.ts'
import { ensureRecentSignIn } from '../recent-sign-in.ts'
import { User } from '../user.ts'
import { Passkey } from './passkey.ts'
import { endRecoveryCodes } from './recovery-codes.ts'
import { endTotp } from './totp.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

/**
 * Removes a colleague's lost second factor with its recovery codes, and ends their sessions: the device may be in other
 * hands. Throws FORBIDDEN, REAUTHENTICATE, NOT_FOUND, CONFLICT for oneself.
 */
export async function resetSecondFactor(call: Call, id: string): Promise<User> {
  const { tenantId, userId } = adminOf(call)
  ensureRecentSignIn(call)
  if (id === userId) throw new AppError('CONFLICT', 'Change your own second factor under Settings → Profile.')
  return call.app.database.inTenant(tenantId, async (em) => {
    const user = await em.findOne(User, { tenantId, id })
    if (!user) throw notFound('User')
    await endFactors(call, em, user, { userId })
    await recordOwn(call, em, { action: 'factor_reset', target: { id, label: user.name } })
    return user
  })
}

/** Removes all second factors of a person, ends their sessions and tells them. */
export async function endFactors(
  call: Call,
  em: Em,
  user: User,
  by: { userId: string } | { superAdminId: string },
): Promise<void> {
  const owner = { tenantId: user.tenantId, userId: user.id }
  await endTotp(em, owner)
  await em.nativeDelete(Passkey, owner)
  await endRecoveryCodes(em, owner)
  await endSessionsOf(call, em, owner, by)
  await notify(call, em, user, 'factorReset', { bySuperAdmin: 'superAdminId' in by })
}
