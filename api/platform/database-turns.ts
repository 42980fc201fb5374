import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '#domain/errors.ts'
import { createFairQueue, QueueFull, type FairQueue } from './fair-queue.ts'

/** The scope of work that sees the rows of all tenants. */
export const EVERYBODY = '*'

/** ms that one statement of a request may take; workers have all the time they need */
const REQUEST_STATEMENT_TIMEOUT = 30_000
/** transactions of one tenant, or of one address across tenants, that may wait for their turn */
const WAITING_MAX = 1_000
const QUERY_CANCELED = '57014'

/** s after which a request that found no room may try again */
const RETRY_AFTER = 5

/** The request that work is done for: where it came from. */
const requests = new AsyncLocalStorage<{ origin: string }>()
/** The transaction that work is done within. */
const transactions = new AsyncLocalStorage<{ open: boolean }>()

/** Does `work` for a request: its statements are cut off after a while, and requests of one origin wait for each other first. */
export function forRequest<T>(origin: string, work: () => T): T {
  return requests.run({ origin }, work)
}

interface Turns {
  /** Does `work` when it is the scope's turn. Throws UNAVAILABLE when too much waits or a statement took too long. */
  take<T>(scope: string, work: (turn: { timeout: number | null }) => Promise<T>): Promise<T>
}

/**
 * Shares out the connections of a pool, so that no tenant's load keeps another's queries waiting: of 20, tenants have 14 at a time and each
 * of them 10 at most, 4 of these for requests; look-ups across tenants have 5, and one is left for transactions within a transaction, which
 * never wait here: what they would wait for may be waiting for them. Requests have less than jobs since they also compete for the
 * processors of the database: ten searches of one tenant at a time would slow down everybody's.
 */
export function createTurns(poolMax: number): Turns {
  const share = (part: number) => Math.max(1, Math.floor(poolMax * part))
  const tenants = createFairQueue({ places: share(0.7), perKey: share(0.5), waitingPerKey: WAITING_MAX })
  const asked = createFairQueue({ places: share(0.5), perKey: share(0.2), waitingPerKey: WAITING_MAX })
  const system = createFairQueue({ places: share(0.25), perKey: share(0.25), waitingPerKey: WAITING_MAX })
  return {
    take: async (scope, work) => {
      const request = requests.getStore()
      const turn = { timeout: request ? REQUEST_STATEMENT_TIMEOUT : null }
      if (transactions.getStore()?.open) return work(turn)
      const leave = await enter(
        scope === EVERYBODY ? [system] : request ? [asked, tenants] : [tenants],
        scope === EVERYBODY ? (request?.origin ?? 'the product itself') : scope,
      ).catch(refuse)
      const transaction = { open: true }
      try {
        return await transactions.run(transaction, () => work(turn))
      } catch (error) {
        throw isCanceled(error) ? tookTooLong(error) : error
      } finally {
        transaction.open = false
        leave()
      }
    },
  }
}

/** Waits for a place in each of the queues, one after the other. Resolves to what gives all of them back. */
async function enter(queues: readonly FairQueue[], key: string): Promise<() => void> {
  const places: (() => void)[] = []
  const leave = () => places.forEach((giveBack) => giveBack())
  try {
    for (const queue of queues) places.push(await queue.enter(key))
  } catch (error) {
    leave()
    throw error
  }
  return leave
}

function refuse(error: unknown): never {
  if (!(error instanceof QueueFull)) throw error
  const message = `Too many requests are waiting. Try again in ${RETRY_AFTER} seconds.`
  throw new AppError('UNAVAILABLE', message, { retryAfter: RETRY_AFTER, cause: error })
}

const isCanceled = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === QUERY_CANCELED

function tookTooLong(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', 'The database took too long for this. Ask for less at a time, or try again.', {
    cause,
  })
}
