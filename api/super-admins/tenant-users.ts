import { createTenantUserInput } from '#domain/accounts/accounts.ts'
import { notFound } from '#schema/object-ids.ts'
import { addUser, usernameFor } from '#api/accounts/new-user.ts'
import { ensureStrongPasswordOf } from '#api/accounts/password-strength.ts'
import { hashPassword } from '#api/accounts/passwords.ts'
import { numberOfUsers, pageOfUsers, type UserFilter, type UserOrder } from '#api/accounts/user-list-pages.ts'
import { endFactors } from '#api/accounts/second-factor/factor-reset.ts'
import { User } from '#api/accounts/user.ts'
import { superAdminOf, type Call } from '#api/platform/call-context.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import type { Listed, Page } from '#api/platform/database/keyset-pagination.ts'
import { ensureRoom } from '#api/tenants/plan-limits.ts'
import { ensureRecentSuperAdmin } from './super-admins.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { recordSuperAdmin } from '#api/audit/activity-log-writer.ts'

/** A page of a workspace's users, for the super admin; oldest first unless an order is given. Throws NOT_FOUND. */
export async function listTenantUsers(
  call: Call,
  tenantId: string,
  filter: UserFilter | null | undefined,
  orderBy: UserOrder | null | undefined,
  page: Page,
): Promise<Listed<User>[]> {
  superAdminOf(call)
  return call.app.database.asSystem(async (em) => {
    if (!(await em.findOne(Tenant, { id: tenantId }))) throw notFound('Tenant')
    return pageOfUsers(em, tenantId, filter, orderBy, page)
  })
}

/** Number of matching users in a workspace, for the super admin. */
export async function countTenantUsers(
  call: Call,
  tenantId: string,
  filter: UserFilter | null | undefined,
): Promise<number> {
  superAdminOf(call)
  return call.app.database.asSystem((em) => numberOfUsers(em, tenantId, filter))
}

/**
 * Adds a user to a workspace, for the super admin. Throws REAUTHENTICATE, BAD_INPUT, NOT_FOUND, CONFLICT,
 * LIMIT_REACHED.
 */
export async function createTenantUser(
  call: Call,
  tenantId: string,
  input: InputOf<typeof createTenantUserInput>,
): Promise<User> {
  ensureRecentSuperAdmin(call)
  const { password, ...data } = parseInput(createTenantUserInput, present(input))
  await ensureStrongPasswordOf(call.app, { ...data, tenantId }, password)
  const passwordHash = await hashPassword(password, call)
  const now = call.app.clock()
  return call.app.database.asSystem(async (em) => {
    if (!(await em.findOne(Tenant, { id: tenantId }))) throw notFound('Tenant')
    const username = await usernameFor(em, data.username, data.email)
    await ensureRoom(em, tenantId, 'users', now)
    const user = await addUser(em, { ...data, username, tenantId, passwordHash, createdAt: now })
    await recordSuperAdmin(call, em, { action: 'user_created', tenantId, target: { id: user.id, label: user.name } })
    return user
  })
}

/**
 * Removes the lost second factor of a workspace's user, for the super admin: the only admin of a workspace has nobody else
 * to ask. Ends their sessions and tells them. Throws REAUTHENTICATE, NOT_FOUND.
 */
export async function resetTenantUserFactor(call: Call, tenantId: string, id: string): Promise<User> {
  ensureRecentSuperAdmin(call)
  const superAdminId = superAdminOf(call)
  return call.app.database.asSystem(async (em) => {
    const user = await em.findOne(User, { tenantId, id })
    if (!user) throw notFound('User')
    await endFactors(call, em, user, { superAdminId })
    await recordSuperAdmin(call, em, { action: 'factor_reset', tenantId, target: { id, label: user.name } })
    return user
  })
}
