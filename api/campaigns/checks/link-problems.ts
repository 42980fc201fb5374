import { changesHost } from '#domain/mail-links.ts'
import { tagValues, type MergeTemplate, type MergeValues } from '#domain/merge-tags.ts'
import { Contact } from '../../contacts/contact.ts'
import type { Em } from '../../platform/database.ts'
import type { Campaign } from '../campaign.ts'
import type { CampaignProblem } from './problem.ts'

/** Maximum number of recipients named. */
const NAMED = 10
/** Recipients read at a time while checking values. */
const PAGE = 2_000

/**
 * The recipients whose values would change a link's host, so the link is removed. Recipients are read only for such
 * `addresses`.
 */
export async function linkProblems(
  em: Em,
  { tenantId, id }: Pick<Campaign, 'tenantId' | 'id'>,
  addresses: readonly MergeTemplate[],
): Promise<CampaignProblem[]> {
  if (addresses.length === 0) return []
  const concerned: string[] = []
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await em.execute<(MergeValues & { id: string })[]>(
      `select c.id, c.first_name as "firstName", c.last_name as "lastName", c.email,
         c.serial_number as "serialNumber", c.fields
       from campaign_contacts r join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
       where r.tenant_id = :tenantId and r.campaign_id = :id and r.contact_id > :last order by r.contact_id limit ${PAGE}`,
      { tenantId, id, last },
    )
    for (const row of rows) {
      const values = tagValues(row)
      if (addresses.some((address) => changesHost(address, values))) concerned.push(row.id)
    }
    last = rows.at(-1)?.id ?? last
    if (rows.length < PAGE) break
  }
  const count = concerned.length
  if (count === 0) return []
  const contacts = await em.find(Contact, { id: { $in: concerned.slice(0, NAMED) } }, { orderBy: { id: 'asc' } })
  const who = count === 1 ? 'One recipient has' : `${count.toLocaleString('en-US')} recipients have`
  const message = `${who} a value that would change where a link leads. Their email shows the text without the link. Correct the value, or give the merge tag a fallback.`
  return [{ code: 'LINK_VALUE', severity: 'warning', message, count, contacts, finishesAt: null }]
}
