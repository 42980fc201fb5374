import { tryLock } from '#api/platform/locks/advisory-locks.ts'
import { UNREADABLE_AFTER } from '#domain/inbox/unreadable-emails.ts'
import { markDelivered } from '#api/emails/mark-delivered.ts'
import { announce } from '#api/emails/sending-state.ts'
import type { App } from '#api/platform/app-context.ts'
import { isReadable } from '#api/emails/readable-inboxes.ts'
import { checkedUntil } from './accepted-draft-check.ts'

/** Number of emails that are read and marked in one transaction. */
const EMAILS_PER_QUERY = 20_000
const BATCH = 2_000

type WindowsApp = Pick<App, 'database' | 'events' | 'clock' | 'bounceWindow'>

/**
 * Marks emails as delivered whose bounce window is over: the time in which a bounce report may still arrive (product:
 * sending.delivered). For a readable mailbox the window ends only when the inbox was read after it, except for messages
 * that are still tried again, and when the email was looked for among the drafts. For other mailboxes time alone ends
 * it.
 *
 * @returns the number of emails
 */
export async function closeWindows(app: WindowsApp, signal?: AbortSignal): Promise<number> {
  const now = app.clock()
  const closed = new Date(now.getTime() - app.bounceWindow)
  const tenants = await app.database.asSystem((em) =>
    em.execute<{ id: string }[]>(
      `select id from tenants where id in (
         select tenant_id from email_logs where status = 'sent' and sent_at <= :closed)`,
      { closed },
    ),
  )
  let sum = 0
  for (const { id } of tenants) sum += await closeOf(app, id, closed, now, signal)
  return sum
}

/** Marks the emails of one workspace as delivered whose bounce window is over; stops if another process is doing so. */
async function closeOf(
  app: WindowsApp,
  tenantId: string,
  closed: Date,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  let sum = 0
  for (;;) {
    const found = await findClosed(app, tenantId, closed, now)
    for (let start = 0; start < found.length; start += BATCH) {
      if (signal?.aborted || !(await closeBounceWindows(app, tenantId, found.slice(start, start + BATCH), now)))
        return sum
      sum += Math.min(BATCH, found.length - start)
    }
    if (found.length < EMAILS_PER_QUERY) return sum
  }
}

/** SQL: time at which the first message of inbox `m` was listed that could not be read and is still tried again. */
const FIRST_UNREAD = `(select min((unread->>'since')::timestamptz) from jsonb_array_elements(m.unread_mails) as unread
  where (unread->>'tries')::int < ${UNREADABLE_AFTER})`

async function findClosed(app: WindowsApp, tenantId: string, closed: Date, now: Date): Promise<{ id: string }[]> {
  return app.database.inTenant(tenantId, (em) =>
    em.execute<{ id: string }[]>(
      `with boxes as (
         select id, least(inbox_read_at, ${FIRST_UNREAD}) - :bounceWindow * interval '1 millisecond' as read_until, ${checkedUntil('m')} as checked_until
         from mailboxes m where tenant_id = :tenantId and ${isReadable('m')})
       select l.id from email_logs l left join boxes on boxes.id = l.mailbox_id
       where l.tenant_id = :tenantId and l.status = 'sent' and l.sent_at <= :closed
         and (boxes.id is null or l.sent_at <= boxes.read_until
           and (l.draft_id is null or l.sent_at <= boxes.checked_until))
       limit :EMAILS_PER_QUERY`,
      {
        bounceWindow: app.bounceWindow,
        tenantId,
        closed,
        now,
        EMAILS_PER_QUERY,
      },
    ),
  )
}

/**
 * Marks emails as delivered whose bounce window is over. @returns false if another process is doing so for this
 * workspace
 */
async function closeBounceWindows(
  app: WindowsApp,
  tenantId: string,
  mails: readonly { id: string }[],
  now: Date,
): Promise<boolean> {
  return app.database.inTenant(tenantId, async (em) => {
    if (!(await tryLock(em, 'bounceWindows', tenantId))) return false
    const evidence = mails.map(({ id }) => ({ logId: id, at: now }))
    await announce(app, em, tenantId, await markDelivered(em, tenantId, evidence))
    return true
  })
}

declare module '#api/platform/app-context.ts' {
  interface App {
    /** ms after which an email without a report counts as delivered */
    bounceWindow: number
  }
}
