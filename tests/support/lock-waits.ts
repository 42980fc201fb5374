import { Client } from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './database-url.ts'

/** Returns whether a statement in this database waits for a lock, on any node. */
export async function somebodyWaitsForALock(url: string): Promise<boolean> {
  return (await waitingForLocks(url)) > 0
}

/** Returns how many statements in this database wait for a lock, on all nodes. */
export async function waitingForLocks(url: string): Promise<number> {
  const name = new URL(url).pathname.slice(1)
  const found = await Promise.all(
    inject('postgresNodes').map(async (node) => {
      const client = new Client({ connectionString: databaseUrl(node, name) })
      await client.connect()
      try {
        const { rows } = await client.query<object>(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length
      } finally {
        await client.end()
      }
    }),
  )
  return found.reduce((sum, count) => sum + count, 0)
}
