import { v7 as newId } from 'uuid'
import { bounceText } from '#domain/inbox/bounce.ts'
import type { SenderNotice } from '#domain/inbox/sender-notices.ts'
import type { LimitReason } from '#domain/pacing/gates.ts'
import { LEAVES_FOR } from '#domain/follow-ups.ts'
import { failSuppressed, lockSuppressions } from '#api/audiences/suppressions.ts'
import { isUncertain } from '#api/emails/email-conditions.ts'
import { keepSentRecords } from '#api/emails/ledgers/ledger.ts'
import { lockCampaignsOf, reopenCampaigns } from '#api/emails/reopened-campaigns.ts'
import { announce, announceMailbox, pauseToProtect } from '#api/emails/sending-state.ts'
import type { App } from '#api/context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import type { BounceReturn, Candidate } from './match.ts'

/** An email that the mailbox's own provider returned because of its sender, which it names. */
export interface UnsentEmail {
  mail: Candidate
  returned: BounceReturn
  notice: SenderNotice
}

/** ms that a mailbox waits whose provider returns emails because of a limit: all of these limits are for 24 hours. */
const LIMIT_WAIT_MS = 86_400_000
/** How often an email that comes back for its sender is sent again, before it counts as refused. */
const MOST_RETURNS = 3

/** Whom each limit stops: the mailbox, its organization, or senders of the organization without a domain of their own. */
const LIMITS: Partial<
  Record<SenderNotice, { reason: LimitReason | null; isShared: boolean; of: (a: string) => string }>
> = {
  MAILBOX_LIMIT: { reason: null, isShared: false, of: () => 'true' },
  ORGANISATION_LIMIT: { reason: 'ORGANISATION_LIMIT', isShared: true, of: () => 'true' },
  ONMICROSOFT_LIMIT: {
    reason: 'ONMICROSOFT_LIMIT',
    isShared: true,
    of: (a) => `lower(${a}.email) like '%.onmicrosoft.com'`,
  },
}

/**
 * Makes emails pending again that the mailbox's own provider returned unsent because of their sender (product:
 * mailboxes.sender-notices). A reached limit lets the mailbox wait; for any other reason its campaigns pause. Nobody is
 * suppressed. The notice is the evidence that the email was not sent, so that it is not sent twice.
 *
 * @returns the emails that are not taken up again: their campaign was cancelled, or they came back too often
 */
export async function takeBackUnsent(
  app: Pick<App, 'events' | 'clock'>,
  em: Em,
  key: MailboxKey,
  unsent: readonly UnsentEmail[],
  now: Date,
): Promise<UnsentEmail[]> {
  if (unsent.length === 0) return []
  await lockSuppressions(em, key.tenantId)
  const until = new Date(Math.max(...unsent.map(({ returned }) => returned.receivedAt.getTime())) + LIMIT_WAIT_MS)
  const leaveUntil = new Date(until.getTime() + LEAVES_FOR)
  const taken = await makePendingUnsent(em, key.tenantId, unsent, { now, leaveUntil })
  const ids = new Set(taken.map(({ id }) => id))
  for (const logId of ids) await failSuppressed(em, key.tenantId, now, { logId })
  for (const notice of new Set(unsent.filter(({ mail }) => ids.has(mail.id)).map((each) => each.notice))) {
    await heed(app, em, key, notice, until, unsent)
  }
  await announce(app, em, key.tenantId, [...new Map(taken.map(({ campaignId: id }) => [id, { id }])).values()])
  return unsent.filter(({ mail }) => !ids.has(mail.id))
}

