import { AppError } from '#domain/errors.ts'
import { adminOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { ensureRecentSignIn } from '../recent-sign-in.ts'
import type { User } from '../user.ts'
import { isFactorMissing, LACKS_FACTOR } from './missing-factor-check.ts'
import { hasSecondFactor } from './second-factor.ts'
import { changesBetween } from '#domain/audit.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

/** Returns whether the caller, or who has just signed in, must set up a second factor. False for other users. */
export async function mustSetUpSecondFactor(call: Call, { tenantId, id: userId }: User): Promise<boolean> {
  if (call.viewer) return false
  return call.app.database.inTenant(tenantId, (em) => isFactorMissing(em, { tenantId, userId }))
}

/**
 * Sets whether everybody in the workspace needs a second factor. The open connections of people without one close.
 * Throws FORBIDDEN, REAUTHENTICATE, CONFLICT if the admin has none.
 */
export async function requireSecondFactor(call: Call, required: boolean): Promise<Tenant> {
  const { tenantId, userId } = adminOf(call)
  ensureRecentSignIn(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    if (required && !(await hasSecondFactor(em, { tenantId, userId }))) {
      throw new AppError('CONFLICT', 'Set up your own second factor first, under Settings → Profile.')
    }
    const tenant = await em.findOneOrFail(Tenant, { id: tenantId })
    const changes = changesBetween(tenant, { requiresSecondFactor: required }, ['requiresSecondFactor'])
    tenant.requiresSecondFactor = required
    await em.flush()
    await recordOwn(call, em, { action: 'factor_requirement_changed', changes })
    if (required) await closeConnections(call, em, tenantId)
    return tenant
  })
}

async function closeConnections(call: Call, em: Em, tenantId: string): Promise<void> {
  const sessions = await em.execute<{ userId: string; sessionId: string }[]>(
    `select sessions.user_id as "userId", sessions.id as "sessionId" from sessions
     join users on users.tenant_id = sessions.tenant_id and users.id = sessions.user_id
     where sessions.tenant_id = :tenantId and ${LACKS_FACTOR}`,
    { tenantId },
  )
  for (const session of sessions) await call.app.events.publish(em, { kind: 'session', tenantId, ...session })
}
