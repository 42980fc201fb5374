import { setImmediate as requestsLeave } from 'node:timers/promises'
import {
  dueUnread,
  nextUnreadAt,
  secondKey,
  secondOf,
  setAside,
  triedAgain,
  withoutOld,
  type UnreadMail,
} from '#domain/inbox/unreadable-emails.ts'
import { mayRead, OPEN_WINDOW_SECONDS, WATCHED_SECONDS } from '#domain/mailboxes/mailboxes.ts'
import { ownAddresses } from '#domain/mailboxes/send-as.ts'
import { blockMailbox } from '#api/emails/sending-state.ts'
import type { App } from '#api/platform/app-context.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { markSignInLost } from '#api/mailboxes/lost-sign-in.ts'
import { openMailbox } from '#api/mailboxes/open-mailbox.ts'
import { readEntries } from '#api/sending/inbox-page-reader.ts'
import { DeliveryError, type InboxMail, type OpenMailbox } from '#api/sending/provider.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { InboxRecord } from './inbox-reading-recorder.ts'
import { InboxWalk, SECOND_EMAILS } from './inbox-page-walker.ts'
import { learnSentIds } from './learn-message-ids.ts'
import { recordReturns, returnsIn } from './record-inbox-events.ts'

/** Maximum ms of one inbox read; the next read continues. */
const TURN = 20_000
/** Pages that one inbox read may take. */
const MAX_PAGES = 400
/** ms by which the first read starts before the first email, as clocks differ */
const SKEW = 10 * 60_000
/** ms before searching again for a message that came back before its sending was recorded */
const EARLY_PAUSE = 2_000
/** backoff in ms for an inbox that could not be read: doubles with every failure, from first to last */
const RETRY = { first: 15_000, last: 900_000 }
/** Number of failures in a row after which a mailbox is shown as one whose inbox cannot be read. */
const TOLD_AFTER = 3
const ERROR_MAX = 1_000

/** Result of an inbox read: finished, or the pause in ms after which to continue. */
export type Look = { done: true } | { done: false; pauseMs: number | null }

export type ReturnsApp = Pick<
  App,
  'database' | 'events' | 'secrets' | 'vendors' | 'clock' | 'log' | 'links' | 'publicUrl'
>

/**
 * Opens a usable mailbox: connected, valid sign-in, active workspace. Marks a mailbox whose stored sign-in cannot be
 * read.
 */
export async function openWorking(
  app: ReturnsApp,
  key: MailboxKey,
): Promise<{ account: Mailbox; mailbox: OpenMailbox } | null> {
  return app.database.inTenant(key.tenantId, async (em) => {
    const account = await em.findOne(Mailbox, { tenantId: key.tenantId, id: key.mailboxId })
    if (!account || account.status === 'error') return null
    const { isActive } = await em.findOneOrFail(Tenant, { id: key.tenantId })
    const mailbox = isActive ? openMailbox(app, account) : null
    if (isMarked(account)) await blockMailbox(app, em, key, 'RECONNECT')
    return mailbox && { account, mailbox }
  })
}

const isMarked = ({ status }: Mailbox) => status === 'error'

/**
 * Reads new inbox messages and records bounces and replies. The first read starts with the oldest email still watched,
 * never with the whole mailbox. The caller holds the lock for this mailbox. A rejected sign-in marks the mailbox, as in
 * sending; a missing read permission is reported on the account. What cannot be read of an inbox is told by the account, see
 * {@link noteFailure}.
 * @throws DeliveryError for transient failures; the account then says when to try again
 */
export async function readMailbox(app: ReturnsApp, key: MailboxKey, signal?: AbortSignal): Promise<Look> {
  const open = await openWorking(app, key)
  if (!open?.mailbox.canRead || !mayRead(open.account.scopes)) return { done: true }
  const { account, mailbox } = open
  try {
    return await readNew(app, account, mailbox, signal)
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    await (error.kind === 'expired' ? noteSignInLost(app, account, error) : noteFailure(app, account, error))
    if (error.retryable) throw error
    return { done: true }
  }
}

