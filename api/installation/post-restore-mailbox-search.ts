import { releaseDoubtful, settleFound } from '#api/emails/restored-emails.ts'
import type { App } from '#api/platform/app-context.ts'
import { tenantsOf } from '#api/platform/database/delete-by-tenant.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { openMailbox } from '#api/mailboxes/open-mailbox.ts'
import { DeliveryError, type OpenMailbox, type MarkedEmail } from '#api/sending/provider.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { countInLedgers } from '#api/emails/ledgers/shared-ledgers.ts'
import { announce } from '#api/emails/sending-state.ts'

type SearchApp = Pick<App, 'database' | 'events' | 'secrets' | 'vendors' | 'clock' | 'log'>

/** backoff in ms of a failed search: doubles with every failure, from first to last */
const RETRY = { first: 15_000, last: 900_000 }
/** Maximum number of failures of our own code, not of the provider, after which a mailbox counts as unreadable. */
const MAX_FAULTS = 5

/** Error for a search that is out of date, because the database was restored again meanwhile. */
class Superseded extends Error {}

/** SQL condition: the search was not restarted since it was read; a restart changes its due time. Needs `:dueAt`. */
const IS_SAME_SEARCH = 'outcome is null and retry_at is not distinct from :dueAt::timestamptz'

/** SQL condition: the search of a mailbox is due. Needs `:now`. */
const IS_DUE = 'outcome is null and (retry_at is null or retry_at <= :now)'

/** Mailboxes to search for emails sent after the backup. */
export async function mailboxesToSearch(app: Pick<App, 'database' | 'clock'>): Promise<MailboxKey[]> {
  return app.database.asSystem((em) =>
    em.execute<MailboxKey[]>(
      `select tenant_id as "tenantId", mailbox_id as "mailboxId" from mailbox_searches
       where ${IS_DUE} limit 1000`,
      { now: app.clock() },
    ),
  )
}

/** Returns whether one of these mailboxes still has to be searched; a second restore postpones searches. */
export async function isToSearch(
  { database, clock }: Pick<App, 'database' | 'clock'>,
  key: MailboxKey,
): Promise<boolean> {
  const rows = await database.inTenant(key.tenantId, (em) =>
    em.execute<object[]>(
      `select from mailbox_searches where tenant_id = :tenantId and mailbox_id = :mailboxId and ${IS_DUE}`,
      { tenantId: key.tenantId, mailboxId: key.mailboxId, now: clock() },
    ),
  )
  return rows.length > 0
}

/**
 * Searches a mailbox for emails sent after the backup and marks them as sent. Uncertain emails that are not found were
 * not sent, and become pending again. The caller holds the mailbox's lock. Changes nothing if the database is restored
 * again meanwhile: the mailbox is then searched once more.
 */
export async function searchMailbox(
  app: SearchApp,
  key: MailboxKey,
  open: (account: Mailbox) => OpenMailbox | null = (account) => openMailbox(app, account),
): Promise<void> {
  const started = await app.database.inTenant(key.tenantId, async (em) => {
    // The time is read as text, because a Date has no microseconds.
    const [search] = await em.execute<{ since: Date; failures: number; dueAt: string | null }[]>(
      `select since, failures, retry_at::text as "dueAt" from mailbox_searches where tenant_id = :tenantId and mailbox_id = :mailboxId and outcome is null`,
      { tenantId: key.tenantId, mailboxId: key.mailboxId },
    )
    const account = await em.findOne(Mailbox, { id: key.mailboxId })
    const mailbox = account && account.status !== 'error' ? open(account) : null
    return search && { ...search, mailbox }
  })
  if (!started) return
  const { since, failures, dueAt, mailbox } = started
  try {
    const found = mailbox?.canRead ? await mailbox.findMarked(new Date(since), 'sent') : null
    await app.database.inTenant(key.tenantId, async (em) => {
      const marked = found ? await markAsSent(app, em, key, found, new Date(since)) : 0
      if (found) await releaseDoubtful(em, key)
      const concluded = await em.execute<object[]>(
        `update mailbox_searches set outcome = :outcome, found = :marked
         where tenant_id = :tenantId and mailbox_id = :mailboxId and ${IS_SAME_SEARCH} returning 1`,
        {
          outcome: found ? 'searched' : 'unreadable',
          marked,
          dueAt,
          tenantId: key.tenantId,
          mailboxId: key.mailboxId,
        },
      )
      if (concluded.length === 0) throw new Superseded()
    })
    app.log.info({ ...key, readable: found !== null }, 'A mailbox was searched for emails sent after the backup')
  } catch (error) {
    if (!(error instanceof Superseded)) await postpone(app, { ...key, dueAt }, failures + 1, error)
  }
}

