import { describe, expect, it } from 'vitest'
import { findServers, type SearchMeans } from './find-servers.ts'
import type { MailDns } from './service-records.ts'

const xml = (host: string) => `<clientConfig><emailProvider><outgoingServer type="smtp"><hostname>${host}</hostname>
  <port>465</port><socketType>SSL</socketType><authentication>password-cleartext</authentication></outgoingServer></emailProvider></clientConfig>`

/** A network with these files and records; it notes what it is asked. */
function network(
  files: Record<string, string>,
  records: { srv?: Record<string, { name: string; port: number }[]>; mx?: string[] } = {},
): SearchMeans & { asked: string[] } {
  const asked: string[] = []
  const dns: MailDns = {
    srv: async (name) => (asked.push(name), records.srv?.[name] ?? []),
    mx: async (name) => (asked.push(name), records.mx ?? []),
  }
  return {
    asked,
    dns,
    ispdbUrl: null,
    fetchText: async (url) => {
      asked.push(url)
      return Object.entries(files).find(([start]) => url.startsWith(start))?.[1] ?? null
    },
  }
}

const AUTOCONFIG = 'https://autoconfig.example.com/mail/config-v1.1.xml?emailaddress=ada%40example.com'
const WELL_KNOWN = 'https://example.com/.well-known/autoconfig/mail/config-v1.1.xml?emailaddress=ada%40example.com'
const RECORDS = {
  '_submissions._tcp.example.com': [{ name: 'Send.Example.com.', port: 465 }],
  '_submission._tcp.example.com': [{ name: 'send.example.com', port: 587 }],
  '_imaps._tcp.example.com': [{ name: '.', port: 0 }],
  '_imap._tcp.example.com': [{ name: 'read.example.com', port: 143 }],
}

describe('findServers, for the domain of an email address,', () => {
  it('asks no server about a domain in the built-in table', async () => {
    const means = network({})
    expect(await findServers(means, 'ada@web.de')).toMatchObject({
      source: 'host',
      host: { name: 'WEB.DE' },
      servers: { smtp: { host: 'smtp.web.de', user: 'ada' }, imap: { host: 'imap.web.de', port: 993 } },
    })
    expect(means.asked).toEqual([])
  })

  it("prefers the domain's autoconfig file to its well-known file, and both to its DNS records", async () => {
    const both = network({ [AUTOCONFIG]: xml('a.example.com'), [WELL_KNOWN]: xml('b.example.com') }, { srv: RECORDS })
    expect(await findServers(both, 'ada@example.com')).toMatchObject({
      source: 'autoconfig',
      servers: { smtp: { host: 'a.example.com' } },
    })
    const one = network({ [WELL_KNOWN]: xml('b.example.com') }, { srv: RECORDS })
    expect(await findServers(one, 'ada@example.com')).toMatchObject({ servers: { smtp: { host: 'b.example.com' } } })
  })

  it('asks Thunderbird’s database only if the operator gave its address', async () => {
    const url = 'https://ispdb.example.net/v1.1/'
    const means = network({ [`${url}example.com`]: xml('i.example.com') })
    expect(await findServers(means, 'ada@example.com')).toMatchObject({ servers: null, refusal: null })
    expect(means.asked).not.toContain(`${url}example.com`)
    expect(await findServers({ ...means, ispdbUrl: url }, 'ada@example.com')).toMatchObject({ source: 'ispdb' })
    expect(means.asked).toContain(`${url}example.com`)
  })

  it('accepts service records with TLS first, and none that names the root domain', async () => {
    expect(await findServers(network({}, { srv: RECORDS }), 'ada@example.com')).toEqual({
      source: 'service_records',
      signIn: null,
      host: null,
      refusal: null,
      servers: {
        smtp: { host: 'send.example.com', port: 465, security: 'tls', user: 'ada@example.com' },
        imap: { host: 'read.example.com', port: 143, security: 'starttls', user: 'ada@example.com' },
      },
    })
  })

  it('recognizes the email host of a domain by its MX records', async () => {
    const means = network({}, { mx: ['in1-smtp.messagingengine.com'] })
    expect(await findServers(means, 'ada@example.com')).toMatchObject({
      source: 'mail_exchanger',
      host: { name: 'Fastmail', appPassword: 'always' },
      servers: { smtp: { host: 'smtp.fastmail.com', user: 'ada@example.com' } },
    })
  })

  it('says what to do at an email host that accepts no passwords, recognized by the address or by MX records', async () => {
    for (const [email, mx] of [
      ['ada@outlook.com', []],
      ['ada@example.com', ['example-com.mail.protection.outlook.com']],
    ] as const) {
      expect(await findServers(network({}, { mx: [...mx] }), email)).toMatchObject({
        servers: null,
        refusal: expect.stringContaining('Connect Microsoft 365'),
        signIn: 'microsoft',
      })
    }
  })

  it('continues with the answers that arrived in time', async () => {
    const means = network({}, { srv: RECORDS })
    const slow = { ...means, fetchText: () => new Promise<null>(() => {}), patienceMs: 20 }
    expect(await findServers(slow, 'ada@example.com')).toMatchObject({ source: 'service_records' })
  })

  it('treats a failed DNS lookup as no record', async () => {
    const dns: MailDns = {
      srv: () => Promise.reject(new Error('SERVFAIL')),
      mx: () => Promise.reject(new Error('SERVFAIL')),
    }
    expect(await findServers({ ...network({}), dns }, 'ada@example.com')).toMatchObject({
      servers: null,
      refusal: null,
    })
  })
})
