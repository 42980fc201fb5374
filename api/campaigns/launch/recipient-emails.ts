import { createEmails } from '#api/emails/create-emails.ts'
import { variantInPlace } from '#domain/campaigns/ab-decision.ts'
import { testSize, winnerRuleOf } from '#domain/campaigns/ab-winner-rule.ts'
import { variantB } from '#domain/campaigns/campaigns.ts'
import { asksForTags } from '#domain/content/email-parts.ts'
import type { Em } from '#api/platform/database/database.ts'
import { recipientSeal } from '#api/emails/recipient-seals.ts'
import { Campaign } from '../campaign.ts'
import { textsOf } from '../content/email-content.ts'
import { mergeValuesOf } from '#api/emails/merge-values.ts'
import { draftEmails, isPerRow, rowsIn } from '../drafts/draft-emails.ts'
import { type RecipientTime } from './recipient-local-times.ts'

const BATCH = 5_000

/**
 * Creates a pending log for every selected contact with its test variant, oldest first, or by their local `times`, or those
 * in an A/B test before the rest; returns how many still exist. Emails are claimed in this order, so that those whose time
 * comes first are found first.
 */
export async function createRecipientEmails(
  em: Em,
  campaign: Campaign,
  followUps: readonly Campaign[],
  { times, now, isApproved }: { times: readonly RecipientTime[] | null; now: Date; isApproved: boolean },
): Promise<number> {
  const { tenantId, id: campaignId } = campaign
  const rule = winnerRuleOf(campaign)
  const all = rowsIn(campaign)
  const rows = all && { ...all, row: 'chosen.row_number' }
  const merged = mergeValuesOf('c', asksForTags(...[campaign, ...followUps].flatMap(textsOf)), rows)
  const seal = isApproved ? recipientSeal({ email: 'c.email', values: merged, files: 'null' }) : 'null'
  const contacts = await recipientsInOrder(em, campaign, { times, isShuffled: rule !== null })
  const inB = campaign.isAbTest ? variantB(contacts.length, campaign.abSplitPercentage ?? 0, Math.random) : null
  const size = rule && testSize(contacts.length, rule.share)
  const variantOf = (place: number) =>
    size === null ? inB && (inB.has(place) ? 'B' : 'A') : variantInPlace(place, size)
  let written = 0
  for (let start = 0; start < contacts.length; start += BATCH) {
    const chosen = contacts.slice(start, start + BATCH).map(({ contactId, row, timeZone, at }, index) => ({
      contactId,
      row,
      timeZone: timeZone ?? null,
      notBefore: at ? new Date(at) : null,
      variant: variantOf(start + index),
    }))
    const count = await createEmails(em, { tenantId, id: campaignId }, chosen, { values: merged, seal, now })
    written += count
  }
  return written
}

/**
 * Builds the query of a launch's recipients in the order in which their emails are sent, with the row that each email
 * is about.
 */
async function recipientsInOrder(
  em: Em,
  campaign: Campaign,
  { times, isShuffled }: { times: readonly RecipientTime[] | null; isShuffled: boolean },
): Promise<readonly (Pick<RecipientTime, 'contactId'> & Partial<RecipientTime> & { row: number })[]> {
  if (times && !isPerRow(campaign)) return times.map((time) => ({ ...time, row: 0 }))
  const { from, row, order } = isPerRow(campaign)
    ? draftEmails(campaign)
    : { from: 'campaign_contacts r', row: '0', order: 'r.contact_id' }
  const { tenantId, id } = campaign
  const found = await em.execute<{ contactId: string; row: number }[]>(
    // A random order that is the same if the launch is repeated.
    `select r.contact_id as "contactId", ${row} as row from ${from} where r.tenant_id = :tenantId and r.campaign_id = :id
     order by ${isShuffled ? 'md5(r.campaign_id::text || r.contact_id::text), ' : ''}${order}`,
    { tenantId, id },
  )
  if (!times) return found
  const rows = Map.groupBy(found, ({ contactId }) => contactId)
  return times.flatMap((time) => (rows.get(time.contactId) ?? []).map(({ row: number }) => ({ ...time, row: number })))
}
