import type { MergeValues } from '#domain/content/merge-tags.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import type { Condition } from '#api/emails/conditions.ts'

/** Recipients read at a time. */
const PAGE = 2_000

const EVERYBODY: Condition = { sql: 'true', values: {} }

/**
 * The recipients of a draft with their contact id and current values, in the order of their ids, a page at a time. `which`: only
 * those contacts `c` that match.
 */
export async function* recipientValues(
  em: Em,
  { tenantId, id }: Pick<Campaign, 'tenantId' | 'id'>,
  which: Condition = EVERYBODY,
): AsyncGenerator<MergeValues & { id: string }> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (let more = true; more;) {
    const rows = await em.execute<(MergeValues & { id: string })[]>(
      `select c.id, c.first_name as "firstName", c.last_name as "lastName", c.email,
         c.serial_number as "serialNumber", c.fields
       from campaign_contacts r join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
       where r.tenant_id = :tenantId and r.campaign_id = :id and r.contact_id > :last and (${which.sql})
       order by r.contact_id limit ${PAGE}`,
      { ...which.values, tenantId, id, last },
    )
    yield* rows
    last = rows.at(-1)?.id ?? last
    more = rows.length === PAGE
  }
}
