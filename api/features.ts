import { AppError } from '#domain/errors.ts'
import { hasFeature, type Feature } from '#domain/plans.ts'
import type { Em } from './database.ts'
import { Tenant } from './tenants/tenant.ts'

const NAMES: Record<Feature, string> = {
  htmlBuilder: 'The HTML builder',
  abTesting: 'A/B testing',
  attachments: 'Attachments',
  tracking: 'Tracking of opens and clicks',
  apiAccess: 'Access by API key',
  warmup: 'Warm-up',
}

/** Throws FEATURE_OFF when a feature is switched off for the workspace. */
export async function requireFeature(em: Em, tenantId: string, feature: Feature): Promise<void> {
  const { features } = await em.findOneOrFail(Tenant, { id: tenantId })
  if (hasFeature(features, feature)) return
  throw new AppError(
    'FEATURE_OFF',
    `${NAMES[feature]} is switched off for your workspace. Whoever runs this installation can switch it on.`,
  )
}
