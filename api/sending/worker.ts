import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Jobs } from '../queue/jobs.ts'
import { Slots } from '../queue/slots.ts'
import type { MailboxLocks, Worker } from '../queue/worker.ts'
import { runSlice } from './engine.ts'
import type { EngineDeps } from './slice.ts'
import type { MailboxKey, SendStore } from './store.ts'

/** Mailboxes that one process sends from at a time; most of that is waiting for providers. */
const AT_ONCE = 100
/** ms between two looks for mailboxes whose work nobody has taken up (a lost job, a dead worker) */
const SWEEP = 5_000

export interface SendingWorker extends Worker {
  /** Resolves when the slices that run now are over. */
  idle(): Promise<void>
  /** Looks for mailboxes whose work nobody has taken up; it does so by itself every few seconds. */
  sweep(): Promise<void>
}

/** Takes up mailboxes with work, as jobs say and as a sweep finds them, and sends a slice of each at a time. */
export async function startWorker(options: {
  jobs: Jobs
  locks: MailboxLocks
  store: SendStore
  /** mailboxes with campaigns that are sending and due */
  due: () => Promise<MailboxKey[]>
  clock: () => Date
  /** what is wrong with the clock of this process: nothing is sent then */
  clockProblem: () => string | null
  log: Logger
}): Promise<SendingWorker> {
  const { jobs, locks, store, log, clock, clockProblem } = options
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const slots = new Slots(AT_ONCE)

  const slice = async (key: MailboxKey) => {
    const lock = await locks.acquire(key)
    if (!lock) return
    const deps: EngineDeps = { store, clock, log, signal: AbortSignal.any([lock.signal, stopping.signal]) }
    let again: Date | null = null
    try {
      again = await runSlice(deps, key)
    } catch (error) {
      again = await brokeOff(key, error)
    } finally {
      await lock.release()
    }
    again ??= await store.nextDue(key)
    if (again && !stopping.signal.aborted) await jobs.wakeMailboxNow(key, again > clock() ? again : undefined)
  }
  /** Nobody foresaw this: it is said on the mailbox's campaigns, which wait longer each time, and the log tells more. */
  const brokeOff = async (key: MailboxKey, error: unknown): Promise<Date | null> => {
    const reference = randomUUID().slice(0, 8)
    log.error({ err: error, reference, ...key }, 'Sending from a mailbox broke off')
    return store.noteBreakdown(key, { reference, random: Math.random() }, clock())
  }
  /** Resolves when the mailbox has its turn, not when that is over: a slow one holds up no other. */
  const run = async (key: MailboxKey) => {
    // Another worker's sweep, or our own once the clock is right, takes up what is left out here.
    if (stopping.signal.aborted || clockProblem()) return
    await new Promise<void>((begun) => {
      const work = slots
        .use(() => {
          begun()
          return slice(key)
        })
        .catch((error) => log.error({ err: error, ...key }, 'A slice of sending broke off'))
        .finally(() => running.delete(work))
      running.add(work)
    })
  }
  /** ids of the mailboxes that were due at the last sweep while our clock was wrong */
  let leftOut = new Set<string>()
  /** Mailboxes that nobody else sends from for two sweeps say on their campaigns that a clock is wrong. */
  const explainClock = async (keys: readonly MailboxKey[]) => {
    const before = leftOut
    leftOut = new Set(keys.map(({ mailAccountId }) => mailAccountId))
    for (const key of keys.filter(({ mailAccountId }) => before.has(mailAccountId))) {
      const lock = await locks.acquire(key)
      if (!lock) continue
      await store.noteWrongClock(key).finally(() => lock.release())
    }
  }
  const sweep = async () => {
    try {
      const keys = await options.due()
      if (clockProblem()) return await explainClock(keys)
      for (const key of keys) await jobs.wakeMailboxNow(key)
    } catch (error) {
      log.warn({ error: String(error) }, 'The sweep for due mailboxes failed')
    }
  }

  await sweep()
  await jobs.work(run)
  const timer = setInterval(() => void sweep(), SWEEP)
  const idle = async () => void (await Promise.allSettled(running))
  return {
    idle,
    sweep,
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await idle()
    },
  }
}
