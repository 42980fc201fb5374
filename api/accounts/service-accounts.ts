import { v7 as newId } from 'uuid'
import { SERVICE_ACCOUNTS_MAX, serviceAccountInput } from '#domain/accounts/api-keys.ts'
import { AppError, outOfScope } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { adminOf, viewerOf, type Call } from '#api/platform/call-context.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { requireFeature } from '#api/tenants/feature-flags.ts'
import { lockTenant } from '#api/tenants/plan-limits.ts'
import { endKeys } from './api-keys.ts'
import { ensureRecentSignIn } from './recent-sign-in.ts'
import { ServiceAccount } from './service-account.ts'

/** The service accounts of the workspace, oldest first. Admins only. */
export async function listServiceAccounts(call: Call): Promise<ServiceAccount[]> {
  const { tenantId } = adminOf(call)
  return call.app.database.inTenant(tenantId, (em) => em.find(ServiceAccount, { tenantId }, { orderBy: { id: 'asc' } }))
}

/** Service accounts by id, for admins; a program finds only its own. */
export async function serviceAccountsOf(call: Call, ids: readonly string[]): Promise<Map<string, ServiceAccount>> {
  const { tenantId, userId, scopes } = viewerOf(call)
  if (scopes === null) adminOf(call)
  else if (ids.some((id) => id !== userId)) throw outOfScope(scopes)
  return call.app.database.inTenant(tenantId, (em) =>
    byId<ServiceAccount>(em.find(ServiceAccount, { tenantId, id: { $in: [...ids] } })),
  )
}

/** Creates a service account. Admins only. Throws REAUTHENTICATE, BAD_INPUT, CONFLICT, FEATURE_OFF, LIMIT_REACHED. */
export async function createServiceAccount(
  call: Call,
  input: InputOf<typeof serviceAccountInput>,
): Promise<ServiceAccount> {
  const { tenantId } = adminOf(call)
  ensureRecentSignIn(call)
  const { name } = parseInput(serviceAccountInput, input)
  return call.app.database.inTenant(tenantId, async (em) => {
    await requireFeature(em, tenantId, 'apiAccess')
    await lockTenant(em, tenantId)
    const known = await em.find(ServiceAccount, { tenantId })
    if (known.some((account) => account.name.toLowerCase() === name.toLowerCase())) {
      const message = `There is already a service account called ${name}. Choose another name.`
      throw new AppError('CONFLICT', message, { fields: { name: message } })
    }
    if (known.length >= SERVICE_ACCOUNTS_MAX) {
      const message = `This workspace already has ${SERVICE_ACCOUNTS_MAX} service accounts, which is the limit. Delete one that is no longer used.`
      throw new AppError('LIMIT_REACHED', message)
    }
    const account = em.create(ServiceAccount, { tenantId, id: newId(), name, createdAt: call.app.clock() })
    await em.flush()
    await recordOwn(call, em, { action: 'service_account_created', target: { id: account.id, label: name } })
    return account
  })
}

/**
 * Deletes a service account with its keys, and returns it as it was. What it made stays. Admins only. Throws
 * REAUTHENTICATE, NOT_FOUND.
 */
export async function deleteServiceAccount(call: Call, id: string): Promise<ServiceAccount> {
  const { tenantId, userId } = adminOf(call)
  ensureRecentSignIn(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const account = await em.findOne(ServiceAccount, { tenantId, id })
    if (!account) throw notFound('ServiceAccount')
    await endKeys(call, em, { tenantId, serviceAccountId: id }, { userId })
    await em.nativeDelete(ServiceAccount, { tenantId, id })
    await recordOwn(call, em, { action: 'service_account_deleted', target: { id, label: account.name } })
    return account
  })
}
