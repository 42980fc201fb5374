import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import type { PaceWindow, SentCounts } from '#domain/pacing/pace.ts'
import { bucketOf, countsOf, firstBucket } from '#domain/pacing/ledger-buckets.ts'
import { givenBack, talliesOf, type Tally } from '#domain/pacing/shared-ledgers.ts'
import type { LedgerMailbox } from '#domain/pacing/recipient-limits.ts'
import { acrossTenants, type Em } from '#api/platform/database/database.ts'
import type { Attempt, MailboxKey } from '#api/sending/store.ts'

/**
 * A period (window) of a rate limit that is counted in a shared ledger: a counter that mailboxes of several workspaces
 * share (decision 0007).
 */

type SharedWindow = PaceWindow & { ledger: string }

export const isShared = (window: PaceWindow): window is SharedWindow => window.ledger !== undefined

/**
 * Locks the ledgers of these windows until the transaction ends, so that two claims never use the same remaining quota.
 * Take this lock last.
 */
export async function lockLedgers(em: Em, windows: readonly PaceWindow[]): Promise<void> {
  // The part of a ledger name after # says which recipients of one mailbox are counted; the lock ignores that part.
  const ledgers = new Set(windows.filter(isShared).map(({ ledger }) => ledger.split('#', 1)[0] ?? ledger))
  for (const ledger of [...ledgers].toSorted()) {
    await takeLock(em, 'ledger', ledger)
  }
}

/** Counts the emails in windows with a shared ledger, up to `now`. */
export async function countShared(em: Em, windows: readonly SharedWindow[], now: Date): Promise<SentCounts[]> {
  const asked = windows.map(({ ledger, seconds }, place) => ({
    place,
    ledger,
    seconds,
    since: firstBucket(now, seconds),
  }))
  const rows = await acrossTenants(em, () =>
    em.execute<{ place: number; at: Date; units: string }[]>(
      `select w.place, c.bucket as at, c.units
       from jsonb_to_recordset(:asked::jsonb) as w (place int, ledger text, seconds int, since timestamptz)
       join ledger_counts c on c.ledger = w.ledger and c.seconds = w.seconds and c.bucket >= w.since
       order by c.bucket desc`,
      { asked: JSON.stringify(asked) },
    ),
  )
  const buckets = Map.groupBy(rows, ({ place }) => place)
  return windows.map((window, place) =>
    countsOf(
      (buckets.get(place) ?? []).map(({ at, units }) => ({ at: new Date(at), units: Number(units) })),
      window,
    ),
  )
}

/** Returns what each ledger counted in the last 24 hours, for ledgers that counted anything. */
export async function dayOf(em: Em, ledgers: readonly string[], now: Date): Promise<Map<string, number>> {
  if (ledgers.length === 0) return new Map()
  const rows = await acrossTenants(em, () =>
    em.execute<{ ledger: string; units: string }[]>(
      `select ledger, sum(units) as units from ledger_counts
       where ledger in (select jsonb_array_elements_text(:ledgers::jsonb)) and seconds = :DAY and bucket >= :since
       group by ledger`,
      { ledgers: JSON.stringify(ledgers), DAY, since: firstBucket(now, DAY) },
    ),
  )
  return new Map(rows.map(({ ledger, units }) => [ledger, Number(units)]))
}

const DAY = 86_400

/** The addresses that an email goes to, copies included. */
export const addressesOf = ({ email, copies = [] }: Pick<Attempt, 'email' | 'copies'>): string[] => [email, ...copies]

/** Counts emails from a mailbox, each to these addresses, attempted at `at`, in the ledgers that the mailbox shares. */
export async function countInLedgers(
  em: Em,
  mailbox: LedgerMailbox,
  emails: readonly (readonly string[])[],
  at: Date,
): Promise<void> {
  const rows = rowsOf(talliesOf(mailbox, emails), at)
  if (rows.length === 0) return
  await acrossTenants(em, () =>
    em.execute(
      `with added as (
         select * from jsonb_to_recordset(:rows::jsonb) as a (ledger text, seconds int, bucket timestamptz, units bigint)),
       expired as (
         select * from (select c.ctid from ledger_counts c join added a on c.ledger = a.ledger and c.seconds = a.seconds
           and c.bucket < a.bucket - make_interval(secs => 2 * a.seconds) for update of c skip locked) as locked),
       pruned as (delete from ledger_counts where ctid in (select ctid from expired))
       insert into ledger_counts (ledger, seconds, bucket, units)
       select ledger, seconds, bucket, units from added order by ledger, seconds
       on conflict (ledger, seconds, bucket) do update set units = ledger_counts.units + excluded.units`,
      { rows: JSON.stringify(rows) },
    ),
  )
}

/** Reads the facts about a mailbox that decide which ledgers it shares; null if the mailbox is gone. */
export async function ledgerMailbox(em: Em, key: MailboxKey): Promise<LedgerMailbox | null> {
  const [mailbox] = await em.execute<LedgerMailbox[]>(
    `select provider, email, subject, directory, scopes, copy_to_self as "copyToSelf"
     from mailboxes where tenant_id = :tenantId and id = :mailboxId`,
    { ...key },
  )
  return mailbox ?? null
}

/**
 * Subtracts from the ledgers what attempts had counted that did not send their email. Nothing is subtracted for a
 * mailbox that is gone.
 *
 * @param called whether the provider was called
 */
export async function takeBack(
  em: Em,
  key: MailboxKey,
  attempts: readonly Pick<Attempt, 'email' | 'copies' | 'claimedAt'>[],
  called: boolean,
): Promise<void> {
  if (attempts.length === 0) return
  const mailbox = await ledgerMailbox(em, key)
  if (!mailbox) return
  const byTime = Map.groupBy(attempts, ({ claimedAt }) => claimedAt.getTime())
  const rows = [...byTime].flatMap(([at, list]) => {
    return rowsOf(givenBack(mailbox, list.map(addressesOf), called), new Date(at))
  })
  for (const row of rows.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)))) {
    await acrossTenants(em, () =>
      em.execute(
        `update ledger_counts set units = greatest(0, units - :units)
         where ledger = :ledger and seconds = :seconds and bucket = :bucket`,
        { ...row },
      ),
    )
  }
}

const rowsOf = (tallies: readonly Tally[], at: Date) =>
  tallies.map((tally) => ({ ...tally, bucket: bucketOf(at, tally.seconds) }))

/** Sort key of a ledger row. Every transaction locks ledger rows in this order, so that two of them cannot deadlock. */
const orderOf = ({ ledger, seconds }: Tally) => `${ledger} ${seconds}`
