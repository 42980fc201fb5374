import { describe, expect, test } from 'vitest'
import type { CampaignSummary } from './operations.ts'
import { sendRate } from './send-pace.ts'
import { campaign } from './testing.ts'

const NOW = Date.parse('2026-02-01T12:00:00.000Z')
const MINUTE = 60_000
const ago = (ms: number) => NOW - ms
const at = (ms: number) => new Date(ms).toISOString()

function sending(fields: Record<string, unknown>): CampaignSummary {
  return campaign('a', { status: 'sending', totalContacts: 100, ...fields }) as unknown as CampaignSummary
}

describe('the pace of a campaign', () => {
  test('is told from what was seen of it', () => {
    expect(sendRate(sending({ sentCount: 38, failedCount: 2 }), [{ at: ago(MINUTE), done: 10 }], NOW)).toBe(30)
  })

  test('is told from its start when nothing was seen yet', () => {
    expect(sendRate(sending({ sentCount: 20, startedAt: at(ago(2 * MINUTE)) }), [], NOW)).toBe(10)
  })

  test('is told from the last five minutes', () => {
    const samples = [
      { at: ago(60 * MINUTE), done: 0 },
      { at: ago(4 * MINUTE), done: 10 },
    ]
    expect(sendRate(sending({ sentCount: 50 }), samples, NOW)).toBe(10)
  })

  test.each([
    ['nothing has left', sending({ startedAt: at(ago(MINUTE)) })],
    ['it has only begun', sending({ sentCount: 3, startedAt: at(ago(1_000)) })],
    ['it is paused', sending({ status: 'paused', sentCount: 3, startedAt: at(ago(MINUTE)) })],
    ['it has ended', sending({ status: 'sent', sentCount: 100, startedAt: at(ago(MINUTE)) })],
  ])('is not told when %s', (_, one) => {
    expect(sendRate(one, [], NOW)).toBeNull()
  })
})
