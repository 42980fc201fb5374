import {
  ADDRESS_LISTS,
  compileSender,
  dependsOnRecipient,
  fillSender,
  SENDER_LIMITS,
  senderProblem,
  type AddressList,
} from '#domain/content/sender-fields.ts'
import { tagValues, type MergeValues } from '#domain/content/merge-tags.ts'
import { emailKey } from '#domain/contacts/contacts.ts'
import { Contact } from '#api/contacts/contact.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import { suppressedOf } from '#api/emails/cc-bcc-copies.ts'
import type { MailProblem } from '#api/rendering/mail-problem.ts'
import type { CampaignProblem } from './campaign-problem.ts'
import { recipientValues } from './recipient-values.ts'

/** Maximum number of recipients or addresses named. */
const NAMED = 10
/** Addresses remembered to be looked up on the suppression list. */
const REMEMBERED = 10_000

const LACKING: Record<AddressList, string> = {
  replyTo: 'Replies to their emails go to the mailbox.',
  cc: 'Their emails go out without that copy.',
  bcc: 'Their emails go out without that copy.',
}

/**
 * Finds problems of Reply-To, CC and BCC: text that is no address, recipients whose values make none or too many, and copies
 * that are left out because of the suppression list. Recipients are read only if the addresses depend on them.
 */
export async function copyProblems(em: Em, campaign: Campaign): Promise<CampaignProblem[]> {
  const problem = senderProblem(campaign)
  if (problem !== null) return [ofAll({ code: 'COPY_ADDRESS', severity: 'error', message: problem })]
  const lists = Object.keys(ADDRESS_LISTS) as AddressList[]
  const sender = compileSender(campaign)
  const lacking: Record<AddressList, string[]> = { replyTo: [], cc: [], bcc: [] }
  const crowded: Record<AddressList, string[]> = { replyTo: [], cc: [], bcc: [] }
  const copies = new Set<string>()
  const look = (values: MergeValues, id: string | null) => {
    const envelope = fillSender(sender, tagValues(values), values.email)
    if (id !== null) {
      for (const list of envelope.lacking) lacking[list].push(id)
      for (const list of envelope.crowded) crowded[list].push(id)
    }
    for (const { address } of [...envelope.cc, ...envelope.bcc]) {
      if (copies.size < REMEMBERED) copies.add(emailKey(address))
    }
  }
  if (lists.some((list) => dependsOnRecipient(campaign[list]))) {
    for await (const recipient of recipientValues(em, campaign)) look(recipient, recipient.id)
  } else look({ firstName: '', lastName: '', email: '', fields: {} }, null)
  const problems: CampaignProblem[] = []
  for (const list of lists) {
    const none = `no valid address for ${ADDRESS_LISTS[list]}. ${LACKING[list]} Correct the values, or give the merge tag a fallback`
    const many = `more than ${SENDER_LIMITS.addresses} addresses for ${ADDRESS_LISTS[list]}, and only the first ${SENDER_LIMITS.addresses} are used. Shorten the values`
    if (lacking[list].length > 0) problems.push(await ofValues(em, lacking[list], none))
    if (crowded[list].length > 0) problems.push(await ofValues(em, crowded[list], many))
  }
  const suppressed = [...(await suppressedOf(em, campaign.tenantId, copies))]
  return suppressed.length === 0 ? problems : [...problems, ofAll(suppressedCopies(suppressed))]
}

async function ofValues(em: Em, ids: readonly string[], what: string): Promise<CampaignProblem> {
  const contacts = await em.find(Contact, { id: { $in: ids.slice(0, NAMED) } }, { orderBy: { id: 'asc' } })
  const who = ids.length === 1 ? 'One recipient has' : `${ids.length.toLocaleString('en-US')} recipients have`
  return {
    ...{ code: 'COPY_VALUE', severity: 'warning', message: `${who} ${what}.` },
    ...{ count: ids.length, contacts, finishesAt: null },
  }
}

function suppressedCopies(addresses: readonly string[]): MailProblem {
  const named = addresses.slice(0, 3).join(', ')
  const more = addresses.length > 3 ? ` and ${addresses.length - 3} more` : ''
  const message = `${named}${more} in CC or BCC ${addresses.length === 1 ? 'is' : 'are'} on the suppression list and will not get a copy.`
  return { code: 'COPY_SUPPRESSED', severity: 'warning', message }
}

const ofAll = (problem: MailProblem): CampaignProblem => ({ ...problem, count: null, contacts: [], finishesAt: null })
