/** Facts that decide which mailbox a campaign leaves from. */
interface Candidate {
  status: string
  canSend: boolean
  isDefault: boolean
  lastUsed?: string | null
}

/**
 * The mailbox that the user's next campaign would leave from: their own default, or the most recently used one that is
 * shared with them; undefined if none works.
 */
export function defaultMailbox<Mailbox extends Candidate>(mailboxes: readonly Mailbox[]): Mailbox | undefined {
  const working = mailboxes.filter(({ status, canSend }) => canSend && status !== 'error')
  return (
    working.find(({ isDefault }) => isDefault) ??
    working.toSorted((one, other) => (other.lastUsed ?? '').localeCompare(one.lastUsed ?? ''))[0]
  )
}
