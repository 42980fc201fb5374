import { sql } from 'kysely'
import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core'
import { AppError } from '#domain/errors.ts'
import {
  limitsAfter,
  hasFeature,
  sendingTier,
  tierDefaults,
  trialEnd,
  WORKSPACE_LIMIT_NAMES,
  type Tier,
} from '#domain/tenants/plans.ts'
import { createTenantInput, TROUBLED, updateTenantInput } from '#domain/tenants/tenants.ts'
import { notFound } from '#schema/object-ids.ts'
import { ApiKey } from '#api/accounts/api-key.ts'
import { superAdminOf, viewerOf, type Call } from '#api/platform/call-context.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import { sqlOf, uuidArray, type Em } from '#api/platform/database/database.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import {
  countOf,
  orderOf,
  readPage,
  searched,
  OLDEST_FIRST,
  type Listed,
  type RequestedOrder,
  type Page,
} from '#api/platform/database/keyset-pagination.ts'
import { lookAgain } from '#api/settings/settings.ts'
import { ensureNotBegun } from './deletion/deletion-schedule.ts'
import { endSessions, pauseAll } from './end-tenant-access.ts'
import { outcomesByTenant } from './tenant-outcomes.ts'
import { openTenant } from '#api/tenants/open-tenant.ts'
import { ensureRecentSuperAdmin } from './super-admins.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { settleUpgrade } from './upgrade-requests.ts'
import { changesBetween } from '#domain/audit.ts'
import { recordSuperAdmin } from '#api/audit/activity-log-writer.ts'

/** The caller's workspace. */
export async function currentTenant(call: Call): Promise<Tenant> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => em.findOneOrFail(Tenant, { id: tenantId }))
}

/** Workspaces by id: the caller's own, or any for a super admin. */
export async function tenantsOf(call: Call, ids: readonly string[]): Promise<Map<string, Tenant>> {
  if (call.viewer)
    return ids.includes(call.viewer.tenantId) ? byId(currentTenant(call).then((own) => [own])) : new Map()
  superAdminOf(call)
  return call.app.database.asSystem((em) => byId<Tenant>(em.find(Tenant, { id: { $in: [...ids] } })))
}

export interface TenantFilter {
  ids?: readonly string[] | null | undefined
  search?: string | null | undefined
  subscriptionTier?: Tier | null | undefined
  isActive?: boolean | null | undefined
  /** true: only workspaces that ask for a higher plan */
  upgradeRequested?: boolean | null | undefined
  /** true: only workspaces whose emails bounce or lead to complaints or unsubscribes too often (TROUBLED) */
  troubled?: boolean | null | undefined
}
export type TenantOrder = RequestedOrder<'createdAt' | 'name' | 'slug'>

/** A page of all workspaces, oldest first unless an order is given. */
export async function listTenants(
  call: Call,
  filter: TenantFilter | null | undefined,
  orderBy: TenantOrder | null | undefined,
  page: Page,
): Promise<Listed<Tenant>[]> {
  superAdminOf(call)
  const order = orderOf(orderBy, OLDEST_FIRST)
  return call.app.database.asSystem((em) => readPage(matching(em, filter, call.app.clock()).selectAll(), order, page))
}

/** Number of matching workspaces. */
export async function countTenants(call: Call, filter: TenantFilter | null | undefined): Promise<number> {
  superAdminOf(call)
  return call.app.database.asSystem(async (em) => {
    return countOf(matching(em, filter, call.app.clock()))
  })
}

function matching(em: Em, filter: TenantFilter | null | undefined, now: Date) {
  let query = sqlOf(em).selectFrom('tenants')
  if (filter?.ids) query = query.where('id', '=', sql<string>`any (${uuidArray(filter.ids)}::uuid[])`)
  if (filter?.subscriptionTier) query = query.where('subscriptionTier', '=', filter.subscriptionTier)
  if (filter?.isActive != null) query = query.where('isActive', '=', filter.isActive)
  if (filter?.upgradeRequested) query = query.where('upgradeRequest', 'is not', null)
  if (filter?.troubled) query = query.where(troubledSince(new Date(now.getTime() - TROUBLED.days * 86_400_000)))
  return searched(query, ['name', 'slug', 'domain'], filter?.search)
}

/**
 * SQL condition for workspaces with too many bounces, complaints or unsubscribes. It uses counters, so it is cheap
 * enough for all workspaces at once.
 */
function troubledSince(since: Date) {
  const { emails, bounced, complained, unsubscribed } = TROUBLED
  const from = `timestamptz '${since.toISOString()}'`
  return sql<boolean>`tenants.id in (
    select o.id from (${sql.raw(outcomesByTenant(from, 'tenant_id is not null'))}) as o
    where o.sent >= ${emails} and (o.bounced * 100.0 > o.sent * ${bounced}::numeric
      or o.complained * 100.0 > o.sent * ${complained}::numeric or o.unsubscribed * 100.0 > o.sent * ${unsubscribed}::numeric))`
}

