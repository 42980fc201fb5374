import { forgetOpensAndClicks } from '#api/emails/opens-and-clicks.ts'
import { announce } from '#api/emails/sending-state.ts'
import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { AppError } from '#domain/errors.ts'
import { withChosen, type ContactChoice } from '#api/audiences/contact-selection.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { countText } from '#domain/audit.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

/**
 * Email addresses that are not tracked. They are stored apart from contacts, so that an objection outlasts the deletion
 * and a new import of the contact.
 */

/**
 * Excludes addresses from tracking and forgets what was recorded of their opens and clicks, in every campaign of the
 * workspace. Emails to them that are still pending get no pixel and plain links. Blocks campaign starts meanwhile, so
 * none slips through.
 */
export async function excludeAddresses(
  app: Pick<App, 'events' | 'clock'>,
  em: Em,
  tenantId: string,
  emails: readonly string[],
  { byRecipient }: { byRecipient: boolean },
): Promise<void> {
  if (emails.length === 0) return
  await takeLock(em, 'suppressions', tenantId)
  await em.execute(
    `insert into tracking_exclusions as x (tenant_id, email_key, by_recipient, created_at)
     select distinct :tenantId::uuid, lower(value), :byRecipient::boolean, :now::timestamptz from jsonb_array_elements_text(:emails::jsonb)
     on conflict (tenant_id, email_key) do update set by_recipient = x.by_recipient or excluded.by_recipient`,
    { tenantId, emails: JSON.stringify(emails), byRecipient, now: app.clock() },
  )
  await announce(app, em, tenantId, await forgetOpensAndClicks(em, tenantId, emails))
}

/**
 * Excludes the chosen contacts with {@link excludeAddresses}; returns how many were chosen. Throws BAD_INPUT,
 * NOT_FOUND (a segment).
 */
export async function excludeFromTracking(call: Call, choice: ContactChoice): Promise<number> {
  return withChosen(call, choice, async (em, { tenantId, query, count }) => {
    const rows = await query.select('contacts.email').execute()
    const emails = rows.map(({ email }) => email)
    await excludeAddresses(call.app, em, tenantId, emails, { byRecipient: false })
    const label = countText(count, 'contact', 'contacts')
    await recordOwn(call, em, { action: 'contacts_untracked', target: { label } })
    return count
  })
}

/**
 * Allows tracking of an address again, from the next campaign on. Throws CONFLICT if a member asks for it and the
 * recipient had objected: only the recipient can withdraw an objection.
 */
export async function trackAgain(
  em: Em,
  tenantId: string,
  email: string,
  { byRecipient }: { byRecipient: boolean },
): Promise<void> {
  const rows = await em.execute<{ by_recipient: boolean }[]>(
    `delete from tracking_exclusions where tenant_id = :tenantId and email_key = lower(:email) returning by_recipient`,
    { tenantId, email },
  )
  if (byRecipient || !rows.some(({ by_recipient }) => by_recipient)) return
  throw new AppError(
    'CONFLICT',
    'This person asked not to be tracked. Only they can allow it again, on the unsubscribe page of an email.',
  )
}

/** Returns whether an address is excluded from tracking. */
export async function isExcluded(em: Em, tenantId: string, email: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    'select 1 from tracking_exclusions where tenant_id = :tenantId and email_key = lower(:email)',
    { tenantId, email },
  )
  return rows.length > 0
}

/** Returns which of these contacts are excluded from tracking: contact id → true. */
export async function untrackedOf(call: Call, ids: readonly string[]): Promise<Map<string, boolean>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await em.execute<{ id: string }[]>(
      `select c.id from contacts c join tracking_exclusions x on x.tenant_id = c.tenant_id and x.email_key = c.email_key
       where c.tenant_id = :tenantId and c.id = any (:ids::uuid[])`,
      { tenantId, ids: uuidArray(ids) },
    )
    return new Map(rows.map(({ id }) => [id, true]))
  })
}

/** Emails of campaigns that were sent untracked though the campaign was tracked: campaign id → number. */
export async function untrackedSentOf(call: Call, ids: readonly string[]): Promise<Map<string, number>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await em.execute<{ id: string; count: number }[]>(
      `select campaign_id as id, count(*)::int as count from email_logs
       where tenant_id = :tenantId and campaign_id = any (:ids::uuid[]) and untracked and status in ('sent', 'delivered')
       group by campaign_id`,
      { tenantId, ids: uuidArray(ids) },
    )
    return new Map(rows.map(({ id, count }) => [id, count]))
  })
}
