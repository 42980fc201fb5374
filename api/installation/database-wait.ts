import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { AppError } from '#domain/errors.ts'
import { isAway } from '#api/platform/database/database-outage-errors.ts'

/** ms that startup waits for the database */
const DATABASE_WAIT_MS = 30_000
const BETWEEN_TRIES = 1_000
const BETWEEN_LINES = 5_000
/** timeout in ms of one connection attempt */
const TRY = 5_000

/** The setting that has the URL of a database. */
export type DatabaseVariable = 'DATABASE_URL' | 'MIGRATE_DATABASE_URL'

/**
 * Waits until the database accepts connections, at most 30 s, and logs the reason every few seconds. Errors name the
 * variable that `url` comes from.
 * @throws AppError UNAVAILABLE in one line, without the password in the URL
 */
export async function waitForDatabase(
  url: string,
  {
    variable,
    say,
    now = Date.now,
    pause = sleep,
  }: {
    variable: DatabaseVariable
    say: (line: string) => void
    now?: () => number
    pause?: (ms: number) => Promise<unknown>
  },
): Promise<void> {
  const place = placeOf(url)
  const began = now()
  let told = began - BETWEEN_LINES
  for (;;) {
    const failure = await failureToConnect(url)
    if (failure === null) return
    const reason = reasonOf(failure)
    if (!isAway(failure)) {
      throw new AppError(
        'UNAVAILABLE',
        `The database at ${place} refused the connection: ${reason}. Check ${variable}.`,
        {
          cause: failure,
        },
      )
    }
    const waited = now() - began
    if (waited + BETWEEN_TRIES > DATABASE_WAIT_MS) {
      throw new AppError(
        'UNAVAILABLE',
        `The database at ${place} did not answer within ${DATABASE_WAIT_MS / 1_000} s: ${reason}. Check that it is running and that ${variable} is right.`,
        { cause: failure },
      )
    }
    if (now() - told >= BETWEEN_LINES) {
      told = now()
      say(
        `Waiting for the database at ${place} (${reason}); giving up in ${Math.round((DATABASE_WAIT_MS - waited) / 1_000)} s.`,
      )
    }
    await pause(BETWEEN_TRIES)
  }
}

async function failureToConnect(url: string): Promise<unknown> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: TRY,
    application_name: 'mergewell-check',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return null
  } catch (error) {
    return error ?? new Error('unknown error')
  } finally {
    await client.end().catch(() => undefined)
  }
}

function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host || 'localhost'}${pathname}`
}

function reasonOf(failure: unknown): string {
  const first: unknown = failure instanceof AggregateError ? failure.errors[0] : failure
  return (first instanceof Error ? first.message : String(first)).split('\n')[0] ?? ''
}
