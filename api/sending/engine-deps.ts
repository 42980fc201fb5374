import type { Logger } from 'pino'
import type { SendStore } from './store.ts'

/** Dependencies of the engine. */
export interface EngineDeps {
  store: SendStore
  clock: () => Date
  log: Logger
  /** returns a number from 0 up to 1, for the random variation of an outage's pauses */
  random?: () => number
  /** waits a number of ms within a slice; real time by default */
  sleep?: (ms: number) => Promise<void>
  /** aborted when the worker must stop or lost its lock on the mailbox: nothing new starts then */
  signal: AbortSignal
}
