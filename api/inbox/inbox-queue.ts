import type { JobQueue, Jobs } from '#api/platform/jobs/job-queue.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** Inboxes that are due to be read. */
export const INBOX_QUEUE: JobQueue<MailboxKey> = {
  name: 'inbox',
  options: { policy: 'short', retryLimit: 0, expireInSeconds: 120, deleteAfterSeconds: 60 },
  keyOf: ({ mailboxId }, at) => `${mailboxId}${at ? '@later' : ''}`,
}

/** Enqueues a read of each of these inboxes, immediately or at `at`; duplicates are merged. */
export const readInboxes = (jobs: Jobs, keys: readonly MailboxKey[], at?: Date): Promise<void> =>
  jobs.addAll(INBOX_QUEUE, keys, at && { at })

/** Calls `run` for every due inbox, several concurrently. */
export const workInboxes = (jobs: Jobs, run: (key: MailboxKey) => Promise<void>): Promise<void> =>
  jobs.workBatches(INBOX_QUEUE, { batchSize: LIMITS.inboxReads.max.process }, run)
