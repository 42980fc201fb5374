import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Jobs } from '#api/platform/jobs/job-queue.ts'
import { Slots } from '#api/platform/limits/concurrency-slots.ts'
import type { MailboxLocks } from './store.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import { runSlice } from './sending-engine.ts'
import { wakeMailboxNow, workMailboxes } from './mailbox-queue.ts'
import type { EngineDeps } from './engine-deps.ts'
import type { MailboxKey, SendStore } from './store.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** Seconds between two checks whether a workspace's sending was stopped, in case an event was lost. */
const LOOK_SECONDS = 1
/** seconds between two sweeps for unclaimed mailboxes (a lost job, a dead worker) */
const SWEEP_SECONDS = 5

export interface SendingWorker extends Worker {
  /** Resolves when the running slices are done. */
  idle(): Promise<void>
  /** Looks for unclaimed mailboxes; also runs every few seconds. */
  sweep(): Promise<void>
}

interface WorkerOptions {
  jobs: Jobs
  locks: MailboxLocks
  store: SendStore
  /** returns mailboxes with campaigns that are sending and due */
  due: () => Promise<MailboxKey[]>
  /** tells running slices that all sending of their workspace was stopped */
  stops: { watch(tenantId: string): { signal: AbortSignal; end(): void }; look(): Promise<void> }
  clock: () => Date
  /** the problem with this process's clock: nothing is sent then */
  clockProblem: () => string | null
  /** Returns why the database cannot be written to, if so: then nothing is sent. */
  databaseProblem: () => Promise<string | null>
  log: Logger
}

/** Processes mailboxes with work, from jobs and from sweeps, one slice of each at a time. */
export async function startWorker(options: WorkerOptions): Promise<SendingWorker> {
  const { jobs, stops, log } = options
  const stopping = new AbortController()
  const { run, idle } = createTurns(options, stopping.signal)
  const sweep = createSweep(options)
  await sweep()
  await workMailboxes(jobs, run)
  const rounds = [
    runPeriodically({ name: 'The sweep for due mailboxes', seconds: SWEEP_SECONDS, work: sweep, log, first: 'later' }),
    runPeriodically({
      name: 'Looking for stops of workspaces',
      seconds: LOOK_SECONDS,
      work: () => stops.look().catch(() => undefined),
      log,
      first: 'later',
    }),
  ]
  return {
    idle,
    sweep,
    stop: async () => {
      stopping.abort()
      await Promise.all(rounds.map((round) => round.stop()))
      await idle()
    },
  }
}

/** Gives mailboxes their turns in this process, up to its number of slots, until `stopping` is aborted. */
function createTurns(options: WorkerOptions, stopping: AbortSignal) {
  const { jobs, locks, store, stops, log, clock, clockProblem, databaseProblem } = options
  const running = new Set<Promise<void>>()
  const slots = new Slots(LIMITS.sendingMailboxes.max.process)

  async function runTurn(key: MailboxKey): Promise<void> {
    const lock = await locks.acquire(key)
    if (!lock) return
    const stop = stops.watch(key.tenantId)
    const deps: EngineDeps = { store, clock, log, signal: AbortSignal.any([lock.signal, stopping, stop.signal]) }
    let again: Date | null = null
    try {
      again = await runSlice(deps, key)
    } catch (error) {
      again = await noteBreakdown(options, key, error)
    } finally {
      stop.end()
      await lock.release()
    }
    again ??= await store.nextDue(key)
    if (again && !stopping.aborted) await wakeMailboxNow(jobs, key, again > clock() ? again : undefined)
  }

  return {
    /** Resolves when the mailbox's turn starts, not when it ends, so that a slow mailbox blocks no other. */
    run: async (key: MailboxKey): Promise<void> => {
      // Another worker's sweep, or ours once the problem is gone, picks up what is skipped here.
      if (stopping.aborted || clockProblem() || (await databaseProblem())) return
      await new Promise<void>((begun) => {
        const work = slots
          .use(() => {
            begun()
            return runTurn(key)
          })
          .catch((error) => log.error({ err: error, ...key }, 'A sending batch failed'))
          .finally(() => running.delete(work))
        running.add(work)
      })
    },
    idle: async (): Promise<void> => void (await Promise.allSettled(running)),
  }
}

/** Handles an unexpected error of a mailbox's turn: its campaigns show it and wait; details are in the log. */
async function noteBreakdown(
  { store, log, clock }: WorkerOptions,
  key: MailboxKey,
  error: unknown,
): Promise<Date | null> {
  const reference = randomUUID().slice(0, 8)
  log.error({ err: error, reference, ...key }, 'Sending from a mailbox failed')
  return store.noteBreakdown(key, { reference, random: Math.random() }, clock())
}

/** Makes the sweep, which wakes due mailboxes, or explains why this process does not. */
function createSweep({ jobs, locks, store, due, clockProblem, databaseProblem, log }: WorkerOptions) {
  /** ids of mailboxes that were due at the last sweep while our clock was wrong */
  let leftOut = new Set<string>()
  /** Explains a wrong clock: if no other worker sends from these mailboxes for two sweeps, their campaigns show it. */
  async function explainClock(keys: readonly MailboxKey[]): Promise<void> {
    const before = leftOut
    leftOut = new Set(keys.map(({ mailboxId }) => mailboxId))
    for (const key of keys.filter(({ mailboxId }) => before.has(mailboxId))) {
      const lock = await locks.acquire(key)
      if (!lock) continue
      await store.noteWrongClock(key).finally(() => lock.release())
    }
  }
  return async (): Promise<void> => {
    try {
      const keys = await due()
      if (clockProblem()) return await explainClock(keys)
      if (await databaseProblem()) return
      for (const key of keys) await wakeMailboxNow(jobs, key)
    } catch (error) {
      log.warn({ error: String(error) }, 'The sweep for due mailboxes failed')
    }
  }
}
