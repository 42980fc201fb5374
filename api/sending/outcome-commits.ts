import { setTimeout as sleep } from 'node:timers/promises'
import { groupCommit } from '#api/platform/jobs/group-commit.ts'
import type { EngineDeps } from './engine-deps.ts'
import type { MailboxKey, Outcome } from './store.ts'

/** ms between the attempts to save outcomes: 19 s in total, the length of a short database outage. */
const PAUSES = [100, 200, 400, 800, 1_600, ...Array<number>(8).fill(2_000)]

/**
 * Classes and codes of PostgreSQL that waiting does not change: bad data, a broken rule of a table, a statement that it
 * does not understand. Two rows with one key may be a race, so 23505 is not among them.
 */
const PERMANENT = ['22', '23502', '23503', '23514', '42']

type Deps = Pick<EngineDeps, 'log'> & { store: Pick<EngineDeps['store'], 'record'> }

/**
 * Makes the object that saves outcomes of emails in groups. An outcome often cannot be found out again, so saving
 * survives a short database outage, and one that the database refuses does not take the others of its group with it.
 * `add` throws the database's error after it was logged: the slice then breaks off, which the mailbox and its campaigns
 * show.
 */
export function outcomeCommits(
  { log, store }: Deps,
  key: MailboxKey,
  pause: (ms: number) => Promise<unknown> = sleep,
): { add(outcome: Outcome): Promise<void> } {
  const write = async (outcomes: readonly Outcome[]): Promise<void> => {
    for (const ms of [...PAUSES, null]) {
      try {
        return await store.record(key, outcomes)
      } catch (error) {
        if (ms === null || isPermanent(error)) throw error
        log.warn({ err: error, retryInMs: ms, ...key }, 'The outcomes of emails could not be saved yet')
        await pause(ms)
      }
    }
  }
  const alone = async (outcome: Outcome): Promise<Failed | null> => {
    try {
      await write([outcome])
      return null
    } catch (error) {
      const { logId } = outcome.attempt
      log.error({ err: error, emailLogId: logId, ...key }, 'The outcome of an email could not be saved')
      return { error }
    }
  }
  const commits = groupCommit<Outcome, Failed | null>(async (outcomes) => {
    try {
      await write(outcomes)
      return outcomes.map(() => null)
    } catch (error) {
      if (!isPermanent(error)) throw error
      const results: (Failed | null)[] = []
      // Once the database is away, the rest would wait as long again, one by one.
      let outage: Failed | null = null
      for (const outcome of outcomes) {
        const failed: Failed | null = outage ?? (await alone(outcome))
        if (failed && !isPermanent(failed.error)) outage = failed
        results.push(failed)
      }
      return results
    }
  })
  return {
    add: async (outcome) => {
      const failed = await commits.add(outcome)
      if (failed) throw failed.error
    },
  }
}

interface Failed {
  error: unknown
}

function isPermanent(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code.length === 5 && PERMANENT.some((start) => code.startsWith(start))
}
