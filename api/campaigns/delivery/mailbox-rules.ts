import { PLANS, sendingTier, type ProviderCeiling } from '#domain/plans.ts'
import type { Em } from '../../platform/database.ts'
import { paceRules, type PaceRules } from '#domain/pacing/pace.ts'
import type { LedgerMailbox } from '#domain/pacing/shared-ledgers.ts'
import { settingsOf } from '../../settings/settings.ts'
import type { Tenant } from '../../tenants/tenant.ts'

/**
 * All pacing rules of a mailbox in this workspace. `uploadBytes`: the largest email's upload besides the message
 * itself.
 */
export async function mailboxRules(
  em: Em,
  tenant: Tenant,
  facts: {
    mailbox: LedgerMailbox
    providerCeilings: readonly ProviderCeiling[]
    uploadBytes: number
    now: Date
  },
): Promise<PaceRules> {
  const settings = await settingsOf(em, tenant.id)
  return paceRules({
    ...facts,
    settings,
    warmupStartedAt: settings.warmupStartedAt ?? null,
    planCeilings: PLANS[sendingTier(tenant)].ceilings,
  })
}
