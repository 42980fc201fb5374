import type { Em } from '../database.ts'

export interface MailboxKey {
  tenantId: string
  mailAccountId: string
}

export interface Jobs {
  /** Enqueues work for a mailbox; it stands when the running transaction commits. */
  wakeMailbox(em: Em, key: MailboxKey, at?: Date): Promise<void>
}
