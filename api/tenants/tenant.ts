import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { forEachLimit, type Feature, type Tier } from '#domain/tenants/plans.ts'

/** Request of an admin to the super admins for a higher plan. */
export interface UpgradeRequest {
  tier: Tier
  /** note in the admin's words; may be empty */
  note: string
  /** the admin who asked */
  userId: string
  /** time of the request, in ISO 8601 */
  at: string
}

/** A workspace: the unit that everything else belongs to (product: workspace.fields). */
export const Tenant = defineEntity({
  name: 'Tenant',
  tableName: 'tenants',
  properties: {
    id: p.uuid().primary(),
    slug: p.text(),
    name: p.text(),
    domain: p.text().default(''),
    subscriptionTier: p.text().$type<Tier>(),
    /** false while a paid plan awaits the super admin; until then the workspace sends at Free's pace */
    planConfirmed: p.boolean().default(true),
    ...forEachLimit(() => p.integer()),
    isActive: p.boolean().default(true),
    /** self-registered, and no admin has confirmed an address yet: it cannot send or add users */
    awaitsProvenEmail: p.boolean().default(false),
    /** true if people without a second factor must set one up before anything else */
    requiresSecondFactor: p.boolean().default(false),
    features: p.json<Partial<Record<Feature, boolean>>>(),
    /** true if a campaign that was deleted since had sent an email, so that no row shows it */
    hasSent: p.boolean().default(false),
    trialEndsAt: p.datetime().nullable(),
    /** time since which the workspace is new, with small daily limits; null: its reputation is known */
    probationSince: p.datetime().nullable(),
    /** time at which the rows of the workspace will be deleted, because an admin asked for it; cancelling clears it */
    deletionAt: p.datetime().nullable(),
    /** when somebody stopped all sending; null: it is not stopped */
    sendingStoppedAt: p.datetime().nullable(),
    /** member who stopped all sending */
    sendingStoppedBy: p.uuid().nullable(),
    /** higher plan that an admin asks for, if any */
    upgradeRequest: p.json<UpgradeRequest>().nullable(),
    createdAt: p.datetime(),
  },
})
export type Tenant = InferEntity<typeof Tenant>
