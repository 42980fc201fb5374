import { bucketOf, firstBucket } from '#domain/pacing/ledger-buckets.ts'
import { recipientLimits } from '#domain/pacing/recipient-limits.ts'
import { Mailbox } from './mailbox.ts'
import { acrossTenants, type Em } from '#api/platform/database/database.ts'
import type { MailboxKey } from '#api/sending/store.ts'

/*
 * Emails that people send from a connected mailbox themselves count in the provider's limits too. Where the mailbox may be
 * read, its Sent folder is counted, at most once a bucket of the ledger (24 minutes), and what is more than Mergewell's
 * own is added to the ledgers. A ledger with the suffix "outside" remembers what was added and when.
 */

const DAY = 86_400

const ledgersOf = (account: Mailbox) => {
  const own = recipientLimits(account).filter(({ scope }) => scope === 'mailbox')
  const base = own[0]?.ledger.split('#', 1)[0]
  return base === undefined ? null : { own: own.map(({ ledger }) => ledger), outside: `${base}#outside` }
}

/**
 * Returns the time from which emails in the Sent folder are counted: midnight UTC, or later if the period of the ledger
 * begins later.
 */
const countedFrom = (now: Date) =>
  new Date(Math.max(Math.floor(now.getTime() / 86_400_000) * 86_400_000, firstBucket(now, DAY).getTime()))

/**
 * Returns the time from which the Sent folder must be counted for emails that Mergewell did not send; null if it was
 * counted lately, or no limit needs it.
 */
export async function outsideDue(em: Em, key: MailboxKey, now: Date): Promise<Date | null> {
  const account = await em.findOne(Mailbox, { tenantId: key.tenantId, id: key.mailboxId })
  const ledgers = account && ledgersOf(account)
  if (!ledgers) return null
  const found = await acrossTenants(em, () =>
    em.execute('select 1 from ledger_counts where ledger = :ledger and seconds = :DAY and bucket = :bucket', {
      ledger: ledgers.outside,
      DAY,
      bucket: bucketOf(now, DAY),
    }),
  )
  return found.length > 0 ? null : countedFrom(now)
}

/**
 * Adds what left a mailbox without Mergewell to its ledgers.
 *
 * @param sent recipients in its Sent folder since {@link outsideDue}, Mergewell's own included
 */
export async function noteOutside(em: Em, key: MailboxKey, sent: number, now: Date): Promise<void> {
  const account = await em.findOne(Mailbox, { tenantId: key.tenantId, id: key.mailboxId })
  const ledgers = account && ledgersOf(account)
  if (!ledgers) return
  const [recipients = ''] = ledgers.own
  await acrossTenants(em, () =>
    em.execute(
      `with known as (
         select coalesce(sum(units), 0) as units from ledger_counts
         where ledger = :recipients and seconds = :DAY and bucket >= :since),
       more as (select greatest(0, :sent - units) as units from known)
       insert into ledger_counts (ledger, seconds, bucket, units)
       select ledger, :DAY, :bucket, more.units from more, jsonb_array_elements_text(:ledgers::jsonb) as ledger
       where more.units > 0 or ledger = :outside order by ledger
       on conflict (ledger, seconds, bucket) do update set units = ledger_counts.units + excluded.units`,
      {
        ...{ recipients, DAY, sent, since: countedFrom(now), bucket: bucketOf(now, DAY) },
        ...{ ledgers: JSON.stringify([...ledgers.own, ledgers.outside]), outside: ledgers.outside },
      },
    ),
  )
}
