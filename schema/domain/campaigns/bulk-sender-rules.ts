/**
 * Receivers with special rules for domains that send many emails to private addresses (product: mailboxes.bulk-sender).
 */

interface Receiver {
  name: 'Gmail' | 'Outlook.com'
  /** regular expression for its domains; JavaScript and PostgreSQL read it alike */
  domains: string
  takes: (domain: string) => boolean
}

const receiver = (name: Receiver['name'], domains: string): Receiver => {
  const pattern = new RegExp(domains)
  return { name, domains, takes: (domain) => pattern.test(domain) }
}

export const RECEIVERS: readonly Receiver[] = [
  receiver('Gmail', '^(gmail|googlemail)[.]com$'),
  receiver('Outlook.com', '^((outlook|hotmail|live)[.](com|[a-z]{2}|com?[.][a-z]{2})|(msn|passport)[.]com)$'),
]

/** Emails in 24 hours from which a domain is a bulk sender. */
export const BULK_FROM = 5_000
/** Emails in 24 hours from which we warn. */
const WARNING_EMAILS_PER_DAY = 4_000

/** The domain of an address, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

const REQUIREMENTS =
  'SPF, DKIM and an aligned DMARC policy must pass, unsubscribing must take one click and work within 48 hours, and complaints must stay under 0.1%.'

/**
 * A warning if a domain is, or will be, close to a bulk sender; null if not. `used` emails went to the receiver in the
 * last 24 hours; `more` are about to.
 */
export function bulkSenderWarning(domain: string, to: Receiver['name'], used: number, more = 0): string | null {
  const all = used + more
  if (all < WARNING_EMAILS_PER_DAY) return null
  const sent = `${all.toLocaleString('en-US')} emails from ${domain} to ${to} addresses in 24 hours, from all mailboxes together`
  const counted = more > 0 ? `With this campaign there are ${sent}.` : `There were ${sent}.`
  const rule = `From ${BULK_FROM.toLocaleString('en-US')} in a day, ${to} treats ${domain} as a bulk sender permanently`
  return `${counted} ${rule}: ${REQUIREMENTS} Ask the person who manages ${domain} before you send.`
}
