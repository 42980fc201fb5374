import type { Em } from '#api/platform/database/database.ts'
import { emailColumns, noteEmails } from '#api/webhooks/webhook-outbox.ts'

/** Counts the recipient of an email as unsubscribed; false if already counted. Updates row and counter in one statement. */
export async function markUnsubscribed(em: Em, tenantId: string, logId: string, now: Date): Promise<boolean> {
  const counted = await em.execute<unknown[]>(
    `with gone as (
       update email_logs l set unsubscribed_at = :now
       where tenant_id = :tenantId and id = :logId and unsubscribed_at is null returning ${emailColumns('l')}),
     ${noteEmails({ from: 'gone', event: `'email_unsubscribed'` })}
     update campaigns c set unsubscribed_count = unsubscribed_count + 1 from gone
     where c.tenant_id = :tenantId and c.id = gone.campaign_id returning c.id`,
    { now, tenantId, logId },
  )
  return counted.length > 0
}

/** Reverts {@link markUnsubscribed}; returns the campaign, or null if the recipient was not counted. */
export async function markSubscribedAgain(em: Em, tenantId: string, logId: string): Promise<string | null> {
  const [campaign] = await em.execute<{ id: string }[]>(
    `with back as (
       update email_logs set unsubscribed_at = null
       where tenant_id = :tenantId and id = :logId and unsubscribed_at is not null returning campaign_id)
     update campaigns c set unsubscribed_count = unsubscribed_count - 1 from back
     where c.tenant_id = :tenantId and c.id = back.campaign_id returning c.id`,
    { tenantId, logId },
  )
  return campaign?.id ?? null
}
