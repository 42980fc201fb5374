import {
  changePasswordInput,
  createUserInput,
  loginInput,
  type ChangePasswordInput,
  type LoginInput,
} from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { comparableName, accountsNamed, isAddress } from '#domain/accounts/sign-in-names.ts'
import { adminOf, viewerOf, type Call } from '#api/platform/call-context.ts'
import { sqlOf } from '#api/platform/database/database.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { ensureMayAddUsers, ensureRoom } from '#api/tenants/plan-limits.ts'
import { uuidOf } from '#schema/object-ids.ts'
import { endApiKeys } from './api-keys.ts'
import { addUser, usernameFor } from './new-user.ts'
import { requirePassword } from './password-check.ts'
import { ensureStrongPasswordOf } from './password-strength.ts'
import { hashPassword, verifyEach } from './passwords.ts'
import { endIdentities } from './sign-in-identities.ts'
import { openSession, type SignedIn } from './open-session.ts'
import { ensureRecentSignIn } from './recent-sign-in.ts'
import { endLinks } from './links/account-links.ts'
import { queueConfirmation } from './links/email-address-confirmation.ts'
import { notifyOwner } from './account-notices.ts'
import { endChallenges, secondFactorRequired } from './second-factor/sign-in-challenges.ts'
import { hasSecondFactor } from './second-factor/second-factor.ts'
import { ensureMaySignInOtherwise } from './single-sign-on/single-sign-on-enforcement.ts'
import { Session } from './session.ts'
import { renewSession } from './sessions.ts'
import { ensurePasswordStands } from './active-account-check.ts'
import { startAttempts, noteSuccess, signInTry, takeBackTry, tried } from './sign-in-throttle.ts'
import { User } from './user.ts'
import { record, recordOwn, recordUnknownSignIn } from '#api/audit/activity-log-writer.ts'

/**
 * Number of stored passwords that a sign-in with an email address is compared with, however many accounts have the
 * address, so that the time taken reveals nothing. Owners of further accounts sign in with their usernames.
 */
const PASSWORD_CHECKS_PER_SIGN_IN = 3

/** Returns the signed-in user, even one who must set up a second factor first. @returns null for calls without a session */
export async function currentUser(call: Call): Promise<User | null> {
  const viewer = call.viewer ?? call.enrolling
  return viewer && call.app.database.inTenant(viewer.tenantId, (em) => em.findOne(User, { id: viewer.userId }))
}

/** Finds a user of the caller's workspace by id; null if there is no such user. */
export async function findUser(call: Call, id: string): Promise<User | null> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) => em.findOne(User, { id }))
}

/**
 * Opens a session, or a challenge for a person with a second factor. Throws BAD_INPUT, UNAUTHENTICATED,
 * SECOND_FACTOR_REQUIRED, TENANT_INACTIVE, TOO_MANY_REQUESTS.
 */
export async function login(call: Call, input: LoginInput): Promise<SignedIn> {
  const { username, password } = parseInput(loginInput, input)
  const named = await findHolders(call, username)
  // Guesses count against the account, whether its username or its address is typed.
  const names = named.length > 0 ? named.map((holder) => holder.username) : [username]
  const attempts = names.map((name) => signInTry(call.app, 'person', name, call.address))
  const begun = await startAttempts(call.app, attempts)
  const holders = named.flatMap((holder, index) => {
    const attempt = attempts[index]
    return attempt && begun.includes(attempt) ? [{ ...holder, attempt }] : []
  })
  const hashes = holders.map(({ passwordHash }) => passwordHash)
  const tries = isAddress(username) ? PASSWORD_CHECKS_PER_SIGN_IN : 1
  const matches = await tried(call.app, begun, () => verifyEach(hashes, password, tries, call))
  const fitting = holders.filter(({ isActive }, index) => isActive && matches[index])
  const found = fitting.find(({ tenantActive }) => tenantActive) ?? fitting[0]
  if (!found) {
    await recordFailures(call, named)
    throw new AppError('UNAUTHENTICATED', 'Wrong username or password.')
  }
  // The correct password of one account must not reset the guesses at another account with the same address, or reveal
  // that it exists.
  if (isAddress(username)) for (const attempt of begun) await takeBackTry(call.app, attempt, attempt === found.attempt)
  else await noteSuccess(call.app, found.attempt)
  if (!found.tenantActive) {
    await recordFailures(call, [found])
    throw new AppError('TENANT_INACTIVE', 'This workspace is not active. Ask the person who runs this installation.')
  }
  const who = { tenantId: found.tenantId, userId: found.id }
  const verified = { ...who, passwordHash: found.passwordHash }
  const needsCode = await call.app.database
    .inTenant(found.tenantId, async (em) => {
      await ensureMaySignInOtherwise(em, who)
      return hasSecondFactor(em, who)
    })
    .catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'FORBIDDEN') await recordFailures(call, [found])
      throw error
    })
  if (needsCode) throw await secondFactorRequired(call.app, who, (em) => ensurePasswordStands(em, verified))
  return call.app.database.inTenant(found.tenantId, async (em) => {
    await ensurePasswordStands(em, verified)
    await ensureMaySignInOtherwise(em, who)
    return openSession(call, em, who)
  })
}

/**
 * Records a failed sign-in in the activity log of each workspace that has an account with the typed name. A name that
 * no account has is not stored, because it may be a password typed into the wrong field.
 */
async function recordFailures(call: Call, named: readonly { id: string; tenantId: string; username: string }[]) {
  if (named.length === 0) return recordUnknownSignIn(call)
  await call.app.database.asSystem(async (em) => {
    const act = { action: 'sign_in_failed', by: 'nobody' } as const
    for (const { id, tenantId, username } of named) {
      await record(call, em, { ...act, tenantId, target: { id, label: username } })
    }
  })
}

