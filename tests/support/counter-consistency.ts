import type { App } from '#api/platform/app-context.ts'

/**
 * The started campaigns and follow-ups of a workspace whose counters differ from their emails at this moment, for example 378
 * sent of 63.
 */
export async function wrongCounts({ database }: Pick<App, 'database'>, tenantId: string): Promise<{ id: string }[]> {
  return database.inTenant(tenantId, (em) =>
    em.execute<{ id: string }[]>(
      `select c.id, c.step, c.total_contacts, c.sent_count, c.failed_count, n.* from campaigns c left join lateral (
         select count(*) filter (where status in ('sent', 'delivered'))::int as sent,
           count(*) filter (where status = 'failed')::int as failed, count(*)::int as total
         from email_logs l where l.tenant_id = c.tenant_id and l.campaign_id = c.id) n on true
       where c.tenant_id = ? and c.status <> 'draft'
         and (c.sent_count <> n.sent or c.failed_count <> n.failed or c.total_contacts <> n.total
           or c.sent_count + c.failed_count > c.total_contacts)`,
      [tenantId],
    ),
  )
}
