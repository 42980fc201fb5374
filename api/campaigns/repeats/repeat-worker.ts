import type { App } from '#api/platform/app-context.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import { runRepeats } from './repeat-run.ts'

/** seconds between two looks for runs of repeating campaigns */
const RUN_CHECK_INTERVAL_SECONDS = 20

/** Makes the runs of repeating campaigns that are due, now and every 20 seconds; safe to run in several processes. */
export const startRepeats = (app: App): Worker =>
  runPeriodically({
    name: 'Looking for runs of repeating campaigns',
    seconds: RUN_CHECK_INTERVAL_SECONDS,
    work: async (signal) => {
      if (app.clockProblem() === null) await runRepeats(app, () => signal.aborted)
    },
    log: app.log,
  })
