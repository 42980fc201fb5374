import { conditionsIn, conditionText, heldBy } from '#domain/conditions.ts'
import type { MergeValues } from '#domain/merge-tags.ts'
import { notFound } from '#schema/ids.ts'
import { viewerWith, type Call } from '../../context.ts'
import { Campaign } from '../campaign.ts'
import { textsOf } from '../mail-content.ts'
import { mergeValuesOf } from '../merge-values.ts'

/** Recipients read at once. */
const BATCH = 5_000

/** How many recipients of a campaign a condition holds for. */
export interface ConditionCount {
  /** the condition as written, without the braces */
  text: string
  count: number
  total: number
}

/**
 * How many of a draft's recipients each of its conditions holds for, judged by the rule that sending uses. A started
 * campaign has none. Throws NOT_FOUND.
 */
export async function conditionCounts(call: Call, id: string): Promise<ConditionCount[]> {
  const { tenantId } = viewerWith(call, 'campaigns:read')
  const { database } = call.app
  const campaign = await database.inTenant(tenantId, (em) => em.findOne(Campaign, { id }))
  if (!campaign) throw notFound('Campaign')
  const conditions = campaign.status === 'draft' ? conditionsIn(...textsOf(campaign)) : []
  const counts = conditions.map(() => 0)
  let total = 0
  let after: string | null = conditions.length === 0 ? null : '00000000-0000-0000-0000-000000000000'
  while (after !== null) {
    // Each batch is its own transaction: 200,000 recipients hold no connection for long.
    const rows = await database.inTenant(tenantId, (em) =>
      em.execute<{ id: string; email: string; merge: Omit<MergeValues, 'email'> }[]>(
        `select c.id, c.email, ${mergeValuesOf('c', true)} as merge
         from campaign_contacts r join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
         where r.tenant_id = :tenantId and r.campaign_id = :id and r.contact_id > :after order by r.contact_id limit ${BATCH}`,
        { tenantId, id, after },
      ),
    )
    for (const { email, merge } of rows) {
      const holds = heldBy({ ...merge, email })
      for (const [index, condition] of conditions.entries())
        if (holds(condition)) counts[index] = (counts[index] ?? 0) + 1
    }
    total += rows.length
    after = rows.length < BATCH ? null : (rows.at(-1)?.id ?? null)
  }
  return conditions.map((condition, index) => ({ text: conditionText(condition), count: counts[index] ?? 0, total }))
}
