import { REPUTATION_DAYS, type Outcomes } from '#domain/mailboxes/mailboxes.ts'
import { probationDay, probationOf, type Probation } from '#domain/pacing/new-workspace-probation.ts'
import { outcomeCounts } from './email-sql-conditions.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Tenant } from '#api/tenants/tenant.ts'

const NOTHING: Outcomes = { sent: 0, bounced: 0, refused: 0, unsubscribed: 0, complained: 0 }

/**
 * Returns the daily limit of a new workspace on probation; null once its reputation is known (product:
 * sending.new-workspace).
 */
export async function currentProbation(em: Em, tenant: Tenant, now: Date): Promise<Probation | null> {
  const since = tenant.probationSince
  if (!since) return null
  const until = probationDay(since, now)
  const from = new Date(Math.max(since.getTime(), until.getTime() - REPUTATION_DAYS * 86_400_000))
  const sums = Object.keys(NOTHING).map((name) => `sum(${name})::int as ${name}`)
  const rows = await em.execute<Outcomes[]>(
    `select ${sums.join(', ')} from (
       select ${outcomeCounts('l', 's')} from email_logs l
       left join suppressions s on s.tenant_id = l.tenant_id and s.email_key = l.email_key
       where l.tenant_id = :tenantId and l.attempted_at >= :from and l.attempted_at < :until
       union all
       select coalesce(sum(sent), 0), coalesce(sum(bounced), 0), coalesce(sum(refused), 0), coalesce(sum(unsubscribed), 0),
         coalesce(sum(complained + withdrawn_complaints), 0)
       from past_outcomes where tenant_id = :tenantId and day >= :from::date and day < :until::date) as counted`,
    { tenantId: tenant.id, from, until },
  )
  return probationOf(since, rows[0] ?? NOTHING, now)
}

/** Ends a new workspace's probation, which limits its emails per day, once its reputation is known. */
export async function endProbation(em: Em, tenant: Tenant, now: Date): Promise<void> {
  if ((await currentProbation(em, tenant, now))?.isOver) tenant.probationSince = null
}
