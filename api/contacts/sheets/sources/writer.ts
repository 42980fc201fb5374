import type { App } from '#api/platform/app.ts'
import { runPeriodically } from '#api/platform/jobs/periodic.ts'
import type { Worker } from '#api/platform/jobs/worker.ts'
import { writeDueSources } from './write-source.ts'

/** seconds between two looks for connected sheets to be written */
const EVERY_SECONDS = 60

/** Writes into connected sheets what became of their emails; safe to run in several processes. */
export const startSheetWriter = (app: App): Worker =>
  runPeriodically({
    name: 'Looking for connected sheets to be written',
    seconds: EVERY_SECONDS,
    work: async (signal) => {
      if (app.clockProblem() === null) await writeDueSources(app, () => signal.aborted)
    },
    log: app.log,
  })
