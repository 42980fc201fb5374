import { DRAFT_FILES_KEPT, FILES_KEPT_DEFAULT } from '#domain/campaigns/recipient-files.ts'
import type { App } from '#api/platform/app-context.ts'

/**
 * Deletes the files of recipients as many days after the end of their campaign as the campaign says, and those of
 * drafts as many days after their last upload. A paused campaign keeps its files, because it still needs them. Can be
 * interrupted and repeated. Returns the number of files deleted.
 */
export async function deleteExpiredFiles(
  { database, clock }: Pick<App, 'database' | 'clock'>,
  stopped: () => boolean = () => false,
): Promise<number> {
  const due = await database.asSystem((em) =>
    em.execute<{ tenantId: string; id: string; newest: string }[]>(
      `select c.tenant_id as "tenantId", c.id, f.newest::text as newest
       from (select tenant_id, campaign_id, max(created_at) as newest from recipient_files group by tenant_id, campaign_id) as f
       join campaigns c on c.tenant_id = f.tenant_id and c.id = f.campaign_id
       where case when c.status in ('sent', 'failed') then
           coalesce(c.sent_at, c.cancelled_at, c.created_at) < :now::timestamptz - make_interval(days => coalesce(c.files_kept_days, ${FILES_KEPT_DEFAULT}))
         when c.status = 'draft' then
           f.newest < :now::timestamptz - make_interval(days => greatest(coalesce(c.files_kept_days, ${FILES_KEPT_DEFAULT}), ${DRAFT_FILES_KEPT}))
         else false end`,
      { now: clock() },
    ),
  )
  let deleted = 0
  for (const { tenantId, id, newest } of due) {
    if (stopped()) break
    const rows = await database.inTenant(tenantId, (em) =>
      em.execute<unknown[]>(
        // Files that were added meanwhile stay.
        `delete from recipient_files where tenant_id = :tenantId and campaign_id = :id
         and created_at <= :newest::timestamptz returning 1`,
        { tenantId, id, newest },
      ),
    )
    deleted += rows.length
  }
  return deleted
}
