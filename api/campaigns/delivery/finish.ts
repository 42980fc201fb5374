import type { Em } from '../../platform/database.ts'
import type { MailboxKey } from '../../sending/store.ts'
import { noteCampaigns } from '../../webhooks/outbox.ts'
import { awaitsReconnect, wasHandedOver } from './email-conditions.ts'

/** SQL: campaign `c` has no email pending or in flight. */
const nothingLeft = (c: string) => `not exists (select from email_logs l
  where l.tenant_id = ${c}.tenant_id and l.campaign_id = ${c}.id and l.status in ('pending', 'sending'))`

/**
 * SQL: campaign `c` is paused with emails that are resent on resume (product: sending.expired), so it has not ended.
 */
const isToBeResumed = (
  c: string,
) => `(${c}.status = 'paused' and ${c}.cancelled_at is null and exists (select from email_logs l
  where l.tenant_id = ${c}.tenant_id and l.campaign_id = ${c}.id and l.status = 'failed' and ${awaitsReconnect('l')}))`

/** Completes the campaigns of a mailbox that have nothing left to send; returns them. */
export async function finishCampaigns(em: Em, key: MailboxKey, now: Date): Promise<{ id: string }[]> {
  await lockFinished(em, key)
  return em.execute<{ id: string }[]>(
    `with finished as (
     update campaigns c set status = case when sent_count > 0 then 'sent' else 'failed' end, sent_at = :now, paused_because = null
     from campaign_mailboxes m
     where m.tenant_id = :tenantId and m.mail_account_id = :mailAccountId and c.tenant_id = m.tenant_id and c.id = m.campaign_id
       and c.status in ('sending', 'paused') and ${nothingLeft('c')} and not ${isToBeResumed('c')}
     returning c.tenant_id, c.id, c.status, c.paused_because),
     ${noteCampaigns('finished', 'campaign_finished')}
     select id from finished`,
    { now, ...key },
  )
}

/** Adding emails locks the campaign too. Without this lock a campaign could end with emails still to send. */
async function lockFinished(em: Em, key: MailboxKey): Promise<void> {
  await em.execute(
    `select from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
     where m.tenant_id = :tenantId and m.mail_account_id = :mailAccountId and c.status in ('sending', 'paused') and ${nothingLeft('c')}
     order by c.id for update of c`,
    { ...key },
  )
}

/** Records when a mailbox last sent an email. */
export async function noteLastUse(em: Em, key: MailboxKey): Promise<void> {
  await em.execute(
    `update mail_accounts m set last_used_at = newest.at from (
       select max(l.attempted_at) as at from email_logs l
       where l.tenant_id = :tenantId and l.mail_account_id = :mailAccountId and ${wasHandedOver('l')}) as newest
     where m.tenant_id = :tenantId and m.id = :mailAccountId and newest.at is not null`,
    { ...key },
  )
}
