import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { canClaim } from './claim-emails.ts'
import { isSending } from './follow-up-conditions.ts'
import { awaitsWinner, canBeAsked, canSend, isUndecided, vendorsOf } from './email-sql-conditions.ts'

/** SQL: time until which an open circuit breaker blocks sending; null if it is closed. */
const openUntil = (breaker: string) => `to_timestamp((${breaker}->>'until')::bigint / 1000.0)`

type Vendors = Pick<App, 'vendors'>

/**
 * Finds the mailboxes that have work: those with due emails of campaigns that are sending, and those with emails left
 * in flight by a crashed worker, whatever their campaigns' status, because only the mailbox can tell whether they were
 * sent. Unavailable mailboxes wait. A mailbox that cannot send is included while a campaign has no other mailbox, so
 * that the campaign is paused.
 */
export async function dueMailboxes(app: Vendors & Pick<App, 'database' | 'clock'>): Promise<MailboxKey[]> {
  return app.database.asSystem((em) =>
    em.execute<MailboxKey[]>(
      `select tenant_id as "tenantId", mailbox_id as "mailboxId" from (
         select a.tenant_id, a.id as mailbox_id from mailboxes a
         where coalesce(greatest(a.throttled_until, ${openUntil('a.outage')}, ${openUntil('a.breakdown')}, ${openUntil('a.sign_in_doubt')}) <= :now, true)
           and ${canBeAsked('a')} and (a.tenant_id, a.id) in (
             select l.tenant_id, l.mailbox_id from email_logs l where l.status = 'sending' and (l.look_at is null or l.look_at <= :now))
         union
         select m.tenant_id, m.mailbox_id from campaigns c
         join campaign_mailboxes m on m.tenant_id = c.tenant_id and m.campaign_id = c.id
         where ${isSending('c', 'c.tenant_id')} and c.following_since is null and (c.scheduled_at is null or c.scheduled_at <= :now)
           and (m.wakes_at is null or m.wakes_at <= :now)
           and not (c.ab_decides_at is not null and c.ab_decides_at > :now and ${isUndecided('c')})
           and (${canSend('m', 'm.tenant_id')} or not exists (
             select from campaign_mailboxes o where o.tenant_id = c.tenant_id and o.campaign_id = c.id and ${canSend('o', 'o.tenant_id')}))) as due
       order by random() limit 1000`,
      { now: app.clock(), vendors: vendorsOf(app) },
    ),
  )
}

/** Returns when a mailbox next has work; null if it has none. */
export async function nextDue(app: Vendors, em: Em, key: MailboxKey, now: Date): Promise<Date | null> {
  const dues = [await leftOverDue(app, em, key, now), await pendingDue(app, em, key, now)].filter((due) => due !== null)
  return dues.length === 0 ? null : new Date(Math.min(...dues.map((due) => new Date(due).getTime())))
}

/** Returns when emails left in flight by a crashed worker can be looked for in the mailbox. */
async function leftOverDue(app: Vendors, em: Em, key: MailboxKey, now: Date): Promise<Date | null> {
  const [row] = await em.execute<{ due: Date }[]>(
    `select greatest(m.throttled_until, :now, left_over.at, ${openUntil('m.outage')}, ${openUntil('m.breakdown')}, ${openUntil('m.sign_in_doubt')}) as due
     from mailboxes m
     cross join lateral (
       select min(coalesce(look_at, attempted_at)) as at from email_logs l
       where l.tenant_id = :tenantId and l.mailbox_id = m.id and l.status = 'sending') as left_over
     where m.tenant_id = :tenantId and m.id = :mailboxId and ${canBeAsked('m')} and left_over.at is not null`,
    { now, ...key, vendors: vendorsOf(app) },
  )
  return row?.due ?? null
}

/** Returns when the first pending email for this mailbox is due. */
async function pendingDue(app: Vendors, em: Em, key: MailboxKey, now: Date): Promise<Date | null> {
  const [row] = await em.execute<{ due: Date }[]>(
    `select greatest(coalesce(l.retry_at, :now), coalesce(c.scheduled_at, :now),
       case when ${isUndecided('c')} then c.ab_decides_at end) as due
     from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
     cross join lateral (
       select e.retry_at from email_logs e where e.tenant_id = :tenantId and e.campaign_id = c.id and e.status = 'pending'
         and ${canClaim('e', 'm', 'c')} and (c.ab_decides_at is not null or not ${awaitsWinner('e', 'c')})
       order by e.retry_at nulls first limit 1) as l
     where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and ${isSending('c')}
       and ${canSend('m')} order by 1 limit 1`,
    { now, ...key, vendors: vendorsOf(app) },
  )
  return row?.due ?? null
}
