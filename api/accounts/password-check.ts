import { AppError } from '#domain/errors.ts'
import { recordOwn, recordSuperAdmin } from '#api/audit/activity-log-writer.ts'
import { personOf, type Call } from '#api/platform/call-context.ts'
import { verifyPassword } from './passwords.ts'
import { startAttempt, noteSuccess, signInTry, tried, type SignInKind } from './sign-in-throttle.ts'

/** The account whose password is checked; without a hash every password is wrong. */
interface Account {
  username: string
  passwordHash?: string | null | undefined
}

/**
 * Checks a password, under the limits on guessing: a wrong password counts as a failure, a right one clears earlier
 * failures. The work is queued for the person's workspace, or for the network of a caller who is not signed in. Throws
 * TOO_MANY_REQUESTS.
 */
export async function isPassword(
  call: Call,
  kind: SignInKind,
  { username, passwordHash }: Account,
  password: string,
): Promise<boolean> {
  const who = kind === 'person' ? { tenantId: personOf(call).tenantId } : call
  const attempt = signInTry(call.app, kind, username, call.address)
  await startAttempt(call.app, attempt)
  const right = await tried(call.app, [attempt], () => verifyPassword(passwordHash ?? null, password, who))
  if (right) await noteSuccess(call.app, attempt)
  return right
}

/**
 * Checks the password that a signed-in person entered again in `field`. Throws BAD_INPUT when it is wrong,
 * TOO_MANY_REQUESTS.
 */
export async function requirePassword(
  call: Call,
  kind: SignInKind,
  account: Account | null,
  password: string,
  { field, message } = { field: 'password', message: 'The password is wrong.' },
): Promise<void> {
  if (await isPassword(call, kind, account ?? { username: '' }, password)) return
  await recordWrongPassword(call, kind)
  throw new AppError('BAD_INPUT', message, { fields: { [field]: message } })
}

async function recordWrongPassword(call: Call, kind: SignInKind): Promise<void> {
  const act = { action: 'sign_in_failed', changes: [{ field: 'password', from: null, to: 'wrong' }] } as const
  await call.app.database.asSystem((em) =>
    kind === 'person' ? recordOwn(call, em, act) : recordSuperAdmin(call, em, { ...act, tenantId: null }),
  )
}
