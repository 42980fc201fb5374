import type { App } from '#api/platform/app.ts'
import { every } from '#api/platform/jobs/every.ts'
import type { Worker } from '#api/platform/jobs/worker.ts'
import { runRepeats } from './run.ts'

/** ms between two looks for runs of repeating campaigns */
const EVERY = 20_000

/** Makes the runs of repeating campaigns that are due, now and every 20 seconds; safe to run in several processes. */
export const startRepeats = (app: App): Worker =>
  every(EVERY, async (stopped) => {
    if (app.clockProblem() !== null) return
    await runRepeats(app, stopped).catch((error: unknown) => {
      app.log.error({ err: error }, 'Looking for runs of repeating campaigns failed')
    })
  })
