import { RECENT_SIGN_IN } from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { callerOf, personOf, viewerOf, type Call, type Viewer } from '#api/platform/call-context.ts'
import { Session } from './session.ts'

/**
 * Guards actions that a stolen session must not allow. Returns the person if they signed in or confirmed their password
 * in the last 15 minutes. Throws UNAUTHENTICATED, FORBIDDEN for API keys, and REAUTHENTICATE if the sign-in is too old.
 */
export function ensureRecentSignIn(call: Call): Viewer {
  const viewer = viewerOf(call)
  if (!viewer.authenticatedAt) throw new AppError('FORBIDDEN', 'An API key cannot do this. Sign in as a user.')
  ensureRecent(call, viewer.authenticatedAt)
  return viewer
}

/**
 * Requires a recent sign-in of people; a program passes, because an admin who had just signed in granted its scope.
 * Throws UNAUTHENTICATED, REAUTHENTICATE.
 */
export function ensureRecentIfPerson(call: Call): void {
  if (viewerOf(call).scopes === null) ensureRecentSignIn(call)
}

/**
 * Requires a recent sign-in for setting up a second factor, which a person who must have one can do before anything
 * else. No other operation may use it.
 */
export function ensureRecentForSetUp(call: Call): Viewer {
  const { enrolling } = call
  if (!enrolling?.authenticatedAt) return ensureRecentSignIn(call)
  ensureRecent(call, enrolling.authenticatedAt)
  return enrolling
}

/** Returns whether at most 15 minutes have passed since `signedInAt`. */
export const isRecent = ({ app }: Call, signedInAt: Date): boolean =>
  app.clock().getTime() - signedInAt.getTime() <= RECENT_SIGN_IN

/** Throws REAUTHENTICATE if more than 15 minutes have passed since `signedInAt`. */
export function ensureRecent(call: Call, signedInAt: Date): void {
  if (isRecent(call, signedInAt)) return
  throw new AppError('REAUTHENTICATE', 'You signed in a while ago. Confirm it’s you, then try again.')
}

/** Records in the current session that the person has just authenticated. */
export async function noteAuthenticated(call: Call): Promise<void> {
  const person = personOf(call)
  const now = call.app.clock()
  await call.app.database.inTenant(person.tenantId, (em) =>
    em.nativeUpdate(Session, { tenantId: person.tenantId, id: person.sessionId }, { authenticatedAt: now }),
  )
  call.becomes(callerOf({ ...person, authenticatedAt: now }, call.enrolling !== null))
}
