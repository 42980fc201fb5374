import { OUTCOME_DAYS } from '#domain/tenants.ts'
import { superAdminOf, type Call } from '../context.ts'
import { uuidArray } from '../platform/database.ts'

/** What became of the emails of the campaigns that a workspace started in a period. */
export interface TenantOutcomes {
  days: number
  sent: number
  bounced: number
  unsubscribed: number
  complained: number
}

/**
 * What became of the emails of workspaces, for the super admin: workspace id → the last 7 and 30 days. One statement
 * over the counters of campaigns, because emails are too many to count for a whole page of workspaces.
 */
export async function tenantOutcomesOf(call: Call, ids: readonly string[]): Promise<Map<string, TenantOutcomes[]>> {
  superAdminOf(call)
  const now = call.app.clock().getTime()
  const periods = OUTCOME_DAYS.map((days) => ({ days, since: new Date(now - days * 86_400_000) }))
  const rows = await call.app.database.asSystem((em) =>
    em.execute<(TenantOutcomes & { id: string })[]>(
      `select asked.id, p.days, coalesce(sum(c.sent_count + c.bounced_count), 0)::int as sent,
         coalesce(sum(c.bounced_count), 0)::int as bounced, coalesce(sum(c.unsubscribed_count), 0)::int as unsubscribed,
         (select count(*)::int from suppressions s
          where s.tenant_id = asked.id and s.reason = 'complained' and s.created_at > p.since) as complained
       from unnest(:ids::uuid[]) as asked (id)
       cross join jsonb_to_recordset(:periods::jsonb) as p (days int, since timestamptz)
       left join campaigns c on c.tenant_id = asked.id and c.started_at > p.since
       group by asked.id, p.days, p.since order by p.days`,
      { ids: uuidArray(ids), periods: JSON.stringify(periods) },
    ),
  )
  return Map.groupBy(rows, ({ id }) => id)
}
