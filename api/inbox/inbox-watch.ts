import { READING_STEPS } from '#domain/mailboxes/mailboxes.ts'
import { isReadable } from '#api/emails/readable-inboxes.ts'
import type { App } from '#api/platform/app-context.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import type { MailboxKey, MailboxLocks } from '#api/sending/store.ts'
import { readInboxes } from './inbox-queue.ts'
import { openWorking, type ReturnsApp } from './read-mailbox.ts'

/** Seconds after a read in which an inbox is still read by the clock: longer than the longest interval. */
const READ_BY_CLOCK_SECONDS = Math.max(...READING_STEPS.map(({ every }) => every)) * 2

interface Watch {
  stop: AbortController
  ended: Promise<void>
}

/**
 * Listens to the inboxes whose servers announce new emails (IMAP's IDLE), so that an inbox is read as soon as one
 * arrives. Inboxes are still read at intervals, so a lost announcement only costs time. One process listens to a
 * mailbox. After a failure, a mailbox is not listened to until it was read again, so that a refused password is not
 * tried over and over.
 */
export class InboxWatch {
  readonly #app: ReturnsApp & Pick<App, 'jobs'>
  readonly #locks: MailboxLocks
  readonly #watches = new Map<string, Watch>()
  /** when listening to a mailbox last ended, in ms */
  readonly #endedAt = new Map<string, number>()

  constructor(app: ReturnsApp & Pick<App, 'jobs'>, locks: MailboxLocks) {
    this.#app = app
    this.#locks = locks
  }

  /** Starts listening to inboxes that are read at intervals, and stops for those that no longer are. */
  async refresh(): Promise<void> {
    const wanted = await this.#wanted()
    const ids = new Set(wanted.map(({ mailboxId }) => mailboxId))
    for (const [id, { stop }] of this.#watches) if (!ids.has(id)) stop.abort()
    for (const id of this.#endedAt.keys()) if (!ids.has(id)) this.#endedAt.delete(id)
    for (const { readAt, ...key } of wanted) {
      if (this.#watches.size >= LIMITS.inboxWatches.max.process) return
      if (this.#watches.has(key.mailboxId) || readAt.getTime() <= (this.#endedAt.get(key.mailboxId) ?? 0)) continue
      await this.#begin(key)
    }
  }

  async stop(): Promise<void> {
    const watches = [...this.#watches.values()]
    for (const { stop } of watches) stop.abort()
    await Promise.all(watches.map(({ ended }) => ended))
  }

  async #wanted(): Promise<(MailboxKey & { readAt: Date })[]> {
    const vendors = Object.values(this.#app.vendors)
    const providers = vendors.flatMap(({ name, announcesEmails }) => (announcesEmails ? [name] : []))
    const rows = await this.#app.database.asSystem((em) =>
      em.execute<(MailboxKey & { readAt: string })[]>(
        `select m.tenant_id as "tenantId", m.id as "mailboxId", m.inbox_read_at as "readAt" from mailboxes m
         join tenants t on t.id = m.tenant_id and t.is_active
         where m.provider = any (:providers::text[]) and m.status <> 'error' and m.inbox_error is null and ${isReadable('m')}
           and m.inbox_read_at > :now::timestamptz - interval '${READ_BY_CLOCK_SECONDS} seconds'
         order by m.inbox_read_at desc limit ${LIMITS.inboxWatches.max.process}`,
        { providers: `{${providers.join(',')}}`, now: this.#app.clock() },
      ),
    )
    return rows.map((row) => ({ ...row, readAt: new Date(row.readAt) }))
  }

  async #begin(key: MailboxKey): Promise<void> {
    const lock = await this.#locks.acquire(key, 'inbox-watch')
    if (!lock) return
    const stop = new AbortController()
    const ended = this.#listen(key, AbortSignal.any([lock.signal, stop.signal]))
      .catch((error: unknown) => {
        if (!(error instanceof DeliveryError)) this.#app.log.error({ err: error }, 'Listening to an inbox failed')
      })
      .then(() => lock.release())
      .finally(() => {
        this.#endedAt.set(key.mailboxId, this.#app.clock().getTime())
        this.#watches.delete(key.mailboxId)
      })
    this.#watches.set(key.mailboxId, { stop, ended })
  }

  async #listen(key: MailboxKey, signal: AbortSignal): Promise<void> {
    const open = await openWorking(this.#app, key)
    const read = () => {
      readInboxes(this.#app.jobs, [key]).catch((error: unknown) =>
        this.#app.log.warn({ err: error }, 'An inbox announced an email, but could not be queued'),
      )
    }
    await open?.mailbox.watchInbox?.(read, signal)
  }
}
