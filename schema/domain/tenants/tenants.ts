import { z } from 'zod'
import { DEFAULT_TIER, FEATURES, forEachLimit, TIERS, UNLIMITED, type Feature } from './plans.ts'

/** Workspaces as the super admin keeps them (product: workspace.fields). */

const line = (label: string, max: number) =>
  z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be at most ${max} characters long`)
    .refine((value) => !/\p{Cc}/u.test(value), `${label} must not contain control characters`)

const LIMITS = forEachLimit(({ noun, least }) => {
  const message = `Max ${noun} must be a whole number from ${least} to ${UNLIMITED} (${UNLIMITED} means unlimited)`
  return z.number(message).int(message).min(least, message).max(UNLIMITED, message)
})

const RULES = {
  slug: line('Slug', 63)
    .toLowerCase()
    .refine(
      (value) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value),
      'Slug may contain only letters, digits and single hyphens',
    ),
  name: line('Name', 200),
  domain: line('Domain', 253).refine((value) => !/\s/.test(value), 'Domain must not contain spaces'),
  subscriptionTier: z.enum(TIERS, `Tier must be one of ${TIERS.join(', ')}`),
  ...LIMITS,
}

/** Periods, in days, for which the super admin sees what became of a workspace's emails. */
export const OUTCOME_DAYS = [7, 30] as const

/**
 * Threshold for a troubled workspace: percentages of emails that bounced or led to a complaint or unsubscribe, among at
 * least `emails` emails of campaigns started within `days` days.
 */
export const TROUBLED = { days: 30, emails: 20, bounced: 5, complained: 0.1, unsubscribed: 2 }

/** A workspace to open; limits that are left out are the tier's defaults (product: plans.tier-defaults). */
export const createTenantInput = z.object({
  ...RULES,
  subscriptionTier: RULES.subscriptionTier.default(DEFAULT_TIER),
  ...forEachLimit((_, name) => LIMITS[name].optional()),
})

/** The plan of a workspace: its tier, and what it may hold. */
export const tenantPlanInput = z.object({
  subscriptionTier: RULES.subscriptionTier,
  ...LIMITS,
})
export type TenantPlanInput = z.input<typeof tenantPlanInput>

const flags = Object.fromEntries(
  FEATURES.map((feature) => [feature, z.boolean(`${feature} must be true or false`).optional()]),
) as Record<Feature, z.ZodOptional<z.ZodBoolean>>

/** Days between asking for the deletion of a workspace and its rows being deleted. */
export const DELETION_GRACE_DAYS = 30

/** The name of the workspace to delete, typed as a confirmation. */
export const deleteWorkspaceInput = z.object({ name: RULES.name })

/** A higher plan that an admin asks the super admin for. */
export const upgradeRequestInput = z.object({
  requestedTier: RULES.subscriptionTier,
  note: z.string('A note must be text').trim().max(1_000, 'A note must be at most 1,000 characters long').default(''),
})

/** Changes of a workspace; what is left out stays, flags within `features` as well. */
export const updateTenantInput = z
  .object({
    ...RULES,
    isActive: z.boolean('Active must be true or false'),
    newWorkspaceLimits: z.boolean('The limits of new workspaces must be true or false'),
    features: z.object(flags),
  })
  .omit({ slug: true })
  .partial()
export type UpdateTenantInput = z.input<typeof updateTenantInput>
