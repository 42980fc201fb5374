import { describe, expect, test } from 'vitest'
import type { CampaignSummary } from '../operations.ts'
import { sendRate } from './send-pace.ts'
import { campaign } from '../testing.ts'

const NOW = Date.parse('2026-02-01T12:00:00.000Z')
const MINUTE = 60_000
const ago = (ms: number) => NOW - ms
const at = (ms: number) => new Date(ms).toISOString()

function sending(fields: Record<string, unknown>): CampaignSummary {
  return campaign('a', { status: 'sending', totalContacts: 100, ...fields }) as unknown as CampaignSummary
}

describe('the send rate of a campaign', () => {
  test('is measured from repeated counts', () => {
    expect(sendRate(sending({ sentCount: 38, failedCount: 2 }), [{ at: ago(MINUTE), done: 10 }], NOW)).toBe(30)
  })

  test('is measured from its start when there is only one count yet', () => {
    expect(sendRate(sending({ sentCount: 20, startedAt: at(ago(2 * MINUTE)) }), [], NOW)).toBe(10)
  })

  test('covers the last five minutes', () => {
    const samples = [
      { at: ago(60 * MINUTE), done: 0 },
      { at: ago(4 * MINUTE), done: 10 },
    ]
    expect(sendRate(sending({ sentCount: 50 }), samples, NOW)).toBe(10)
  })

  /** Five emails per ten seconds, sent within the first two. */
  describe('when it is sent in intervals', () => {
    const start = ago(35_000)
    const waits = (sentCount: number, until: number) =>
      sending({
        sentCount,
        startedAt: at(start),
        statusReason: 'BETWEEN_INTERVALS',
        resumesAt: at(start + until),
      })

    test('is known when the first interval is complete and the next begins', () => {
      expect(sendRate(sending({ sentCount: 4, startedAt: at(start) }), [], start + 6_000)).toBeNull()
      expect(sendRate(waits(5, 10_000), [], start + 6_000)).toBe(30)
    })

    test('stays while the next interval is sent', () => {
      const samples = [{ at: start + 10_000, done: 5, rests: true }]
      const next = sending({ sentCount: 9, startedAt: at(start) })
      expect(sendRate(next, samples, start + 12_000, 30)).toBe(30)
      expect(sendRate(waits(10, 20_000), samples, start + 12_000, 30)).toBe(30)
    })

    test('is measured again when there are no intervals any more', () => {
      const samples = [
        { at: start + 5_000, done: 5, rests: true },
        { at: start + 6_000, done: 6 },
      ]
      expect(sendRate(sending({ sentCount: 67, startedAt: at(start) }), samples, start + 36_000, 30)).toBe(120)
    })

    test('starts at the campaign’s start when the page opens during a wait, until the next interval is complete', () => {
      const samples = [{ at: start + 10_000, done: 5, rests: true }]
      expect(sendRate(waits(5, 10_000), samples, start + 4_000)).toBe(30)
    })
  })

  test.each([
    ['nothing has been sent', sending({ startedAt: at(ago(MINUTE)) })],
    ['it has just started', sending({ sentCount: 10, startedAt: at(ago(20_000)) })],
    ['it is paused', sending({ status: 'paused', sentCount: 3, startedAt: at(ago(MINUTE)) })],
    ['it has ended', sending({ status: 'sent', sentCount: 100, startedAt: at(ago(MINUTE)) })],
  ])('is unknown when %s', (_, one) => {
    expect(sendRate(one, [], NOW)).toBeNull()
  })
})
