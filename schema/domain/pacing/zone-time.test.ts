import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, offsetOf, sameClockTime } from './zone-time.ts'

const at = (text: string) => Date.parse(text)

describe('the same time of day in another zone', () => {
  it.each([
    ['2026-12-01T09:30:00Z', 'UTC', 'America/New_York', '2026-12-01T14:30:00Z'],
    ['2026-12-01T08:30:00Z', 'Europe/Berlin', 'Asia/Tokyo', '2026-12-01T00:30:00Z'],
    ['2026-12-01T08:30:00Z', 'Europe/Berlin', '+02:00', '2026-12-01T07:30:00Z'],
    // Over there it is over already: the next day.
    ['2026-11-30T21:00:00Z', 'America/New_York', 'Pacific/Auckland', '2026-12-01T03:00:00Z'],
    // Clocks skip 02:30 in Berlin on this day: an hour later.
    ['2027-03-28T02:30:00Z', 'UTC', 'Europe/Berlin', '2027-03-28T01:30:00Z'],
    // Clocks show 02:30 twice: the first time.
    ['2027-10-31T02:30:00Z', 'UTC', 'Europe/Berlin', '2027-10-31T00:30:00Z'],
  ])('of %s UTC, read on clocks in %s, comes in %s at %s UTC', (moment, from, zone, expected) => {
    const now = Math.min(at('2026-11-30T20:00:00Z'), at(moment))
    expect(new Date(sameClockTime(at(moment), from, zone, now)).toISOString()).toBe(new Date(expected).toISOString())
  })

  it('is never in the past, and within two days of the time here', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const moments = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') })
    fc.assert(
      fc.property(moments, zones, zones, fc.integer({ min: 0, max: 10 * DAY }), (now, from, zone, ahead) => {
        const there = sameClockTime(now + ahead, from, zone, now)
        expect(there).toBeGreaterThanOrEqual(now)
        expect(Math.abs(there - now - ahead)).toBeLessThan(2 * DAY + 1)
        const shown = (there + offsetOf(zone, there)) % DAY
        const here = (now + ahead + offsetOf(from, now + ahead)) % DAY
        // An hour or less is skipped where clocks change.
        expect(Math.abs(shown - here)).toBeLessThanOrEqual(3_600_000)
      }),
    )
  })
})
