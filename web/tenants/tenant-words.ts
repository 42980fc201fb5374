import { PLANS, UNLIMITED, type Feature, type Tier } from '#domain/plans.ts'

/** Labels and descriptions of the feature flags. */
export const FEATURE_WORDS: Record<Feature, { label: string; hint: string }> = {
  htmlBuilder: { label: 'HTML builder', hint: 'Build emails from blocks' },
  abTesting: { label: 'A/B testing', hint: 'Try two subjects' },
  attachments: { label: 'Attachments', hint: 'Send files along' },
  tracking: { label: 'Tracking', hint: 'Count opens and clicks' },
  apiAccess: { label: 'API access', hint: 'Read and drive the workspace with API keys' },
  warmup: { label: 'Warmup', hint: 'Let new mailboxes start slowly' },
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
