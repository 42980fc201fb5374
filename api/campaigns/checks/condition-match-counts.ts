import { conditionText, heldBy } from '#domain/content/tag-conditions.ts'
import { conditionsIn } from '#domain/content/email-parts.ts'
import { notFound } from '#schema/object-ids.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import { Campaign } from '../campaign.ts'
import { languageOf, textsOf } from '../content/email-content.ts'
import { recipientBatches } from '../drafts/recipient-batches.ts'

/** A condition of a campaign with the number of recipients it holds for. */
export interface ConditionCount {
  /** text of the condition as written, without the braces */
  text: string
  count: number
  total: number
}

/**
 * Returns how many of a draft's recipients each of its conditions holds for, judged by the rule that sending uses. A
 * started campaign has none. Throws NOT_FOUND.
 */
export async function conditionCounts(call: Call, id: string): Promise<ConditionCount[]> {
  const { tenantId } = viewerWith(call, 'campaigns:read')
  const { database } = call.app
  const campaign = await database.inTenant(tenantId, (em) => em.findOne(Campaign, { id }))
  if (!campaign) throw notFound('Campaign')
  const conditions = campaign.status === 'draft' ? conditionsIn(textsOf(campaign)) : []
  if (conditions.length === 0) return []
  const language = await database.inTenant(tenantId, (em) => languageOf(em, campaign))
  const counts = conditions.map(() => 0)
  let total = 0
  for await (const recipients of recipientBatches(database, campaign)) {
    total += recipients.length
    for (const recipient of recipients) {
      const holds = heldBy(recipient, language)
      for (const [index, condition] of conditions.entries()) {
        if (holds(condition)) counts[index] = (counts[index] ?? 0) + 1
      }
    }
  }
  return conditions.map((condition, index) => ({ text: conditionText(condition), count: counts[index] ?? 0, total }))
}
