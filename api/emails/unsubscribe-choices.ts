/**
 * SQL: relation `(log_id, sign)` of the choices that recipients made after `:since` on the page of an unsubscribe link,
 * each with the newest email that the recipient had got before. `sign`: `left` (the topic of that email), `less` (one
 * email a month) or `paused`. Withdrawn choices are left out. Needs `:tenantId`.
 */
export const CHOICES = `select found.id as log_id, chosen.sign from (
    select p.email_key, p.changed_at, 'left' as sign, topic.id as topic_id from preferences p
      cross join unnest(p.left_topics) as topic (id) where p.tenant_id = :tenantId and p.changed_at > :since
    union all
    select p.email_key, p.changed_at, case when kind.is_pause then 'paused' else 'less' end, null from preferences p
      cross join (values (true), (false)) as kind (is_pause) where p.tenant_id = :tenantId and p.changed_at > :since
        and case when kind.is_pause then p.paused_until is not null else p.is_monthly end) as chosen
  cross join lateral (
    select l.id from email_logs l join campaigns k on k.tenant_id = :tenantId and k.id = l.campaign_id
    where l.tenant_id = :tenantId and l.email_key = chosen.email_key and l.sent_at <= chosen.changed_at
      and k.answers_reply_id is null and (chosen.topic_id is null or k.topic_id = chosen.topic_id)
    order by l.sent_at desc limit 1) as found`
