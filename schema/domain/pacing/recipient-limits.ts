import type { Provider } from '../mailboxes/providers.ts'
import { domainOf } from '../campaigns/bulk-senders.ts'

/** What decides which ledgers a mailbox shares. */
export interface LedgerMailbox {
  provider: Provider
  email: string
  /** the provider's id of the account; absent while unknown */
  subject?: string | null | undefined
  /** id of the organization at Microsoft; absent while unknown */
  directory?: string | null | undefined
  scopes: readonly string[]
}

/** Which recipients (To, CC and BCC) a limit counts: all, those outside the sender's domain, or each of those once. */
export type CountedRecipients = 'recipients' | 'external' | 'different'

/** Recipients that a provider allows a mailbox in any 24 hours. */
export interface RecipientLimit {
  counts: CountedRecipients
  /** recipients a day */
  perDay: number
  /** the ledger that counts them; its part before # is what has to be locked */
  ledger: string
  /** whose recipients it counts */
  scope: 'mailbox' | 'organization'
}

const CONSUMER_GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns the daily recipient limits of a mailbox. Trials of Google Workspace, and customers who have not paid USD 100 or are
 * not 60 days old, have 500: that cannot be seen from outside and is learned from the refusal.
 *
 * Sources, read on 2026-11-28: Exchange Online limits (10,000 recipients a day; 100 external ones a day for all senders at
 * onmicrosoft.com of an organization together), Gmail sending limits in Google Workspace, and Gmail's limits for personal accounts.
 */
export function recipientLimits(mailbox: LedgerMailbox): RecipientLimit[] {
  const { provider, email, subject } = mailbox
  const domain = domainOf(email)
  const own = (counts: CountedRecipients, perDay: number): RecipientLimit[] =>
    subject ? [{ counts, perDay, ledger: `mailbox:${provider}:${subject}#${counts}`, scope: 'mailbox' }] : []
  if (provider === 'google') {
    return CONSUMER_GMAIL.has(domain)
      ? own('recipients', 500)
      : [...own('recipients', 10_000), ...own('external', 3_000), ...own('different', 2_000)]
  }
  const ledger = `onmicrosoft:${mailbox.directory ?? domain}`
  const shared: RecipientLimit = { counts: 'external', perDay: 100, ledger, scope: 'organization' }
  return [...own('recipients', 10_000), ...(domain.endsWith('.onmicrosoft.com') ? [shared] : [])]
}

/**
 * Counts the recipients of emails as a limit does.
 *
 * @param emails the addresses that each email goes to, copies included
 */
export function countedBy(
  { counts }: Pick<RecipientLimit, 'counts'>,
  { email }: Pick<LedgerMailbox, 'email'>,
  emails: readonly (readonly string[])[],
): number {
  const all = emails.flat()
  const external = all.filter((address) => domainOf(address) !== domainOf(email))
  if (counts === 'recipients') return all.length
  return counts === 'external' ? external.length : new Set(external).size
}
