import { describe, expect, test } from 'vitest'
import type { CampaignSummary } from './operations.ts'
import { sendPace } from './send-pace.ts'
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
    const pace = sendPace(sending({ sentCount: 38, failedCount: 2 }), [{ at: ago(MINUTE), done: 10 }], NOW)
    expect(pace).toEqual({ perMinute: 30, finishesAt: NOW + 2 * MINUTE })
  })

  test('is told from its start when nothing was seen yet', () => {
    const pace = sendPace(sending({ sentCount: 20, startedAt: at(ago(2 * MINUTE)) }), [], NOW)
    expect(pace).toEqual({ perMinute: 10, finishesAt: NOW + 8 * MINUTE })
  })

  test('is told from the last five minutes', () => {
    const samples = [
      { at: ago(60 * MINUTE), done: 0 },
      { at: ago(4 * MINUTE), done: 10 },
    ]
    expect(sendPace(sending({ sentCount: 50 }), samples, NOW)?.perMinute).toBe(10)
  })

  test.each([
    ['nothing has left', sending({ startedAt: at(ago(MINUTE)) })],
    ['it has only begun', sending({ sentCount: 3, startedAt: at(ago(1_000)) })],
    ['it is paused', sending({ status: 'paused', sentCount: 3, startedAt: at(ago(MINUTE)) })],
    ['it has ended', sending({ status: 'sent', sentCount: 100, startedAt: at(ago(MINUTE)) })],
  ])('is not told when %s', (_, one) => {
    expect(sendPace(one, [], NOW)).toBeNull()
  })
})

describe('the end', () => {
  const started = { sentCount: 20, startedAt: at(ago(2 * MINUTE)), resumesAt: at(NOW + 5 * MINUTE) }

  test('counts a wait that comes on top of the pace', () => {
    expect(sendPace(sending({ ...started, statusReason: 'THROTTLED' }), [], NOW)?.finishesAt).toBe(NOW + 13 * MINUTE)
  })

  test('does not count the pauses between intervals twice', () => {
    const one = sending({ ...started, statusReason: 'BETWEEN_INTERVALS' })
    expect(sendPace(one, [], NOW)?.finishesAt).toBe(NOW + 8 * MINUTE)
  })

  test('is not foretold over the limit of a day', () => {
    expect(sendPace(sending({ ...started, statusReason: 'DAILY_LIMIT' }), [], NOW)?.finishesAt).toBeNull()
  })
})
