import { describe, expect, it } from 'vitest'
import { unsubscribeMailto, unsubscribeTokenIn } from './unsubscribe-mail.ts'

const token = 'Aw_-'.repeat(25)

describe('unsubscribeMailto, the address for unsubscribing by email,', () => {
  it.each(['me@here.test', 'o’brien+news&more@here.test', 'a?subject=x@here.test'])(
    'is a mailbox with the token as the subject: %s',
    (mailbox) => {
      const { protocol, pathname, searchParams } = new URL(unsubscribeMailto(mailbox, token) ?? '')
      expect([protocol, decodeURIComponent(pathname)]).toEqual(['mailto:', mailbox])
      expect(unsubscribeTokenIn(searchParams.get('subject') ?? '')).toBe(token)
    },
  )

  it('is left out if the subject or the header would be too long', () => {
    expect(unsubscribeMailto('me@here.test', 'x'.repeat(243))).not.toBeNull()
    expect(unsubscribeMailto('me@here.test', 'x'.repeat(244))).toBeNull()
    expect(unsubscribeMailto(`${'ö'.repeat(100)}@here.test`, token)).toBeNull()
  })
})

describe('unsubscribeTokenIn, for the subject of an email,', () => {
  it.each([`unsubscribe ${token}`, ` Unsubscribe\t${token} `, `unsubscribe ${token}\r\n`])(
    'finds the token in %j',
    (subject) => expect(unsubscribeTokenIn(subject)).toBe(token),
  )

  it.each(
    [
      [
        '',
        'unsubscribe',
        `Re: unsubscribe ${token}`,
        `Fwd: unsubscribe ${token}`,
        `Undeliverable: unsubscribe ${token}`,
      ],
      [token, `unsubscribe ${token} now`, 'unsubscribe me', `unsubscribe ${token}\nx`],
    ].flat(),
  )('finds no token in %j', (subject) => expect(unsubscribeTokenIn(subject)).toBeNull())
})
