import { SESSION_IDLE, updateUserInput } from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { adminOf, viewerOf, type Call } from '#api/platform/call-context.ts'
import { setVariables, type Em } from '#api/platform/database/database.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import type { Listed, Page } from '#api/platform/database/keyset-pagination.ts'
import { takeTurn } from '#api/tenants/plan-limits.ts'
import { endApiKeys } from './api-keys.ts'
import { endSessionsOf } from './end-sessions.ts'
import { notify } from './account-notices.ts'
import { ensureRecentSignIn } from './recent-sign-in.ts'
import { Session } from './session.ts'
import { numberOfUsers, pageOfUsers, type UserFilter, type UserOrder } from './user-list-pages.ts'
import { User } from './user.ts'
import { changesBetween } from '#domain/audit.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

/** A page of the workspace's users, oldest first unless an order is given. */
export async function listUsers(
  call: Call,
  filter: UserFilter | null | undefined,
  orderBy: UserOrder | null | undefined,
  page: Page,
): Promise<Listed<User>[]> {
  const { tenantId } = adminOf(call)
  return call.app.database.inTenant(tenantId, (em) => pageOfUsers(em, tenantId, filter, orderBy, page))
}

/** Number of matching users in the workspace. */
export async function countUsers(call: Call, filter: UserFilter | null | undefined): Promise<number> {
  const { tenantId } = adminOf(call)
  return call.app.database.inTenant(tenantId, (em) => numberOfUsers(em, tenantId, filter))
}

/** The person's own sessions, newest first. */
export async function listSessions(call: Call): Promise<Session[]> {
  const { tenantId, userId } = viewerOf(call)
  const now = call.app.clock()
  return call.app.database.inTenant(tenantId, (em) =>
    em.find(
      Session,
      { tenantId, userId, expiresAt: { $gt: now }, lastUsedAt: { $gt: new Date(now.getTime() - SESSION_IDLE) } },
      { orderBy: { id: 'desc' } },
    ),
  )
}

/** Ends one of the person's own sessions and returns it as it was. Throws NOT_FOUND. */
export async function endSession(call: Call, id: string): Promise<Session> {
  const { tenantId, userId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const session = await em.findOne(Session, { id, userId })
    if (!session) throw notFound('Session')
    await recordOwn(call, em, { action: 'session_ended' })
    await em.nativeDelete(Session, { tenantId, id })
    await call.app.events.publish(em, { kind: 'session', tenantId, userId, sessionId: id })
    return session
  })
}

/**
 * Updates a user; deactivation ends their sessions, API keys and live links. Throws REAUTHENTICATE, BAD_INPUT, NOT_FOUND, CONFLICT.
 */
export async function updateUser(call: Call, id: string, input: InputOf<typeof updateUserInput>): Promise<User> {
  const { tenantId, userId } = adminOf(call)
  ensureRecentSignIn(call)
  const data = parseInput(updateUserInput, present(input))
  return call.app.database.inTenant(tenantId, async (em) => {
    const user = await findForChange(em, tenantId, id)
    const changed = { ...user, ...data }
    const changes = changesBetween(user, changed, ['name', 'role', 'isActive'])
    await recordOwn(call, em, { action: 'user_updated', target: { id, label: changed.name }, changes })
    Object.assign(user, data)
    await em.flush()
    await keepAnAdmin(em, tenantId)
    if (!user.isActive) {
      await endSessionsOf(call, em, { tenantId, userId: id }, { userId })
      await endApiKeys(call, em, { tenantId, userId: id }, { userId })
    }
    return user
  })
}

/**
 * Signs a colleague out everywhere, ends their live links, and notifies them; API keys keep working. Throws FORBIDDEN, REAUTHENTICATE,
 * NOT_FOUND, CONFLICT for oneself.
 */
export async function endUserSessions(call: Call, id: string): Promise<User> {
  const { tenantId, userId } = adminOf(call)
  ensureRecentSignIn(call)
  if (id === userId) throw new AppError('CONFLICT', 'Sign out your other devices under Settings → Profile.')
  return call.app.database.inTenant(tenantId, async (em) => {
    const user = await em.findOne(User, { tenantId, id })
    if (!user) throw notFound('User')
    await endSessionsOf(call, em, { tenantId, userId: id }, { userId })
    await recordOwn(call, em, { action: 'sessions_ended', target: { id, label: user.name } })
    await notify(call, em, user, 'sessionsEnded')
    return user
  })
}

/**
 * Removes a user with their sessions and disconnects their mailboxes. Returns the user as they were. Throws
 * REAUTHENTICATE, NOT_FOUND, CONFLICT.
 */
export async function deleteUser(call: Call, id: string): Promise<User> {
  const { tenantId, userId } = adminOf(call)
  ensureRecentSignIn(call)
  if (id === userId) throw new AppError('CONFLICT', 'You cannot delete yourself. Ask another admin.')
  return call.app.database.inTenant(tenantId, async (em) => {
    // Shards refer to users: on a cluster their rows change one shard after another.
    await setVariables(em, { 'citus.multi_shard_modify_mode': 'sequential' })
    const user = await findForChange(em, tenantId, id)
    await endSessionsOf(call, em, { tenantId, userId: id }, { userId })
    await call.app.endedAccess.removeMailboxes(call, em, { tenantId, userId: id })
    await endApiKeys(call, em, { tenantId, userId: id }, { userId })
    await em.nativeDelete(User, { tenantId, id })
    await keepAnAdmin(em, tenantId)
    await recordOwn(call, em, { action: 'user_deleted', target: { id, label: user.name } })
    return user
  })
}

/** Finds a user under the tenant's lock, so that two admins cannot remove each other at the same moment. */
async function findForChange(em: Em, tenantId: string, id: string): Promise<User> {
  await takeTurn(em, tenantId)
  const user = await em.findOne(User, { id })
  if (!user) throw notFound('User')
  return user
}

async function keepAnAdmin(em: Em, tenantId: string): Promise<void> {
  const admins = await em.count(User, { tenantId, role: 'admin', isActive: true })
  if (admins === 0)
    throw new AppError('CONFLICT', 'A workspace needs an active admin. Make someone else an admin first.')
}
