import { AppError } from '#domain/errors.ts'
import { isAppCode, WRONG_CODE } from '#domain/accounts/second-factor.ts'
import type { Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { notifyOwner } from '../account-notices.ts'
import { noteSuccess, signInTry, startAttempt, tried } from '../sign-in-throttle.ts'
import { ownerId, type FactorOwner } from './factor-owner.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { takeTotp } from './totp.ts'
import { record } from '#api/audit/activity-log-writer.ts'

/** Uses up a code of the app or a recovery code; false if it is wrong. The person is notified of a recovery code. */
export async function takeCode(call: Call, em: Em, owner: FactorOwner, code: string): Promise<boolean> {
  if (isAppCode(code)) return takeTotp(em, call.app.secrets, owner, code, call.app.clock())
  const taken = await takeRecoveryCode(em, owner, code)
  if (taken && 'userId' in owner) await notifyOwner(call, em, owner, 'codeUsed')
  return taken
}

/**
 * Checks a code under the limits on guessing, which count per account and network, apart from passwords. Throws
 * BAD_INPUT when `check` finds nothing right, TOO_MANY_REQUESTS.
 */
export async function requireCode<T>(call: Call, owner: FactorOwner, check: () => Promise<T | false>): Promise<T> {
  const attempt = signInTry(call.app, 'second factor', ownerId(owner), call.address)
  await startAttempt(call.app, attempt)
  const right = await tried(call.app, [attempt], check)
  if (right === false) await recordWrongCode(call, owner)
  if (right === false) throw new AppError('BAD_INPUT', WRONG_CODE, { fields: { code: WRONG_CODE } })
  await noteSuccess(call.app, attempt)
  return right
}

/** A wrong code is a failed sign-in, or a failed confirmation. */
async function recordWrongCode(call: Call, owner: FactorOwner): Promise<void> {
  const isSuperAdmin = 'superAdminId' in owner
  await call.app.database.asSystem((em) =>
    record(call, em, {
      action: 'sign_in_failed',
      tenantId: isSuperAdmin ? null : owner.tenantId,
      by: isSuperAdmin ? { superAdminId: owner.superAdminId } : { userId: owner.userId },
      changes: [{ field: 'code', from: null, to: 'wrong' }],
    }),
  )
}
