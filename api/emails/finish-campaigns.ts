import type { Em } from '#api/platform/database/database.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { noteCampaigns } from '#api/webhooks/webhook-outbox.ts'
import { awaitsReconnect, wasHandedOver } from './email-sql-conditions.ts'

/** SQL: campaign `c` has no email pending or in flight. Like all of this file, it needs `:tenantId`. */
const nothingLeft = (c: string) => `not exists (select from email_logs l
  where l.tenant_id = :tenantId and l.campaign_id = ${c}.id and l.status in ('pending', 'sending'))`

/**
 * SQL condition: campaign `c` is paused with emails that are resent on resume (product: sending.expired), so it has not
 * ended. A follow-up is paused together with its campaign, and a campaign has not ended before its follow-ups.
 */
const isToBeResumed = (c: string) => `(exists (select from campaigns whole where whole.tenant_id = :tenantId
    and whole.id = coalesce(${c}.parent_id, ${c}.id) and whole.status = 'paused' and whole.cancelled_at is null)
  and exists (select from campaigns k join email_logs l on l.tenant_id = k.tenant_id and l.campaign_id = k.id
    where k.tenant_id = :tenantId and (k.id = ${c}.id or k.parent_id = ${c}.id)
      and l.status = 'failed' and ${awaitsReconnect('l')}))`

/** SQL condition: campaign `c` still has follow-ups to plan or to send. */
const hasFollowUpsToCome = (
  c: string,
) => `(${c}.last_step > 1 and ${c}.parent_id is null and ${c}.cancelled_at is null and exists (
  select from campaigns k join email_logs l on l.tenant_id = k.tenant_id and l.campaign_id = k.id
  where k.tenant_id = :tenantId and (k.id = ${c}.id or k.parent_id = ${c}.id)
    and (l.next_step_at is not null or k.parent_id is not null and l.status in ('pending', 'sending'))))`

/** SQL: completes those campaigns `c` of the condition `which` that have nothing left to send. */
const completing = (from: string, which: string) => `with ended as (
     update campaigns c set status = case when sent_count > 0 then 'sent' else 'failed' end, sent_at = :now, paused_because = null,
       following_since = null
     ${from} where c.tenant_id = :tenantId and ${which}
       and c.status in ('sending', 'paused') and ${nothingLeft('c')} and not ${isToBeResumed('c')} and not ${hasFollowUpsToCome('c')}
     returning c.tenant_id, c.id, c.parent_id, c.status, c.paused_because),
     finished as (select * from ended where parent_id is null),
     ${noteCampaigns('finished', 'campaign_finished')}
     select id, parent_id as "parentId" from ended`

/**
 * SQL: marks those campaigns `c` of the condition `which` whose own emails have all left, so that only follow-ups
 * remain.
 */
const following = (from: string, which: string) => `update campaigns c set following_since = :now
     ${from} where c.tenant_id = :tenantId and ${which} and c.status in ('sending', 'paused') and c.following_since is null
       and ${nothingLeft('c')} and ${hasFollowUpsToCome('c')} returning c.id`

/**
 * Completes the campaigns of a mailbox that have nothing left to send, and returns them. One with follow-ups to come
 * goes on until the last is decided on.
 */
export async function finishCampaigns(em: Em, key: MailboxKey, now: Date): Promise<{ id: string }[]> {
  await lockFinished(em, key)
  const from = 'from campaign_mailboxes m'
  const which = 'm.tenant_id = :tenantId and m.mailbox_id = :mailboxId and c.id = m.campaign_id'
  const ended = await em.execute<Ended[]>(completing(from, which), { now, ...key })
  const followed = await em.execute<{ id: string }[]>(following(from, which), { now, ...key })
  // With the last of its follow-ups a campaign ends too.
  const wholes = new Set(ended.flatMap(({ parentId }) => parentId ?? []))
  for (const id of wholes) await finishWhole(em, { tenantId: key.tenantId, id }, now)
  return [...ended, ...followed]
}

interface Ended {
  id: string
  parentId: string | null
}

/** Completes a campaign if neither emails nor follow-ups of it are left. */
export async function finishWhole(
  em: Em,
  { tenantId, id }: { tenantId: string; id: string },
  now: Date,
): Promise<void> {
  await em.execute('select from campaigns where tenant_id = :tenantId and id = :id for update', { tenantId, id })
  await em.execute(completing('', 'c.id = :id'), { now, tenantId, id })
}

/**
 * Locks the campaigns of a mailbox that may be finished. Adding emails locks the campaign too; without this lock a
 * campaign could end with emails still to send.
 */
async function lockFinished(em: Em, key: MailboxKey): Promise<void> {
  await em.execute(
    `select from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
     where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and c.status in ('sending', 'paused') and ${nothingLeft('c')}
     order by c.id for update of c`,
    { ...key },
  )
}

/** Records when a mailbox last sent an email. */
export async function noteLastUse(em: Em, key: MailboxKey): Promise<void> {
  await em.execute(
    `update mailboxes m set last_used_at = newest.at from (
       select max(l.attempted_at) as at from email_logs l
       where l.tenant_id = :tenantId and l.mailbox_id = :mailboxId and ${wasHandedOver('l')}) as newest
     where m.tenant_id = :tenantId and m.id = :mailboxId and newest.at is not null`,
    { ...key },
  )
}
