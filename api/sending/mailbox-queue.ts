import type { Enqueuing, JobQueue, Jobs } from '#api/platform/jobs/job-queue.ts'
import type { MailboxKey } from './store.ts'

/** Mailboxes with emails to send: one job per mailbox and slice, never per email. */
export const MAILBOX_QUEUE: JobQueue<MailboxKey> = {
  name: 'mailbox',
  options: { policy: 'short', notify: true, retryLimit: 3, expireInSeconds: 120, deleteAfterSeconds: 600 },
  keyOf: ({ mailboxId }, at) => `${mailboxId}@${at ? Math.ceil(at.getTime() / 1_000) : 'now'}`,
}

/** Enqueues a slice for a mailbox; takes effect when the transaction commits. */
export const wakeMailbox = (jobs: Jobs, em: Enqueuing, key: MailboxKey): Promise<void> =>
  jobs.add(MAILBOX_QUEUE, key, { em })

/** Enqueues a slice for a mailbox outside a transaction, immediately or at `at`. */
export const wakeMailboxNow = (jobs: Jobs, key: MailboxKey, at?: Date): Promise<void> =>
  jobs.add(MAILBOX_QUEUE, key, at && { at })

/** Calls `run` for every due mailbox, several concurrently. */
export const workMailboxes = (jobs: Jobs, run: (key: MailboxKey) => Promise<void>): Promise<void> =>
  jobs.workBatches(MAILBOX_QUEUE, { batchSize: 10, localConcurrency: 4, notifyPollingIntervalSeconds: 1 }, run)
