import { createTenantUserInput } from '#domain/accounts.ts'
import { notFound } from '#schema/ids.ts'
import { addUser, refuseTaken } from '../accounts/accounts.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { User } from '../accounts/user.ts'
import { superAdminOf, type Call } from '../context.ts'
import { parseInput, present } from '../input.ts'
import { ensureRoom } from '../limits.ts'
import { Tenant } from './tenant.ts'

/** The people of a workspace, oldest first, for the super admin. Throws NOT_FOUND. */
export async function tenantUsers(call: Call, tenantId: string): Promise<User[]> {
  superAdminOf(call)
  return call.app.database.asSystem(async (em) => {
    if (!(await em.findOne(Tenant, { id: tenantId }))) throw notFound('Tenant')
    return em.find(User, { tenantId }, { orderBy: { id: 'asc' } })
  })
}

/** Adds a person to a workspace, for the super admin. Throws BAD_INPUT, NOT_FOUND, CONFLICT, LIMIT_REACHED. */
export async function createTenantUser(call: Call, tenantId: string, input: object): Promise<User> {
  superAdminOf(call)
  const { password, ...data } = parseInput(createTenantUserInput, present(input))
  const passwordHash = await hashPassword(password)
  const now = call.app.clock()
  return call.app.database.asSystem(async (em) => {
    if (!(await em.findOne(Tenant, { id: tenantId }))) throw notFound('Tenant')
    await refuseTaken(em, data.username, data.email)
    await ensureRoom(em, tenantId, 'users', now)
    return addUser(em, { ...data, tenantId, passwordHash, createdAt: now })
  })
}
