import { mayRead, WATCHED_SECONDS } from '#domain/mail-accounts.ts'
import { blockMailbox } from '../campaigns/delivery/sending-state.ts'
import { ownAddresses } from '#domain/send-as.ts'
import type { App } from '../context.ts'
import { MailAccount } from '../mail-accounts/mail-account.ts'
import { markSignInLost } from '../mail-accounts/lost-sign-in.ts'
import { openMailbox } from '../mail-accounts/open-mailbox.ts'
import { DeliveryError, type Mailbox } from '../sending/provider.ts'
import type { MailboxKey } from '../sending/store.ts'
import { Tenant } from '../tenants/tenant.ts'
import { learnSentIds } from './learn-ids.ts'
import { returnsIn, takeReturns } from './take.ts'

/** ms that one inbox read may take; the next one reads the rest */
const TURN = 20_000
/** ms by which the first read starts before the first email, as clocks differ */
const SKEW = 10 * 60_000
/** ms before searching again for a message that came back before its sending was recorded */
const EARLY_PAUSE = 2_000
const ERROR_MAX = 1_000

/** Result of an inbox read: all read, or when to continue. */
export type Look = { done: true } | { done: false; pauseMs: number | null }

export type ReturnsApp = Pick<App, 'database' | 'events' | 'secrets' | 'vendors' | 'clock' | 'log'>

/**
 * Opens a usable mailbox: connected, valid sign-in, active workspace. Marks a mailbox whose stored sign-in cannot be
 * read.
 */
export async function openWorking(
  app: ReturnsApp,
  key: MailboxKey,
): Promise<{ account: MailAccount; mailbox: Mailbox } | null> {
  return app.database.inTenant(key.tenantId, async (em) => {
    const account = await em.findOne(MailAccount, { tenantId: key.tenantId, id: key.mailAccountId })
    if (!account || account.status === 'error') return null
    const { isActive } = await em.findOneOrFail(Tenant, { id: key.tenantId })
    const mailbox = isActive ? openMailbox(app, account) : null
    if (isMarked(account)) await blockMailbox(app, em, key, 'RECONNECT')
    return mailbox && { account, mailbox }
  })
}

const isMarked = ({ status }: MailAccount) => status === 'error'

/**
 * Reads new inbox messages and records bounces and replies. The first read starts with the oldest email still watched,
 * never with the whole mailbox. The caller holds the lock for this mailbox. A rejected sign-in marks the mailbox, as in
 * sending; a missing read permission is reported on the account. Throws DeliveryError for transient failures.
 */
export async function readMailbox(app: ReturnsApp, key: MailboxKey, signal?: AbortSignal): Promise<Look> {
  const open = await openWorking(app, key)
  if (!open?.mailbox.canRead || !mayRead(open.account.scopes)) return { done: true }
  const { account, mailbox } = open
  const own = ownAddresses(account)
  const began = app.clock()
  try {
    const since = await firstWatched(app, key, began)
    let cursor = account.inboxCursor ?? null
    for (;;) {
      const page = await mailbox.readInbox(cursor, since)
      const unknown = await learnSentIds(app, key, returnsIn(own, page.mails), {
        open: async (other) => (await openWorking(app, other))?.mailbox ?? null,
        until: new Date(began.getTime() + TURN),
        signal,
      })
      // Ids that were not asked for because of the stop are asked for by the next read.
      if (signal?.aborted) return { done: false, pauseMs: null }
      const { early } = await takeReturns(app, key, own, page.mails, unknown)
      if (early) return { done: false, pauseMs: EARLY_PAUSE }
      cursor = page.cursor
      await keepPlace(app, account, cursor, page.more ? null : began)
      if (!page.more) return { done: true }
      if (signal?.aborted) return { done: false, pauseMs: null }
      if (app.clock().getTime() - began.getTime() > TURN) return { done: false, pauseMs: 0 }
    }
  } catch (error) {
    if (!(error instanceof DeliveryError) || error.retryable) throw error
    await keepRefusal(app, account, error)
    return { done: true }
  }
}

/** When the oldest email left whose bounces and replies are still watched for in this mailbox. */
async function firstWatched(app: ReturnsApp, key: MailboxKey, now: Date): Promise<Date> {
  const horizon = new Date(now.getTime() - WATCHED_SECONDS * 1_000)
  const [first] = await app.database.inTenant(key.tenantId, (em) =>
    em.execute<{ at: Date | null }[]>(
      `select least(
         (select attempted_at from email_logs where tenant_id = :tenantId and mail_account_id = :mailAccountId
            and attempted_at > :horizon order by attempted_at limit 1),
         (select min(greatest(c.started_at, :horizon)) from campaigns c
          where c.tenant_id = :tenantId and c.parent_id is null and c.started_at <= :now
            and (c.status in ('sending', 'paused') or c.sent_at > :horizon)
            and (:mailAccountId = any (c.reply_mailboxes) or c.last_step > 1 and exists (select from campaign_mailboxes s
              where s.tenant_id = :tenantId and s.campaign_id = c.id and s.mail_account_id = :mailAccountId)))) as at`,
      { ...key, horizon, now },
    ),
  )
  return new Date((first?.at ? new Date(first.at).getTime() : now.getTime()) - SKEW)
}

/** After a reconnect the read starts over: the old sign-in's cursor says nothing about the new one. */
async function keepPlace(app: ReturnsApp, account: MailAccount, cursor: string, readAt: Date | null): Promise<void> {
  const { tenantId, id, connectedAt } = account
  await app.database.inTenant(tenantId, async (em) => {
    await em.nativeUpdate(
      MailAccount,
      { tenantId, id, connectedAt },
      { inboxCursor: cursor, inboxError: null, ...(readAt && { inboxReadAt: readAt }) },
    )
  })
}

async function keepRefusal(app: ReturnsApp, account: MailAccount, error: DeliveryError): Promise<void> {
  const { tenantId, id, connectedAt } = account
  const text = error.message.slice(0, ERROR_MAX)
  app.log.info({ kind: error.kind, tenantId, mailAccountId: id }, 'An inbox cannot be read')
  await app.database.inTenant(tenantId, async (em) => {
    const now = app.clock()
    if (error.kind !== 'expired') {
      await em.nativeUpdate(MailAccount, { tenantId, id, connectedAt }, { inboxError: text, inboxReadAt: now })
      return
    }
    const key = { tenantId, mailAccountId: id }
    if (await markSignInLost(em, key, { reason: text, now, connectedAt })) {
      await blockMailbox(app, em, key, 'RECONNECT')
    }
  })
}
