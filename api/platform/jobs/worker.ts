import type { MailboxKey } from '#api/sending/store.ts'

/** Locks on mailboxes, released by the database if this process dies. */
export interface MailboxLocks {
  /** Null if another worker has the lock. The signal is aborted when the lock is lost. */
  acquire(key: MailboxKey): Promise<{ signal: AbortSignal; release(): Promise<void> } | null>
  close(): Promise<void>
}

/** Background work in a process. */
export interface Worker {
  /** Starts nothing new and waits for running work. */
  stop(): Promise<void>
}
