import { RECEIVERS } from '../../campaigns/bulk-sender-rules.ts'
import { PROVIDER_RULES, PROVIDERS, type Provider } from '../providers.ts'
import type { HostDns } from '../providers/provider.ts'

/** True if emails from a domain would be trusted, judged by its DNS records (product: mailboxes.landing). Pure. */

/** A DNS record to add, as a domain's DNS settings ask for it. */
export interface DnsRecord {
  type: 'TXT' | 'CNAME'
  name: string
  value: string
}

/** Verdicts on a DNS record. `unknown`: the record could not be checked. */
export const VERDICTS = ['ok', 'warning', 'error', 'unknown'] as const
export type Verdict = (typeof VERDICTS)[number]

export const FINDING_CODES = [
  'PROVIDER_DOMAIN',
  'SPF',
  'DKIM',
  'DMARC',
  'ALIGNMENT',
  'ONE_CLICK',
  'POSTAL_ADDRESS',
  'RECEIVED_SPF',
  'RECEIVED_DKIM',
  'RECEIVED_DMARC',
] as const
export type FindingCode = (typeof FINDING_CODES)[number]

/** Result of checking one requirement. */
export interface Finding {
  code: FindingCode
  verdict: Verdict
  /** result and advice, in words */
  text: string
  /** DNS record that would fix the finding */
  record: DnsRecord | null
}

/** DNS records of a domain; null where a lookup failed. */
export interface DomainRecords {
  spf: {
    /** the domain's records that begin with v=spf1 */
    records: readonly string[]
    /** domains that the SPF records include, directly or through others */
    includes: readonly string[]
    /** DNS lookups that a receiver needs for the SPF records (RFC 7208 allows 10) */
    lookups: number
  } | null
  /** the provider's selectors under which there is a key */
  dkim: readonly string[] | null
  /** the records that begin with v=DMARC1, of the domain or the closest parent that has one */
  dmarc: { domain: string; records: readonly string[] } | null
}

const LOOKUPS_MAX = 10

/** Returns whether the provider itself manages the domain, as for gmail.com and outlook.com. */
export const isProviderDomain = (domain: string): boolean => RECEIVERS.some(({ takes }) => takes(domain))

/** Order of verdicts: errors come first. */
const ORDER: Record<Verdict, number> = { error: 0, warning: 1, unknown: 2, ok: 3 }

/**
 * Judges a domain's records for emails sent through this provider, and what our emails carry; what is wrong comes
 * first.
 */
export function judgeDomain(
  domain: string,
  provider: Provider,
  records: DomainRecords,
  { postalAddress, host = null }: { postalAddress: boolean; host?: HostDns | null },
): Finding[] {
  const name = PROVIDERS[provider].organizationProduct
  const own = [
    postalAddress
      ? found('POSTAL_ADDRESS', 'ok', 'Campaign emails end with your postal address.')
      : found(
          'POSTAL_ADDRESS',
          'warning',
          'Campaign emails have no postal address. An admin can add it under Settings → Brand; many countries require it.',
        ),
    found('ONE_CLICK', 'ok', 'Every campaign email has the one-click unsubscribe header.'),
  ]
  if (isProviderDomain(domain)) {
    return worstFirst([found('PROVIDER_DOMAIN', 'ok', `${name} manages ${domain} and its records.`), ...own])
  }
  const spf = judgeSpf(domain, provider, records.spf, host)
  const dkim = judgeDkim(domain, provider, records.dkim)
  const findings = [spf, dkim, judgeDmarc(domain, records.dmarc), judgeAlignment(domain, spf, dkim), ...own]
  return worstFirst(findings)
}

/** The findings with what is wrong first. */
export const worstFirst = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((one, other) => ORDER[one.verdict] - ORDER[other.verdict])

