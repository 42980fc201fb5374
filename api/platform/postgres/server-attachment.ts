import { Client } from 'pg'
import { AppError } from '#domain/errors.ts'
import { isAway } from '../database/database-outage-errors.ts'
import { errnoOf, USE_YOUR_OWN } from './postgres-failures.ts'
import { NAME } from './instance-files.ts'
import type { Instance } from './instance-files.ts'

/** Key of the advisory lock that every process using the server holds shared ("Merg"). Advisory locks are per database: it is taken in `postgres`. */
const IN_USE = 0x4d657267

/**
 * Connects to the server, creates our database if needed, and marks the server as in use while the connection lasts.
 * Null if the server accepts no connections at the moment.
 */
export async function attach(instance: Instance, port: number): Promise<Client | null> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: NAME,
    password: instance.password,
    database: 'postgres',
    application_name: 'mergewell-supervisor',
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener, losing the server would crash this process; 'end' notifies the supervisor.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ exists: boolean }>(
      `select exists (select from pg_database where datname = $1), pg_advisory_lock_shared($2)`,
      [NAME, IN_USE],
    )
    if (rows[0]?.exists === false) await client.query(`create database ${NAME}`)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    if (isAway(error)) return null
    if (errnoOf(error) !== '28P01') throw error
    throw new AppError(
      'UNAVAILABLE',
      `PostgreSQL on port ${port} rejected the password in ${instance.folder}/password. ` +
        `Restore the old file, or delete that folder to start over. ${USE_YOUR_OWN}`,
      { cause: error },
    )
  }
}

/** Releases our mark and connection; returns whether nobody else uses the server. Call it under the start lock. */
export async function detach(client: Client): Promise<{ alone: boolean }> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [IN_USE])
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [IN_USE])
    return { alone: rows[0]?.alone === true }
  } finally {
    await client.end().catch(() => undefined)
  }
}
