import type { FollowUpStep } from '#domain/campaigns/follow-ups.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { Campaign } from '../campaign.ts'

/** ORM option that also reads follow-ups and answers, which are stored as campaigns but hidden by default. */
export const WITH_FOLLOW_UPS = { filters: { whole: false } } as const

/** The follow-ups of a campaign, or of several, in their order. */
export function followUpsIn(
  em: Em,
  { tenantId, ...of }: { tenantId: string } & ({ id: string } | { ids: readonly string[] }),
): Promise<Campaign[]> {
  const parentId = 'ids' in of ? { $in: [...of.ids] } : of.id
  return em.find(Campaign, { tenantId, parentId }, { ...WITH_FOLLOW_UPS, orderBy: { step: 'asc' } })
}

/** The follow-ups of campaigns: campaign id → follow-ups in their order. */
export async function followUpsOf(call: Call, ids: readonly string[]): Promise<Map<string, Campaign[]>> {
  const { tenantId } = viewerOf(call)
  const found = await call.app.database.inTenant(tenantId, (em) => followUpsIn(em, { tenantId, ids }))
  return new Map(ids.map((id) => [id, found.filter(({ parentId }) => parentId === id)]))
}

/** The place of follow-ups in their campaign, from 2: id → step. The campaigns that people see are left out. */
export async function stepsOf(call: Call, ids: readonly string[]): Promise<Map<string, number>> {
  const { tenantId } = viewerOf(call)
  const rows = await call.app.database.inTenant(tenantId, (em) =>
    em.execute<{ id: string; step: number }[]>(
      `select id, step from campaigns
       where tenant_id = :tenantId and id = any (:ids::uuid[]) and parent_id is not null`,
      { tenantId, ids: uuidArray(ids) },
    ),
  )
  return new Map(rows.map(({ id, step }) => [id, step]))
}

/** The rule of a stored follow-up. */
export function ruleOf(
  followUp: Pick<Campaign, 'step' | 'waitDays' | 'timeOfDay' | 'timeZone' | 'condition' | 'conditionLink'>,
): FollowUpStep {
  return {
    step: followUp.step,
    waitDays: followUp.waitDays ?? 1,
    timeOfDay: followUp.timeOfDay ?? '09:30',
    timeZone: followUp.timeZone ?? 'UTC',
    condition: followUp.condition ?? 'no_reply',
    link: followUp.conditionLink ?? null,
  }
}
