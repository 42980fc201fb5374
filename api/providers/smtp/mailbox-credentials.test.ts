import { describe, expect, it } from 'vitest'
import { levelOf, mayDraft } from '#domain/mailboxes/mailboxes.ts'
import { scopesOf, smtpGrant, subjectOf } from './mailbox-credentials.ts'

const server = { host: 'Mail.Example.com', port: 465, security: 'tls', user: 'Ada' } as const
const grant = smtpGrant.parse({
  version: 1,
  smtp: server,
  imap: { ...server, port: 993 },
  password: 'hush',
  folders: null,
  keepsCopy: null,
})

describe('the stored sign-in of an SMTP mailbox', () => {
  it('gives the full permissions if it includes IMAP, although it cannot create drafts', () => {
    expect(levelOf(scopesOf(grant))).toBe('full')
    expect(mayDraft(scopesOf(grant))).toBe(false)
  })

  it('gives the permission to send only without an IMAP server', () => {
    expect(levelOf(scopesOf({ imap: null }))).toBe('send')
  })

  it('identifies the mailbox by its user name at its SMTP server, in any spelling', () => {
    expect(subjectOf(grant)).toBe('ada@mail.example.com')
  })

  it('is invalid with a connection that is not encrypted', () => {
    const plain = { ...grant, smtp: { ...server, security: 'plain' } }
    expect(smtpGrant.safeParse(plain).success).toBe(false)
  })
})
