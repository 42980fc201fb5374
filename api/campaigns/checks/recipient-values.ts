import type { MergeValues } from '#domain/content/merge-tags.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import { draftEmails } from '../drafts/draft-emails.ts'
import type { Condition } from '#api/emails/email-sql-conditions.ts'

/** Recipients read at a time. */
const PAGE = 2_000

const EVERYBODY: Condition = { sql: 'true', values: {} }

/**
 * The emails of a draft with the contact id and current values, in the order of the ids, a page at a time. `which`: only
 * those contacts `c` that match.
 */
export async function* recipientValues(
  em: Em,
  campaign: Pick<Campaign, 'tenantId' | 'id' | 'sheetId' | 'emailsPer'>,
  which: Condition = EVERYBODY,
): AsyncGenerator<MergeValues & { id: string }> {
  const { tenantId, id } = campaign
  const { from, row, order, isAfter, values } = draftEmails(campaign)
  let last = { id: '00000000-0000-0000-0000-000000000000', row: 0 }
  for (let more = true; more;) {
    const rows = await em.execute<{ id: string; row: number; email: string; merge: Omit<MergeValues, 'email'> }[]>(
      `select c.id, ${row} as row, c.email, ${values(false)} as merge from ${from}
       where r.tenant_id = :tenantId and r.campaign_id = :id and (${which.sql})
         and ${isAfter}
       order by ${order} limit ${PAGE}`,
      { ...which.values, tenantId, id, after: last.id, afterRow: last.row },
    )
    for (const { merge, ...person } of rows) yield { ...merge, ...person }
    last = rows.at(-1) ?? last
    more = rows.length === PAGE
  }
}
