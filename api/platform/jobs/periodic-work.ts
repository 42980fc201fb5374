import type { Logger } from 'pino'
import type { Worker } from './job-worker.ts'

/** Work that a process repeats as long as the process runs. */
export interface PeriodicWork {
  /** name of the work in the log line "… failed" */
  name: string
  /** seconds between the end of one run and the start of the next */
  seconds: number
  /** Does one run of the job. `signal` is aborted when the process stops. */
  work: (signal: AbortSignal) => Promise<unknown>
  log: Logger
  /** when the first run starts; default: at once */
  first?: 'now' | 'later'
}

/**
 * Repeats work, never twice at once; a run that fails is logged and does not end the repetition. Stopping aborts the signal
 * and waits for the running work. The timer keeps no process alive.
 */
export function runPeriodically({ name, seconds, work, log, first = 'now' }: PeriodicWork): Worker {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const round = async () => {
    try {
      await work(stopping.signal)
    } catch (error) {
      log.warn({ error: String(error), stack: error instanceof Error ? error.stack : undefined }, `${name} failed`)
    }
    wait()
  }
  const wait = () => {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => (running = round()), seconds * 1_000).unref()
  }
  let running = Promise.resolve()
  if (first === 'now') running = round()
  else wait()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
