import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { uuidArray } from '#api/platform/database/database.ts'

/** Numbers of recipients that show how welcome a campaign and its follow-ups were. */
export interface Welcome {
  /** recipients with a reply that a person marked as positive */
  positive: number
  /** recipients who left the topic of the campaign, or chose one email a month, after the email */
  choseLess: number
  /** recipients who paused all emails after the email */
  paused: number
  /** recipients who reported the email as spam */
  complained: number
}

/** Counts how welcome campaigns were: campaign id → numbers. A recipient's last choice counts for every campaign before it. */
export async function welcomesOf(call: Call, ids: readonly string[]): Promise<Map<string, Welcome>> {
  const { tenantId } = viewerOf(call)
  const rows = await call.app.database.inTenant(tenantId, (em) =>
    em.execute<({ id: string } & Welcome)[]>(
      `with family as (
         select k.id, k.topic_id, coalesce(k.parent_id, k.id) as whole from campaigns k
         where k.tenant_id = :tenantId and (k.id = any (:ids::uuid[]) or k.parent_id = any (:ids::uuid[])))
       select whole.id,
         (select count(distinct l.contact_id)::int from family f join replies r on r.tenant_id = :tenantId and r.campaign_id = f.id and r.is_positive
           join email_logs l on l.tenant_id = :tenantId and l.id = r.log_id where f.whole = whole.id) as positive,
         (select count(distinct e.log_id)::int from family f join email_events e on e.tenant_id = :tenantId and e.campaign_id = f.id
           and e.kind = 'complaint' where f.whole = whole.id) as complained,
         chosen.less as "choseLess", chosen.paused
       from (select distinct f.whole as id from family f) as whole
       cross join lateral (
         select count(distinct l.email_key) filter (where p.is_monthly or t.topic_id = any (p.left_topics))::int as less,
           count(distinct l.email_key) filter (where p.paused_until is not null)::int as paused
         from preferences p join email_logs l on l.tenant_id = :tenantId and l.email_key = p.email_key and l.sent_at < p.changed_at
         join family f on f.id = l.campaign_id and f.whole = whole.id
         join family t on t.id = whole.id
         where p.tenant_id = :tenantId) as chosen`,
      { tenantId, ids: uuidArray(ids) },
    ),
  )
  return new Map(rows.map(({ id, ...welcome }) => [id, welcome]))
}
