import type { MergeValues } from '#domain/merge-tags.ts'
import type { Em } from '../../platform/database.ts'
import { ownFilesOf } from '../../sending/own-files.ts'
import { emailColumns, FAILED, noteEmails } from '../../webhooks/outbox.ts'
import type { Campaign } from '../campaign.ts'
import { filesOf } from '../recipient-file-rows.ts'

const BATCH = 5_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Fails the pending emails of a campaign whose recipient lacks a file of their own: they get no email, and can be sent
 * again once the file is there.
 */
export async function failWithoutFiles(
  em: Em,
  { tenantId, id, filePattern: pattern }: Campaign,
  now: Date,
): Promise<void> {
  if (!pattern) return
  const own = { pattern, files: await filesOf(em, tenantId, id) }
  for (let after: string | null = BEFORE_ALL; after !== null;) {
    const rows: { id: string; email: string; merge: Omit<MergeValues, 'email'> }[] = await em.execute(
      `select id, contact_email as email, merge_values as merge from email_logs
       where tenant_id = :tenantId and campaign_id = :id and status = 'pending' and id > :after order by id limit ${BATCH}`,
      { tenantId, id, after },
    )
    const lacking = rows.flatMap(({ id: logId, email, merge }) => {
      const { missing } = ownFilesOf(own, { ...merge, email })
      return missing === null ? [] : [{ id: logId, error: missing.slice(0, 1_000) }]
    })
    if (lacking.length > 0) {
      await em.execute(
        `with left_out as (
           update email_logs l set status = 'failed', failed_at = :now, retry_at = null, error = lacking.error
           from jsonb_to_recordset(:lacking::jsonb) as lacking (id uuid, error text), campaigns c
           where l.tenant_id = :tenantId and l.id = lacking.id and l.status = 'pending'
             and c.tenant_id = l.tenant_id and c.id = l.campaign_id
           returning ${emailColumns('l')}),
         ${noteEmails({ from: 'left_out', event: FAILED })}
         update campaigns set failed_count = failed_count + (select count(*)::int from left_out)
         where tenant_id = :tenantId and id = :id returning id`,
        { now, tenantId, id, lacking: JSON.stringify(lacking) },
      )
    }
    after = rows.length < BATCH ? null : (rows.at(-1)?.id ?? null)
  }
}
