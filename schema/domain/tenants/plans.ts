/** Plans and tiers: what each allows and costs (product: plans.figures). */

export const TIERS = ['free', 'basic', 'pro', 'enterprise'] as const
export type Tier = (typeof TIERS)[number]

/** The tiers a person may sign up with; `plus` becomes the tenant tier `basic`. */
export const SIGN_UP_TIERS = ['free', 'plus', 'pro'] as const
export type SignUpTier = (typeof SIGN_UP_TIERS)[number]
/** The tenant tiers behind these. */
export const SIGN_UP_TENANT_TIERS = ['free', 'basic', 'pro'] as const satisfies readonly Tier[]

export const UNLIMITED = 999_999

/** A send limit per mailbox: at most `count` emails in any `seconds`. */
export interface SendCeiling {
  count: number
  seconds: number
}

export interface Plan {
  name: string
  /** US dollars per month; null = negotiated with sales */
  pricePerMonth: number | null
  trialDays: number | null
  contacts: number
  campaigns: number
  users: number
  templates: number
  /** maximum bytes of all stored images; null = unlimited */
  imageBytes: number | null
  ceilings: readonly SendCeiling[]
  /** seconds: the range of the sending interval; sending never goes below `min`. Null = any */
  interval: { min: number; max: number } | null
}

const DAY = 86_400
const MB = 1_048_576

export const PLANS: Record<Tier, Plan> = {
  free: {
    name: 'Free',
    pricePerMonth: 0,
    trialDays: 14,
    contacts: 100,
    campaigns: 2,
    users: 2,
    templates: 2,
    imageBytes: 20 * MB,
    ceilings: [
      { count: 10, seconds: 1_800 },
      { count: 100, seconds: DAY },
    ],
    interval: null,
  },
  basic: {
    name: 'Plus',
    pricePerMonth: 29,
    trialDays: null,
    contacts: 500,
    campaigns: 50,
    users: 5,
    templates: UNLIMITED,
    imageBytes: 250 * MB,
    ceilings: [
      { count: 20, seconds: 60 },
      { count: 500, seconds: DAY },
    ],
    interval: { min: 40, max: 600 },
  },
  pro: {
    name: 'Pro',
    pricePerMonth: 79,
    trialDays: null,
    contacts: 1_000,
    campaigns: 300,
    users: 25,
    templates: UNLIMITED,
    imageBytes: 1_024 * MB,
    ceilings: [{ count: 1_000, seconds: DAY }],
    interval: null,
  },
  enterprise: {
    name: 'Enterprise',
    pricePerMonth: null,
    trialDays: null,
    contacts: UNLIMITED,
    campaigns: UNLIMITED,
    users: UNLIMITED,
    templates: UNLIMITED,
    imageBytes: null,
    ceilings: [],
    interval: null,
  },
}

/** The default pace of a mailbox (4 emails per minute). */
export const USUAL_PACE = { emailsPerInterval: 4, intervalSeconds: 60 } as const

/** Recommended send settings, with and without warm-up (product: settings.recommended). */
export const RECOMMENDED = {
  warmup: { emailsPerInterval: 2, intervalSeconds: 300, dailyLimit: 96 },
  normal: { ...USUAL_PACE, dailyLimit: 500 },
} as const

interface WorkspaceLimitEntry {
  /** limit of a plan, by its noun, from which a newly registered workspace gets this limit */
  noun: PlanNoun
  /** title of its column */
  title: string
  /** minimum that a super admin can set */
  least: number
  /** suggested values in the super admin's forms (product: plans.tier-defaults) */
  defaults: Record<Tier, number>
}

/**
 * The register of the limits that each workspace has of its own, in the order of forms and tables. The entity, rules,
 * forms, the contract, REST, MCP and the activity log are derived from it.
 *
 * A new limit is an entry here, how its rows are counted (api/tenants/plan-limits.ts), a column of the database (migrations/)
 * and a line of the fragment that screens load (web/tenants/operations.ts).
 */
export const WORKSPACE_LIMITS = {
  maxUsers: {
    noun: 'users',
    title: 'Users',
    least: 1,
    defaults: { free: 2, basic: 5, pro: 25, enterprise: UNLIMITED },
  },
  maxContacts: {
    noun: 'contacts',
    title: 'Contacts',
    least: 0,
    defaults: { free: 100, basic: 1_000, pro: 10_000, enterprise: UNLIMITED },
  },
  maxCampaigns: {
    noun: 'campaigns',
    title: 'Campaigns',
    least: 0,
    defaults: { free: 2, basic: 10, pro: 100, enterprise: UNLIMITED },
  },
} as const satisfies Record<string, WorkspaceLimitEntry>

export type WorkspaceLimitName = keyof typeof WORKSPACE_LIMITS
export const WORKSPACE_LIMIT_NAMES = Object.keys(WORKSPACE_LIMITS) as WorkspaceLimitName[]

/** Derives a value of each workspace limit. */
export function forEachLimit<Value>(
  derive: (entry: WorkspaceLimitEntry, name: WorkspaceLimitName) => Value,
): Record<WorkspaceLimitName, Value> {
  return Object.fromEntries(
    WORKSPACE_LIMIT_NAMES.map((name) => [name, derive(WORKSPACE_LIMITS[name], name)]),
  ) as Record<WorkspaceLimitName, Value>
}

