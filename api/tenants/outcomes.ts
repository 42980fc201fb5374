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
 * What became of the emails of workspaces, for the super admin: workspace id → the last 7 and 30 days, deleted campaigns
 * and withdrawn complaints included. One statement over counters, because emails are too many to count for a whole page
 * of workspaces.
 */
export async function tenantOutcomesOf(call: Call, ids: readonly string[]): Promise<Map<string, TenantOutcomes[]>> {
  superAdminOf(call)
  const now = call.app.clock().getTime()
  const periods = OUTCOME_DAYS.map((days) => ({ days, since: new Date(now - days * 86_400_000) }))
  const rows = await call.app.database.asSystem((em) =>
    em.execute<(TenantOutcomes & { id: string })[]>(
      `select asked.id, p.days, counted.* from unnest(:ids::uuid[]) as asked (id)
       cross join jsonb_to_recordset(:periods::jsonb) as p (days int, since timestamptz)
       cross join lateral (${outcomesSince('asked.id', 'p.since')}) as counted
       order by p.days`,
      { ids: uuidArray(ids), periods: JSON.stringify(periods) },
    ),
  )
  return Map.groupBy(rows, ({ id }) => id)
}

/** SQL for what became of the emails of a workspace since a moment: sent, bounced, unsubscribed, complained. */
export const outcomesSince = (tenantId: string, since: string) => `
  select coalesce(sum(sent), 0)::int as sent, coalesce(sum(bounced), 0)::int as bounced,
    coalesce(sum(unsubscribed), 0)::int as unsubscribed, coalesce(sum(complained), 0)::int as complained
  from (
    select c.sent_count + c.bounced_count as sent, c.bounced_count as bounced, c.unsubscribed_count as unsubscribed, 0 as complained
    from campaigns c where c.tenant_id = ${tenantId} and c.started_at > ${since}
    union all
    select sent, bounced, unsubscribed, withdrawn_complaints
    from past_outcomes o where o.tenant_id = ${tenantId} and o.day > (${since})::date
    union all
    select 0, 0, 0, count(*) from suppressions s
    where s.tenant_id = ${tenantId} and s.reason = 'complained' and s.created_at > ${since}) as each`
