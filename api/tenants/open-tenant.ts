import { v7 as newId } from 'uuid'
import { trialEnd, type Tier, type WorkspaceLimits } from '#domain/tenants/plans.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Tenant } from './tenant.ts'

/** Opens a workspace with these limits; starts the trial of a tier that has one. Returns its id. */
export async function openTenant(
  em: Em,
  data: {
    name: string
    slug?: string
    domain: string
    tier: Tier
    /** true (the default) if the plan needs no confirmation */
    planConfirmed?: boolean
    /** true for a self-registered workspace, which starts with small daily limits; false by default */
    onProbation?: boolean
    /** true if the workspace sends nothing until an admin confirms their address; false by default */
    awaitsProvenEmail?: boolean
    limits: WorkspaceLimits
    now: Date
  },
): Promise<string> {
  const id = newId()
  em.create(Tenant, {
    id,
    slug: data.slug ?? slugOf(data.name, id),
    name: data.name,
    domain: data.domain,
    subscriptionTier: data.tier,
    planConfirmed: data.planConfirmed ?? true,
    awaitsProvenEmail: data.awaitsProvenEmail ?? false,
    ...data.limits,
    isActive: true,
    features: {},
    trialEndsAt: trialEnd(data.tier, data.now),
    probationSince: data.onProbation ? data.now : null,
    createdAt: data.now,
  })
  await em.flush()
  return id
}

/** Slug of a name: letters without diacritics, words separated by single hyphens, and a unique suffix. */
function slugOf(name: string, id: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 40)
    .replace(/-$/, '')
  return `${words || 'workspace'}-${id.slice(-6)}`
}
