import type { SignInProvider } from '#domain/mailboxes/providers.ts'
import {
  hostOfDomain,
  hostOfMx,
  userIn,
  type MailHost,
  type RefusedHost,
} from '#domain/mailboxes/providers/smtp/mail-hosts.ts'
import { readAutoconfig } from './autoconfig.ts'
import type { FetchText } from './fetch-text.ts'
import type { FoundServers } from './found-servers.ts'
import { findByServiceRecords, type MailDns } from './service-records.ts'

/**
 * Finds the mail servers of an email address:
 *
 * 1. by the table of known hosts, if its domain is one of theirs: no request is made; 2. by the file in which the
 * domain describes them (Autoconfig), at the domain itself; 3. by Thunderbird's database (ISPDB), if the operator gave
 * its URL, because it learns the domain; 4. by SRV records (RFC 6186, RFC 8314); 5. by the table of known hosts and the
 * domain's MX records.
 *
 * Steps 2 to 5 run at once, and the first of this order that finds servers decides. A source that does not answer in
 * time counts as having none.
 */

/** ms for all look-ups of one search together. */
const PATIENCE_MS = 8_000

export type ServerSource = 'host' | 'autoconfig' | 'ispdb' | 'service_records' | 'mail_exchanger'

export interface ServerSearch {
  servers: FoundServers | null
  source: ServerSource | null
  /** the mail host, if it is in the table of known hosts or is the sandbox */
  host: Pick<MailHost, 'name' | 'appPassword' | 'help' | 'before'> | null
  /** reason why the mailbox cannot be connected by password, as a sentence */
  refusal: string | null
  /** provider at which the person can sign in in a browser instead of with a password; null if none is known */
  signIn: SignInProvider | null
}

export interface SearchMeans {
  dns: MailDns
  fetchText: FetchText
  /** URL of a copy of Thunderbird's database, ending with a slash; null: it is not asked */
  ispdbUrl: string | null
  /** ms for all look-ups of one search together */
  patienceMs?: number
}

/**
 * Finds the mail servers of an email address whose domain is in lower case; the top of this file describes how. Never
 * throws.
 */
export async function findServers(
  { dns, fetchText, ispdbUrl, patienceMs = PATIENCE_MS }: SearchMeans,
  email: string,
): Promise<ServerSearch> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const known = hostOfDomain(domain)
  if (known) return ofHost(known, 'host', email)

  const signal = AbortSignal.timeout(patienceMs)
  const inTime = <T>(asked: Promise<T | null>) => Promise.race([asked.catch(() => null), aborted(signal)])
  const config = async (url: string) => {
    const xml = await fetchText(url, signal)
    return xml === null ? null : readAutoconfig(xml, email)
  }
  const query = `emailaddress=${encodeURIComponent(email)}`
  const [own, wellKnown, ispdb, records, exchangers] = await Promise.all([
    inTime(config(`https://autoconfig.${domain}/mail/config-v1.1.xml?${query}`)),
    inTime(config(`https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml?${query}`)),
    ispdbUrl === null ? null : inTime(config(`${ispdbUrl}${domain}`)),
    inTime(findByServiceRecords(dns, email)),
    inTime(dns.mx(domain)),
  ])
  const host = hostOfMx(exchangers ?? [])
  const answers = [
    { source: 'autoconfig', found: own },
    { source: 'autoconfig', found: wellKnown },
    { source: 'ispdb', found: ispdb },
    { source: 'service_records', found: records },
  ] as const
  for (const { source, found } of answers) {
    if (found && 'smtp' in found) return { servers: found, source, host: ownHost(host), refusal: null, signIn: null }
  }
  if (host) return ofHost(host, 'mail_exchanger', email)
  const refusal = answers.flatMap(({ found }) => (found && 'refusal' in found ? [found.refusal] : []))[0] ?? null
  return { servers: null, source: null, host: null, refusal, signIn: null }
}

const ownHost = (host: MailHost | RefusedHost | null) => (host && 'smtp' in host ? host : null)

function ofHost(host: MailHost | RefusedHost, source: ServerSource, email: string): ServerSearch {
  const { signIn = null } = host
  if ('refusal' in host) return { servers: null, source: null, host: null, refusal: host.refusal, signIn }
  const { smtp, imap, smtpUser, imapUser } = host
  return {
    servers: { smtp: { ...smtp, user: userIn(smtpUser, email) }, imap: { ...imap, user: userIn(imapUser, email) } },
    source,
    host,
    refusal: null,
    signIn,
  }
}

/** Resolves to null when the signal aborts. */
const aborted = (signal: AbortSignal) =>
  new Promise<null>((resolve) => {
    if (signal.aborted) return resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
