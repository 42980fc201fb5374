import { AppError } from '#domain/errors.ts'
import { WELCOME_DAYS } from '#domain/workspace-stats.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import { CHOICES } from '#api/emails/unsubscribe-choices.ts'

/** Numbers of emails about one topic from one mailbox that say how welcome they were. */
export interface WelcomeRow {
  /** id of the topic; null: emails without a topic */
  topicId: string | null
  /** id of the mailbox; null: a mailbox that is no longer known */
  mailboxId: string | null
  sent: number
  /** emails with a reply that a person marked as positive */
  positive: number
  /** emails after which their recipient left the topic */
  left: number
  /** emails after which their recipient chose one a month */
  choseLess: number
  /** emails after which their recipient paused all emails */
  paused: number
  complained: number
}

/**
 * Counts how welcome the emails of the last days were, per topic and mailbox, those with the most emails first. A
 * recipient's choice (leaving, one a month, a pause) counts for the newest email that the recipient had got before.
 * Throws BAD_INPUT.
 */
export async function welcomes(call: Call, days: number): Promise<WelcomeRow[]> {
  const { tenantId } = viewerWith(call, 'campaigns:read')
  if (!Number.isInteger(days) || days < 1 || days > WELCOME_DAYS.max) {
    throw new AppError('BAD_INPUT', `Choose 1 to ${WELCOME_DAYS.max} days.`)
  }
  const since = new Date(call.app.clock().getTime() - days * 86_400_000)
  return call.app.database.inTenant(tenantId, (em) =>
    em.execute<WelcomeRow[]>(
      `with chosen as materialized (
         select log_id, bool_or(sign = 'left') as has_left, bool_or(sign = 'less') as is_less, bool_or(sign = 'paused') as has_paused
         from (${CHOICES}) as each group by log_id),
       liked as materialized (select distinct log_id from replies where tenant_id = :tenantId and is_positive),
       disliked as materialized (
         select distinct e.log_id from campaigns k join email_events e
           on e.tenant_id = :tenantId and e.campaign_id = k.id and e.kind = 'complaint' where k.tenant_id = :tenantId)
       select k.topic_id as "topicId", l.mailbox_id as "mailboxId", count(*)::int as sent,
         count(liked.log_id)::int as positive, count(disliked.log_id)::int as complained,
         count(*) filter (where chosen.has_left)::int as left, count(*) filter (where chosen.is_less)::int as "choseLess",
         count(*) filter (where chosen.has_paused)::int as paused
       from email_logs l
       join campaigns k on k.tenant_id = :tenantId and k.id = l.campaign_id and k.answers_reply_id is null
       left join chosen on chosen.log_id = l.id
       left join liked on liked.log_id = l.id
       left join disliked on disliked.log_id = l.id
       where l.tenant_id = :tenantId and l.attempted_at > :since and l.sent_at is not null
       group by 1, 2 order by 3 desc, 1, 2 limit 1000`,
      { tenantId, since },
    ),
  )
}
