import { superAdminOf, viewerOf, type Call } from '../context.ts'
import { Tenant } from './tenant.ts'

/** The workspace of the person who asks. */
export async function currentTenant(call: Call): Promise<Tenant> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => em.findOneOrFail(Tenant, { id: tenantId }))
}

/** Every workspace, oldest first. */
export async function listTenants(call: Call): Promise<Tenant[]> {
  superAdminOf(call)
  return call.app.database.asSystem((em) => em.find(Tenant, {}, { orderBy: { id: 'asc' } }))
}
