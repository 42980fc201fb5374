import type { MailboxKey } from '../sending/store.ts'

/** Locks on mailboxes, which the database frees by itself when this process dies. */
export interface MailboxLocks {
  /** Null when another worker has the lock. The signal is aborted when the lock is lost. */
  acquire(key: MailboxKey): Promise<{ signal: AbortSignal; release(): Promise<void> } | null>
  close(): Promise<void>
}

/** Work that goes on in the background of a process. */
export interface Worker {
  /** Begins nothing new and waits for what is under way. */
  stop(): Promise<void>
}
