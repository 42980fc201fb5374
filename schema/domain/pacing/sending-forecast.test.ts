import { describe, expect, it } from 'vitest'
import { forecast, needOf, shareOf, waveSpans } from './sending-forecast.ts'
import type { SentCounts, PaceRules } from './pace.ts'

const noon = new Date('2026-01-01T12:00:00Z')
const at = (text: string) => new Date(text)
const none: SentCounts = { used: 0, oldest: null, newest: null }
const rules = (...windows: [count: number, seconds: number][]): PaceRules => ({
  windows: windows.map(([count, seconds]) => ({ count, seconds, reason: 'DAILY_LIMIT', scope: 'mailbox' })),
  spacing: 0,
  sendWindow: null,
})

describe('the forecast of sending', () => {
  it("is the provider's speed if nothing limits sending", () => {
    expect(forecast(rules(), [], 601, 10, noon)).toEqual(at('2026-01-01T12:01:00Z'))
  })

  it('counts full intervals', () => {
    expect(forecast(rules([4, 60]), [none], 9, 1_000, noon)).toEqual(at('2026-01-01T12:02:00Z'))
  })

  it('continues tomorrow when the daily limit is used up', () => {
    const used: SentCounts = { used: 10, oldest: at('2026-01-01T10:00:00Z'), newest: at('2026-01-01T10:00:00Z') }
    expect(forecast(rules([10, 86_400]), [used], 10, 1_000, noon)?.getTime()).toBeCloseTo(
      at('2026-01-02T10:00:00Z').getTime(),
      -2,
    )
  })

  it('skips the hours outside the sending hours', () => {
    const windowed: PaceRules = {
      ...rules([60, 3_600]),
      sendWindow: { days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '13:00', timeZone: 'UTC' },
    }
    expect(forecast(windowed, [none], 61, 1_000, noon)).toEqual(at('2026-01-02T09:00:00Z'))
  })

  it('continues at the same rate beyond the simulated emails', () => {
    const far = forecast(rules([1, 1]), [none], 100_000, 1_000, noon)
    expect(far && (far.getTime() - noon.getTime()) / 1_000).toBeCloseTo(99_995, -2)
  })

  it('lets emails leave no earlier than their time, and one after another within the limits', () => {
    const wave = (time: string, count: number) => ({ at: at(time), count })
    const two = [wave('2026-01-01T12:00:00Z', 2), wave('2026-01-01T18:00:00Z', 2)]
    expect(forecast(rules(), [], 4, 1, noon, two)).toEqual(at('2026-01-01T18:00:01Z'))
    expect(forecast(rules([1, 3_600]), [none], 4, 1_000, noon, two)).toEqual(at('2026-01-01T19:00:00Z'))
    const late = [wave('2026-01-01T12:00:00Z', 10), wave('2026-01-01T13:00:00Z', 1)]
    expect(forecast(rules([1, 3_600]), [none], 11, 1_000, noon, late)).toEqual(at('2026-01-01T22:00:00Z'))
  })

  it('is the present moment without emails', () => {
    expect(forecast(rules([4, 60]), [none], 0, 10, noon)).toBeNull()
  })

  it('shares emails among mailboxes, so that no time zone is left out', () => {
    const waves = (...recipients: number[]) => recipients.map((count) => ({ at: noon, recipients: count }))
    const counts = (emails: number, turns: number, ...recipients: number[]) =>
      shareOf(emails, turns, waves(...recipients)).arrivals.map(({ count }) => count)
    expect(shareOf(11, 2)).toEqual({ need: 6, arrivals: [] })
    expect(shareOf(0, 0)).toEqual({ need: 0, arrivals: [] })
    expect(counts(6, 1, 1, 2, 3)).toEqual([1, 2, 3])
    expect(shareOf(3, 2, waves(1, 1, 1))).toMatchObject({ need: 3 })
    expect(counts(6, 1, 4, 8)).toEqual([2, 4])
    expect(counts(0, 2, 4, 8)).toEqual([0, 0])
    expect(counts(49, 1, 7, 42)).toEqual([7, 42])
  })

  describe('for groups of recipients by local time', () => {
    const box = (...windows: [count: number, seconds: number][]) => ({
      rules: rules(...windows),
      counts: windows.map(() => none),
    })
    const wave = (time: string, recipients: number) => ({ at: at(`2026-01-01T${time}:00Z`), recipients })
    const spans = (boxes: ReturnType<typeof box>[], waves: ReturnType<typeof wave>[], emails: number) =>
      waveSpans(boxes, waves, emails, 1_000, noon).map(({ first, last }) =>
        [first, last].map((time) => time.toISOString().slice(8, 16)),
      )

    it('says when the first and the last email of each group leave, after those of earlier groups', () => {
      const waves = [wave('12:00', 3), wave('13:00', 2), wave('20:00', 1)]
      expect(spans([box([1, 3_600])], waves, 6)).toEqual([
        ['01T12:00', '01T14:00'],
        ['01T15:00', '01T16:00'],
        ['01T20:00', '01T20:00'],
      ])
    })

    it('adds up all mailboxes, which take turns', () => {
      expect(spans([box([1, 3_600]), box([1, 60])], [wave('12:00', 4), wave('13:00', 2)], 6)).toEqual([
        ['01T12:00', '01T13:00'],
        ['01T13:00', '01T14:00'],
      ])
    })

    it('is the same for zones with the same time, and the time itself without emails or mailboxes', () => {
      const waves = [wave('12:00', 2), wave('12:00', 1)]
      expect(spans([box([1, 3_600])], waves, 3)).toEqual([
        ['01T12:00', '01T14:00'],
        ['01T12:00', '01T14:00'],
      ])
      const still = [
        ['01T12:00', '01T12:00'],
        ['01T12:00', '01T12:00'],
      ]
      expect(spans([box([1, 3_600])], waves, 0)).toEqual(still)
      expect(spans([], waves, 3)).toEqual(still)
    })
  })

  it('lets campaigns of one mailbox take turns', () => {
    expect([needOf(10, [10, 100]), needOf(100, [10, 100]), needOf(5, [5])]).toEqual([20, 110, 5])
  })
})
