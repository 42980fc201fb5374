import { forEachLimit, PLANS, signUpLimits, TIERS, type Tier } from '#domain/tenants/plans.ts'
import { AppError } from '#domain/errors.ts'
import { upgradeRequestInput } from '#domain/tenants/tenants.ts'
import { notFound } from '#schema/object-ids.ts'
import { User } from '#api/accounts/user.ts'
import { recordOwn, recordSuperAdmin } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import { adminOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { upgradeDeclined, upgradeGranted, type UpgradeAnswered } from '#api/system-mail/system-email-texts.ts'
import type { Letter } from '#api/system-mail/compose-system-email.ts'
import { queueSystemEmail } from '#api/system-mail/system-mail-queue.ts'
import { lockTenant } from '#api/tenants/plan-limits.ts'
import { ensureRecentSuperAdmin } from './super-admins.ts'
import { Tenant, type UpgradeRequest } from '#api/tenants/tenant.ts'

/**
 * Handles requests of workspaces for a higher plan (product: plans.upgrades). A workspace has at most one request; a
 * later one replaces it. A super admin grants it by setting the plan, or declines it. Either way the admin who asked
 * gets an email.
 */

const rank = (tier: Tier): number => TIERS.indexOf(tier)

/**
 * Asks the super admins for a higher plan.
 *
 * @throws FORBIDDEN for everybody but signed-in admins
 * @throws BAD_INPUT if the plan is not higher than the present one
 */
export async function requestUpgrade(call: Call, input: InputOf<typeof upgradeRequestInput>): Promise<Tenant> {
  const { tenantId, userId } = adminOf(call)
  const { requestedTier: tier, note } = parseInput(upgradeRequestInput, present(input))
  return call.app.database.inTenant(tenantId, async (em) => {
    const tenant = await lockTenant(em, tenantId)
    if (rank(tier) <= rank(tenant.subscriptionTier)) {
      const message = `Your workspace already has the ${PLANS[tenant.subscriptionTier].name} plan. Choose a higher one.`
      throw new AppError('BAD_INPUT', message, { fields: { requestedTier: message } })
    }
    tenant.upgradeRequest = { tier, note, userId, at: call.app.clock().toISOString() }
    await em.flush()
    const changes = [{ field: 'subscriptionTier', from: tenant.subscriptionTier, to: tier }]
    await recordOwn(call, em, { action: 'upgrade_requested', changes })
    return tenant
  })
}

/**
 * Declines the request of a workspace; changes nothing if it has none.
 *
 * @throws REAUTHENTICATE
 * @throws NOT_FOUND
 */
export async function declineUpgrade(call: Call, id: string): Promise<Tenant> {
  ensureRecentSuperAdmin(call)
  return call.app.database.asSystem(async (em) => {
    const tenant = await em.findOne(Tenant, { id })
    if (!tenant) throw notFound('Tenant')
    await lockTenant(em, id)
    const { upgradeRequest: request } = tenant
    if (!request) return tenant
    tenant.upgradeRequest = null
    await em.flush()
    await recordSuperAdmin(call, em, { action: 'upgrade_declined', tenantId: id, target: { id, label: tenant.name } })
    await answer(call.app, em, tenant, request, upgradeDeclined)
    return tenant
  })
}

/**
 * Ends the request of a workspace whose new plan is at least the requested one, and tells the admin who asked. The limits
 * are then at least those that the plan page showed, which may be higher than the tier's defaults.
 */
export async function settleUpgrade(app: App, em: Em, tenant: Tenant): Promise<void> {
  const { upgradeRequest: request } = tenant
  if (!request || rank(tenant.subscriptionTier) < rank(request.tier)) return
  tenant.upgradeRequest = null
  const shown = signUpLimits(tenant.subscriptionTier)
  Object.assign(
    tenant,
    forEachLimit((_, name) => Math.max(tenant[name], shown[name])),
  )
  await answer(app, em, tenant, request, upgradeGranted)
}

async function answer(
  app: App,
  em: Em,
  tenant: Tenant,
  { userId, tier }: UpgradeRequest,
  letter: (told: UpgradeAnswered) => Letter,
): Promise<void> {
  const asker = await em.findOne(User, { tenantId: tenant.id, id: userId, isActive: true })
  if (!asker) return
  const plan = PLANS[letter === upgradeGranted ? tenant.subscriptionTier : tier].name
  await queueSystemEmail(app, em, asker.email, letter({ workspace: tenant.name, plan, url: `${app.publicUrl}/plan` }))
}
