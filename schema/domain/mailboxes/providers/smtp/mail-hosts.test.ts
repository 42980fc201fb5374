import { describe, expect, it } from 'vitest'
import { hostOfDomain, hostOfMx, hostOfServer, MAIL_HOSTS, REFUSED_HOSTS, userIn } from './mail-hosts.ts'

describe('MAIL_HOSTS, the table of known email hosts,', () => {
  it('contains every domain and every ending of an MX name once', () => {
    for (const list of ['domains', 'mx'] as const) {
      const all = [...MAIL_HOSTS, ...REFUSED_HOSTS].flatMap((host) => host[list])
      expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
      expect(all.filter((name) => name !== name.toLowerCase())).toEqual([])
    }
  })

  it('gives every limit a source page and the day it was read', () => {
    for (const { limits } of MAIL_HOSTS) {
      if (!limits) continue
      expect(limits.source).toMatch(/^https:\/\//)
      expect(limits.read).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect([limits.perHour, limits.perDay, limits.perMessage].some((limit) => limit !== null)).toBe(true)
    }
  })

  it('is searched by the domain of an address, by MX records, and by the server of a connected mailbox', () => {
    expect(hostOfDomain('web.de')).toMatchObject({ name: 'WEB.DE' })
    expect(hostOfDomain('example.com')).toBeNull()
    expect(hostOfMx(['mx.example.com', 'In1-SMTP.messagingengine.com'])).toMatchObject({ name: 'Fastmail' })
    expect(hostOfMx(['example-com.mail.protection.outlook.com'])).toMatchObject({ name: 'Microsoft' })
    expect(hostOfMx(['notmessagingengine.com'])).toBeNull()
    expect(hostOfServer('smtp.gmail.com', 'gmail.com')).toMatchObject({ name: 'Gmail' })
    expect(hostOfServer('SMTP.gmail.com', 'example.com')).toMatchObject({ name: 'Google Workspace' })
    expect(hostOfServer('mail.example.com', 'example.com')).toBeNull()
  })
})

describe('userIn, the user name for signing in,', () => {
  it('is written in each form', () => {
    expect(userIn('address', 'ada@example.com')).toBe('ada@example.com')
    expect(userIn('local-part', 'ada@web.de')).toBe('ada')
    expect(userIn('percent', 'ada@example.com')).toBe('ada%example.com')
  })
})
