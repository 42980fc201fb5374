import type { deleteWorkspaceInput } from '#domain/tenants/tenants.ts'
import { notFound } from '#schema/object-ids.ts'
import { recordSuperAdmin } from '#api/audit/activity-log-writer.ts'
import type { Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { InputOf } from '#api/platform/input-validation.ts'
import { lockTenant } from '#api/tenants/plan-limits.ts'
import { ensureRecentSuperAdmin } from '../super-admins.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { cancel, schedule, type Asker } from './deletion-schedule.ts'

/**
 * Schedules the deletion of an abandoned workspace in 30 days, as its own admins can. `name` must be its name. Every
 * admin is notified by email and can cancel it. Asking again changes nothing. Throws REAUTHENTICATE, BAD_INPUT, NOT_FOUND.
 */
export async function scheduleTenantDeletion(
  call: Call,
  id: string,
  input: InputOf<typeof deleteWorkspaceInput>,
): Promise<Tenant> {
  return changeDeletion(call, id, (em, tenant, by) => schedule(call, em, tenant, input, by))
}

/**
 * Cancels the deletion of a workspace, even if one of its admins scheduled it. Notifies every admin. Throws
 * REAUTHENTICATE, NOT_FOUND, CONFLICT if the 30 days are over.
 */
export async function cancelTenantDeletion(call: Call, id: string): Promise<Tenant> {
  return changeDeletion(call, id, (em, tenant, by) => cancel(call, em, tenant, by))
}

async function changeDeletion(
  call: Call,
  id: string,
  change: (em: Em, tenant: Tenant, by: Asker) => Promise<void>,
): Promise<Tenant> {
  ensureRecentSuperAdmin(call)
  return call.app.database.asSystem(async (em) => {
    if (!(await em.findOne(Tenant, { id }))) throw notFound('Tenant')
    const tenant = await lockTenant(em, id)
    await change(em, tenant, {
      name: 'The person who runs this installation',
      // The workspace's own log is deleted with it.
      note: async (inside, act) => {
        for (const tenantId of [id, null]) await recordSuperAdmin(call, inside, { ...act, tenantId })
      },
    })
    return tenant
  })
}
