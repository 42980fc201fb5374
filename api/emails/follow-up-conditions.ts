import { isInboxBehind } from './readable-inboxes.ts'

/**
 * SQL condition: pending follow-up `e` of campaign `c` may still be sent at `:now`: its hours are not over, its mailbox
 * still belongs to the campaign, its contact was not deleted, and nothing that stops it has arrived since it was due.
 * True for every other email. Needs `:tenantId`, or the workspace in SQL as `tenant`.
 */
export const isWanted = (e: string, c: string, tenant = ':tenantId') => `(${c}.parent_id is null
  or ${e}.leave_until > :now and exists (select from campaign_mailboxes w where w.tenant_id = ${tenant}
    and w.campaign_id = ${e}.campaign_id and w.mailbox_id = ${e}.mailbox_id)
  and exists (select from contacts p where p.tenant_id = ${tenant} and p.id = ${e}.contact_id) and not exists (
    select from campaigns f join email_logs o on o.tenant_id = f.tenant_id and o.campaign_id = f.id
    where f.tenant_id = ${tenant} and (f.id = ${c}.parent_id or f.parent_id = ${c}.parent_id)
      and o.tenant_id = ${tenant} and o.contact_id = ${e}.contact_id and o.id <> ${e}.id and (
        o.replied_at is not null or o.bounced_at is not null or o.unsubscribed_at is not null
        or o.follow_ups_stopped_at is not null
        or ${c}.condition in ('not_opened', 'not_clicked') and o.untracked
        or ${c}.condition = 'not_opened' and o.opened_at is not null
        or ${c}.condition = 'not_clicked' and ${c}.condition_link is null and o.clicked_at is not null
        or ${c}.condition = 'not_clicked' and o.clicked_at is not null and exists (
          select from email_events h join tracked_links t on t.tenant_id = ${tenant} and t.id = h.link_id
          where h.tenant_id = ${tenant} and h.log_id = o.id and h.kind = 'click' and not h.machine and t.url = ${c}.condition_link)
        or o.away_until is not null and ${isAwayEverywhere('o.away_until', `${e}.retry_at`)})))`

/**
 * SQL condition: when the email leaves, the person's day of return is not over yet anywhere in the world, so the email
 * is sent later. After that, the person's own time zone decides.
 */
const isAwayEverywhere = (until: string, at: string) =>
  `greatest(:now::timestamptz, ${at}) < (date_trunc('day', ${until} at time zone 'UTC') + interval '1 day') at time zone 'UTC' - interval '14 hours'`

/**
 * SQL expression for email_logs.next_step_at: `at`, the time of the next look at this recipient, while campaign `own`
 * has later steps and has not ended; otherwise null. Needs `:tenantId`.
 */
export const followsFrom = (own: string, at: string) => `case when ${own}.last_step > ${own}.step and exists (
  select from campaigns whole where whole.tenant_id = :tenantId and whole.id = coalesce(${own}.parent_id, ${own}.id)
    and whole.status in ('sending', 'paused') and whole.cancelled_at is null) then ${at} end`

/** SQL: the sending of the workspace is not stopped. Needs `:tenantId`, or the workspace in SQL as `tenant`. */
export const isNotStopped = (tenant = ':tenantId') =>
  `not exists (select from tenants t where t.id = ${tenant} and t.sending_stopped_at is not null)`

/**
 * SQL: campaign `c` sends: a follow-up does only while its campaign does, and none does while the sending of its workspace
 * is stopped. Needs `:tenantId`, or the workspace in SQL as `tenant`.
 */
export const isSending = (c: string, tenant = ':tenantId') => `(${c}.status = 'sending' and (${c}.parent_id is null
  or exists (select from campaigns whole where whole.tenant_id = ${tenant} and whole.id = ${c}.parent_id and whole.status = 'sending'))
  and ${isNotStopped(tenant)})`

/**
 * SQL condition: mailbox `m` may send email `e` of campaign `c`; a follow-up leaves only from the mailbox of the emails
 * before it.
 */
export const isFromMailbox = (e: string, c: string, m: string) =>
  `(${c}.parent_id is null or ${e}.mailbox_id = ${m}.mailbox_id)`

/**
 * SQL condition: replies to emails of campaign `c` from mailbox `m` may be unread at `:now`, because its inbox, or that
 * of another mailbox that gets the replies, was not read recently.
 */
export const mayHoldReplies = (c: string, m: string, tenant = ':tenantId') => `exists (
  select from mailboxes b where b.tenant_id = ${tenant} and b.id = any (${c}.reply_mailboxes || ${m}.mailbox_id)
    and ${isInboxBehind('b')})`

/**
 * SQL condition: mailbox `m` may send emails of campaign `c` at `:now`: follow-ups only while replies are being read.
 */
export const isInboxRead = (c: string, m: string, tenant = ':tenantId') =>
  `(${c}.parent_id is null or not ${mayHoldReplies(c, m, tenant)})`

/**
 * SQL: common table expressions that make the sweep decide at `:now` about the follow-ups of other emails to the
 * recipients of these emails.
 *
 * @param from relation with the ids of the emails, which it locks; the statement changes them itself with {@link
 * decidedAtNow}, because a statement can change a row only once
 */
export const decideOnOthers = (from: string) => `others as (
     select * from (select o.id from email_logs l
       join campaigns k on k.tenant_id = :tenantId and k.id = l.campaign_id and k.last_step > 1
       join campaigns f on f.tenant_id = :tenantId and (f.id = coalesce(k.parent_id, k.id) or f.parent_id = coalesce(k.parent_id, k.id))
       join email_logs o on o.tenant_id = :tenantId and o.campaign_id = f.id and o.contact_id = l.contact_id
         and o.next_step_at is not null
       where l.tenant_id = :tenantId and l.id in (select id from ${from}) and o.id not in (select id from ${from})
       order by o.id for update of o) as locked),
   decided as (
     update email_logs o set next_step_at = :now from others
     where o.tenant_id = :tenantId and o.id = others.id and o.next_step_at is not null returning 1)`

/** SQL: `next_step_at` of an email whose recipient is decided on now, if follow-ups are planned after it. Needs `:now`. */
export const decidedAtNow = (l: string) => `case when ${l}.next_step_at is not null then :now::timestamptz end`
