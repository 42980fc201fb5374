import { describe, expect, it } from 'vitest'
import { judgeDomain, type DomainRecords, type Finding } from './deliverability-findings.ts'

const good: DomainRecords = {
  spf: {
    records: ['v=spf1 include:spf.protection.outlook.com -all'],
    includes: ['spf.protection.outlook.com'],
    lookups: 2,
  },
  dkim: ['selector1'],
  dmarc: { domain: 'contoso.com', records: ['v=DMARC1; p=quarantine; rua=mailto:a@contoso.com'] },
}
const spf = (record: string, includes: string[] = [], lookups = 1): Partial<DomainRecords> => ({
  spf: { records: [record], includes, lookups },
})
const judge = (changes: Partial<DomainRecords>, provider: 'microsoft' | 'google' = 'microsoft') =>
  judgeDomain('contoso.com', provider, { ...good, ...changes }, { postalAddress: true })
const of = (findings: Finding[], code: Finding['code']) => findings.find((finding) => finding.code === code)

describe("the findings about a domain's DNS records", () => {
  it('are positive when SPF, DKIM and DMARC name the provider', () => {
    expect(judge({}).every(({ verdict }) => verdict === 'ok')).toBe(true)
  })

  it('name the record of the email host for a mailbox that is connected by address and password', () => {
    const judgeAt = (host: { name: string; include: string } | null) =>
      of(judgeDomain('contoso.com', 'smtp', { ...good, ...spf('v=spf1 ~all') }, { postalAddress: true, host }), 'SPF')
    expect(judgeAt({ name: 'Fastmail', include: 'spf.messagingengine.com' })).toMatchObject({
      ...{ verdict: 'error', text: expect.stringContaining('does not allow Fastmail to send') },
      record: { value: 'v=spf1 include:spf.messagingengine.com ~all' },
    })
    expect(judgeAt(null)).toMatchObject({ verdict: 'unknown', record: null })
  })

  it.each<[string, Partial<DomainRecords>, Finding['code'], Finding['verdict'], string | null]>([
    [
      'no SPF',
      { spf: { records: [], includes: [], lookups: 0 } },
      'SPF',
      'error',
      'v=spf1 include:spf.protection.outlook.com -all',
    ],
    [
      'two SPF records',
      {
        spf: { records: ['v=spf1 ip4:192.0.2.1 ~all', 'v=spf1 include:a.test -all'], includes: ['a.test'], lookups: 1 },
      },
      'SPF',
      'error',
      'v=spf1 ip4:192.0.2.1 include:a.test include:spf.protection.outlook.com -all',
    ],
    [
      'SPF without the provider',
      spf('v=spf1 include:other.test ~all', ['other.test']),
      'SPF',
      'error',
      'v=spf1 include:other.test include:spf.protection.outlook.com ~all',
    ],
    [
      'SPF with too many lookups',
      spf('v=spf1 include:spf.protection.outlook.com -all', ['spf.protection.outlook.com'], 11),
      'SPF',
      'error',
      null,
    ],
    [
      'SPF that allows everybody',
      spf('v=spf1 include:spf.protection.outlook.com +all', ['spf.protection.outlook.com']),
      'SPF',
      'warning',
      'v=spf1 include:spf.protection.outlook.com -all',
    ],
    [
      'SPF that redirects, which an ending would switch off',
      spf('v=spf1 redirect=_spf.contoso.com', ['_spf.contoso.com']),
      'SPF',
      'error',
      'v=spf1 include:_spf.contoso.com include:spf.protection.outlook.com ~all',
    ],
    [
      'SPF that allows everybody but does not name the provider',
      spf('v=spf1 +all'),
      'SPF',
      'error',
      'v=spf1 include:spf.protection.outlook.com ~all',
    ],
    [
      'two SPF records, neither of which names the provider',
      { spf: { records: ['v=spf1 ip4:192.0.2.1 -all', 'v=spf1 redirect=b.example'], includes: [], lookups: 0 } },
      'SPF',
      'error',
      'v=spf1 ip4:192.0.2.1 include:b.example include:spf.protection.outlook.com -all',
    ],
    [
      'SPF that refuses the provider',
      spf('v=spf1 mx -include:spf.protection.outlook.com -all'),
      'SPF',
      'error',
      'v=spf1 mx include:spf.protection.outlook.com -all',
    ],
    [
      'SPF without an ending, though a name in it looks like one',
      spf('v=spf1 include:for-all.example include:spf.protection.outlook.com', ['spf.protection.outlook.com']),
      'SPF',
      'warning',
      'v=spf1 include:for-all.example include:spf.protection.outlook.com -all',
    ],
    ['SPF that could not be read', { spf: null }, 'SPF', 'unknown', null],
    ['no DKIM', { dkim: [] }, 'DKIM', 'error', null],
    [
      'no DMARC',
      { dmarc: { domain: 'contoso.com', records: [] } },
      'DMARC',
      'error',
      'v=DMARC1; p=none; rua=mailto:postmaster@contoso.com',
    ],
    [
      'two DMARC records',
      { dmarc: { domain: 'contoso.com', records: ['v=DMARC1; p=none', 'v=DMARC1; p=none'] } },
      'DMARC',
      'error',
      null,
    ],
    [
      'DMARC without a policy',
      { dmarc: { domain: 'contoso.com', records: ['v=DMARC1; sp=none'] } },
      'DMARC',
      'error',
      'v=DMARC1; p=none; rua=mailto:postmaster@contoso.com',
    ],
    ['DMARC of the parent', { dmarc: { domain: 'com.example', records: ['v=DMARC1; p=reject'] } }, 'DMARC', 'ok', null],
  ])('are right: %s', (_, changes, code, verdict, value) => {
    const finding = of(judge(changes), code)
    expect(finding?.verdict).toBe(verdict)
    expect(finding?.record?.value ?? null).toBe(value)
  })

  it('list problems first', () => {
    const verdicts = judge({ dmarc: { domain: 'contoso.com', records: [] }, spf: null }).map(({ verdict }) => verdict)
    expect(verdicts).toEqual(['error', 'unknown', 'ok', 'ok', 'ok', 'ok'])
  })

  it('say that nothing aligns when neither SPF nor DKIM is set up', () => {
    const none = { spf: { records: [], includes: [], lookups: 0 }, dkim: [] }
    expect(of(judge(none), 'ALIGNMENT')?.verdict).toBe('error')
    expect(of(judge({ dkim: [] }), 'ALIGNMENT')?.verdict).toBe('ok')
    expect(of(judge({ ...none, spf: null }), 'ALIGNMENT')?.verdict).toBe('unknown')
  })

  it('cannot say that a Google DKIM key under another name is missing', () => {
    expect(of(judge({ dkim: [] }, 'google'), 'DKIM')?.verdict).toBe('unknown')
  })

  it.each([
    ['v=DMARC1; p=none; sp=reject', 'policy reject'],
    ['v=DMARC1; p=reject', 'policy reject'],
    ['v=DMARC1; sp=none; p=reject', 'only observes'],
  ])('apply the policy %s of a parent to the domains below it', (record, expected) => {
    const records = { ...good, dmarc: { domain: 'contoso.com', records: [record] } }
    const findings = judgeDomain('news.contoso.com', 'microsoft', records, { postalAddress: true })
    expect(of(findings, 'DMARC')?.text).toContain(expected)
  })

  it('leave a provider’s own domains to the provider', () => {
    const findings = judgeDomain(
      'gmail.com',
      'google',
      { spf: null, dkim: null, dmarc: null },
      { postalAddress: false },
    )
    expect(findings.map(({ code, verdict }) => [code, verdict])).toEqual([
      ['POSTAL_ADDRESS', 'warning'],
      ['PROVIDER_DOMAIN', 'ok'],
      ['ONE_CLICK', 'ok'],
    ])
  })
})
