import { createEmails } from '#api/emails/create-emails.ts'
import { variantInPlace } from '#domain/campaigns/ab-decision.ts'
import { testSize, winnerRuleOf } from '#domain/campaigns/ab-winner-rule.ts'
import { variantB } from '#domain/campaigns/campaigns.ts'
import { asksForTags } from '#domain/content/conditions.ts'
import type { Em } from '#api/platform/database/database.ts'
import { recipientSeal } from '#api/emails/recipient-seals.ts'
import { Campaign } from '../campaign.ts'
import { textsOf } from '../content/mail-content.ts'
import { mergeValuesOf } from '#api/emails/merge-values.ts'
import { type RecipientTime } from './recipient-times.ts'

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
  const merged = mergeValuesOf('c', asksForTags(...[campaign, ...followUps].flatMap(textsOf)))
  const seal = isApproved ? recipientSeal({ email: 'c.email', values: merged, files: 'null' }) : 'null'
  const contacts: readonly (Pick<RecipientTime, 'contactId'> & Partial<RecipientTime>)[] =
    times ??
    (await em.execute<Pick<RecipientTime, 'contactId'>[]>(
      // A random order that is the same if the launch is repeated.
      `select contact_id as "contactId" from campaign_contacts where tenant_id = :tenantId and campaign_id = :campaignId
       order by ${rule ? 'md5(campaign_id::text || contact_id::text), ' : ''}contact_id`,
      { tenantId, campaignId },
    ))
  const inB = campaign.isAbTest ? variantB(contacts.length, campaign.abSplitPercentage ?? 0, Math.random) : null
  const size = rule && testSize(contacts.length, rule.share)
  const variantOf = (place: number) =>
    size === null ? inB && (inB.has(place) ? 'B' : 'A') : variantInPlace(place, size)
  let written = 0
  for (let start = 0; start < contacts.length; start += BATCH) {
    const chosen = contacts.slice(start, start + BATCH).map(({ contactId, timeZone, at }, index) => ({
      contactId,
      timeZone: timeZone ?? null,
      notBefore: at ? new Date(at) : null,
      variant: variantOf(start + index),
    }))
    const count = await createEmails(em, { tenantId, id: campaignId }, chosen, { values: merged, seal, now })
    written += count
  }
  return written
}
