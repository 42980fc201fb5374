import { acrossTenants, type Em } from '../../platform/database.ts'
import type { Departures, PaceWindow } from '#domain/pacing/pace.ts'
import type { MailboxKey } from '../../sending/store.ts'

/** What counts as having left a mailbox: everything handed over, unless it is known that it did not leave. */
export const LEFT = `(status in ('sending', 'sent', 'delivered') or status = 'failed' and (error like 'UNCERTAIN%' or sent_at is not null))`
/** The same of test mails, which people send themselves. */
const TEST_LEFT = `(status in ('sending', 'sent') or status = 'failed' and error like 'UNCERTAIN%')`

/** Where departures are written down, and which of the rows there count. */
const SOURCES = { email_logs: LEFT, test_mails: TEST_LEFT, earlier_departures: 'true' }

/** SQL for the newest departures of rows that `where` chooses, and its values: those of `where` with the most that are asked for. */
function newestOf(where: string, values: readonly unknown[], count: number): [string, unknown[]] {
  const parts = Object.entries(SOURCES).map(
    ([table, left]) =>
      `(select attempted_at from ${table} where ${where} and ${left} order by attempted_at desc limit ?)`,
  )
  return [parts.join(' union all '), parts.flatMap(() => [...values, count])]
}

/** s that the longest window has: what left before counts nowhere any more */
const LONGEST = 86_400

/**
 * Keeps what left, or may have left, of mails of a campaign that `which` chooses, before they are sent again or deleted: it goes on counting.
 */
export async function keepDepartures(
  em: Em,
  { tenantId, id }: { tenantId: string; id: string },
  [which, values]: readonly [string, readonly unknown[]],
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - LONGEST * 1_000)
  await em.execute(`delete from earlier_departures where tenant_id = :tenantId and attempted_at <= :since`, {
    tenantId,
    since,
  })
  await em.execute(
    `insert into earlier_departures (tenant_id, mail_account_id, attempted_at, is_certain)
     select tenant_id, mail_account_id, attempted_at, sent_at is not null from email_logs l
     where tenant_id = ? and campaign_id = ? and attempted_at > ? and mail_account_id is not null and ${LEFT} and ${which}`,
    [tenantId, id, since, ...values],
  )
}

/**
 * What left by the ledger within each window, up to `now` (decision 0010). A mailbox that is connected in several workspaces has one
 * ledger; a window of the workspace counts all its mailboxes.
 */
export async function departures(
  em: Em,
  key: MailboxKey,
  windows: readonly PaceWindow[],
  now: Date,
): Promise<Departures[]> {
  const twins = await acrossTenants(em, () => twinsOf(em, key))
  const found: Departures[] = []
  for (const window of windows) {
    const ofMailbox = () => mailboxDepartures(em, [key, ...twins], window, now)
    if (window.scope === 'workspace') found.push(await workspaceDepartures(em, key.tenantId, window, now))
    else found.push(twins.length === 0 ? await ofMailbox() : await acrossTenants(em, ofMailbox))
  }
  return found
}

/** The same mailbox in other workspaces. */
function twinsOf(em: Em, key: MailboxKey): Promise<MailboxKey[]> {
  return em.execute<MailboxKey[]>(
    `select twin.tenant_id as "tenantId", twin.id as "mailAccountId" from mail_accounts own
     join mail_accounts twin on twin.provider = own.provider and twin.subject = own.subject
       and (twin.tenant_id, twin.id) <> (own.tenant_id, own.id)
     where own.tenant_id = :tenantId and own.id = :mailAccountId`,
    { tenantId: key.tenantId, mailAccountId: key.mailAccountId },
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
): Promise<Departures> {
  const since = new Date(now.getTime() - seconds * 1_000)
  const where = 'tenant_id = box.tenant and mail_account_id = box.account and attempted_at > ?'
  const [newest, values] = newestOf(where, [since], count)
  const rows = await em.execute<Row[]>(
    `select count(*)::int as used, min(attempted_at) as oldest, max(attempted_at) as newest from (
       select l.attempted_at from jsonb_to_recordset(?::jsonb) as box (tenant uuid, account uuid) cross join lateral (${newest}) as l
       order by l.attempted_at desc limit ?) as newest`,
    [
      JSON.stringify(keys.map(({ tenantId, mailAccountId }) => ({ tenant: tenantId, account: mailAccountId }))),
      ...values,
      count,
    ],
  )
  return departuresOf(rows[0])
}

async function workspaceDepartures(
  em: Em,
  tenantId: string,
  { count, seconds }: PaceWindow,
  now: Date,
): Promise<Departures> {
  const since = new Date(now.getTime() - seconds * 1_000)
  const [newest, values] = newestOf('tenant_id = ? and attempted_at > ?', [tenantId, since], count)
  const rows = await em.execute<Row[]>(
    `select count(*)::int as used, min(attempted_at) as oldest, max(attempted_at) as newest from (
       select attempted_at from (${newest}) as l order by attempted_at desc limit ?) as newest`,
    [...values, count],
  )
  return departuresOf(rows[0])
}

function departuresOf(row: Row | undefined): Departures {
  const date = (value: Date | null | undefined) => (value ? new Date(value) : null)
  return { used: row?.used ?? 0, oldest: date(row?.oldest), newest: date(row?.newest) }
}
