import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#api/platform/app.ts'
import type { MailboxLocks } from '#api/sending/store.ts'
import { runPeriodically } from '#api/platform/jobs/periodic.ts'
import type { Worker } from '#api/platform/jobs/worker.ts'
import { sweepFollowUps } from './sweep.ts'

/** seconds between two looks for follow-ups that are due */
const SECONDS = 10

/** ms of a turn: then the campaigns that became due meanwhile are looked at, maybe by another process */
const TURN = 30_000

/** Part of the time that is spent on follow-ups while some are due: the database has other things to do. */
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
