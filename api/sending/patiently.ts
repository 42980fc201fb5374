import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { MailboxKey } from './store.ts'

/** ms for which an outcome is kept in memory while the database is unavailable */
const PATIENCE = 20_000

/** Persists an outcome with retries. It often cannot be looked up again, so it must survive a short database outage. */
export async function withRetries(
  { clock, log }: { clock: () => Date; log: Logger },
  key: MailboxKey,
  write: () => Promise<void>,
): Promise<void> {
  const gives = clock().getTime() + PATIENCE
  for (let pause = 100; ; pause = Math.min(2_000, pause * 2)) {
    try {
      return await write()
    } catch (error) {
      if (clock().getTime() + pause > gives) throw error
      log.warn({ err: error, ...key }, 'The outcomes of emails could not be saved yet')
      await sleep(pause)
    }
  }
}
