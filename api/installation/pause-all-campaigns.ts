import { putInDoubt } from '#api/emails/restored-emails.ts'
import type { App } from '#api/platform/app-context.ts'
import { RESTORED } from '#api/campaigns/repeats/repeat-rules.ts'
import type { Em } from '#api/platform/database/database.ts'
import { noteCampaigns, noteEvents } from '#api/webhooks/webhook-outbox.ts'

/**
 * Seconds after a restore before the mailboxes are searched: an earlier request may still be in flight, and searches
 * lag behind.
 */
const SEARCH_AFTER = 300
/** ms before the last heartbeat from which a mailbox is searched: an email may have been in flight for a while */
const MARGIN = 600_000

/**
 * Pauses every campaign of every workspace, including scheduled ones, and switches repeating campaigns off, because a
 * restored database knows nothing after `since`. Has their mailboxes searched for emails sent in the meantime. Nothing
 * is sent for a campaign until a person resumes it. Runs in the system scope.
 */
export async function pauseEverything(app: Pick<App, 'events'>, em: Em, since: Date): Promise<void> {
  const tenants = await em.execute<{ id: string }[]>(
    `select tenant_id as id from campaigns where status in ('sending', 'paused')
     union select tenant_id from email_logs where status = 'sending'
     union select tenant_id from campaign_repeats where is_on order by id`,
  )
  for (const { id } of tenants) await pauseWorkspace(app, em, id, since)
}

async function pauseWorkspace(app: Pick<App, 'events'>, em: Em, tenantId: string, since: Date): Promise<void> {
  // The usual lock order: campaigns before their emails.
  const paused = await em.execute<{ id: string }[]>(
    `select id from campaigns where tenant_id = :tenantId and status in ('sending', 'paused') order by id for update`,
    { tenantId },
  )
  await putInDoubt(em, tenantId)
  await em.execute(
    `with paused as (
       update campaigns set status = 'paused', paused_because = 'RESTORED_CHECKING'
       where tenant_id = :tenantId and status in ('sending', 'paused') and parent_id is null returning tenant_id, id, status, paused_because),
     ${noteCampaigns('paused', 'campaign_paused')} select`,
    { tenantId },
  )
  await em.execute(
    `insert into mailbox_searches (tenant_id, mailbox_id, since, retry_at)
     select distinct m.tenant_id, m.mailbox_id, :since::timestamptz, now() + interval '${SEARCH_AFTER} s' from campaign_mailboxes m
     join campaigns k on k.tenant_id = m.tenant_id and k.id = m.campaign_id
     join campaigns c on c.tenant_id = k.tenant_id and c.id = coalesce(k.parent_id, k.id) and c.paused_because = 'RESTORED_CHECKING'
     where m.tenant_id = :tenantId
     on conflict (tenant_id, mailbox_id) do update set outcome = null, found = 0, failures = 0, retry_at = excluded.retry_at,
       since = case when mailbox_searches.outcome is null then least(mailbox_searches.since, excluded.since) else excluded.since end`,
    { tenantId, since: new Date(since.getTime() - MARGIN) },
  )
  const off = await em.execute<{ campaignId: string }[]>(
    `update campaign_repeats set is_on = false, next_run_at = null, off_because = :RESTORED, off_at = now()
     where tenant_id = :tenantId and is_on returning campaign_id as "campaignId"`,
    { tenantId, RESTORED },
  )
  await noteEvents(
    em,
    tenantId,
    off.map((data) => ({ event: 'repeat_failed', data: { ...data } })),
  )
  for (const { id } of paused) await app.events.publish(em, { kind: 'campaign', tenantId, id })
}
