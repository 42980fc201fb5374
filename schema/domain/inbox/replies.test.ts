import { describe, expect, it } from 'vitest'
import { hasWords, SNOOZE_MAX, snoozeOf } from './replies.ts'

describe('hasWords, for the answer to a reply,', () => {
  it.each([
    ['', false],
    ['<p></p><p>{signature}</p>', false],
    ['<p>&nbsp;</p><p>{Signature}</p>', false],
    ['<p>Gladly</p><p>{signature}</p>', true],
    ['<p>{firstName}</p>', true],
    ['<p><img src="https://x.test/a.png"></p>', true],
  ])('decides whether %j contains anything beside the signature: %s', (content, has) => {
    expect(hasWords(content)).toBe(has)
  })
})

describe('snoozeOf, the day until which a reply waits,', () => {
  const now = new Date('2026-11-30T12:00:00Z')
  it('accepts a time within a year, and none in the past', () => {
    const later = new Date(now.getTime() + SNOOZE_MAX)
    expect([snoozeOf(later, now), snoozeOf(now, now), snoozeOf(null, now)]).toEqual([later, null, null])
    expect(() => snoozeOf(new Date(later.getTime() + 1), now)).toThrow('up to a year')
  })
})
