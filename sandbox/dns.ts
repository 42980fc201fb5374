/** DNS records of the sandbox, so that no lookup leaves the machine. */

const SPF = 'v=spf1 include:spf.protection.outlook.com include:_spf.google.com -all'

/**
 * TXT records: every domain is set up well, except those with a label `nospf`, `nodkim` or `nodmarc`; `dnsdown` does not
 * answer.
 */
export const sandboxDns = {
  txt: async (name: string): Promise<string[]> => {
    const labels = name.toLowerCase().split('.')
    if (labels.includes('dnsdown')) throw new Error('No DNS server answered')
    if (labels.includes('_domainkey')) return labels.includes('nodkim') ? [] : ['v=DKIM1; k=rsa; p=c2FuZGJveA==']
    if (labels[0] === '_dmarc') {
      return labels.includes('nodmarc') || labels.length > 3 ? [] : ['v=DMARC1; p=none; rua=mailto:dmarc@sandbox.test']
    }
    if (name === 'spf.protection.outlook.com' || name === '_spf.google.com') return ['v=spf1 ip4:192.0.2.0/24 -all']
    return labels.includes('nospf') ? [] : [SPF]
  },
  cname: async () => [],
  srv: async () => [],
  mx: async () => [],
}