/** Schedules another search of a mailbox after a failure; none if the mailbox cannot be searched. */
async function postpone(
  app: SearchApp,
  { dueAt, ...key }: MailboxKey & { dueAt: string | null },
  failures: number,
  error: unknown,
): Promise<void> {
  const known = error instanceof DeliveryError
  const hopeless = known ? !error.retryable : failures >= MAX_FAULTS
  app.log.warn({ err: error, ...key, hopeless }, 'A mailbox could not be searched for emails sent after the backup')
  const asked = known ? (error.retryAfterMs ?? 0) : 0
  const pause = Math.max(asked, Math.min(RETRY.last, RETRY.first * 2 ** (failures - 1)))
  await app.database.inTenant(key.tenantId, (em) =>
    em.execute(
      `update mailbox_searches set failures = :failures, retry_at = :retryAt, outcome = :outcome
       where tenant_id = :tenantId and mailbox_id = :mailboxId and ${IS_SAME_SEARCH}`,
      {
        dueAt,
        failures,
        retryAt: new Date(app.clock().getTime() + pause),
        outcome: hopeless ? 'unreadable' : null,
        tenantId: key.tenantId,
        mailboxId: key.mailboxId,
      },
    ),
  )
}

/**
 * Marks the emails found in the mailbox as sent, no earlier than `since`. Ignores attempts that the backup already
 * recorded; returns the number of emails.
 */
async function markAsSent(
  app: SearchApp,
  em: Em,
  key: MailboxKey,
  found: readonly MarkedEmail[],
  since: Date,
): Promise<number> {
  if (found.length === 0) return 0
  const rows = found.map(({ logId, attempt, id, messageId }) => ({ log: logId, attempt, id, internet: messageId }))
  const now = app.clock()
  const changed = await settleFound(em, key, rows, { since, now })
  await announce(app, em, key.tenantId, changed)
  const account = await em.findOne(Mailbox, { tenantId: key.tenantId, id: key.mailboxId })
  const recipients = changed.flatMap(({ emails }) => emails.map((email) => [email]))
  if (account) await countInLedgers(em, account, recipients, now)
  return changed.reduce((sum, { marked }) => sum + marked, 0)
}

/**
 * Reports for each campaign, once all its mailboxes are handled, whether they could be searched. From then on a person
 * may resume it.
 */
export async function concludeSearches(app: Pick<App, 'database' | 'events'>): Promise<void> {
  // Most have a mailbox that is still searched.
  const ready = `select o.tenant_id from campaigns o
    left join campaign_mailboxes m on m.tenant_id = o.tenant_id and m.campaign_id = o.id
    left join mailbox_searches s on s.tenant_id = m.tenant_id and s.mailbox_id = m.mailbox_id
    where ${isChecked('o')} group by o.tenant_id, o.id having not ${SEARCHING}`
  for (const tenantId of await tenantsOf(app.database, ready, {})) {
    await app.database.inTenant(tenantId, async (em) => {
      const concluded = await em.execute<{ id: string }[]>(
        `update campaigns c set paused_because = case when known.searched then 'RESTORED' else 'RESTORED_UNCHECKED' end
         from (
           select o.id, coalesce(bool_and(s.outcome = 'searched') and count(s.outcome) = count(*), false) as searched,
             ${SEARCHING} as searching
           from campaigns o
           left join campaign_mailboxes m on m.tenant_id = :tenantId and m.campaign_id = o.id
           left join mailbox_searches s on s.tenant_id = :tenantId and s.mailbox_id = m.mailbox_id
           where o.tenant_id = :tenantId and ${isChecked('o')} group by o.id) as known
         where c.tenant_id = :tenantId and c.id = known.id and not known.searching and ${isChecked('c')}
         returning c.id`,
        { tenantId },
      )
      for (const { id } of concluded) await app.events.publish(em, { kind: 'campaign', tenantId, id })
    })
  }
}

/** SQL condition: campaign `c` waits until its mailboxes were searched. */
const isChecked = (c: string) => `${c}.status = 'paused' and ${c}.paused_because = 'RESTORED_CHECKING'`

/** SQL condition: one of a campaign's searches `s` has no outcome yet. */
const SEARCHING = 'coalesce(bool_or(s.mailbox_id is not null and s.outcome is null), false)'
