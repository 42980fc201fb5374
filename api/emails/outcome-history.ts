import { outcomeCounts } from './email-sql-conditions.ts'
import type { Em } from '#api/platform/database/database.ts'

/** Stores daily figures of a workspace that must outlive the campaigns and complaints which they count. */

/** Days that figures are kept: the longest period that is looked at, plus a day for the time zone. */
const KEPT_DAYS = 31
/** Id that is used for an unknown mailbox. */
const NO_MAILBOX = '00000000-0000-0000-0000-000000000000'

/** Stores the outcomes of a campaign's emails before the campaign is deleted, so that deleting it improves no rate. */
export async function keepOutcomes(
  em: Em,
  { tenantId, id }: { tenantId: string; id: string },
  now: Date,
): Promise<void> {
  const since = await forgetOld(em, tenantId, now)
  await em.execute(
    `insert into past_outcomes as past (tenant_id, day, mailbox_id, sent, bounced, refused, unsubscribed, complained)
     select :tenantId, counted.day, counted.mailbox, sent, bounced, refused, unsubscribed, complained from (
       select (l.attempted_at at time zone 'UTC')::date as day, coalesce(l.mailbox_id, :NO_MAILBOX) as mailbox,
         ${outcomeCounts('l', 's')}
       from email_logs l left join suppressions s on s.tenant_id = l.tenant_id and s.email_key = l.email_key
       where l.tenant_id = :tenantId and l.campaign_id = :id and l.attempted_at >= :since
       group by 1, 2) as counted
     on conflict (tenant_id, day, mailbox_id) do update set sent = past.sent + excluded.sent,
       bounced = past.bounced + excluded.bounced, refused = past.refused + excluded.refused,
       unsubscribed = past.unsubscribed + excluded.unsubscribed, complained = past.complained + excluded.complained`,
    { tenantId, id, since, NO_MAILBOX },
  )
}

/** Stores the complaints about emails of this workspace among suppressions that are removed. */
export async function keepComplaints(
  em: Em,
  tenantId: string,
  removed: readonly { emailKey: string; reason: string; createdAt: Date }[],
  now: Date,
): Promise<void> {
  const complaints = removed.filter(({ reason }) => reason === 'complained')
  if (complaints.length === 0) return
  const since = await forgetOld(em, tenantId, now)
  await em.execute(
    `insert into past_outcomes as past (tenant_id, day, mailbox_id, withdrawn_complaints)
     select :tenantId, (created_at at time zone 'UTC')::date, :NO_MAILBOX, count(*)::int
     from jsonb_to_recordset(:complaints::jsonb) as row ("emailKey" text, created_at timestamptz)
     where created_at >= :since and exists (
       select from email_logs l where l.tenant_id = :tenantId and l.email_key = row."emailKey" and l.sent_at is not null)
     group by 2
     on conflict (tenant_id, day, mailbox_id)
       do update set withdrawn_complaints = past.withdrawn_complaints + excluded.withdrawn_complaints`,
    {
      tenantId,
      since,
      NO_MAILBOX,
      complaints: JSON.stringify(complaints.map(({ emailKey, createdAt }) => ({ emailKey, created_at: createdAt }))),
    },
  )
}

async function forgetOld(em: Em, tenantId: string, now: Date): Promise<Date> {
  const since = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await em.execute(`delete from past_outcomes where tenant_id = :tenantId and day < :since::date`, { tenantId, since })
  return since
}
