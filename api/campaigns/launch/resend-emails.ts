import { makePendingAgain, type Chosen } from '#api/emails/failed-email-retry.ts'
import { asksForTags } from '#domain/content/email-parts.ts'
import type { Em } from '#api/platform/database/database.ts'
import { isFrozen } from '../approval/launch-gate.ts'
import type { Campaign } from '../campaign.ts'
import { textsOf } from '../content/email-content.ts'

interface Asked {
  now: Date
  byHand: boolean
}

/**
 * Makes failed emails of a campaign and its follow-ups pending again, with the contact's current name and address; of a frozen
 * campaign with those that were approved, so that emails whose values were deleted stay out. Keeps a
 * draft only if it shows whether the email was sent; emails that were or may have been sent stay in the ledger. Skips
 * uncertain emails without a draft unless named (product: sending.once). A follow-up that a person sends again (`byHand`) may
 * leave at once; any other keeps its hours. Returns their ids.
 */
export async function resendEmails(
  em: Em,
  family: readonly Campaign[],
  which: Chosen,
  asked: Asked,
): Promise<string[]> {
  const all: string[][] = []
  // Follow-ups take the values of the email before them.
  const hasTags = asksForTags(...family.flatMap(textsOf))
  const [campaign] = family
  if (!campaign) return []
  const keepsLaunch = await isFrozen(em, campaign, asked.now)
  for (const each of family) {
    const again = await makePendingAgain(em, each, which, { ...asked, hasTags, keepsLaunch })
    each.failedCount -= again.length
    each.bouncedCount -= again.filter(({ bounced }) => bounced).length
    if (again.length > 0) Object.assign(each, { status: 'sending', sentAt: null, followingSince: null })
    all.push(again.map((email) => email.id))
  }
  return all.flat()
}