/**
 * Finds the people whose username or email address this is (sign-in-names.ts), with the facts that decide whether they
 * may sign in.
 */
async function findHolders(call: Call, name: string) {
  const holders = await call.app.database.asSystem((em) =>
    sqlOf(em)
      .selectFrom('users')
      .innerJoin('tenants', 'tenants.id', 'users.tenantId')
      .select(['users.id', 'users.tenantId', 'users.username', 'users.email', 'users.emailProvenAt'])
      .select(['users.createdAt', 'users.passwordHash', 'users.isActive', 'tenants.isActive as tenantActive'])
      .where((eb) => {
        const wanted = comparableName(name)
        return eb.or([
          eb(eb.fn<string>('lower', ['users.username']), '=', wanted),
          eb(eb.fn<string>('lower', ['users.email']), '=', wanted),
        ])
      })
      // A person who signs in only through a provider has no password to check, and reserves the name for nobody.
      .where('users.passwordHash', 'is not', null)
      .orderBy('users.emailProvenAt', (order) => order.asc().nullsLast())
      .orderBy('users.createdAt')
      .limit(PASSWORD_CHECKS_PER_SIGN_IN)
      .execute(),
  )
  return accountsNamed(name, holders)
}

/**
 * Signs out the caller: ends the session that this request belongs to. Returns false for API keys, which have no
 * session.
 */
export async function logout(call: Call): Promise<boolean> {
  call.cookies.clear('session')
  const viewer = call.viewer ?? call.enrolling
  if (!viewer || viewer.scopes) return false
  await call.app.database.inTenant(viewer.tenantId, async (em) => {
    await record(call, em, { action: 'sign_out', tenantId: viewer.tenantId, by: { userId: viewer.userId } })
    await em.nativeDelete(Session, { id: viewer.sessionId })
    await call.app.events.publish(em, {
      kind: 'session',
      tenantId: viewer.tenantId,
      userId: viewer.userId,
      sessionId: viewer.sessionId,
    })
  })
  return true
}

/** Adds a user. Throws REAUTHENTICATE, BAD_INPUT, CONFLICT (also while no admin has a confirmed address), LIMIT_REACHED. */
export async function createUser(call: Call, input: InputOf<typeof createUserInput>): Promise<User> {
  const { tenantId } = adminOf(call)
  ensureRecentSignIn(call)
  const data = parseInput(createUserInput, present(input))
  await ensureStrongPasswordOf(call.app, { ...data, tenantId }, data.password)
  const username = await call.app.database.asSystem((em) => usernameFor(em, data.username, data.email))
  await call.app.database.inTenant(tenantId, async (em) => {
    await ensureMayAddUsers(em, tenantId)
    await ensureRoom(em, tenantId, 'users', call.app.clock())
  })
  const passwordHash = await hashPassword(data.password, { tenantId })
  return call.app.database.inTenant(tenantId, async (em) => {
    await ensureRoom(em, tenantId, 'users', call.app.clock())
    const user = await addUser(em, {
      tenantId,
      username,
      email: data.email,
      name: data.name,
      role: data.role,
      passwordHash,
      createdAt: call.app.clock(),
    })
    await queueConfirmation(call.app, em, user, user.email)
    await recordOwn(call, em, { action: 'user_created', target: { id: user.id, label: user.name } })
    return user
  })
}

const WRONG_CURRENT = { field: 'currentPassword', message: 'The current password is wrong.' }
const wrongCurrent = () =>
  new AppError('BAD_INPUT', WRONG_CURRENT.message, { fields: { [WRONG_CURRENT.field]: WRONG_CURRENT.message } })

/**
 * Sets a new password and ends the person's other sessions. Ends their Microsoft and Google sign-in methods except
 * those to keep, and on request their API keys and live links of spreadsheets. Throws BAD_INPUT, TOO_MANY_REQUESTS.
 */
export async function changePassword(call: Call, input: ChangePasswordInput): Promise<boolean> {
  const { tenantId, userId, sessionId } = viewerOf(call)
  const data = parseInput(changePasswordInput, input)
  const { currentPassword, newPassword, keepIdentities, revokeApiKeys, revokeSheetLinks } = data
  const kept = (keepIdentities ?? []).map((id) => uuidOf('Identity', id))
  const user = await findUser(call, userId)
  await requirePassword(call, 'person', user, currentPassword, WRONG_CURRENT)
  if (user) await ensureStrongPasswordOf(call.app, user, newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword, { tenantId })
  await call.app.database.inTenant(tenantId, async (em) => {
    const verified = { tenantId, id: userId, passwordHash: user?.passwordHash ?? null }
    // Whoever reset the password meanwhile keeps the new one.
    if ((await em.nativeUpdate(User, verified, { passwordHash })) === 0) throw wrongCurrent()
    await endIdentities(call, em, { tenantId, userId }, kept)
    await endChallenges(em, { tenantId, userId })
    await endLinks(em, { tenantId, userId })
    await notifyOwner(call, em, { tenantId, userId }, 'passwordChanged')
    await recordOwn(call, em, { action: 'password_changed' })
    if (revokeApiKeys) await endApiKeys(call, em, { tenantId, userId })
    if (revokeSheetLinks) await call.app.endedAccess.endSheetLinks(call, em, { tenantId, userId }, { userId })
    const ended = await em.execute<{ id: string }[]>(
      'delete from sessions where tenant_id = :tenantId and user_id = :userId and id <> :sessionId returning id',
      { tenantId, userId, sessionId },
    )
    for (const { id } of ended) await call.app.events.publish(em, { kind: 'session', tenantId, userId, sessionId: id })
  })
  await renewSession(call)
  return true
}
