import { describe, expect, it } from 'vitest'
import { dayOf, exactTime, relativeTime, timeOfDay } from './format-time.ts'

const now = '2026-03-10T12:00:00.000Z'
const london = { locale: 'en-GB', timeZone: 'Europe/London' }
const after = (seconds: number) => new Date(Date.parse(now) + seconds * 1_000)

describe('a displayed time', () => {
  it.each([
    [2, 'now'],
    [-2, 'now'],
    [30, 'in 30 sec'],
    [12 * 60, 'in 12 min'],
    [-3 * 3_600, '3 hr ago'],
    [26 * 3_600, 'tomorrow'],
    [-3 * 86_400, '3 days ago'],
    [-8 * 86_400, '2 Mar 2026'],
  ])('that is %i seconds away reads %s', (seconds, text) => {
    expect(relativeTime(after(seconds), now, london)).toBe(text)
  })

  it('is exact in the user’s time zone and language', () => {
    expect(exactTime(now, london)).toMatch(/^Tuesday,? 10 March 2026 at 12:00:00 GMT$/)
    expect(exactTime(now, { locale: 'de', timeZone: 'Europe/Berlin' })).toBe('Dienstag, 10. März 2026 um 13:00:00 MEZ')
  })

  it('uses the user’s local day', () => {
    expect(dayOf('2026-03-10T23:30:00Z', { locale: 'en-GB', timeZone: 'Asia/Tokyo' })).toBe('11 Mar 2026')
  })

  it('includes the day only when it is not today', () => {
    expect(timeOfDay(after(2 * 3_600), now, london)).toBe('14:00')
    expect(timeOfDay(after(24 * 3_600), now, london)).toBe('Wed 11 Mar, 12:00')
    expect(timeOfDay(after(300 * 24 * 3_600), now, london)).toBe('4 Jan 2027, 12:00')
  })
})
