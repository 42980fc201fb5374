import { describe, expect, it } from 'vitest'
import { readAuthenticationResults } from '../authentication-results.ts'
import { judgeArrival } from './test-email-arrival.ts'

const GMAIL =
  'mx.google.com; dkim=pass header.i=@contoso.com header.s=selector1 header.b=abc; spf=pass (google.com: domain of a@contoso.com designates 1.2.3.4; permitted) smtp.mailfrom=a@contoso.com; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=contoso.com'
const EXCHANGE =
  'spf=fail (sender IP is 1.2.3.4) smtp.mailfrom=contoso.com; dkim=pass (signature was verified) header.d=contoso.onmicrosoft.com;dmarc=bestguesspass action=none header.from=contoso.com;compauth=pass reason=109'

describe('the authentication results in a received email', () => {
  it('are read as Gmail and Exchange write them', () => {
    expect(readAuthenticationResults(GMAIL)).toEqual({
      ...{ spf: 'pass', spfDomain: 'contoso.com' },
      dkim: [{ result: 'pass', domain: 'contoso.com' }],
      dmarc: 'pass',
    })
    expect(readAuthenticationResults(EXCHANGE)).toEqual({
      ...{ spf: 'fail', spfDomain: 'contoso.com' },
      dkim: [{ result: 'pass', domain: 'contoso.onmicrosoft.com' }],
      dmarc: 'bestguesspass',
    })
  })

  it.each([undefined, '', 'mx.example; none', '((((', 'x'.repeat(1_000_000)])(
    'are absent for the header "%.20s"',
    (header) => {
      expect(readAuthenticationResults(header)).toBeNull()
    },
  )

  it.each([
    [GMAIL, { RECEIVED_SPF: 'ok', RECEIVED_DKIM: 'ok', RECEIVED_DMARC: 'ok' }],
    [EXCHANGE, { RECEIVED_SPF: 'error', RECEIVED_DKIM: 'warning', RECEIVED_DMARC: 'warning' }],
    [
      'x; dkim=fail header.d=contoso.com; spf=softfail; dmarc=fail',
      { RECEIVED_SPF: 'error', RECEIVED_DKIM: 'error', RECEIVED_DMARC: 'error' },
    ],
    ['x; dkim=none; spf=none', { RECEIVED_SPF: 'unknown', RECEIVED_DKIM: 'error', RECEIVED_DMARC: 'unknown' }],
    [
      'x; dkim=pass header.d=mail.contoso.com; spf=pass',
      { RECEIVED_SPF: 'ok', RECEIVED_DKIM: 'ok', RECEIVED_DMARC: 'unknown' },
    ],
  ])('are judged for the header "%.60s"', (header, verdicts) => {
    const findings = judgeArrival('contoso.com', readAuthenticationResults(header))
    expect(Object.fromEntries(findings.map(({ code, verdict }) => [code, verdict]))).toEqual(verdicts)
  })

  it('are unknown, not failed, when the provider recorded nothing', () => {
    expect(judgeArrival('contoso.com', null).map(({ verdict }) => verdict)).toEqual(['unknown'])
  })
})
