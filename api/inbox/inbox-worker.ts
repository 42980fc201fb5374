import { OPEN_WINDOW_SECONDS, READING_STEPS, WATCHED_SECONDS } from '#domain/mailboxes/mailboxes.ts'
import { isReadable } from '#api/emails/readable-inboxes.ts'
import type { App } from '#api/platform/app-context.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import type { MailboxLocks } from '#api/sending/store.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import { checkAcceptedDrafts, mailboxesWithUncheckedEmails } from './accepted-draft-check.ts'
import { InboxWatch } from './inbox-watch.ts'
import { discardLeftDrafts, mailboxesWithLeftDrafts } from './delete-leftover-drafts.ts'
import { readInboxes, workInboxes } from './inbox-queue.ts'
import { readMailbox } from './read-mailbox.ts'
import { discardStrayDrafts, mailboxesWithStrayDrafts } from './stray-provider-drafts.ts'
import { closeWindows } from './bounce-windows.ts'

/** seconds between two searches for inboxes that are due */
const DUE_SECONDS = 5
/** Seconds between two checks for bounce windows that are over. */
const WINDOWS_SECONDS = 10
/** seconds between two searches for inboxes to listen to */
const WATCH_SECONDS = 30
/** seconds between two searches for mailboxes whose drafts are to be looked at */
const DRAFTS_SECONDS = 60
/** Maximum number of inboxes enqueued at a time. */
const DUE = 1_000

/**
 * Reads due inboxes, closes bounce windows, deletes leftover drafts and looks for accepted emails among the drafts in this
 * process; safe to run in several processes.
 */
export async function startReturns(app: App, locks: MailboxLocks): Promise<Worker> {
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()

  const turn = async (key: MailboxKey) => {
    if (stopping.signal.aborted) return
    const lock = await locks.acquire(key)
    if (!lock) return
    try {
      const signal = AbortSignal.any([lock.signal, stopping.signal])
      await checkAcceptedDrafts(app, key)
      const look = await readMailbox(app, key, signal)
      if (!look.done && look.pauseMs !== null) {
        await readInboxes(app.jobs, [key], new Date(app.clock().getTime() + look.pauseMs))
      }
      await discardLeftDrafts(app, key)
      await discardStrayDrafts(app, key)
    } catch (error) {
      // The account says when it is tried again.
      if (!(error instanceof DeliveryError)) throw error
    } finally {
      await lock.release()
    }
  }
  const read = async (key: MailboxKey) => {
    const work = turn(key).catch((error: unknown) => app.log.error({ err: error }, 'Reading an inbox failed'))
    running.add(work)
    await work
    running.delete(work)
  }

  await workInboxes(app.jobs, read)
  const repeat = (name: string, seconds: number, work: () => Promise<unknown>) =>
    runPeriodically({ name, seconds, work, log: app.log })
  const enqueue = async (find: Promise<MailboxKey[]>) => {
    const keys = await find
    if (keys.length > 0) await readInboxes(app.jobs, keys)
  }
  const watch = new InboxWatch(app, locks)
  const rounds = [
    repeat('Looking for due inboxes', DUE_SECONDS, () => enqueue(dueInboxes(app))),
    repeat('Looking for inboxes to listen to', WATCH_SECONDS, () => watch.refresh()),
    repeat('Closing bounce windows', WINDOWS_SECONDS, () => closeWindows(app, stopping.signal)),
    repeat('Looking for leftover drafts', DRAFTS_SECONDS, () => enqueue(mailboxesWithLeftDrafts(app))),
    repeat('Looking for stray drafts', DRAFTS_SECONDS, () => enqueue(mailboxesWithStrayDrafts(app))),
    repeat('Looking for accepted drafts', DRAFTS_SECONDS, () => enqueue(mailboxesWithUncheckedEmails(app))),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(rounds.map((round) => round.stop()))
      await watch.stop()
      await Promise.allSettled(running)
    },
  }
}

/** SQL: seconds between two reads, by the age of the mailbox's newest email. */
const READ_INTERVAL_SECONDS_SQL = `case ${READING_STEPS.map(({ age, every }) => `when newest.attempted_at >= :now::timestamptz - interval '${age} seconds' then ${every}`).join(' ')} end`

/**
 * ms before a follow-up is due from which, until it is sent, the inbox is read as often as after an email: what came last
 * may stop it
 */
const FREQUENT_READS_BEFORE_FOLLOW_UP_MS = 30 * 60_000

/**
 * SQL: the time at which the newest email of mailbox `m` is taken to be sent while one of these campaigns `c` has
 * follow-ups to come, however long ago it left, so that the inbox is read often enough; null without such campaigns.
 */