function judgeSpf(domain: string, provider: Provider, spf: DomainRecords['spf'], host: HostDns | null): Finding {
  const name = host?.name ?? PROVIDERS[provider].organizationProduct
  const dns = host ? { include: host.include, all: '~all' } : PROVIDER_RULES[provider].dns
  if (spf === null) return lookupFailed('SPF', domain)
  if (dns === null) return judgeUnknownSpf(domain, spf.records)
  const { include, all } = dns
  const [record, ...others] = spf.records
  if (record === undefined) {
    const value = `v=spf1 include:${include} ${all}`
    return found(
      'SPF',
      'error',
      `${domain} has no SPF record, so receivers cannot tell that ${name} may send for it.`,
      {
        type: 'TXT',
        name: domain,
        value,
      },
    )
  }
  if (others.length > 0) {
    return found(
      'SPF',
      'error',
      `${domain} has ${spf.records.length} SPF records, but only one is allowed. Merge them into one.`,
      {
        type: 'TXT',
        name: domain,
        value: merged(spf.records, include),
      },
    )
  }
  if (!spf.includes.includes(include)) {
    return found(
      'SPF',
      'error',
      `The SPF record of ${domain} does not allow ${name} to send for it. Replace it with this one.`,
      {
        type: 'TXT',
        name: domain,
        value: withInclude(record, include),
      },
    )
  }
  if (spf.lookups > LOOKUPS_MAX) {
    return found(
      'SPF',
      'error',
      `The SPF record of ${domain} needs ${spf.lookups} DNS lookups, and receivers stop after ${LOOKUPS_MAX}. Remove services that no longer send for ${domain}.`,
    )
  }
  if (!readTermsOf(record).some((term) => isStrict(term) || isRedirect(term))) {
    return found(
      'SPF',
      'warning',
      `The SPF record of ${domain} lets anyone send email as this domain. Change its ending to ${all}.`,
      {
        type: 'TXT',
        name: domain,
        value: ['v=spf1', ...termsOf(record).filter((term) => !isAll(term)), all].join(' '),
      },
    )
  }
  return found('SPF', 'ok', `The SPF record of ${domain} allows ${name} to send for it.`)
}

/** Judges the SPF records of a domain whose provider may be any host. */
function judgeUnknownSpf(domain: string, records: readonly string[]): Finding {
  if (records.length > 1) {
    const text = `${domain} has ${records.length} SPF records, but only one is allowed. Merge them into one.`
    return found('SPF', 'error', text)
  }
  return records.length === 0
    ? found(
        'SPF',
        'error',
        `${domain} has no SPF record, so receivers cannot tell who may send for it. Add the record that your email host names.`,
      )
    : found(
        'SPF',
        'unknown',
        `Whether the SPF record of ${domain} allows your email host to send for it cannot be told from here. An email to yourself shows it.`,
      )
}

function judgeDkim(domain: string, provider: Provider, selectors: DomainRecords['dkim']): Finding {
  const name = PROVIDERS[provider].organizationProduct
  const { dns } = PROVIDER_RULES[provider]
  if (selectors === null) return lookupFailed('DKIM', domain)
  if (dns === null) {
    return found(
      'DKIM',
      'unknown',
      `Under which name ${name} keeps its DKIM key cannot be told from here. An email to yourself shows whether emails are signed as ${domain}.`,
    )
  }
  const { dkimHelp, hasFixedSelectors } = dns
  if (selectors.length > 0)
    return found('DKIM', 'ok', `${name} can sign emails as ${domain} (DKIM key ${selectors.join(', ')}).`)
  return hasFixedSelectors
    ? found(
        'DKIM',
        'error',
        `${domain} has no DKIM keys of ${name}, so emails are not signed as ${domain}. ${dkimHelp}`,
      )
    : found(
        'DKIM',
        'unknown',
        `No DKIM key was found under the usual name. If your administrator chose another name, an email to yourself shows whether it works. Otherwise: ${dkimHelp}`,
      )
}