async function readNew(app: ReturnsApp, account: Mailbox, mailbox: OpenMailbox, signal?: AbortSignal): Promise<Look> {
  const key = { tenantId: account.tenantId, mailboxId: account.id }
  const own = ownAddresses(account)
  const began = app.clock()
  const hasTime = () => app.clock().getTime() - began.getTime() <= TURN
  const readAt = account.inboxCursor === null ? null : (account.inboxReadAt ?? null)
  const since = await firstWatched(app, key, began, readAt)
  const walk = new InboxWalk(mailbox, { since, now: began, failedBefore: account.inboxFailures })

  const record = new InboxRecord({
    take: async (returns) => {
      const unknown = await learnSentIds(app, key, returns, {
        open: async (other) => (await openWorking(app, other))?.mailbox ?? null,
        until: new Date(began.getTime() + TURN),
        signal,
      })
      // Ids that were not asked for because of the stop are asked for by the next read.
      if (signal?.aborted) return false
      const { early: isEarly, actedOn } = await recordReturns(app, key, own, returns, unknown)
      await fileAway(app, key, mailbox, actedOn)
      return !isEarly
    },
    keep: (place) => keepPlace(app, account, place),
    clock: app.clock,
  })
  const stopped: Look = { done: false, pauseMs: null }
  const early = () => (signal?.aborted ? stopped : ({ done: false, pauseMs: EARLY_PAUSE } as const))

  const before = withoutOld(account.unreadMails, WATCHED_SECONDS * 1_000, began)
  const again = await tryAgain(mailbox, before, began)
  if (!(await record.settle(returnsIn(own, again.mails)))) return early()
  let { unread } = again
  let upcoming = walk.next(account.inboxCursor ?? null)
  let isAll = false
  try {
    for (let pages = 1, goesOn = true; goesOn; pages += 1) {
      const page = await upcoming
      isAll = !page.more
      goesOn = !isAll && pages < MAX_PAGES && hasTime()
      // The next page is on its way while the emails of this one are read and recorded.
      if (goesOn) {
        upcoming = walk.next(page.cursor)
        upcoming.catch(() => undefined)
        // undici writes a request once the thread is free: the rules for the emails of this page would keep it.
        await requestsLeave()
      }
      const read = await readEntries(mailbox, page.entries, hasTime)
      if (signal?.aborted) return stopped
      for (const { id, isGone } of read.unread) unread = setAside(unread, id, isGone, began)
      for (const second of page.broken) unread = setAside(unread, secondKey(second), false, began)
      if (!(await record.add(returnsIn(own, read.mails), { inboxCursor: page.cursor, unreadMails: unread })))
        return early()
    }
  } catch (error) {
    await record.settle()
    throw error
  } finally {
    await upcoming.catch(() => undefined)
  }
  if (!(await record.settle())) return early()
  if (!isAll) {
    walk.assertAdvanced()
    await keepPlace(app, account, READABLE)
    return { done: false, pauseMs: 0 }
  }
  const failures = account.inboxFailures + 1
  const lost = { inboxFailures: failures, inboxRetryAt: new Date(app.clock().getTime() + backoff(failures)) }
  // A provider that loses the position again and again would have the inbox listed anew each time.
  await keepPlace(app, account, { ...READABLE, ...(walk.restarted && lost), inboxReadAt: walk.listBegan })
  const next = nextUnreadAt(unread)
  return next ? { done: false, pauseMs: Math.max(1_000, next.getTime() - app.clock().getTime()) } : { done: true }
}

/** Archives emails that were acted on. One that cannot be moved stays in the inbox: nothing depends on it. */
async function fileAway(
  { log }: Pick<App, 'log'>,
  key: MailboxKey,
  { archive }: Pick<OpenMailbox, 'archive'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of archive ? ids : []) {
    try {
      await archive?.(id)
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error
      log.info({ ...key, kind: error.kind }, 'An email that unsubscribed somebody could not be filed away')
    }
  }
}

/** Reads emails again that could not be read before. */
async function tryAgain(
  mailbox: OpenMailbox,
  before: readonly UnreadMail[],
  now: Date,
): Promise<{ mails: InboxMail[]; unread: UnreadMail[] }> {
  const mails: InboxMail[] = []
  let unread = [...before]
  for (const { id } of dueUnread(before, now)) {
    const second = secondOf(id)
    try {
      const entries = second
        ? await mailbox.listInboxBetween(second, new Date(second.getTime() + 1_000), SECOND_EMAILS)
        : [{ id }]
      if (!entries) {
        unread = triedAgain(unread, id, false, now)
        continue
      }
      const read = await readEntries(mailbox, entries)
      mails.push(...read.mails)
      const isGone = read.unread.find((each) => each.id === id)?.isGone
      unread = isGone === undefined ? unread.filter((each) => each.id !== id) : triedAgain(unread, id, isGone, now)
      if (second) for (const each of read.unread) unread = setAside(unread, each.id, each.isGone, now)
    } catch (error) {
      if (!second || !(error instanceof DeliveryError) || error.kind !== 'unavailable' || error.unreachable) throw error
      unread = triedAgain(unread, id, false, now)
    }
  }
  return { mails, unread }
}

