import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { AppError } from '#domain/errors.ts'

/** ms that a PostgreSQL notification may take to arrive. */
const NOTIFY_TIMEOUT = 10_000

/**
 * Checks that a connection keeps its PostgreSQL session. The job queue, live updates and mailbox locks depend on that; a pooler in
 * transaction mode breaks it, and without this check the only symptom would be emails sent by two processes.
 * @throws AppError UNAVAILABLE in one line: what was found, and what to do
 */
export async function checkSessions(url: string): Promise<void> {
  const [first, second] = [connection(url), connection(url)]
  try {
    await Promise.all([first.connect(), second.connect()])
    const found = await findSharedSession(first, second)
    if (found === null) return
    throw new AppError(
      'UNAVAILABLE',
      `DATABASE_URL points to a connection pooler that does not keep sessions: ${found}. Connect to PostgreSQL directly, or use session pooling (PgBouncer: pool_mode = session).`,
    )
  } finally {
    await Promise.all([first.end(), second.end()].map((ended) => ended.catch(() => undefined)))
  }
}

function connection(url: string): Client {
  const client = new Client({ connectionString: url, application_name: 'mergewell-check' })
  client.on('error', () => undefined)
  return client
}

/** Evidence that two connections share a session; null if they do not. */
async function findSharedSession(first: Client, second: Client): Promise<string | null> {
  const name = `mergewell_check_${randomBytes(8).toString('hex')}`
  const lock = randomInt(1, 2 ** 31)
  const before = await backend(first)
  // A pooler would give the second connection the backend that is idle in the first.
  await second.query('begin')
  if ((await backend(second)) === before) return 'two connections share one backend'
  if ((await backend(first)) !== before) return 'a connection changes its backend between transactions'
  await second.query('rollback')

  await first.query(`select set_config('mergewell.check', $1, false)`, [name])
  if ((await setting(second)) === name) return 'a setting made by one connection shows up in another'
  if ((await setting(first)) !== name) return 'settings (SET) are lost between transactions'

  await first.query('select pg_advisory_lock($1)', [lock])
  const taken = await row<{ got: boolean }>(second, 'select pg_try_advisory_lock($1) as got', [lock])
  if (taken.got) return 'a session lock does not keep another connection out'
  const freed = await row<{ freed: boolean }>(first, 'select pg_advisory_unlock($1) as freed', [lock])
  if (!freed.freed) return 'session locks are lost between transactions'

  const heard = new Promise<true>((resolve) => {
    first.on('notification', ({ channel }) => channel === name && resolve(true))
  })
  await first.query(`listen ${name}`)
  await second.query(`notify ${name}`)
  const late = new AbortController()
  const arrived = await Promise.race([heard, sleep(NOTIFY_TIMEOUT, false, { signal: late.signal }).catch(() => false)])
  late.abort()
  return arrived ? null : 'notifications (LISTEN) do not arrive'
}

async function row<T extends QueryResultRow>(client: Client, sql: string, values: unknown[] = []): Promise<T> {
  const { rows } = await client.query<T>(sql, values)
  return rows[0] as T
}

const backend = async (client: Client) => (await row<{ pid: number }>(client, 'select pg_backend_pid() as pid')).pid
const setting = async (client: Client) =>
  (await row<{ value: string | null }>(client, `select current_setting('mergewell.check', true) as value`)).value
