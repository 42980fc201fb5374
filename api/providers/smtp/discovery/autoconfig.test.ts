import { describe, expect, it } from 'vitest'
import { readAutoconfig } from './autoconfig.ts'

const server = (
  kind: string,
  type: string,
  socket: string,
  ways: string[],
  { host = `${type}.example.com`, port = '465', user = '%EMAILADDRESS%' } = {},
) => `
  <${kind}Server type="${type}">
    <hostname>${host}</hostname><port>${port}</port><socketType>${socket}</socketType>
    <username>${user}</username>${ways.map((way) => `<authentication>${way}</authentication>`).join('')}
  </${kind}Server>`
const file = (...servers: string[]) =>
  `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="example.com">${servers.join('')}</emailProvider></clientConfig>`

const CLEAR = ['password-cleartext']
const IMAP = server('incoming', 'imap', 'SSL', CLEAR, { port: '993' })
const SMTP = server('outgoing', 'smtp', 'SSL', CLEAR)
const read = (xml: string) => readAutoconfig(xml, 'ada@example.com')

describe('readAutoconfig, for a file with server settings,', () => {
  it('chooses IMAP although POP3 is listed first', () => {
    const pop = server('incoming', 'pop3', 'SSL', CLEAR, { port: '995' })
    expect(read(file(pop, IMAP, SMTP))).toEqual({
      smtp: { host: 'smtp.example.com', port: 465, security: 'tls', user: 'ada@example.com' },
      imap: { host: 'imap.example.com', port: 993, security: 'tls', user: 'ada@example.com' },
    })
  })

  it('prefers TLS from the first byte to STARTTLS, and STARTTLS to nothing', () => {
    const starttls = server('outgoing', 'smtp', 'STARTTLS', CLEAR, { port: '587' })
    expect(read(file(starttls, SMTP))).toMatchObject({ smtp: { port: 465, security: 'tls' } })
    expect(read(file(server('outgoing', 'smtp', 'plain', CLEAR), starttls))).toMatchObject({
      smtp: { port: 587, security: 'starttls' },
      imap: null,
    })
  })

  it('refuses with a reason a server without encryption, one without passwords, and one that does not send', () => {
    expect(read(file(IMAP, server('outgoing', 'smtp', 'plain', CLEAR)))).toEqual({
      refusal: expect.stringContaining('without encryption'),
    })
    expect(read(file(IMAP, server('outgoing', 'smtp', 'SSL', ['OAuth2'])))).toEqual({
      refusal: expect.stringContaining('OAuth'),
    })
    expect(read(file(IMAP))).toEqual({ refusal: expect.stringContaining('no server for sending') })
  })

  it('chooses the password although OAuth is listed first', () => {
    expect(read(file(server('outgoing', 'smtp', 'SSL', ['OAuth2', 'password-cleartext'])))).toHaveProperty('smtp')
  })

  it('fills in the parts of the address in user names and host names', () => {
    const xml = file(server('outgoing', 'smtp', 'SSL', CLEAR, { host: 'mail.%EMAILDOMAIN%', user: '%EMAILLOCALPART%' }))
    expect(read(xml)).toMatchObject({ smtp: { host: 'mail.example.com', user: 'ada' } })
  })

  it('finds no servers in other texts', () => {
    for (const text of ['', '<html><body>Not found</body></html>', 'nothing', '<a>'.repeat(50_000)]) {
      expect(read(text)).toBeNull()
    }
  })

  it.each(['', 'mail.example.com/path', 'user@mail.example.com', '-x', '[::1]:25'])(
    'refuses the host name %j',
    (host) => {
      expect(read(file(server('outgoing', 'smtp', 'SSL', CLEAR, { host })))).toHaveProperty('refusal')
    },
  )

  it.each(['0', '65536', '4.5', 'x', ''])('refuses the port %j', (port) => {
    expect(read(file(server('outgoing', 'smtp', 'SSL', CLEAR, { port })))).toHaveProperty('refusal')
  })

  it('does not expand XML entities that the file declares', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1_000)}"><!ENTITY b "&a;&a;&a;&a;">]>${file(
      server('outgoing', 'smtp', 'SSL', CLEAR, { host: '&b;' }),
    )}`
    expect(read(bomb)).toHaveProperty('refusal')
  })
})