/** Opens a workspace; omitted limits are the tier's defaults. Throws REAUTHENTICATE, BAD_INPUT, CONFLICT. */
export async function createTenant(call: Call, input: InputOf<typeof createTenantInput>): Promise<Tenant> {
  ensureRecentSuperAdmin(call)
  const { slug, name, domain, subscriptionTier, ...limits } = parseInput(createTenantInput, present(input))
  try {
    return await call.app.database.asSystem(async (em) => {
      const id = await openTenant(em, {
        slug,
        name,
        domain,
        tier: subscriptionTier,
        limits: { ...tierDefaults(subscriptionTier), ...limits },
        now: call.app.clock(),
      })
      await recordSuperAdmin(call, em, { action: 'workspace_created', tenantId: id, target: { id, label: name } })
      return em.findOneOrFail(Tenant, { id })
    })
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    const message = 'This slug is taken. Choose another one.'
    throw new AppError('CONFLICT', message, { fields: { slug: message }, cause: error })
  }
}

/**
 * Updates a workspace; omitted fields and flags stay unchanged. A new tier brings its default limits (a higher one
 * never lower limits than before), unless limits are given, and its trial. A new tier or warm-up wakes waiting campaigns. Deactivation ends every session, closes live
 * sockets and pauses running campaigns in one transaction. Throws REAUTHENTICATE, BAD_INPUT, NOT_FOUND, CONFLICT for
 * one that is being deleted.
 */
export async function updateTenant(call: Call, id: string, input: InputOf<typeof updateTenantInput>): Promise<Tenant> {
  ensureRecentSuperAdmin(call)
  const { features: given, ...rest } = present(input)
  const { features, newWorkspaceLimits, ...data } = parseInput(updateTenantInput, {
    ...rest,
    ...(given && { features: present(given) }),
  })
  return call.app.database.asSystem(async (em) => {
    const tenant = await em.findOne(Tenant, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!tenant) throw notFound('Tenant')
    const pace = paceOf(tenant)
    const before = { ...tenant }
    const tier = data.subscriptionTier
    if (tier && tier !== tenant.subscriptionTier) {
      em.assign(tenant, { ...limitsAfter(tier, tenant), trialEndsAt: trialEnd(tier, call.app.clock()) })
    }
    // A plan set by the super admin needs no confirmation, and who gets one is known.
    if (tier) Object.assign(tenant, KNOWN)
    if (tier) await settleUpgrade(call.app, em, Object.assign(tenant, { subscriptionTier: tier }))
    if (newWorkspaceLimits !== undefined) {
      tenant.probationSince = newWorkspaceLimits ? (tenant.probationSince ?? call.app.clock()) : null
    }
    if (data.isActive) ensureNotBegun(tenant, call.app.clock())
    const deactivated = tenant.isActive && data.isActive === false
    em.assign(tenant, { ...data, features: { ...tenant.features, ...features } })
    await em.flush()
    const changes = changesBetween(before, { ...tenant }, RECORDED)
    await recordSuperAdmin(call, em, {
      action: 'workspace_changed',
      tenantId: id,
      target: { id, label: tenant.name },
      changes,
    })
    if (paceOf(tenant) !== pace) await lookAgain(call.app.jobs, em, id)
    if (deactivated) {
      await endSessions(call.app, em, id, call.app.clock())
      await pauseAll(call.app, em, id, 'TENANT_INACTIVE')
    }
    if (features?.apiAccess === false) await endKeys(call, em, id)
    return tenant
  })
}

/**
 * Confirms the plan that a workspace signed up for, so that it sends at that plan's pace. Throws REAUTHENTICATE,
 * NOT_FOUND.
 */
export async function confirmPlan(call: Call, id: string): Promise<Tenant> {
  ensureRecentSuperAdmin(call)
  return call.app.database.asSystem(async (em) => {
    const tenant = await em.findOne(Tenant, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!tenant) throw notFound('Tenant')
    if (tenant.planConfirmed) return tenant
    Object.assign(tenant, KNOWN)
    await em.flush()
    await recordSuperAdmin(call, em, { action: 'plan_confirmed', tenantId: id, target: { id, label: tenant.name } })
    await lookAgain(call.app.jobs, em, id)
    return tenant
  })
}

/** Changes of a workspace that the activity log records. */
const RECORDED = [
  ...(['name', 'domain', 'isActive', 'subscriptionTier'] as const),
  ...WORKSPACE_LIMIT_NAMES,
  ...(['trialEndsAt', 'planConfirmed', 'probationSince', 'features'] as const),
]

/**
 * Fields that a super admin's decision about the plan sets: the plan is confirmed, and the probation of a new workspace
 * ends.
 */
const KNOWN = { planConfirmed: true, probationSince: null }

/** Returns the workspace values that affect the pace of campaigns as a text, for comparison. */
function paceOf(tenant: Tenant): string {
  return `${sendingTier(tenant)} ${hasFeature(tenant.features, 'warmup')} ${tenant.probationSince?.getTime()}`
}

/** Closes the sockets of API keys, because keys do not work while API access is off. */
async function endKeys(call: Call, em: Em, tenantId: string): Promise<void> {
  for (const { id } of await em.find(ApiKey, { tenantId })) {
    await call.app.events.publish(em, { kind: 'session', tenantId, userId: null, sessionId: id })
  }
}
