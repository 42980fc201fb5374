import type { Outcomes } from '#domain/mail-accounts.ts'
import { OUTCOME_DAYS, OUTCOMES_COUNTED } from '#domain/tenants.ts'
import { superAdminOf, type Call } from '../context.ts'
import { outcomeCounts } from '../campaigns/delivery/email-conditions.ts'
import { uuidArray } from '../platform/database.ts'

/** What became of the emails of a workspace in a period. */
export interface TenantOutcomes extends Outcomes {
  days: number
  /** there were more emails: these are the newest */
  isSample: boolean
}

/**
 * What became of the newest emails of workspaces, for the super admin: workspace id → the last 7 and 30 days. One
 * statement, which reads a bounded number of emails of each workspace.
 */
export async function tenantOutcomesOf(call: Call, ids: readonly string[]): Promise<Map<string, TenantOutcomes[]>> {
  superAdminOf(call)
  const now = call.app.clock()
  const longest = Math.max(...OUTCOME_DAYS)
  const rows = await call.app.database.asSystem((em) =>
    em.execute<(Outcomes & { id: string; days: number; emails: number })[]>(
      `select asked.id, period.days, count(l.attempted_at)::int as emails, ${outcomeCounts('l', 's')}
       from unnest(:ids::uuid[]) as asked (id)
       cross join (select value::int as days from jsonb_array_elements_text(:days::jsonb)) as period
       left join lateral (
         select * from email_logs e where e.tenant_id = asked.id and e.attempted_at > :since
         order by e.attempted_at desc limit :most) as l on l.attempted_at > :now::timestamptz - make_interval(days => period.days)
       left join suppressions s on s.tenant_id = l.tenant_id and s.email_key = l.email_key
       group by asked.id, period.days order by period.days`,
      {
        ids: uuidArray(ids),
        days: JSON.stringify(OUTCOME_DAYS),
        since: new Date(now.getTime() - longest * 86_400_000),
        most: OUTCOMES_COUNTED,
        now,
      },
    ),
  )
  const outcomes = rows.map(({ emails, ...row }) => ({ ...row, isSample: emails >= OUTCOMES_COUNTED }))
  return Map.groupBy(outcomes, ({ id }) => id)
}
