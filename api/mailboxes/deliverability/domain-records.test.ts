import { describe, expect, it } from 'vitest'
import type { Dns } from './dns-resolver.ts'
import { readDomain } from './domain-records.ts'

/** DNS with these TXT records; `null` fails. */
const dnsOf = (records: Record<string, string[] | null>): Dns => ({
  txt: async (name) => {
    const found = records[name]
    if (found === null) throw new Error('SERVFAIL')
    return found ?? []
  },
  cname: async () => [],
})

describe('the DNS records of a sending domain', () => {
  it('are read with SPF includes, DKIM keys and DMARC policy', async () => {
    const dns = dnsOf({
      'contoso.test': ['hello', 'v=spf1 include:a.test mx -all'],
      'a.test': ['v=spf1 include:spf.protection.outlook.com ?all'],
      'spf.protection.outlook.com': ['v=spf1 ip4:192.0.2.0/24 -all'],
      'selector2._domainkey.contoso.test': ['v=DKIM1; k=rsa; p=MIGf'],
      '_dmarc.contoso.test': ['v=DMARC1; p=none'],
    })
    expect(await readDomain(dns, 'contoso.test', 'microsoft')).toEqual({
      spf: {
        records: ['v=spf1 include:a.test mx -all'],
        includes: ['a.test', 'spf.protection.outlook.com'],
        lookups: 3,
      },
      dkim: ['selector2'],
      dmarc: { domain: 'contoso.test', records: ['v=DMARC1; p=none'] },
    })
  })

  it('include the DMARC policy of the closest parent domain', async () => {
    const dns = dnsOf({ '_dmarc.contoso.test': ['v=DMARC1; p=reject'] })
    const { dmarc } = await readDomain(dns, 'news.mail.contoso.test', 'google')
    expect(dmarc).toEqual({ domain: 'contoso.test', records: ['v=DMARC1; p=reject'] })
  })

  it('count a revoked key as missing, and a failed lookup as unknown', async () => {
    const dns = dnsOf({ 'contoso.test': null, 'google._domainkey.contoso.test': ['v=DKIM1; p='] })
    expect(await readDomain(dns, 'contoso.test', 'google')).toEqual({
      spf: null,
      dkim: [],
      dmarc: { domain: 'contoso.test', records: [] },
    })
  })

  it.each([
    ['refuses the provider', 'v=spf1 -include:_spf.google.com ~all', []],
    ['names the provider after its "all"', 'v=spf1 -all include:_spf.google.com', []],
    ['redirects although it has an "all"', 'v=spf1 redirect=_spf.google.com -all', []],
    ['names the provider with a plus sign', 'v=spf1 +include:_spf.google.com -all', ['_spf.google.com']],
  ])('name the providers that SPF allows when the record %s', async (_, record, includes) => {
    const { spf } = await readDomain(dnsOf({ 'contoso.test': [record] }), 'contoso.test', 'google')
    expect(spf?.includes).toEqual(includes)
  })

  it('are unknown if DNS takes too long', async () => {
    const slow: Dns = {
      cname: async () => [],
      txt: async (name) => (name === 'contoso.test' ? new Promise(() => {}) : []),
    }
    const { spf, dkim } = await readDomain(slow, 'contoso.test', 'google', 20)
    expect(spf).toBeNull()
    expect(dkim).toEqual([])
  })

  it('are read without endless lookups if they include themselves or very many others', async () => {
    const endless: Dns = {
      cname: async () => [],
      txt: async (name) => {
        const number = Number(/^s(\d+)/.exec(name)?.[1] ?? 0)
        return [`v=spf1 include:s${number + 1}.test include:${name} -all`]
      },
    }
    const { spf } = await readDomain(endless, 'contoso.test', 'google')
    expect(spf?.lookups).toBeGreaterThan(10)
    expect(spf?.includes.length).toBeLessThan(25)
  })
})
