import { AppError } from '#domain/errors.ts'
import { hasFeature, type Feature } from '#domain/tenants/plans.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Tenant } from './tenant.ts'

/** Names of a feature: at the start of a sentence, and within one. */
const NAMES: Record<Feature, readonly [name: string, it: string]> = {
  htmlBuilder: ['The HTML builder is', 'it'],
  abTesting: ['A/B testing is', 'it'],
  attachments: ['Attachments are', 'them'],
  tracking: ['Open and click tracking is', 'it'],
  apiAccess: ['API key access is', 'it'],
  warmup: ['Warm-up is', 'it'],
}

/** Message that a feature is off for the workspace, and who can change that. */
export function featureIsOff(feature: Feature): string {
  const [name, it] = NAMES[feature]
  return `${name} turned off for your workspace. Ask the person who runs this installation to turn ${it} on.`
}

/** Throws FEATURE_OFF if a feature is off for the workspace. */
export async function requireFeature(em: Em, tenantId: string, feature: Feature): Promise<void> {
  const { features } = await em.findOneOrFail(Tenant, { id: tenantId })
  if (hasFeature(features, feature)) return
  throw new AppError('FEATURE_OFF', featureIsOff(feature))
}