function judgeDmarc(domain: string, dmarc: DomainRecords['dmarc']): Finding {
  if (dmarc === null) return lookupFailed('DMARC', domain)
  const [record, ...others] = dmarc.records
  const place = `_dmarc.${dmarc.domain}`
  if (record === undefined) {
    return found(
      'DMARC',
      'error',
      `${domain} has no DMARC record. Gmail and Outlook.com demand one from senders of many emails.`,
      { type: 'TXT', name: `_dmarc.${domain}`, value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}` },
    )
  }
  if (others.length > 0) {
    return found(
      'DMARC',
      'error',
      `${place} has ${dmarc.records.length} DMARC records, so receivers ignore them. Keep one.`,
    )
  }
  const policy = (dmarc.domain === domain ? undefined : policyOf(record, 'sp')) ?? policyOf(record, 'p')
  if (policy === undefined) {
    return found('DMARC', 'error', `The DMARC record at ${place} has no valid policy (p=none, quarantine or reject).`, {
      type: 'TXT',
      name: place,
      value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
    })
  }
  return policy === 'none'
    ? found(
        'DMARC',
        'ok',
        `${place} has a DMARC record. It only observes (p=none), which Gmail and Outlook.com accept.`,
      )
    : found('DMARC', 'ok', `${place} has a DMARC record with the policy ${policy}.`)
}

/** DMARC passes if SPF or DKIM passes for the domain of From. Both providers use that domain for SPF as well. */
function judgeAlignment(domain: string, spf: Finding, dkim: Finding): Finding {
  const ways = [spf.verdict === 'ok' && 'SPF', dkim.verdict === 'ok' && 'DKIM'].filter((way) => way !== false)
  if (ways.length > 0)
    return found('ALIGNMENT', 'ok', `Emails can pass DMARC as ${domain} through ${ways.join(' and ')}.`)
  return [spf, dkim].some(({ verdict }) => verdict === 'unknown')
    ? found('ALIGNMENT', 'unknown', `We could not find out whether emails pass DMARC as ${domain}.`)
    : found('ALIGNMENT', 'error', `Emails cannot pass DMARC as ${domain}: neither SPF nor DKIM is set up for it.`)
}

const found = (code: FindingCode, verdict: Verdict, text: string, record: DnsRecord | null = null): Finding => ({
  code,
  verdict,
  text,
  record,
})

const lookupFailed = (code: FindingCode, domain: string): Finding =>
  found(code, 'unknown', `The DNS of ${domain} did not answer. Check again in a few minutes.`)

/** The policy that a DMARC record gives for its own domain (`p`) or the domains below it (`sp`). */
function policyOf(record: string, tag: 'p' | 'sp'): string | undefined {
  const tags = record.split(';').map((part) => part.split('=').map((side) => side.trim().toLowerCase()))
  const policy = tags.find(([name]) => name === tag)?.[1]
  return policy !== undefined && ['none', 'quarantine', 'reject'].includes(policy) ? policy : undefined
}

const termsOf = (record: string): string[] => record.trim().split(/\s+/).slice(1)
const isAll = (term: string) => /^[+?~-]?all$/i.test(term)

/** The terms of an SPF record that receivers read: nothing after `all`, and no redirect beside it (RFC 7208, 5.1). */
export function readTermsOf(record: string): string[] {
  const terms = termsOf(record)
  const end = terms.findIndex(isAll)
  return end < 0 ? terms : terms.slice(0, end + 1).filter((term) => !isRedirect(term))
}
const isStrict = (term: string) => /^[~-]all$/i.test(term)
const isRedirect = (term: string) => /^redirect=/i.test(term)

/**
 * Returns what a record allows, without its ending. A redirect counts only in a record without `all` (RFC 7208, 6.1);
 * as ours ends in one, it becomes an include.
 */
function allowedBy(record: string, include: string): string[] {
  const terms = termsOf(record)
  const hasAll = terms.some(isAll)
  return terms
    .filter((term) => !isAll(term) && !(hasAll && isRedirect(term)) && !refuses(term, include))
    .map((term) => term.replace(/^redirect=/i, 'include:'))
}

/** Returns whether a term says that the provider may not, or not surely, send. */
const refuses = (term: string, include: string) =>
  /^[~?-]/.test(term) && term.slice(1).toLowerCase() === `include:${include}`

/**
 * Merges several SPF records into one that allows everything they allow, and the provider; it ends as the strictest of
 * them.
 */
function merged(records: readonly string[], include: string): string {
  const terms = records.flatMap(termsOf)
  const all = ['-all', '~all'].find((each) => terms.includes(each)) ?? '~all'
  return [
    'v=spf1',
    ...new Set([...records.flatMap((record) => allowedBy(record, include)), `include:${include}`]),
    all,
  ].join(' ')
}

function withInclude(record: string, include: string): string {
  const all = termsOf(record).find(isStrict) ?? '~all'
  return ['v=spf1', ...allowedBy(record, include), `include:${include}`, all].join(' ')
}
