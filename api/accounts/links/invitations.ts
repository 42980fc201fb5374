import { acceptInvitationInput, inviteUserInput } from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { adminOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { invitation } from '#api/system-mail/system-email-texts.ts'
import { queueSystemEmail } from '#api/system-mail/system-mail-queue.ts'
import { ensureMayAddUsers, ensureRoom } from '#api/tenants/plan-limits.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { addUser, proveEmail, usernameFor } from '../new-user.ts'
import { openSession, type SignedIn } from '../open-session.ts'
import { ensureStrongPasswordOf } from '../password-strength.ts'
import { hashPassword } from '../passwords.ts'
import { ensureRecentSignIn } from '../recent-sign-in.ts'
import { ensureMaySignInOtherwise } from '../single-sign-on/single-sign-on-enforcement.ts'
import { User } from '../user.ts'
import { createLink, endLinks, requireLink, takeLink } from './account-links.ts'
import { ensureSystemEmail } from './ensure-system-email.ts'
import { record, recordOwn } from '#api/audit/activity-log-writer.ts'

/** Maximum invitations that a workspace can email in a day, because they go to strangers. */
const INVITATIONS_PER_DAY_MAX = 50

/**
 * Adds a colleague and emails them an invitation, with which they choose their own password. Throws REAUTHENTICATE,
 * FORBIDDEN, BAD_INPUT, CONFLICT, LIMIT_REACHED, UNAVAILABLE.
 */
export async function inviteUser(call: Call, input: InputOf<typeof inviteUserInput>): Promise<User> {
  const { tenantId } = adminOf(call)
  ensureRecentSignIn(call)
  const data = parseInput(inviteUserInput, present(input))
  ensureSystemEmail(call.app)
  const username = await call.app.database.asSystem((em) => usernameFor(em, undefined, data.email))
  return call.app.database.inTenant(tenantId, async (em) => {
    const now = call.app.clock()
    await ensureMayAddUsers(em, tenantId)
    await ensureRoom(em, tenantId, 'users', now)
    const user = await addUser(em, { tenantId, username, ...data, passwordHash: null, invitedAt: now, createdAt: now })
    await sendInvitation(call, em, user)
    await recordOwn(call, em, { action: 'user_invited', target: { id: user.id, label: user.name } })
    return user
  })
}

/** Sends an invitation again; the earlier link ends. Throws FORBIDDEN, REAUTHENTICATE, NOT_FOUND, CONFLICT, UNAVAILABLE. */
export async function resendInvitation(call: Call, id: string): Promise<User> {
  const { tenantId } = adminOf(call)
  ensureRecentSignIn(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const user = await em.findOne(User, { tenantId, id })
    if (!user) throw notFound('User')
    if (!user.invitedAt) throw new AppError('CONFLICT', `${user.name} has joined already.`)
    ensureSystemEmail(call.app)
    user.invitedAt = call.app.clock()
    await em.flush()
    await sendInvitation(call, em, user)
    await recordOwn(call, em, { action: 'user_invited', target: { id, label: user.name } })
    return user
  })
}

async function sendInvitation(call: Call, em: Em, user: User): Promise<void> {
  const { tenantId, userId } = adminOf(call)
  await countInvitation(call, em, tenantId)
  const { name: workspace } = await em.findOneOrFail(Tenant, { id: tenantId })
  const { name: by } = await em.findOneOrFail(User, { tenantId, id: userId })
  const { email } = user
  const link = await createLink(call.app, em, { kind: 'invitation', tenantId, userId: user.id, email })
  await queueSystemEmail(call.app, em, email, invitation({ workspace, by, link }))
}

/**
 * Counts an invitation that is about to be emailed. Throws LIMIT_REACHED if the workspace sent too many in the last 24
 * hours; invitations of people who were removed since count too.
 */
async function countInvitation(call: Call, em: Em, tenantId: string): Promise<void> {
  const now = call.app.clock()
  await em.execute('delete from invitations_sent where tenant_id = :tenantId and sent_at <= :since', {
    tenantId,
    since: new Date(now.getTime() - 86_400_000),
  })
  await em.execute(
    'insert into invitations_sent (tenant_id, id, sent_at) values (:tenantId, gen_random_uuid(), :now)',
    {
      tenantId,
      now,
    },
  )
  const [{ count }] = await em.execute<[{ count: number }]>(
    'select count(*)::int as count from invitations_sent where tenant_id = :tenantId',
    { tenantId },
  )
  if (count <= INVITATIONS_PER_DAY_MAX) return
  throw new AppError(
    'LIMIT_REACHED',
    `You have reached the limit of ${INVITATIONS_PER_DAY_MAX} invitations a day. Try again tomorrow.`,
  )
}

/**
 * Joins a workspace with an invitation: sets name and password, proves the address and signs in. Throws BAD_INPUT, GONE.
 */
export async function acceptInvitation(call: Call, input: InputOf<typeof acceptInvitationInput>): Promise<SignedIn> {
  const { app } = call
  const { token, name, newPassword } = parseInput(acceptInvitationInput, input)
  const { tenantId, userId, email } = await requireLink(app, token, 'invitation')
  const user = await app.database.inTenant(tenantId, (em) => em.findOneOrFail(User, { tenantId, id: userId }))
  await ensureStrongPasswordOf(app, { ...user, name }, newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword, { tenantId })
  return app.database.asSystem(async (em) => {
    await takeLink(em, token)
    await ensureMaySignInOtherwise(em, { tenantId, userId })
    await endLinks(em, { tenantId, userId })
    await em.nativeUpdate(User, { tenantId, id: userId }, { name, passwordHash, invitedAt: null })
    await proveEmail(em, { tenantId, userId }, email, app.clock())
    await record(call, em, { action: 'user_joined', tenantId, by: { userId } })
    return openSession(call, em, { tenantId, userId })
  })
}
