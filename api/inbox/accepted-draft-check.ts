import { bringBackIntoDoubt } from '#api/emails/accepted-drafts-in-doubt.ts'
import { OPEN_WINDOW_SECONDS } from '#domain/mailboxes/mailboxes.ts'
import { announce } from '#api/emails/sending-state.ts'
import { isReadable } from '#api/emails/readable-inboxes.ts'
import { DeliveryError, type OpenMailbox, type MarkedEmail } from '#api/sending/provider.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { openWorking, type ReturnsApp } from './read-mailbox.ts'

/**
 * Looks for accepted emails among the drafts of their mailbox: a provider that accepts an email may still not send it, and then
 * its draft stays (product: sending.accepted-drafts).
 *
 * 1. Some minutes after an email was accepted, one search of the Drafts folder finds what stayed there of all emails accepted
 *    since the last search.
 * 2. Such an email is in doubt if no copy of it was sent: its status is `sending` again and its history has one more uncertain
 *    call, so that the engine settles it by the rules of doubt (provider-draft-rules.ts), which also end after a few calls.
 * 3. Its bounce window stays open until the search (bounce-windows.ts), but not longer than {@link GIVEN_UP_MS}.
 */

/** ms after an email was accepted until its provider draft is looked for. */
const LOOK_AFTER_MS = 5 * 60_000
/**
 * ms within which a provider draft may still show although its email was sent, because the mailbox lags: younger emails
 * are left to the next search.
 */
const LAG_MS = 2 * 60_000
/** ms after which an email finally counts as accepted, although the Drafts folder could not be searched. */
const GIVEN_UP_MS = 60 * 60_000
/** ms by which a provider draft may be older than the last attempt, because its email had to wait again. */
const OLDER_DRAFTS_MS = 86_400_000

/**
 * SQL: time up to which the accepted emails of mailbox `m` were looked for in its Drafts folder, or need not be. Needs
 * `:now`.
 */
export const checkedUntil = (m: string): string =>
  `greatest(${m}.drafts_checked_at, :now::timestamptz - interval '${GIVEN_UP_MS} milliseconds')`

/** SQL condition: email `l` of mailbox `m` was accepted, and its draft was not yet looked for. Needs `:openAfter`. */
const isUnchecked = (l: string, m: string) =>
  `${l}.status = 'sent' and ${l}.draft_id is not null and ${l}.sent_at > greatest(${m}.drafts_checked_at, :openAfter::timestamptz)`

const openAfter = (now: Date) => new Date(now.getTime() - OPEN_WINDOW_SECONDS * 1_000)

/** Finds the readable mailboxes with accepted emails whose provider drafts must be looked for. */
export async function mailboxesWithUncheckedEmails(app: ReturnsApp): Promise<MailboxKey[]> {
  const now = app.clock()
  return app.database.asSystem((em) =>
    em.execute<MailboxKey[]>(
      `select distinct m.tenant_id as "tenantId", m.id as "mailboxId" from email_logs l
       join mailboxes m on m.tenant_id = l.tenant_id and m.id = l.mailbox_id
       where ${isUnchecked('l', 'm')} and l.sent_at <= :acceptedAt and m.status <> 'error' and ${isReadable('m')}
         and (m.inbox_retry_at is null or m.inbox_retry_at <= :now) limit 1000`,
      { now, openAfter: openAfter(now), acceptedAt: new Date(now.getTime() - LOOK_AFTER_MS) },
    ),
  )
}

/**
 * Searches the Drafts folder of a mailbox once for emails that its provider accepted, and marks those found there as in
 * doubt again. Makes no request if nothing is due. The caller holds the lock for this mailbox, so that none of its
 * emails is being sent. If the mailbox does not answer, a later call tries again; reading its inbox reports what is
 * wrong with it.
 *
 * @returns the number of emails in doubt
 */
export async function checkAcceptedDrafts(app: ReturnsApp, key: MailboxKey): Promise<number> {
  const now = app.clock()
  const since = await firstUnchecked(app, key, now)
  const open = since && (await openWorking(app, key))
  if (!since || !open?.mailbox.canRead) return 0
  const until = new Date(now.getTime() - LAG_MS)
  const ids = await stayedIn(open.mailbox, since).catch((error: unknown) => {
    if (!(error instanceof DeliveryError)) throw error
    return error.retryable || error.kind === 'expired' ? null : []
  })
  if (!ids) return 0
  const doubted = await doubt(app, key, ids, until)
  await app.database.inTenant(key.tenantId, (em) =>
    em.execute(
      `update mailboxes set drafts_checked_at = greatest(drafts_checked_at, :until)
       where tenant_id = :tenantId and id = :mailboxId`,
      { ...key, until },
    ),
  )
  return doubted
}

/** Returns the earliest time from which the searched provider drafts may date; null if nothing is due. */
async function firstUnchecked(app: ReturnsApp, key: MailboxKey, now: Date): Promise<Date | null> {
  const [row] = await app.database.inTenant(key.tenantId, (em) =>
    em.execute<{ first: Date | null; at: Date | null }[]>(
      `select min(l.sent_at) as first, least(min(l.attempted_at) - :older * interval '1 millisecond',
         min(to_timestamp((l.draft_history->0->>'at')::bigint / 1000.0)) - interval '1 hour') as at
       from email_logs l join mailboxes m on m.tenant_id = l.tenant_id and m.id = l.mailbox_id
       where l.tenant_id = :tenantId and l.mailbox_id = :mailboxId and ${isUnchecked('l', 'm')}`,
      { ...key, openAfter: openAfter(now), older: OLDER_DRAFTS_MS },
    ),
  )
  if (!row?.first || !row.at || new Date(row.first).getTime() > now.getTime() - LOOK_AFTER_MS) return null
  return new Date(row.at)
}

/**
 * Finds the provider drafts of emails of which the mailbox has no sent copy; a provider may leave the draft of an email
 * that it did send.
 */
async function stayedIn(mailbox: OpenMailbox, since: Date): Promise<MarkedEmail[]> {
  const drafts = await mailbox.findMarked(since, 'draft')
  if (drafts.length === 0) return []
  const sent = new Set((await mailbox.findMarked(since, 'sent')).map(({ logId }) => logId))
  return drafts.filter(({ logId }) => !sent.has(logId))
}

/**
 * Marks emails as in doubt again, with their counters and campaigns. Opened or answered emails are left alone, because
 * they were certainly sent.
 */
async function doubt(app: ReturnsApp, { tenantId, mailboxId }: MailboxKey, drafts: MarkedEmail[], until: Date) {
  if (drafts.length === 0) return 0
  return app.database.inTenant(tenantId, async (em) => {
    const doubted = await bringBackIntoDoubt(em, { tenantId, mailboxId }, drafts, { now: app.clock(), until })
    if (doubted.length === 0) return 0
    await announce(
      app,
      em,
      tenantId,
      [...new Set(doubted.map(({ campaignId }) => campaignId))].map((id) => ({ id })),
    )
    app.log.info({ tenantId, mailboxId, emails: doubted.length }, 'Accepted emails stayed among the drafts')
    return doubted.length
  })
}
