import { LockMode } from '@mikro-orm/core'
import { AppError } from '#domain/errors.ts'
import { PLANS, UNLIMITED } from '#domain/plans.ts'
import { sqlOf, type Em } from './database.ts'
import { Tenant } from './tenants/tenant.ts'

const LIMITED = {
  contacts: { table: 'contacts', limit: (tenant: Tenant) => tenant.maxContacts },
  campaigns: { table: 'campaigns', limit: (tenant: Tenant) => tenant.maxCampaigns },
  users: { table: 'users', limit: (tenant: Tenant) => tenant.maxUsers },
  templates: { table: 'templates', limit: (tenant: Tenant) => PLANS[tenant.subscriptionTier].templates },
} as const

/**
 * Makes room for `adding` more rows, or throws LIMIT_REACHED that says which limit, how far, and what to do. It locks the tenant's row
 * until the transaction ends, so that parallel creates cannot pass a limit together (spec §9, design decision 1). `adding` is 0 where the
 * rows are in already.
 */
export async function ensureRoom(em: Em, tenantId: string, noun: keyof typeof LIMITED, adding = 1): Promise<void> {
  const tenant = await em.findOneOrFail(Tenant, { id: tenantId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  const { table, limit } = LIMITED[noun]
  const most = limit(tenant)
  if (most >= UNLIMITED) return
  const { count } = await sqlOf(em)
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow()
  if (Number(count) + adding <= most) return
  const plan = PLANS[tenant.subscriptionTier].name
  const would = adding > 1 ? `, and this would add ${adding}` : ''
  throw new AppError(
    'LIMIT_REACHED',
    `Your ${plan} plan allows ${most} ${noun}; you have ${count}${would}. Delete some or upgrade your plan.`,
  )
}
