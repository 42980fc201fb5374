import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#api/platform/app-context.ts'
import type { MailboxLocks } from '#api/sending/store.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import { sweepFollowUps } from './follow-up-sweep.ts'

/** Seconds between two checks for follow-ups that are due. */
const SECONDS = 10

/**
 * Maximum ms that a process works on follow-ups before it looks again which campaigns are due; another process may take
 * over then.
 */
const TURN = 30_000

/** Largest share of the time that is spent on follow-ups, 0 to 1, so that the database keeps time for other work. */
const SHARE = 0.25

/** ms of rest after a batch that took `worked` ms. */
export const restAfter = (worked: number) => worked / SHARE - worked

/**
 * Looks for follow-ups that are due, whenever `takeTurn` gives this process its turn: one process at a time does, so that the
 * part of the database's time stays the same with any number of processes.
 */
export function startFollowUpSweeps(
  app: App,
  takeTurn: () => ReturnType<MailboxLocks['acquire']>,
  turnMs = TURN,
): Worker {
  const sweep = async (stopping: AbortSignal) => {
    if (app.clockProblem()) return
    const turn = await takeTurn()
    if (!turn) return
    const signal = AbortSignal.any([stopping, turn.signal, AbortSignal.timeout(turnMs)])
    const rest = (worked: number) => sleep(restAfter(worked), undefined, { signal }).catch(() => undefined)
    await sweepFollowUps(app, { signal, rest }).finally(() => turn.release())
  }
  return runPeriodically({ name: 'Looking for follow-ups', seconds: SECONDS, work: sweep, log: app.log })
}
