import type { App } from '../../context.ts'
import type { Worker } from '../../queue/worker.ts'
import { sweepFollowUps } from './sweep.ts'

/** ms between two looks for follow-ups that are due */
const EVERY = 10_000

/** Looks for follow-ups that are due, in this process; safe to run in several. */
export function startFollowUpSweeps(app: App): Worker {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const round = async () => {
    try {
      if (!app.clockProblem()) await sweepFollowUps(app, stopping.signal)
    } catch (error) {
      app.log.error({ err: error }, 'Looking for follow-ups failed')
    }
    if (!stopping.signal.aborted) timer = setTimeout(() => void (running = round()), EVERY)
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
