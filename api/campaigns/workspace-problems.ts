import { hasFeature } from '#domain/plans.ts'
import { featureIsOff } from '../features.ts'
import { TO_SEND, trialOver } from '../limits.ts'
import type { Tenant } from '../tenants/tenant.ts'
import type { MailProblem } from './content-problems.ts'
import { featuresOf } from './drafts.ts'

/** Why a workspace may not start a campaign, each in the words in which it would be refused. Pure. */
export function workspaceProblems(
  tenant: Pick<Tenant, 'trialEndsAt' | 'features'>,
  campaign: Parameters<typeof featuresOf>[0],
  now: Date,
): MailProblem[] {
  const over = trialOver(tenant, now, TO_SEND)
  const off = featuresOf(campaign).filter((feature) => !hasFeature(tenant.features, feature))
  return [
    ...(over === null ? [] : [{ code: 'TRIAL_ENDED', severity: 'error' as const, message: over }]),
    ...off.map((feature) => ({
      code: 'FEATURE_OFF',
      severity: 'error' as const,
      message: featureIsOff(feature),
    })),
  ]
}
