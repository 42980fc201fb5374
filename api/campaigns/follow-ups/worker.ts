import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../context.ts'
import type { Worker } from '../../queue/worker.ts'
import { sweepFollowUps } from './sweep.ts'

/** ms between two looks for follow-ups that are due */
const EVERY = 10_000

/** Part of the time that a process works while follow-ups are due: the database has other things to do. */
const SHARE = 0.25

/** ms that a process rests after a batch that took `worked` ms. */
export const restAfter = (worked: number) => worked / SHARE - worked

/** Looks for follow-ups that are due, in this process; safe to run in several. */
export function startFollowUpSweeps(app: App): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (worked: number) => sleep(restAfter(worked), undefined, { signal }).catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const round = async () => {
    try {
      if (!app.clockProblem()) await sweepFollowUps(app, { signal, rest })
    } catch (error) {
      app.log.error({ err: error }, 'Looking for follow-ups failed')
    }
    if (!signal.aborted) timer = setTimeout(() => void (running = round()), EVERY)
  }
  let running = round()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
