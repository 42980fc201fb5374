import type { MergeValues } from '#domain/content/merge-tags.ts'
import type { Database } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import { draftEmails } from './draft-emails.ts'

/** Emails read at once. */
const BATCH = 5_000
const BEFORE_ALL = { id: '00000000-0000-0000-0000-000000000000', row: 0 }

/**
 * A recipient of a draft: merge values, the id of the contact, and the number of the row that the email is about (0:
 * all rows of the person).
 */
export interface DraftRecipient extends MergeValues {
  id: string
  row: number
}

/**
 * Reads the emails of a draft in batches, in the order in which their recipients became contacts. Each batch is a
 * transaction of its own, so that 200,000 recipients hold no connection for long.
 */
export async function* recipientBatches(
  database: Database,
  campaign: Pick<Campaign, 'tenantId' | 'id' | 'sheetId' | 'emailsPer'>,
): AsyncGenerator<readonly DraftRecipient[], void, undefined> {
  const { tenantId, id } = campaign
  const { from, row, order, isAfter, values } = draftEmails(campaign)
  for (let after: typeof BEFORE_ALL | null = BEFORE_ALL; after !== null;) {
    const place = { tenantId, id, after: after.id, afterRow: after.row }
    const rows: { id: string; row: number; email: string; merge: Omit<MergeValues, 'email'> }[] =
      await database.inTenant(tenantId, (em) =>
        em.execute(
          `select c.id, ${row} as row, c.email, ${values(true)} as merge from ${from}
           where r.tenant_id = :tenantId and r.campaign_id = :id and ${isAfter}
           order by ${order} limit ${BATCH}`,
          place,
        ),
      )
    yield rows.map(({ merge, ...person }) => ({ ...merge, ...person }))
    after = rows.length < BATCH ? null : (rows.at(-1) ?? null)
  }
}
