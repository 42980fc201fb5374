import { PLANS, UNLIMITED, type Feature, type Tier } from '#domain/tenants/plans.ts'

/** Labels and descriptions of the feature flags. */
export const FEATURE_WORDS: Record<Feature, { label: string; hint: string }> = {
  htmlBuilder: { label: 'HTML builder', hint: 'Build emails from blocks' },
  abTesting: { label: 'A/B testing', hint: 'Test two subjects' },
  attachments: { label: 'Attachments', hint: 'Attach files to emails' },
  tracking: { label: 'Tracking', hint: 'Track opens and clicks' },
  apiAccess: { label: 'API access', hint: 'Access the workspace with API keys' },
  warmup: { label: 'Warmup', hint: 'Increase sending slowly for new mailboxes' },
}

/** A tier's name, with its plan's name where they differ: "Basic (Plus)". */
export function tierName(tier: Tier): string {
  const plan = PLANS[tier].name
  return plan.toLowerCase() === tier ? plan : `${tier.charAt(0).toUpperCase()}${tier.slice(1)} (${plan})`
}

/** "500", or "Unlimited". */
export function limitText(limit: number): string {
  return limit >= UNLIMITED ? 'Unlimited' : limit.toLocaleString()
}
