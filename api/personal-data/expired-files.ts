import { FILES_KEPT_DEFAULT } from '#domain/recipient-files.ts'
import type { App } from '../context.ts'

/**
 * Deletes the files of recipients some days after their campaign ended, as it says. Can be interrupted and repeated.
 * Returns how many were deleted.
 */
export async function deleteExpiredFiles(
  { database, clock }: Pick<App, 'database' | 'clock'>,
  stopped: () => boolean = () => false,
): Promise<number> {
  const due = await database.asSystem((em) =>
    em.execute<{ tenantId: string; id: string }[]>(
      `select c.tenant_id as "tenantId", c.id from campaigns c
       where c.status in ('sent', 'failed')
         and coalesce(c.sent_at, c.cancelled_at, c.created_at) < :now::timestamptz - make_interval(days => coalesce(c.files_kept_days, ${FILES_KEPT_DEFAULT}))
         and exists (select from recipient_files f where f.tenant_id = c.tenant_id and f.campaign_id = c.id)`,
      { now: clock() },
    ),
  )
  let deleted = 0
  for (const { tenantId, id } of due) {
    if (stopped()) break
    const rows = await database.inTenant(tenantId, (em) =>
      em.execute<unknown[]>(
        'delete from recipient_files where tenant_id = :tenantId and campaign_id = :id returning 1',
        { tenantId, id },
      ),
    )
    deleted += rows.length
  }
  return deleted
}
