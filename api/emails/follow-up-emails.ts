import { v7 as newId } from 'uuid'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { mayHaveBeenSentBefore, type EmailCondition } from './email-sql-conditions.ts'

/**
 * Emails of follow-ups, and the time at which the sweep decides about a person next (`next_step_at` of the person's
 * newest email).
 */

/** The campaign that people see. */
interface Whole {
  tenantId: string
  id: string
}

/**
 * Creates the pending emails of a follow-up, with the values that were frozen for the email before, and counts them. A
 * person who already has the follow-up gets no second one.
 *
 * @param chosen `beforeId`: id of the email before; `leaveUntil`: end of the hours in which the follow-up may leave
 * @returns the mailboxes that the emails leave from, with the number of new emails
 */
export async function createFollowUps(
  em: Em,
  { tenantId, id }: { tenantId: string; id: string },
  chosen: readonly { beforeId: string; leaveUntil: Date }[],
  now: Date,
): Promise<{ mailboxId: string; made: number }[]> {
  const rows = chosen.map(({ beforeId, leaveUntil }) => ({
    log_id: newId(),
    before_id: beforeId,
    leave_until: leaveUntil,
  }))
  return em.execute(
    `with chosen as (
       select * from jsonb_to_recordset(:rows::jsonb) as row (log_id uuid, before_id uuid, leave_until timestamptz)),
     made as (
       insert into email_logs as e (tenant_id, id, campaign_id, contact_id, row_number, contact_name, contact_email, merge_values, approved_seal, file_ids, variant,
         untracked, mailbox_id, leave_until, status, created_at)
       select b.tenant_id, chosen.log_id, :id, b.contact_id, b.row_number, b.contact_name, b.contact_email, b.merge_values, b.approved_seal, b.file_ids, b.variant,
         b.untracked or exists (select from tracking_exclusions x where x.tenant_id = :tenantId and x.email_key = b.email_key),
         b.mailbox_id, chosen.leave_until, 'pending', :now
       from chosen join email_logs b on b.tenant_id = :tenantId and b.id = chosen.before_id
       where b.tenant_id = :tenantId
       on conflict (tenant_id, campaign_id, contact_id, row_number) do nothing
       returning e.mailbox_id as mailbox_id),
     counted as (select count(*)::int as more from made),
     begun as (
       update campaigns c set total_contacts = c.total_contacts + counted.more, status = 'sending', sent_at = null
       from counted where c.tenant_id = :tenantId and c.id = :id and counted.more > 0 returning 1)
     select mailbox_id as "mailboxId", count(*)::int as made from made group by mailbox_id`,
    { rows: JSON.stringify(rows), tenantId, id, now },
  )
}

/** Sets when the sweep decides again about the people of these emails; null: never. */
export async function planNextSteps(
  em: Em,
  tenantId: string,
  decided: readonly { id: string; at: Date | null }[],
): Promise<void> {
  await em.execute(
    `update email_logs l set next_step_at = d.at
     from jsonb_to_recordset(:decided::jsonb) as d (id uuid, at timestamptz)
     where l.tenant_id = :tenantId and l.id = any (:ids::uuid[]) and l.id = d.id`,
    { tenantId, ids: uuidArray(decided.map(({ id }) => id)), decided: JSON.stringify(decided) },
  )
}

/** Plans no further follow-up for anybody in a cancelled campaign. */
export async function endNextSteps(em: Em, { tenantId, id }: Whole): Promise<void> {
  await em.execute(
    `update email_logs l set next_step_at = null from campaigns k
     where k.tenant_id = :tenantId and (k.id = :id or k.parent_id = :id) and l.tenant_id = :tenantId and l.campaign_id = k.id
       and l.next_step_at is not null`,
    { tenantId, id },
  )
}

/**
 * Ends the follow-ups to the people of these emails, which may be any of a campaign.
 *
 * @param only the campaign that they must belong to; null: any
 * @returns id and name of the campaign for each email that was not stopped before
 */
