import type { MergeValues } from '#domain/content/merge-tags.ts'
import type { Database } from '#api/platform/database/database.ts'
import { mergeValuesOf } from '#api/emails/merge-values.ts'

/** Recipients read at once. */
const BATCH = 5_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** A recipient of a draft, with the id of the contact. */
export interface DraftRecipient extends MergeValues {
  id: string
}

/**
 * The recipients of a draft, in the order in which they became contacts. Each batch is a transaction of its own, so that
 * 200,000 recipients hold no connection for long.
 */
export async function* recipientBatches(
  database: Database,
  tenantId: string,
  campaignId: string,
): AsyncGenerator<readonly DraftRecipient[], void, undefined> {
  for (let after: string | null = BEFORE_ALL; after !== null;) {
    const values = { tenantId, campaignId, after }
    const rows: { id: string; email: string; merge: Omit<MergeValues, 'email'> }[] = await database.inTenant(
      tenantId,
      (em) =>
        em.execute(
          `select c.id, c.email, ${mergeValuesOf('c', true)} as merge
           from campaign_contacts r join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
           where r.tenant_id = :tenantId and r.campaign_id = :campaignId and r.contact_id > :after
           order by r.contact_id limit ${BATCH}`,
          values,
        ),
    )
    yield rows.map(({ id, email, merge }) => ({ ...merge, id, email }))
    after = rows.length < BATCH ? null : (rows.at(-1)?.id ?? null)
  }
}
