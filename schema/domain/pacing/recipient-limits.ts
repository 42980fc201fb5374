import { type Provider, PROVIDER_RULES } from '../mailboxes/providers.ts'
import { domainOf } from '../campaigns/bulk-sender-rules.ts'
import type { CountedRecipients } from '../mailboxes/providers/provider.ts'

/** Facts that decide which ledgers a mailbox shares. */
export interface LedgerMailbox {
  provider: Provider
  email: string
  /** the provider's id of the account; absent while unknown */
  subject?: string | null | undefined
  /** id of the organization at Microsoft; absent while unknown */
  directory?: string | null | undefined
  scopes: readonly string[]
  /** true if each email also goes to the mailbox itself, which hosts count */
  copyToSelf?: boolean | undefined
}

/** Recipients that a provider allows a mailbox in any 24 hours. */
export interface RecipientLimit {
  counts: CountedRecipients
  /** recipients a day */
  perDay: number
  /** the ledger that counts them; its part before # is what has to be locked */
  ledger: string
  /** mailboxes whose recipients the limit counts */
  scope: 'mailbox' | 'organization'
}

/** Returns the daily recipient limits of a mailbox. A mailbox whose account is not known yet has none of its own. */
export function recipientLimits({ provider, email, subject, directory }: LedgerMailbox): RecipientLimit[] {
  const limits = PROVIDER_RULES[provider].recipientLimits({ domain: domainOf(email), directory, subject })
  return limits.flatMap(({ counts, perDay, ledger }): RecipientLimit[] => {
    if (ledger !== undefined) return [{ counts, perDay, ledger, scope: 'organization' }]
    return subject ? [{ counts, perDay, ledger: `mailbox:${provider}:${subject}#${counts}`, scope: 'mailbox' }] : []
  })
}

/** Returns what the host of a mailbox allows, where its provider has many hosts. */
export const hostCeilings = ({ provider, email, subject }: LedgerMailbox) =>
  PROVIDER_RULES[provider].hostCeilings?.({ domain: domainOf(email), subject: subject ?? null }) ?? []

/**
 * Counts the recipients of emails as a limit does.
 *
 * @param emails the addresses that each email goes to, copies included; a copy to the mailbox itself is added here
 */
export function countedBy(
  { counts }: Pick<RecipientLimit, 'counts'>,
  { email, copyToSelf }: Pick<LedgerMailbox, 'email' | 'copyToSelf'>,
  emails: readonly (readonly string[])[],
): number {
  const all = emails.flatMap((to) => (copyToSelf && !to.includes(email) ? [...to, email] : to))
  const external = all.filter((address) => domainOf(address) !== domainOf(email))
  if (counts === 'recipients') return all.length
  return counts === 'external' ? external.length : new Set(external).size
}
