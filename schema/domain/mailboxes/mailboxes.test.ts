import { describe, expect, it } from 'vitest'
import {
  accountStatus,
  levelOf,
  mayDraft,
  mayRead,
  mayTryLevel,
  readEvery,
  READING_STEPS,
  reputationOf,
  WATCHED_SECONDS,
} from './mailboxes.ts'

const outcomes = { sent: 1_000, bounced: 0, refused: 0, unsubscribed: 0, complained: 0 }

describe('the reputation of a mailbox', () => {
  it.each([
    ['nothing sent', { sent: 0 }, 'good', 'Nothing was sent'],
    ['one mail', { sent: 1 }, 'good', '1 email in'],
    ['few emails, all bounced', { sent: 49, bounced: 49 }, 'good', 'Good until there is more data: 49 emails'],
    ['few emails, some rejected', { sent: 40, refused: 9 }, 'good', 'Good until there is more data: 49 emails'],
    ['enough emails, all bounced', { sent: 50, bounced: 50 }, 'poor', '100% of 50 emails'],
    ['a clean record, not long yet', { sent: 199 }, 'good', 'So far so good'],
    ['a clean record', { sent: 200 }, 'excellent', 'Of 200 emails'],
    ['1 % bounced', { bounced: 10 }, 'excellent', 'hardly any'],
    ['more than 1 % bounced', { bounced: 11 }, 'good', '1.1% of 1000 emails'],
    ['2 % bounced', { bounced: 20 }, 'good', '2% of'],
    ['more than 2 % bounced', { bounced: 21 }, 'fair', '2.1% of'],
    ['more than 5 % bounced', { bounced: 51 }, 'poor', '5.1% of'],
    ['a tenth refused', { sent: 900, refused: 100 }, 'fair', '10% of 1000 emails'],
    ['more than a tenth refused', { sent: 890, refused: 110 }, 'poor', 'were refused'],
    ['all refused', { sent: 0, refused: 60 }, 'poor', '100% of 60 emails'],
    ['one complaint in a thousand', { complained: 1 }, 'good', 'complaint'],
    ['two complaints in a thousand', { complained: 2 }, 'fair', 'complaint'],
    ['four complaints in a thousand', { complained: 4 }, 'poor', 'complaint'],
    ['many unsubscribes', { unsubscribed: 21 }, 'fair', 'unsubscribe'],
    ['some unsubscribes', { unsubscribed: 6 }, 'good', 'unsubscribe'],
    ['several signs, of which the worst counts', { bounced: 15, complained: 4 }, 'poor', 'complaint'],
  ])('is as expected after %s', (_what, changes, reputation, words) => {
    const told = reputationOf({ ...outcomes, ...changes })
    expect(told).toEqual({ reputation, reason: expect.stringContaining(words) })
  })
})

describe('readEvery, the interval between readings of an inbox,', () => {
  it.each([
    [0, 15],
    [900, 15],
    [901, 60],
    [3_601, 300],
    [86_401, 3_600],
    [WATCHED_SECONDS, 14_400],
    [WATCHED_SECONDS + 1, null],
  ])('is, %i s after the newest email, %s s', (age, every) => {
    expect(readEvery(age)).toBe(every)
  })

  it('grows with the age of the newest email', () => {
    for (const field of ['age', 'every'] as const) {
      const values = READING_STEPS.map((step) => step[field])
      expect(values).toEqual(values.toSorted((a, b) => a - b))
    }
  })
})

describe('a mailbox', () => {
  it.each([
    [['User.Read', 'Mail.Send'], false],
    [['Mail.ReadWrite'], true],
    [['mail.read'], true],
    [['https://www.googleapis.com/auth/gmail.compose'], false],
    [['https://www.googleapis.com/auth/gmail.metadata'], false],
    [['https://www.googleapis.com/auth/gmail.readonly'], true],
    [['https://mail.google.com/'], true],
  ])('with the permissions %j shows its bounces: %s', (scopes, readable) => {
    expect(mayRead(scopes)).toBe(readable)
  })

  const google = (...names: string[]) => names.map((name) => `https://www.googleapis.com/auth/gmail.${name}`)
  it.each([
    [['User.Read', 'Mail.Send'], false, 'send'],
    [['Mail.Send', 'Mail.Read'], false, 'send'],
    [['Mail.Send', 'mail.readwrite'], true, 'full'],
    [['Mail.ReadWrite.Shared'], true, 'send'],
    [google('send'), false, 'send'],
    [google('send', 'compose'), true, 'send'],
    [google('send', 'readonly'), false, 'send'],
    [google('send', 'compose', 'readonly'), true, 'full'],
    [google('send', 'modify'), true, 'full'],
    [['https://mail.google.com/'], true, 'full'],
    [[], false, 'send'],
  ] as const)('with the permissions %j can create drafts: %s, and is at the level %s', (scopes, drafts, level) => {
    expect([mayDraft(scopes), levelOf(scopes)]).toEqual([drafts, level])
  })

  it.each([
    [null, true],
    [86_399_999, false],
    [86_400_000, true],
  ])('whose request for more permissions was last tried %s ms ago may try again: %s', (ago, may) => {
    const now = new Date('2026-11-23T10:00:00Z')
    expect(mayTryLevel(ago === null ? null : new Date(now.getTime() - ago), now)).toBe(may)
  })

  it.each([
    ['connected', 0, 'connected'],
    ['connected', 12, 'warming_up'],
    ['warming_up', 0, 'connected'],
    ['error', 12, 'error'],
  ] as const)('that is %s with %i days of warm-up left is shown as %s', (stored, days, status) => {
    expect(accountStatus(stored, days)).toBe(status)
  })
})
