import type { Logger } from 'pino'
import type { Jobs } from '#api/platform/jobs/job-queue.ts'
import type { MailboxKey, SendStore } from '#api/sending/store.ts'
import { startWorker } from '#api/sending/sending-worker.ts'

/** A worker that acts only when a test says so, and gets the lease on every mailbox it wants. */
export async function idleWorker(options: {
  store: SendStore
  clock: () => Date
  log: Logger
  due?: () => Promise<MailboxKey[]>
  clockProblem?: () => string | null
  databaseProblem?: () => Promise<string | null>
}) {
  let begin: ((key: MailboxKey) => Promise<void>) | undefined
  const wakes: { key: MailboxKey; at: Date }[] = []
  const jobs: Partial<Jobs> = {
    workBatches: async (_queue, _batches, run) => void (begin = run as typeof begin),
    add: async (_queue, key, { at } = {}) => void wakes.push({ key: key as MailboxKey, at: at ?? options.clock() }),
  }
  const locks = {
    acquire: async () => ({ signal: new AbortController().signal, release: async () => {} }),
    close: async () => {},
  }
  const stops = { watch: () => ({ signal: new AbortController().signal, end: () => {} }), look: async () => {} }
  const worker = await startWorker({
    stops,
    due: async () => [],
    clockProblem: () => null,
    databaseProblem: async () => null,
    ...options,
    jobs: jobs as Jobs,
    locks,
  })
  return {
    wakes,
    sweep: () => worker.sweep(),
    stop: () => worker.stop(),
    /** Does the work of a queued job for the mailbox. */
    run: async (key: MailboxKey) => {
      await begin?.(key)
      await worker.idle()
    },
  }
}
