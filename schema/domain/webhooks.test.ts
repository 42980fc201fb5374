import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ALL_EVENTS,
  nextAttempt,
  scopeOfEvent,
  typeOf,
  WEBHOOK_EVENTS,
  WEBHOOK_LIMITS,
  webhookInput,
} from './webhooks.ts'

const START = new Date('2026-01-01T00:00:00.000Z')
const after = (ms: number) => new Date(START.getTime() + ms)
const SECOND = 1_000
const HOUR = 3_600_000

describe('the next attempt of a webhook delivery', () => {
  it.each([
    [1, 5 * SECOND],
    [2, 300 * SECOND],
    [3, HOUR / 2],
    [4, 2 * HOUR],
    [5, 5 * HOUR],
    [6, 10 * HOUR],
    [7, 14 * HOUR],
    [8, 18 * HOUR],
    [9, 22 * HOUR],
  ])('comes after %i failed ones %i ms later, and up to 10 % more', (attempts, delay) => {
    expect(nextAttempt(attempts, START, START, 0)).toEqual(after(delay))
    expect(nextAttempt(attempts, START, START, 1)).toEqual(after(delay * 1.1))
  })

  it('does not come after ten attempts', () => {
    expect(nextAttempt(10, START, START, 0)).toBeNull()
  })

  it('does not come after three days', () => {
    expect(nextAttempt(1, START, after(72 * HOUR - 1), 0)).toEqual(after(72 * HOUR))
    expect(nextAttempt(1, START, after(72 * HOUR), 0)).toBeNull()
  })

  it('never comes later than three days, so that a series ends', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }), (randoms) => {
        let now = START
        let attempts = 0
        for (const random of randoms) {
          attempts += 1
          const next = nextAttempt(attempts, START, now, random)
          if (next === null) break
          expect(next.getTime()).toBeGreaterThan(now.getTime())
          expect(next.getTime()).toBeLessThanOrEqual(START.getTime() + WEBHOOK_LIMITS.patience)
          now = next
        }
        expect(attempts).toBe(10)
        expect(now.getTime() - START.getTime()).toBeGreaterThan(71 * HOUR)
      }),
    )
  })
})

describe('a webhook', () => {
  const addressOf = (url: string, https: boolean) =>
    webhookInput(https).safeParse({ url, events: ['email_sent'] }).success

  it.each([
    ['https://example.com/hook?token=1', true, true],
    ['  https://example.com  ', true, true],
    ['http://example.com', false, true],
    ['ftp://example.com', false, false],
    ['file:///etc/passwd', false, false],
    ['javascript:alert(1)', false, false],
    ['example.com/hook', false, false],
    ['https://', false, false],
    ['https://user@example.com', false, false],
    ['https://user:password@example.com', false, false],
    [`https://example.com/${'a'.repeat(2_000)}`, false, false],
    ['', false, false],
  ])('with the address %j is allowed in public: %s, and with private addresses: %s', (url, inPublic, inPrivate) => {
    expect([addressOf(url, true), addressOf(url, false)]).toEqual([inPublic, inPrivate])
  })

  const eventsOf = (events: unknown) => webhookInput(true).safeParse({ url: 'https://example.com', events })

  it('has events in a fixed order, each once', () => {
    expect(eventsOf(['contact_changed', 'email_sent', 'contact_changed']).data?.events).toEqual([
      'email_sent',
      'contact_changed',
    ])
  })

  it.each([[[]], [['webhook_test']], [['email_sent', 'nonsense']], [undefined]])('refuses the events %j', (events) => {
    expect(eventsOf(events).success).toBe(false)
  })
})

it('the payload of a webhook names events in requests with a dot', () => {
  expect(ALL_EVENTS.map(typeOf).every((type) => /^[a-z]+\.[a-z]+$/.test(type))).toBe(true)
  expect(new Set(WEBHOOK_EVENTS.map(typeOf)).size).toBe(WEBHOOK_EVENTS.length)
})

it.each(WEBHOOK_EVENTS)('the webhook event %s needs an API key with a scope to read', (event) => {
  expect(scopeOfEvent(event)).toMatch(/^(campaigns|contacts|mailboxes):read$/)
})
