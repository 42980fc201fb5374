import { acrossTenants, type Em } from '#api/platform/database/database.ts'
import type { SentCounts, PaceWindow } from '#domain/pacing/pace.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { countShared, isShared } from './shared-ledgers.ts'
import { isDead, isUncertain, wasHandedOver, type EmailCondition } from '../email-sql-conditions.ts'

/** Tables that record the emails of campaigns → SQL condition for the rows that count against rate limits. */
const CAMPAIGN_SOURCES: Record<string, (row: string) => string> = {
  email_logs: wasHandedOver,
  earlier_departures: () => 'true',
}
/** The sources of the ledger with test emails, which leave the mailbox too. */
const SOURCES: typeof CAMPAIGN_SOURCES = {
  ...CAMPAIGN_SOURCES,
  test_mails: (t) => `(${t}.status in ('sending', 'sent') or ${isUncertain(t)})`,
}

/** SQL for the newest `:count` sent emails among the rows that `where` selects in each source. */
function newestOf(where: (row: string) => string, sources = SOURCES): string {
  return Object.entries(sources)
    .map(
      ([table, left]) =>
        `(select d.attempted_at from ${table} d where ${where('d')} and ${left('d')} order by d.attempted_at desc limit :count)`,
    )
    .join(' union all ')
}

/** Seconds of the longest period over which sent emails are counted; older emails no longer matter. */
const LONGEST_WINDOW_SECONDS = 86_400

/**
 * Records the chosen emails that left, or may have left, in a separate table before they are sent again or deleted, so
 * that they still count against rate limits.
 */
export async function keepSentRecords(
  em: Em,
  { tenantId, id }: { tenantId: string; id: string },
  which: EmailCondition,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - LONGEST_WINDOW_SECONDS * 1_000)
  await em.execute(`delete from earlier_departures where tenant_id = :tenantId and attempted_at <= :since`, {
    tenantId,
    since,
  })
  await em.execute(
    `insert into earlier_departures (tenant_id, mailbox_id, attempted_at, is_certain, is_dead)
     select tenant_id, mailbox_id, attempted_at, sent_at is not null, ${isDead('l')} from email_logs l
     where l.tenant_id = :tenantId and l.campaign_id = :id and l.attempted_at > :since and l.mailbox_id is not null
       and ${wasHandedOver('l')} and ${which.sql('l')} returning 1`,
    { tenantId, id, since, ...which.values },
  )
}

/**
 * Emails sent per window according to the ledger, up to `now` (decision 0007). A mailbox connected in several
 * workspaces has one ledger; a workspace window counts all its mailboxes, and that of a plan no test emails; windows with
 * a shared ledger are counted there (decision 0007).
 */
export async function countSent(
  em: Em,
  key: MailboxKey,
  windows: readonly PaceWindow[],
  now: Date,
): Promise<SentCounts[]> {
  const own = windows.filter((window) => !isShared(window))
  const shared = windows.filter(isShared)
  const counts = new Map<PaceWindow, SentCounts>()
  const twins = own.length > 0 ? await acrossTenants(em, () => twinsOf(em, key)) : []
  for (const window of own) {
    const ofMailbox = () => mailboxDepartures(em, [key, ...twins], window, now)
    if (window.scope === 'workspace') counts.set(window, await workspaceDepartures(em, key.tenantId, window, now))
    else counts.set(window, twins.length === 0 ? await ofMailbox() : await acrossTenants(em, ofMailbox))
  }
  const found = shared.length > 0 ? await countShared(em, shared, now) : []
  for (const [index, window] of shared.entries()) counts.set(window, found[index] ?? NOTHING)
  return windows.map((window) => counts.get(window) ?? NOTHING)
}

const NOTHING: SentCounts = { used: 0, oldest: null, newest: null }

/** Finds the same mailbox in other workspaces, also where it is no longer connected. */
async function twinsOf(em: Em, key: MailboxKey): Promise<MailboxKey[]> {
  const [own] = await em.execute<{ provider: string; subject: string | null }[]>(
    'select provider, subject from mailboxes where tenant_id = :tenantId and id = :mailboxId',
    { ...key },
  )
  if (!own) return []
  return em.execute<MailboxKey[]>(
    `select tenant_id as "tenantId", id as "mailboxId" from (
       select tenant_id, id from mailboxes where provider = :provider and subject = :subject
       union all
       select tenant_id, mailbox_id from former_mailboxes where provider = :provider and subject = :subject) as twin
     where (tenant_id, id) <> (:tenantId::uuid, :mailboxId::uuid)`,
    { ...own, ...key },
  )
}

interface Row {
  used: number
  oldest: Date | null
  newest: Date | null
}

async function mailboxDepartures(
  em: Em,
  keys: readonly MailboxKey[],
  { count, seconds }: PaceWindow,
  now: Date,
): Promise<SentCounts> {
  const since = new Date(now.getTime() - seconds * 1_000)
  const newest = keys.map((_, at) =>
    newestOf((d) => `${d}.tenant_id = :tenant${at} and ${d}.mailbox_id = :account${at} and ${d}.attempted_at > :since`),
  )
  const rows = await em.execute<Row[]>(
    `select count(*)::int as used, min(attempted_at) as oldest, max(attempted_at) as newest from (
       select attempted_at from (${newest.map((each) => `(${each})`).join(' union all ')}) as l order by attempted_at desc limit :count) as newest`,
    {
      ...Object.fromEntries(
        keys.flatMap(({ tenantId, mailboxId }, at) => [
          [`tenant${at}`, tenantId],
          [`account${at}`, mailboxId],
        ]),
      ),
      since,
      count,
    },
  )
  return departuresOf(rows[0])
}

async function workspaceDepartures(
  em: Em,
  tenantId: string,
  { count, seconds, reason }: PaceWindow,
  now: Date,
): Promise<SentCounts> {
  const since = new Date(now.getTime() - seconds * 1_000)
  const sources = reason === 'PLAN_LIMIT' ? CAMPAIGN_SOURCES : SOURCES
  const newest = newestOf((d) => `${d}.tenant_id = :tenantId and ${d}.attempted_at > :since`, sources)
  const rows = await em.execute<Row[]>(
    `select count(*)::int as used, min(attempted_at) as oldest, max(attempted_at) as newest from (
       select attempted_at from (${newest}) as l order by attempted_at desc limit :count) as newest`,
    { tenantId, since, count },
  )
  return departuresOf(rows[0])
}

function departuresOf(row: Row | undefined): SentCounts {
  const date = (value: Date | null | undefined) => (value ? new Date(value) : null)
  return { used: row?.used ?? 0, oldest: date(row?.oldest), newest: date(row?.newest) }
}