/** Fields of an account whose inbox could be read. */
const READABLE = { inboxError: null, inboxFailures: 0, inboxFailingSince: null, inboxRetryAt: null } as const

/**
 * Returns when the oldest email left whose bounces and replies are still watched for in this mailbox, or, if that is
 * later, when all of its inbox was last read.
 */
async function firstWatched(app: ReturnsApp, key: MailboxKey, now: Date, readAt: Date | null): Promise<Date> {
  const horizon = new Date(now.getTime() - WATCHED_SECONDS * 1_000)
  const [first] = await app.database.inTenant(key.tenantId, (em) =>
    em.execute<{ at: Date | null }[]>(
      `select least(
         (select attempted_at from email_logs where tenant_id = :tenantId and mailbox_id = :mailboxId
            and attempted_at > :horizon order by attempted_at limit 1),
         (select sent_at from email_logs where tenant_id = :tenantId and mailbox_id = :mailboxId
            and status = 'sent' and sent_at <= :horizon and sent_at > :openAfter order by sent_at limit 1),
         (select min(greatest(c.started_at, :horizon)) from campaigns c
          where c.tenant_id = :tenantId and c.parent_id is null and c.started_at <= :now
            and (c.status in ('sending', 'paused') or c.sent_at > :horizon)
            and (:mailboxId = any (c.reply_mailboxes) or c.last_step > 1 and exists (select from campaign_mailboxes s
              where s.tenant_id = :tenantId and s.campaign_id = c.id and s.mailbox_id = :mailboxId)))) as at`,
      { ...key, horizon, openAfter: new Date(now.getTime() - OPEN_WINDOW_SECONDS * 1_000), now },
    ),
  )
  const watched = first?.at ? new Date(first.at).getTime() : now.getTime()
  return new Date(Math.max(watched, readAt?.getTime() ?? 0) - SKEW)
}

/**
 * Stores how far an inbox was read. Ignored after a reconnect, when the read starts over: the old position does not
 * apply to the new sign-in.
 */
async function keepPlace(
  app: Pick<App, 'database'>,
  { tenantId, id, connectedAt }: Mailbox,
  change: Partial<Mailbox>,
): Promise<void> {
  await app.database.inTenant(tenantId, (em) => em.nativeUpdate(Mailbox, { tenantId, id, connectedAt }, change))
}

/**
 * Records that an inbox could not be read, and when to try again: each pause is twice the one before. After some failures, before
 * a long pause, or if the provider refuses, the account says why.
 */
async function noteFailure(app: ReturnsApp, account: Mailbox, error: DeliveryError): Promise<void> {
  const now = app.clock()
  const failures = account.inboxFailures + 1
  // An outage ends when it ends; only a throttle makes asking earlier worse.
  const most = error.kind === 'unavailable' ? RETRY.last : Infinity
  const pause = Math.max(Math.min(error.retryAfterMs ?? 0, most), backoff(failures))
  app.log.info({ kind: error.kind, pause, tenantId: account.tenantId, mailboxId: account.id }, UNREAD)
  const isTold = !error.retryable || failures >= TOLD_AFTER || pause >= RETRY.last
  await keepPlace(app, account, {
    inboxFailures: failures,
    inboxFailingSince: account.inboxFailingSince ?? now,
    inboxRetryAt: new Date(now.getTime() + pause),
    ...(isTold && { inboxError: error.message.slice(0, ERROR_MAX) }),
  })
}

const UNREAD = 'An inbox could not be read; retrying'

const backoff = (failures: number) => Math.min(RETRY.last, RETRY.first * 2 ** Math.min(failures - 1, 10))

/** Marks a mailbox whose sign-in is refused: its campaigns pause. */
async function noteSignInLost(app: ReturnsApp, account: Mailbox, error: DeliveryError): Promise<void> {
  const { tenantId, id, connectedAt } = account
  const key = { tenantId, mailboxId: id }
  await app.database.inTenant(tenantId, async (em) => {
    const reason = error.message.slice(0, ERROR_MAX)
    if (await markSignInLost(em, key, { reason, now: app.clock(), connectedAt })) {
      await blockMailbox(app, em, key, 'RECONNECT')
    }
  })
}
