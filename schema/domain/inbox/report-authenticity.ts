import { isAligned, readAuthenticationResults } from '../mailboxes/authentication-results.ts'
import { domainOf } from '../campaigns/bulk-sender-rules.ts'
import { hasServerAddress } from './report-signs.ts'
import type { ReturnedMail } from './returned-mail.ts'

/**
 * Decides whether a delivery report may be believed, because anybody can write one. A report that names an email of
 * ours, by its id or in its conversation, comes from where that email went. Any other report is believed only if the
 * mailbox's provider vouches for the sender (RFC 8601), and the sender may speak for the recipient: as the recipient's
 * domain, the mailbox's own, or its provider.
 */

/** The domains from which Gmail and Exchange Online report. Those of Exchange are the organization's own. */
const PROVIDER_DOMAINS = ['googlemail.com', 'google.com']
const EXCHANGE = /^microsoftexchange[0-9a-f]{32}@/

/**
 * Finds the domain whose mail server wrote a message, if the mailbox's provider vouches for it.
 *
 * @param mail its `authentication-results` are those of the mailbox's own provider; empty if only other servers noted some
 * @returns null if it vouches for none
 */
export function vouchedDomain(mail: ReturnedMail): string | null {
  const { from, headers } = mail
  // Anybody can have an address at a provider such as Gmail, but none that is reserved for its server.
  if (/.@./.test(from) && !hasServerAddress(mail)) return null
  const results = readAuthenticationResults(headers['authentication-results'])
  if (!results) return null
  const passed = [
    ...(results.spf === 'pass' ? [results.spfDomain] : []),
    ...results.dkim.flatMap(({ result, domain }) => (result === 'pass' ? domain : [])),
  ].filter(Boolean)
  const domain = /.@./.test(from) ? domainOf(from) : ''
  if (results.dmarc === 'fail') return null
  // A mail server without an address is known by its name alone.
  if (!domain) return passed[0] ?? null
  return results.dmarc === 'pass' || passed.some((each) => isAligned(each, domain)) ? domain : null
}

/** Returns whether a vouched domain may report on a recipient of a mailbox. */
export function maySpeakFor(vouched: string | null, recipient: string, own: readonly string[]): boolean {
  if (vouched === null) return false
  const concerned = [recipient, ...own].map(domainOf)
  return PROVIDER_DOMAINS.includes(vouched) || concerned.some((domain) => isAligned(vouched, domain))
}

/**
 * Returns whether the mailbox's own provider wrote a report, so that its statements about the sender are true. Each
 * provider adds authentication results to everything that comes from outside, so a report without them was written
 * inside.
 */
export function isFromOwnProvider(mail: ReturnedMail, own: readonly string[]): boolean {
  if (!hasServerAddress(mail)) return false
  const domain = domainOf(mail.from)
  const isOwn = own.some((address) => domainOf(address) === domain)
  if (mail.headers['authentication-results'] !== undefined) {
    const results = readAuthenticationResults(mail.headers['authentication-results'])
    // Exchange notes no sender's server for what it writes itself.
    if (results && EXCHANGE.test(mail.from) && !results.spf) return results.dmarc !== 'fail'
    return (isOwn || PROVIDER_DOMAINS.includes(domain)) && vouchedDomain(mail) === domain
  }
  return isOwn || PROVIDER_DOMAINS.includes(domain) || EXCHANGE.test(mail.from) || domain.endsWith('.onmicrosoft.com')
}
