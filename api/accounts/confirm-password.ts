import { confirmPasswordInput } from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { personOf, type Call } from '#api/platform/call-context.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { requirePassword } from './password-check.ts'
import { noteAuthenticated } from './recent-sign-in.ts'
import { renewSession } from './sessions.ts'
import { User } from './user.ts'

/** Checks the signed-in person's password; their sign-in then counts as recent. Throws BAD_INPUT, TOO_MANY_REQUESTS. */
export async function confirmPassword(call: Call, input: InputOf<typeof confirmPasswordInput>): Promise<boolean> {
  const { tenantId, userId } = personOf(call)
  const { password } = parseInput(confirmPasswordInput, input)
  const user = await call.app.database.inTenant(tenantId, (em) => em.findOne(User, { id: userId }))
  if (user?.passwordHash === null) {
    throw new AppError('BAD_INPUT', 'Your account has no password. Confirm who you are the way you sign in.')
  }
  await requirePassword(call, 'person', user, password)
  await noteAuthenticated(call)
  await renewSession(call)
  return true
}
