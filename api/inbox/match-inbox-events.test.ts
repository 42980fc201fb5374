import { describe, expect, it } from 'vitest'
import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { mailMeant, mayComeTooEarly, type Candidate, type Return } from './match-inbox-events.ts'

const NOW = new Date('2025-03-04T10:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const uuid = (n: number) => `0190c5f2-7a3e-7cc1-b1a4-${String(n).padStart(12, '0')}`

const mail = (n: number, changes: Partial<Candidate> = {}): Candidate => ({
  id: uuid(n),
  campaignId: uuid(900),
  email: 'bo@there.test',
  threadId: `thread-${n}`,
  internetMessageId: `<vendor-${n}@x>`,
  attempts: 1,
  attemptedAt: ago(n),
  underWay: false,
  ...changes,
})
const bounce = (changes: Partial<Return> = {}): Return =>
  ({
    what: 'bounce',
    kind: 'address',
    code: '5.1.1',
    text: '550',
    recipients: ['bo@there.test'],
    references: [],
    id: 'm1',
    threadId: null,
    receivedAt: NOW,
    ...changes,
  }) as Return
const reply = (changes: Partial<Return> = {}): Return =>
  ({
    what: 'reply',
    from: 'bo@there.test',
    references: ['<other@x>'],
    id: 'm2',
    threadId: null,
    receivedAt: NOW,
    ...changes,
  }) as Return

describe('a reply that may be mass email', () => {
  const doubtful = (changes: Partial<Return>) => reply({ mustBeNamed: true, ...changes })
  const unthreaded = [mail(1, { threadId: null })]
  it.each([
    ['our Message-ID', doubtful({ references: [ownMessageId(uuid(1), 1, 'a@b')] }), true],
    ['the provider’s Message-ID', doubtful({ references: ['<vendor-1@x>'] }), true],
    ['another email, although its sender got ours', doubtful({ references: ['<other@x>'] }), false],
  ])('is counted if it names the email that it answers: %s', (_, returned, isMeant) => {
    expect(mailMeant(returned, unthreaded)?.id ?? null).toBe(isMeant ? uuid(1) : null)
  })

  it('is counted in the conversation of the email', () => {
    expect(mailMeant(doubtful({ threadId: 'thread-1' }), [mail(1)])?.id).toBe(uuid(1))
  })
})

describe('the email to which a bounce report is matched', () => {
  const three = [mail(1), mail(2), mail(3)]
  it.each([
    ['our own Message-ID names it', bounce({ references: [ownMessageId(uuid(3), 2, 'a@b.test')] }), three, 3],
    [
      'our own Message-ID takes precedence over the conversation',
      bounce({ references: [ownMessageId(uuid(3), 1, 'a@b')], threadId: 'thread-1' }),
      three,
      3,
    ],
    [
      'a report names an earlier attempt: the email was resent',
      bounce({ references: [ownMessageId(uuid(3), 1, 'a@b')], threadId: 'thread-3' }),
      [mail(1), mail(3, { attempts: 2 })],
      null,
    ],
    [
      'a reply refers to the first of two attempts',
      reply({ references: [ownMessageId(uuid(3), 1, 'a@b')] }),
      [mail(1), mail(3, { attempts: 2 })],
      3,
    ],
    [
      'a report names an email that no longer exists',
      bounce({ references: [ownMessageId(uuid(7), 1, 'a@b')] }),
      three,
      null,
    ],
    ['the Message-ID of the provider names it', reply({ references: ['<x@y>', '<vendor-2@x>'] }), three, 2],
    ['it is the same conversation', reply({ threadId: 'thread-2' }), three, 2],
    [
      'somebody else replies in the conversation',
      reply({ from: 'assistant@there.test', threadId: 'thread-2' }),
      three,
      2,
    ],
    [
      'in a conversation with many, the email to the person who replies',
      reply({ from: 'c@d.test', threadId: 't' }),
      [mail(1, { threadId: 't' }), mail(2, { threadId: 't', email: 'c@d.test' })],
      2,
    ],
    [
      'in a conversation with many, no email to the person who replies',
      reply({ from: 'e@f.test', threadId: 't' }),
      [mail(1, { threadId: 't' }), mail(2, { threadId: 't', email: 'g@h.test' })],
      null,
    ],
    [
      'somebody else answers the follow-ups to one person',
      reply({ from: 'e@f.test', threadId: 't' }),
      [mail(2, { threadId: 't' }), mail(1, { threadId: 't' })],
      1,
    ],
    ['only the failed address is known', bounce(), three, 1],
    ['the failed address got nothing', bounce({ recipients: ['c@d.test'] }), three, null],
    ['the failed address got something too long ago', bounce(), [mail(24 * 7)], null],
    ['the report is older than the email', bounce({ receivedAt: ago(2) }), [mail(1)], null],
    ['an answer to something else by a recipient', reply(), three, null],
    ['an answer by a recipient, conversation unknown', reply(), [mail(1), mail(2, { threadId: null })], 2],
    ['a forged reply names an unknown email', reply({ references: [ownMessageId(uuid(77), 1, 'a@b')] }), three, null],
  ] as const)('is the right one when %s', (_what, returned, candidates, expected) => {
    expect(mailMeant(returned, candidates)?.id ?? null).toBe(expected === null ? null : uuid(expected))
  })

  it('is unknown while an email to that address is being sent', () => {
    const underWay = mail(0, { underWay: true, threadId: null, internetMessageId: null })
    expect(mailMeant(bounce(), [underWay])).toBeNull()
    expect(mayComeTooEarly(bounce(), [underWay])).toBe(true)
    expect(mayComeTooEarly(bounce({ recipients: ['c@d.test'] }), [underWay])).toBe(false)
    expect(mayComeTooEarly(bounce(), [mail(1)])).toBe(false)
    const named = bounce({ references: [ownMessageId(underWay.id, 1, 'a@b')] })
    expect(mailMeant(named, [underWay])).toBe(underWay)
  })
})
