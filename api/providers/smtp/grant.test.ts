import { describe, expect, it } from 'vitest'
import { levelOf, mayDraft } from '#domain/mailboxes/mailboxes.ts'
import { scopesOf, smtpGrant, subjectOf } from './grant.ts'

const server = { host: 'Mail.Example.com', port: 465, security: 'tls', user: 'Ada' } as const
const grant = smtpGrant.parse({
  version: 1,
  smtp: server,
  imap: { ...server, port: 993 },
  password: 'hush',
  folders: null,
  keepsCopy: null,
})

describe('the grant of a mailbox by SMTP and IMAP', () => {
  it('reaches the full level by reading, although it has no drafts', () => {
    expect(levelOf(scopesOf(grant))).toBe('full')
    expect(mayDraft(scopesOf(grant))).toBe(false)
  })

  it('only sends without an IMAP server', () => {
    expect(levelOf(scopesOf({ imap: null }))).toBe('send')
  })

  it('is known by its user at its SMTP server, however that is written', () => {
    expect(subjectOf(grant)).toBe('ada@mail.example.com')
  })

  it('accepts no connection that stays in clear', () => {
    const plain = { ...grant, smtp: { ...server, security: 'plain' } }
    expect(smtpGrant.safeParse(plain).success).toBe(false)
  })
})