export async function stopFollowUpsTo(
  em: Em,
  tenantId: string,
  ids: readonly string[],
  { only, now }: { only: string | null; now: Date },
): Promise<{ id: string; name: string }[]> {
  return em.execute(
    `update email_logs l set follow_ups_stopped_at = :now, next_step_at = case when l.next_step_at is not null then :now::timestamptz end
     from (select distinct whole.id, whole.name, named.contact_id from email_logs named
       join campaigns k on k.tenant_id = :tenantId and k.id = named.campaign_id
       join campaigns whole on whole.tenant_id = :tenantId and whole.id = coalesce(k.parent_id, k.id) and whole.last_step > 1
       where named.tenant_id = :tenantId and named.id = any (:ids::uuid[])
         and (:only::uuid is null or whole.id = :only::uuid)) as c
     where l.tenant_id = :tenantId and l.campaign_id = c.id and l.contact_id = c.contact_id and l.follow_ups_stopped_at is null
     returning c.id, c.name`,
    { tenantId, ids: uuidArray(new Set(ids)), only, now },
  )
}

/** Moves pending follow-ups to other sending hours; returns their mailboxes and campaigns. */
export async function moveFollowUps(
  em: Em,
  tenantId: string,
  moved: readonly { id: string; at: Date; leaveUntil: Date }[],
): Promise<{ mailboxId: string; campaignId: string }[]> {
  const rows = moved.map(({ id, at, leaveUntil }) => ({ id, at, leave_until: leaveUntil }))
  return em.execute(
    `update email_logs l set retry_at = moved.at, leave_until = moved.leave_until
     from jsonb_to_recordset(:rows::jsonb) as moved (id uuid, at timestamptz, leave_until timestamptz)
     where l.tenant_id = :tenantId and l.id = any (:ids::uuid[]) and l.id = moved.id and l.status = 'pending'
     returning l.mailbox_id as "mailboxId", l.campaign_id as "campaignId"`,
    { tenantId, rows: JSON.stringify(rows), ids: uuidArray(moved.map(({ id }) => id)) },
  )
}

/** Ends the sending hours of a campaign's pending follow-ups now, so that the next sweep decides when each leaves. */
export async function endHoursOfFollowUps(em: Em, { tenantId, id }: Whole, now: Date): Promise<void> {
  await em.execute(
    `update email_logs e set leave_until = :now from campaigns k
     where e.tenant_id = :tenantId and k.tenant_id = :tenantId and k.parent_id = :id and e.campaign_id = k.id
       and e.status = 'pending' and e.leave_until > :now and not ${mayHaveBeenSentBefore('e')} returning 1`,
    { tenantId, id, now },
  )
}

/** Ends the sending hours of the pending emails `l` of one follow-up that a condition chooses. */
export async function endHours(em: Em, which: EmailCondition, now: Date): Promise<void> {
  await em.execute(
    `update email_logs l set leave_until = :now
     where l.tenant_id = :tenantId and l.campaign_id = :id and l.status = 'pending' and l.leave_until > :now
       and not ${mayHaveBeenSentBefore('l')} and ${which.sql('l')}
     returning 1`,
    { ...which.values, now },
  )
}

/** Deletes pending follow-ups of a campaign, so that the sweep decides about their people again. */
export async function deletePendingFollowUps(
  em: Em,
  { tenantId, id }: Whole,
  which: EmailCondition,
  now: Date,
): Promise<void> {
  await em.execute(
    `with gone as (
       delete from email_logs e using campaigns k
       where e.tenant_id = :tenantId and k.tenant_id = :tenantId and k.parent_id = :id and e.campaign_id = k.id
         and e.status = 'pending' and ${which.sql('e')}
       returning e.campaign_id, e.contact_id),
     again as (
       update email_logs f set next_step_at = :now from gone
       where f.tenant_id = :tenantId and f.campaign_id = :id and f.contact_id = gone.contact_id returning 1),
     counted as (select campaign_id, count(*)::int as gone from gone group by campaign_id)
     update campaigns c set total_contacts = c.total_contacts - counted.gone
     from counted where c.tenant_id = :tenantId and c.id = counted.campaign_id`,
    { tenantId, id, now, ...which.values },
  )
}