/** A workspace's own limits. */
export type WorkspaceLimits = Record<WorkspaceLimitName, number>

/** The limits that the super admin's forms suggest for a tier (product: plans.tier-defaults). */
export const tierDefaults = (tier: Tier): WorkspaceLimits => forEachLimit(({ defaults }) => defaults[tier])

/** The limits with which a workspace that signs up for a tier begins (product: plans.figures). */
export const signUpLimits = (tier: Tier): WorkspaceLimits => forEachLimit(({ noun }) => PLANS[tier][noun])

/**
 * The limits of a workspace that changes its tier: the new tier's defaults; on the way up never less than what it had
 * (product: plans.raised).
 */
export function limitsAfter(
  to: Tier,
  { subscriptionTier, ...had }: WorkspaceLimits & { subscriptionTier: Tier },
): WorkspaceLimits {
  const limits = tierDefaults(to)
  if (TIERS.indexOf(to) <= TIERS.indexOf(subscriptionTier)) return limits
  return forEachLimit((_, name) => Math.max(limits[name], had[name]))
}

export const DEFAULT_TIER: Tier = 'basic'

/** A limit of a provider: at most `count` emails in any `seconds`. */
export interface ProviderCeiling extends SendCeiling {
  /**
   * mailboxes whose emails the limit counts: all of an organization's, or all that our project sends; only this
   * mailbox's if absent
   */
  per?: 'organization' | 'project'
  /** `count` is in quota units of the provider's API */
  inUnits?: true
}

/**
 * Returns whether a trial that ends at `endsAt` is over; `endsAt` is null for a workspace without a trial, which is
 * never over.
 */
export function trialEnded(endsAt: Date | null | undefined, now: Date): boolean {
  return endsAt != null && now >= endsAt
}

/** Reason why a workspace may send nothing. */
export type WorkspaceRefusal = 'TENANT_INACTIVE' | 'TO_BE_DELETED' | 'EMAIL_NOT_CONFIRMED' | 'TRIAL_ENDED'

/** Returns why a workspace may send nothing; null if it may send. */
export function workspaceRefusal(
  {
    isActive,
    deletionAt,
    awaitsProvenEmail,
    trialEndsAt,
  }: {
    isActive: boolean
    deletionAt: Date | null | undefined
    awaitsProvenEmail: boolean
    trialEndsAt: Date | null | undefined
  },
  now: Date,
): WorkspaceRefusal | null {
  if (!isActive) return 'TENANT_INACTIVE'
  if (deletionAt) return 'TO_BE_DELETED'
  if (awaitsProvenEmail) return 'EMAIL_NOT_CONFIRMED'
  return trialEnded(trialEndsAt, now) ? 'TRIAL_ENDED' : null
}

/** End of the trial of a workspace that gets `tier` at `now`; null for a tier without one. */
export function trialEnd(tier: Tier, now: Date): Date | null {
  const { trialDays } = PLANS[tier]
  return trialDays === null ? null : new Date(now.getTime() + trialDays * DAY * 1_000)
}

/** The tenant tier behind a sign-up tier. */
export function tierOfSignUp(tier: SignUpTier): (typeof SIGN_UP_TENANT_TIERS)[number] {
  return tier === 'plus' ? 'basic' : tier
}

/** The tier whose ceilings apply to a workspace: Free's until its plan is confirmed. */
export function sendingTier(tenant: { subscriptionTier: Tier; planConfirmed: boolean }): Tier {
  return tenant.planConfirmed ? tenant.subscriptionTier : 'free'
}

/** Feature flags of a tenant; on by default. */
export const FEATURES = ['htmlBuilder', 'abTesting', 'attachments', 'tracking', 'apiAccess', 'warmup'] as const
export type Feature = (typeof FEATURES)[number]

export function hasFeature(features: Partial<Record<string, boolean>>, feature: Feature): boolean {
  return features[feature] !== false
}

/** Advice at the limits of a plan. On that page an admin requests a higher plan, and members read whom to ask. */
export const ASK_FOR_MORE = 'ask for a higher plan on the Plan page'

/** Nouns that a plan counts. */
export const PLAN_NOUNS = ['contacts', 'campaigns', 'users', 'templates'] as const
export type PlanNoun = (typeof PLAN_NOUNS)[number]

/** Use of a limit. */
export interface PlanUse {
  noun: PlanNoun
  used: number
  /** limit; null = unlimited */
  most: number | null
}

/** Returns whether a limit is reached, or nearly: at most a tenth of it is left. */
export function nearLimit({ used, most }: Pick<PlanUse, 'used' | 'most'>): 'reached' | 'near' | null {
  if (most === null) return null
  if (used >= most) return 'reached'
  return most - used <= Math.floor(most / 10) ? 'near' : null
}

/** Days before its end from which a trial is announced. */
export const TRIAL_NOTICE_DAYS = 5

/** Whole days until `endsAt`, begun ones included; null without a trial. */
export function trialDaysLeft(endsAt: Date | null | undefined, now: Date): number | null {
  return endsAt == null ? null : Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / (DAY * 1_000)))
}