const followed = (campaigns: string) => `select case when bool_or(exists (
    select from campaigns k join email_logs l on l.tenant_id = k.tenant_id and l.campaign_id = k.id
    where k.tenant_id = m.tenant_id and (k.id = c.id or k.parent_id = c.id) and l.next_step_at <= :soon)
    or exists (select from campaigns k join email_logs l on l.tenant_id = k.tenant_id and l.campaign_id = k.id
    where k.tenant_id = m.tenant_id and k.parent_id = c.id and l.status = 'pending'))
  then :now::timestamptz when count(*) > 0 then :attemptedAt::timestamptz end
  from ${campaigns} and c.parent_id is null and c.last_step > 1 and c.status in ('sending', 'paused')`

/** SQL: the campaigns `c` that mailbox `m` sends. */
const SENT = `campaigns c join campaign_mailboxes s
  on s.tenant_id = m.tenant_id and s.campaign_id = c.id and s.mailbox_id = m.id where c.tenant_id = m.tenant_id`

/** SQL: campaigns `c` whose replies go to mailbox `m`, although another mailbox sends them. */
const ANSWERED = `campaigns c
  where c.tenant_id = m.tenant_id and c.reply_mailboxes <> '{}' and m.id = any (c.reply_mailboxes)`

/** SQL: time of the newest email sent by the mailboxes of the latest of these campaigns; null without any. */
const NEWEST_ANSWERED = `select max(l.attempted_at) from (
    select c.tenant_id, c.id from ${ANSWERED} and c.parent_id is null
      and (c.status in ('sending', 'paused') or c.sent_at > :attemptedAt)) as c
  join campaign_mailboxes s on s.tenant_id = c.tenant_id and s.campaign_id = c.id
  cross join lateral (select l.attempted_at from email_logs l
    where l.tenant_id = s.tenant_id and l.mailbox_id = s.mailbox_id and l.attempted_at > :attemptedAt
    order by l.attempted_at desc limit 1) as l`

/**
 * SQL: the time at which the newest email of mailbox `m` is taken to be sent while an older email still waits for the
 * inbox to be read, because the mailbox could not be read or was disconnected.
 */
const OPEN_WINDOW = `select :attemptedAt::timestamptz from email_logs l
  where l.tenant_id = m.tenant_id and l.mailbox_id = m.id and l.status = 'sent'
    and l.sent_at <= :attemptedAt and l.sent_at > :openAfter limit 1`

/**
 * Finds inboxes that are due to be read, at most `most`: readable mailboxes, at intervals that grow with the age of the
 * newest email that they sent or get the replies to. While follow-ups are to come, reading does not stop, and is
 * frequent before one is due or sent. Each interval varies by 20%, so that inboxes are not all read at once. The order
 * is random: by age, mailboxes that were never read would always come first.
 */
export async function dueInboxes(app: Pick<App, 'database' | 'clock'>, most = DUE): Promise<MailboxKey[]> {
  const now = app.clock()
  return app.database.asSystem((em) =>
    em.execute<MailboxKey[]>(
      `select m.tenant_id as "tenantId", m.id as "mailboxId" from mailboxes m
       join tenants t on t.id = m.tenant_id and t.is_active
       cross join lateral (
         select greatest((${followed(SENT)}), (${followed(ANSWERED)}), (${NEWEST_ANSWERED}), (select l.attempted_at from email_logs l
           where l.tenant_id = m.tenant_id and l.mailbox_id = m.id and l.attempted_at > :attemptedAt
           order by l.attempted_at desc limit 1), (${OPEN_WINDOW})) as attempted_at
         from mailboxes own where own.tenant_id = m.tenant_id and own.id = m.id) as newest
       where newest.attempted_at is not null and m.status <> 'error' and ${isReadable('m')}
         and (m.inbox_retry_at is null or m.inbox_retry_at <= :now)
         and (m.inbox_read_at is null
           or m.inbox_read_at + ${READ_INTERVAL_SECONDS_SQL} * (0.8 + 0.4 * (hashtext(m.id::text) & 1023) / 1024.0) * interval '1 second' <= :now)
       order by random() limit :most`,
      {
        attemptedAt: new Date(now.getTime() - WATCHED_SECONDS * 1_000),
        openAfter: new Date(now.getTime() - OPEN_WINDOW_SECONDS * 1_000),
        now,
        soon: new Date(now.getTime() + FREQUENT_READS_BEFORE_FOLLOW_UP_MS),
        most,
      },
    ),
  )
}
