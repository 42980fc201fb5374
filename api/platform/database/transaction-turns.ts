import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '#domain/errors.ts'
import { createFairQueue, QueueFull, type FairQueue } from '../limits/fair-queue.ts'
import { LIMITS } from '../limits/limit-register.ts'
import { currentRequest } from '../current-request.ts'

/** The scope that sees the rows of all tenants. */
export const ALL_TENANTS = '*'

/** Statement timeout for requests, in ms; workers have none. */
const REQUEST_STATEMENT_TIMEOUT = 30_000
const QUERY_CANCELED = '57014'

/** Retry-After in seconds when the queue is full */
const RETRY_AFTER = 5

/** Transaction that the current code runs in. */
const transactions = new AsyncLocalStorage<{ open: boolean }>()

interface Turns {
  /** Runs `work` when it is the scope's turn; for a request with a statement timeout and in the queue of its origin. Throws UNAVAILABLE if the queue is full or a statement timed out. */
  take<T>(scope: string, work: (turn: { timeout: number | null }) => Promise<T>): Promise<T>
}

/**
 * Shares the connections of a pool fairly, so that no tenant's load blocks another's queries. Of 20 connections,
 * tenants have 14, each tenant at most 10, and at most 4 of these for requests. Queries across tenants have 5. One is
 * reserved for nested transactions, which never wait here, because they would wait for their own outer transaction.
 * Requests have fewer than jobs because they also compete for the database's processors: ten concurrent searches of one
 * tenant would slow down everybody's.
 */
export function createTurns(poolMax: number): Turns {
  const share = (part: number) => Math.max(1, Math.floor(poolMax * part))
  const { shares, waitingPerKey } = LIMITS.databaseConnections
  const queueOf = (places: number, perKey: number) =>
    createFairQueue({ places: share(places), perKey: share(perKey), waitingPerKey })
  const tenants = queueOf(shares.workspaces, shares.workspace)
  const asked = queueOf(shares.requests, shares.requestsOfOne)
  const system = queueOf(shares.acrossWorkspaces, shares.acrossWorkspaces)
  return {
    take: async (scope, work) => {
      const request = currentRequest()
      const turn = { timeout: request ? REQUEST_STATEMENT_TIMEOUT : null }
      if (transactions.getStore()?.open) return work(turn)
      const leave = await enter(
        scope === ALL_TENANTS ? [system] : request ? [asked, tenants] : [tenants],
        scope === ALL_TENANTS ? (request?.origin ?? 'the product itself') : scope,
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

/** Waits for a slot in each of the queues in turn. Resolves to a function that releases all of them. */
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
  return new AppError('UNAVAILABLE', 'The database took too long. Request less at a time, or try again.', {
    cause,
  })
}