/** Lets the mailbox wait, or pauses its campaigns, as a notice asks. */
async function heed(
  app: Pick<App, 'events' | 'clock'>,
  em: Em,
  key: MailboxKey,
  notice: SenderNotice,
  until: Date,
  unsent: readonly UnsentEmail[],
): Promise<void> {
  const limit = LIMITS[notice]
  if (limit) {
    const { reason, isShared, of } = limit
    const mailboxes = await em.execute<{ id: string }[]>(
      `update mail_accounts a set quota_until = greatest(a.quota_until, :until), quota_reason = :reason
       from mail_accounts own where own.tenant_id = :tenantId and own.id = :mailAccountId and a.tenant_id = :tenantId
         and (a.id = own.id or :isShared and a.directory = own.directory and ${of('a')}) returning a.id`,
      { ...key, until, reason, isShared },
    )
    for (const { id } of mailboxes) await announceMailbox(app, em, { tenantId: key.tenantId, mailAccountId: id })
    return
  }
  const campaignIds = [...new Set(unsent.filter((each) => each.notice === notice).map(({ mail }) => mail.campaignId))]
  const which = notice === 'FROM_ADDRESS' ? { campaignIds } : { mailAccountId: key.mailAccountId }
  await pauseToProtect(
    app,
    em,
    key.tenantId,
    notice as 'MAILBOX_BLOCKED' | 'ORGANISATION_BLOCKED' | 'FROM_ADDRESS',
    which,
  )
}

/**
 * Emails, counters and campaigns change together. The ids of what was returned are forgotten, so that no late report about it
 * is taken for one about the next attempt. They stay in the ledger: the provider may have counted them.
 */
async function makePendingUnsent(
  em: Em,
  tenantId: string,
  unsent: readonly UnsentEmail[],
  { now, leaveUntil }: { now: Date; leaveUntil: Date },
): Promise<{ id: string; campaignId: string }[]> {
  const rows = unsent.map(({ mail, returned }) => ({
    log_id: mail.id,
    event_id: newId(),
    at: returned.receivedAt,
    detail: bounceText(returned),
    told: returned.text,
  }))
  const isTaken = (l: string) => `(${l}.status in ('sent', 'delivered') or ${isUncertain(l)})`
  const asked = { tenantId, asked: uuidArray(new Set(unsent.map(({ mail }) => mail.id))) }
  await lockCampaignsOf(em, tenantId, asked.asked)
  const chosen = await em.execute<{ id: string; campaignId: string }[]>(
    `select l.id, l.campaign_id as "campaignId" from email_logs l
       join campaigns c on c.tenant_id = :tenantId and c.id = l.campaign_id
       join campaigns w on w.tenant_id = :tenantId and w.id = coalesce(c.parent_id, c.id)
     where l.tenant_id = :tenantId and l.id = any (:asked::uuid[]) and ${isTaken('l')}
       and w.cancelled_at is null and c.cancelled_at is null and c.status <> 'draft'
       and (select count(*) from email_events e where e.tenant_id = :tenantId and e.log_id = l.id and e.kind = 'unsent') < :MOST_RETURNS
     order by l.id for update of l`,
    { ...asked, MOST_RETURNS },
  )
  const ids = uuidArray(new Set(chosen.map(({ id }) => id)))
  for (const id of new Set(chosen.map(({ campaignId }) => campaignId))) {
    const which = { sql: (l: string) => `${l}.id = any (:ids::uuid[])`, values: { ids } }
    await keepSentRecords(em, { tenantId, id }, which, now)
  }
  await em.execute(
    `with found as (
       select * from jsonb_to_recordset(:rows::jsonb) as row (log_id uuid, event_id uuid, at timestamptz, detail text, told text)
       where log_id = any (:ids::uuid[])),
     held as (
       select l.id, l.status as before, found.* from email_logs l join found on found.log_id = l.id where l.tenant_id = :tenantId),
     again as (
       update email_logs l set status = 'pending', retry_at = null, look_at = null, attempted_at = null, sent_at = null,
         delivered_at = null, failed_at = null, error = held.told, draft_id = null, draft_history = '[]', next_step_at = null,
         message_id = null, internet_message_id = null, thread_id = null,
         leave_until = case when l.leave_until is not null then greatest(l.leave_until, :leaveUntil::timestamptz) end
       from held where l.tenant_id = :tenantId and l.id = held.id
       returning l.id, l.campaign_id, held.before, held.event_id, held.at, held.detail),
     noted as (
       insert into email_events (tenant_id, id, campaign_id, log_id, kind, detail, occurred_at)
       select :tenantId, event_id, campaign_id, id, 'unsent', detail, at from again returning 1),
     ${reopenCampaigns('again')}
     select 1`,
    { tenantId, ids, rows: JSON.stringify(rows), leaveUntil },
  )
  return chosen
}
