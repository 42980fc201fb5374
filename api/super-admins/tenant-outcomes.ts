import { OUTCOME_DAYS } from '#domain/tenants/tenants.ts'
import { superAdminOf, type Call } from '#api/platform/call-context.ts'
import { uuidArray } from '#api/platform/database/database.ts'

/** Outcomes of the emails of the campaigns that a workspace started in a period. */
export interface TenantOutcomes {
  days: number
  sent: number
  bounced: number
  unsubscribed: number
  complained: number
}

/**
 * Returns the outcomes of workspaces' emails, for super admins: workspace id → the last 7 and 30 days, deleted
 * campaigns and withdrawn complaints included. Uses counters, one statement for each period, because emails are too
 * many to count for a whole page of workspaces.
 */
export async function tenantOutcomesOf(call: Call, ids: readonly string[]): Promise<Map<string, TenantOutcomes[]>> {
  superAdminOf(call)
  const now = call.app.clock().getTime()
  const found = await call.app.database.asSystem(async (em) => {
    const periods: Map<string, Omit<TenantOutcomes, 'days'>>[] = []
    for (const days of OUTCOME_DAYS) {
      const rows = await em.execute<(TenantOutcomes & { id: string })[]>(
        outcomesByTenant(':since::timestamptz', 'tenant_id = any (:ids::uuid[])'),
        { ids: uuidArray(ids), since: new Date(now - days * 86_400_000) },
      )
      periods.push(new Map(rows.map(({ id, ...counted }) => [id, counted])))
    }
    return periods
  })
  return new Map(ids.map((id) => [id, OUTCOME_DAYS.map((days, at) => ({ days, ...(found[at]?.get(id) ?? NOTHING) }))]))
}

const NOTHING = { sent: 0, bounced: 0, unsubscribed: 0, complained: 0 }

/** SQL for what became of the emails of each workspace since a moment: id, sent, bounced, unsubscribed, complained. */
export const outcomesByTenant = (since: string, which: string) => `
  select tenant_id as id, sum(sent)::int as sent, sum(bounced)::int as bounced,
    sum(unsubscribed)::int as unsubscribed, sum(complained)::int as complained
  from (
    select c.tenant_id, c.sent_count + c.bounced_count as sent, c.bounced_count as bounced,
      c.unsubscribed_count as unsubscribed, 0 as complained
    from campaigns c where c.${which} and c.started_at > ${since}
    union all
    select o.tenant_id, sent, bounced, unsubscribed, withdrawn_complaints
    from past_outcomes o where o.${which} and o.day > (${since})::date
    union all
    select s.tenant_id, 0, 0, 0, 1 from suppressions s
    where s.${which} and s.reason = 'complained' and s.created_at > ${since}) as each
  group by tenant_id`
