import pg from 'pg'
import type { Logger } from 'pino'
import { Slots } from '#api/platform/limits/concurrency-slots.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import type { MailboxLocks } from '#api/sending/store.ts'

interface Session {
  client: pg.Client
  lost: AbortController
  /** Runs one query at a time, as the client requires. */
  query(sql: string, name: string): Promise<pg.QueryResult<{ got: boolean }>>
}

/**
 * Send locks for mailboxes: PostgreSQL advisory locks on one connection of this process, so the database releases them
 * when the process dies. If the connection is lost, so are the locks, and every holder is notified.
 */
export function createMailboxLocks(
  url: string,
  log: Logger,
  /**
   * the mailbox's identity at its provider: the same for every workspace it is connected in; null if it no longer
   * exists
   */
  identify: (key: MailboxKey) => Promise<string | null>,
): MailboxLocks {
  let session: Promise<Session> | null = null
  const held = new Set<string>()

  const connect = async (): Promise<Session> => {
    const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'mergewell-locks' })
    const lost = new AbortController()
    const drop = () => {
      lost.abort()
      held.clear()
      session = null
    }
    client.on('error', (error) =>
      log.warn({ error: error.message }, 'The connection that locks the mailboxes was lost'),
    )
    client.on('end', drop)
    await client.connect()
    // A machine that froze or went away loses its locks after a minute, not after two hours.
    await client.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3')
    const turns = new Slots(1)
    return { client, lost, query: (sql, name) => turns.use(() => client.query(sql, [name])) }
  }

  return {
    async acquire(key, purpose = 'mailbox') {
      const identity = await identify(key)
      const name = `${purpose}/${identity ?? `${key.tenantId}/${key.mailboxId}`}`
      if (held.has(name)) return null
      held.add(name)
      try {
        session ??= connect().catch((error) => {
          session = null
          throw error
        })
        const { query, lost } = await session
        const { rows } = await query('select pg_try_advisory_lock(hashtextextended($1, 0)) as got', name)
        if (!rows[0]?.got) {
          held.delete(name)
          return null
        }
        return {
          signal: lost.signal,
          release: async () => {
            if (lost.signal.aborted) return
            await query('select pg_advisory_unlock(hashtextextended($1, 0)) as got', name)
            held.delete(name)
          },
        }
      } catch (error) {
        held.delete(name)
        throw error
      }
    },
    async close() {
      const open = await session?.catch(() => null)
      await open?.client.end()
    },
  }
}
