import { readTermsOf, type DomainRecords } from '#domain/mailboxes/deliverability/deliverability-findings.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dns } from './dns-resolver.ts'
import { PROVIDER_RULES, type Provider } from '#domain/mailboxes/providers.ts'

/** Lookups of one SPF record after which reading stops: far more than receivers accept. */
const SPF_MAX = 20
/** Parent domains that are asked for a DMARC record (RFC 9989 allows eight). */
const PARENTS_MAX = 8

/** ms after which everything that was not read counts as failed */
const LOOKUP_TIMEOUT_MS = 20_000

/** Reads what DNS says about a domain; null where a lookup failed or took too long. Never throws. */
export async function readDomain(
  dns: Dns,
  domain: string,
  provider: Provider,
  patience = LOOKUP_TIMEOUT_MS,
): Promise<DomainRecords> {
  const late = sleep(patience, null, { ref: false })
  const orNull = <T>(reading: Promise<T>): Promise<T | null> => Promise.race([reading.catch(() => null), late])
  const [spf, dkim, dmarc] = await Promise.all([
    orNull(readSpf(dns, domain)),
    orNull(readDkim(dns, domain, provider)),
    orNull(readDmarc(dns, domain)),
  ])
  return { spf, dkim, dmarc }
}

const isSpf = (record: string) => /^v=spf1(\s|$)/i.test(record)

async function readSpf(dns: Dns, domain: string): Promise<NonNullable<DomainRecords['spf']>> {
  const records = (await dns.txt(domain)).filter(isSpf)
  const includes: string[] = []
  let lookups = 0
  const follow = async (record: string): Promise<void> => {
    for (const term of readTermsOf(record)) {
      const [, qualifier = '', kind = '', target = ''] =
        /^([+?~-]?)(include:|redirect=|exists:|(?:a|mx|ptr)(?=[:/]|$))(.*)$/i.exec(term) ?? []
      if (!kind) continue
      lookups += 1
      if (!/^(include:|redirect=)/i.test(kind)) continue
      const name = target.toLowerCase()
      if (name.includes('%') || includes.includes(name) || lookups > SPF_MAX) continue
      // Terms with another qualifier name servers that must not, or not surely, send.
      if (!['', '+'].includes(qualifier)) continue
      includes.push(name)
      const [next] = (await dns.txt(name)).filter(isSpf)
      if (next !== undefined) await follow(next)
    }
  }
  if (records.length === 1 && records[0] !== undefined) await follow(records[0])
  return { records, includes, lookups }
}

async function readDkim(dns: Dns, domain: string, provider: Provider): Promise<string[]> {
  const selectors = PROVIDER_RULES[provider].dns?.selectors ?? []
  const keys = await Promise.all(selectors.map((selector) => dns.txt(`${selector}._domainkey.${domain}`)))
  // A record with an empty key is a revoked one.
  return selectors.filter((_, index) => keys[index]?.some((record) => /(^|;)\s*p=\s*[^;\s]/i.test(record)))
}

async function readDmarc(dns: Dns, domain: string): Promise<NonNullable<DomainRecords['dmarc']>> {
  const labels = domain.split('.')
  for (let parent = 0; parent < Math.min(PARENTS_MAX, labels.length - 1); parent += 1) {
    const place = labels.slice(parent).join('.')
    const records = (await dns.txt(`_dmarc.${place}`)).filter((record) => /^v=DMARC1\s*(;|$)/i.test(record))
    if (records.length > 0) return { domain: place, records }
  }
  return { domain, records: [] }
}
