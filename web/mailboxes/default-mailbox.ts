/** Fields of a mailbox that decide whether it is the default. */
interface Candidate {
  status: string
  canSend: boolean
  isDefault: boolean
  lastUsed?: string | null
}

/**
 * Returns the mailbox that the user's next campaign would be sent from: their own default, or the most recently used
 * one that is shared with them; undefined if none works.
 */
export function defaultMailbox<Mailbox extends Candidate>(mailboxes: readonly Mailbox[]): Mailbox | undefined {
  const working = mailboxes.filter(({ status, canSend }) => canSend && status !== 'error')
  return (
    working.find(({ isDefault }) => isDefault) ??
    working.toSorted((one, other) => (other.lastUsed ?? '').localeCompare(one.lastUsed ?? ''))[0]
  )
}
