import { domainOf, RECEIVERS } from '../campaigns/bulk-sender-rules.ts'
import { mayDraft } from '../mailboxes/mailboxes.ts'
import { PROVIDER_RULES } from '../mailboxes/providers.ts'
import { countedBy, recipientLimits, type LedgerMailbox } from './recipient-limits.ts'

/** Ledgers that several mailboxes share, whichever workspaces they are connected in (decision 0007). */

const DAY = 86_400
const MINUTE = 60

/** Emails, or quota units, to add to one window of a ledger. */
export interface Tally {
  ledger: string
  seconds: number
  units: number
}

/** The ledger of the organization that a mailbox belongs to at its provider; null without one. */
export function organizationLedger({ provider, directory }: LedgerMailbox): string | null {
  return directory && PROVIDER_RULES[provider].isOrganization(directory) ? `organisation:${directory}` : null
}

/** The ledger of our project at the provider; null where the provider has no quota for it. */
export function projectLedger({ provider }: LedgerMailbox): string | null {
  return PROVIDER_RULES[provider].projectLedger
}

/** The ledger of what colleagues with addresses at one domain send to one receiver. */
export const receiverLedger = (domain: string, receiver: string) => `receiver:${domain}:${receiver}`

/** Quota units that one email from this mailbox takes; 1 where the provider does not count in units. */
export function unitsPerEmail({ provider, scopes }: LedgerMailbox): number {
  return PROVIDER_RULES[provider].unitsPerEmail(mayDraft(scopes))
}

/**
 * Returns what emails from a mailbox, each to these addresses, add to the ledgers it shares. Quota units are used per
 * email.
 */
export function talliesOf(mailbox: LedgerMailbox, emails: readonly (readonly string[])[]): Tally[] {
  const own = domainOf(mailbox.email)
  const recipients = emails.flat()
  const external = recipients.filter((recipient) => domainOf(recipient) !== own)
  const project = projectLedger(mailbox)
  const units = emails.length * unitsPerEmail(mailbox)
  const found = [
    { ledger: organizationLedger(mailbox), seconds: DAY, units: external.length },
    { ledger: project, seconds: MINUTE, units },
    { ledger: project, seconds: DAY, units },
    ...recipientLimits(mailbox).map((limit) => ({
      ledger: limit.ledger,
      seconds: DAY,
      units: countedBy(limit, mailbox, emails),
    })),
    ...RECEIVERS.map(({ name, takes }) => ({
      ledger: receiverLedger(own, name),
      seconds: DAY,
      units: RECEIVERS.some((receiver) => receiver.takes(own))
        ? 0
        : external.filter((to) => takes(domainOf(to))).length,
    })),
  ]
  return found.flatMap(({ ledger, ...rest }) => (ledger !== null && rest.units > 0 ? [{ ledger, ...rest }] : []))
}

/**
 * Returns what is subtracted from the ledgers for attempts that did not send their email: everything if the provider
 * was not called, otherwise everything but the quota units of the call. Counts of different recipients stay, because
 * another email may have gone to the same person.
 */
export function givenBack(mailbox: LedgerMailbox, emails: readonly (readonly string[])[], called: boolean): Tally[] {
  const different = recipientLimits(mailbox).flatMap(({ counts, ledger }) => (counts === 'different' ? [ledger] : []))
  const tallies = talliesOf(mailbox, emails).filter(({ ledger }) => !different.includes(ledger))
  return called ? tallies.filter(({ ledger }) => ledger !== projectLedger(mailbox)) : tallies
}
