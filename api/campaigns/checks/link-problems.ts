import { changesHost } from '#domain/content/mail-links.ts'
import { tagValues, type MergeTemplate } from '#domain/content/merge-tags.ts'
import { Contact } from '#api/contacts/contact.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import type { CampaignProblem } from './campaign-problem.ts'
import { recipientValues } from './recipient-values.ts'

/** Maximum number of recipients named. */
const NAMED = 10

/**
 * Finds the recipients whose values in merge tags would change the host of a link: such a link is removed from their
 * email. Recipients are read only if there are such `addresses`.
 */
export async function linkProblems(
  em: Em,
  campaign: Pick<Campaign, 'tenantId' | 'id' | 'sheetId' | 'emailsPer'>,
  addresses: readonly MergeTemplate[],
): Promise<CampaignProblem[]> {
  if (addresses.length === 0) return []
  const concerned: string[] = []
  for await (const recipient of recipientValues(em, campaign)) {
    const values = tagValues(recipient)
    if (addresses.some((address) => changesHost(address, values))) concerned.push(recipient.id)
  }
  const count = concerned.length
  if (count === 0) return []
  const contacts = await em.find(Contact, { id: { $in: concerned.slice(0, NAMED) } }, { orderBy: { id: 'asc' } })
  const who = count === 1 ? 'One recipient has' : `${count.toLocaleString('en-US')} recipients have`
  const message = `${who} a value that would change where a link leads. Their email shows the text without the link. Correct the value, or give the merge tag a fallback.`
  return [{ code: 'LINK_VALUE', severity: 'warning', message, count, contacts, finishesAt: null }]
}
