import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentStep as sent } from './testing/follow-up-history.ts'
import { nextFollowUp, type StepEmail } from './follow-ups.ts'
import type { SendWindow } from './settings.ts'

const HOUR = 3_600_000
const ZONE = 'Europe/Berlin'

describe('in any order of events', () => {
  const EVENTS = [
    'open',
    'click',
    'reply',
    'bounce',
    'unsubscribe',
    'suppress',
    'stop',
    'fail',
    'away',
    'full',
    'behind',
    'read',
  ] as const
  const minutes = fc.integer({ min: 1, max: 40 * 24 * 60 })
  const event = fc.record({ kind: fc.constantFrom(...EVENTS), after: minutes })
  const stepRule = fc.record({
    waitDays: fc.integer({ min: 1, max: 5 }),
    timeOfDay: fc.constantFrom('00:00', '09:30', '23:30'),
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles'),
    condition: fc.constantFrom('no_reply' as const, 'not_opened' as const, 'not_clicked' as const, 'clicked' as const),
  })
  const windows = fc.constantFrom<SendWindow | null>(null, {
    days: [2, 4, 6],
    from: '10:00',
    to: '12:00',
    timeZone: 'Europe/Berlin',
  })

  it('sends no step twice, none after a stop, none early, none outside its hours and none before the inbox was read', () => {
    let sentMore = 0
    fc.assert(
      fc.property(
        fc.array(stepRule, { minLength: 1, maxLength: 4 }),
        fc.array(event, { maxLength: 3 }),
        fc.array(minutes, { minLength: 1, maxLength: 80 }),
        windows,
        fc.integer({ min: 0, max: 300 }),
        fc.constantFrom(null, 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati'),
        (rules, events, looks, window, lag, timeZone) => {
          const steps = rules.map((rule, index) => ({ ...rule, step: index + 2, link: null }))
          const start = Date.UTC(2026, 2, 20, 9)
          const emails: StepEmail[] = [sent(1, new Date(start).toISOString())]
          const past = {
            suppressed: false,
            contactDeleted: false,
            stoppedAt: null as Date | null,
            awayUntil: null as Date | null,
            fullUntil: null as Date | null,
            inboxBehind: false,
            timeZone,
          }
          let stopped = false
          const moments = [
            ...events.map(({ kind, after }) => ({ kind, time: start + after * 60_000 })),
            ...looks.map((after) => ({ kind: 'look' as const, time: start + after * 60_000 })),
          ].toSorted((a, b) => a.time - b.time)
          for (const { kind, time } of moments) {
            const now = new Date(time)
            const last = emails.at(-1)
            if (!last) throw new Error('There is always a first email')
            if (kind === 'open') last.openedAt ??= now
            if (kind === 'click') last.clickedAt ??= now
            if (kind === 'reply') last.repliedAt ??= now
            if (kind === 'bounce') last.bouncedAt ??= now
            if (kind === 'unsubscribe') last.unsubscribedAt ??= now
            if (kind === 'suppress') past.suppressed = true
            if (kind === 'stop') past.stoppedAt ??= now
            if (kind === 'fail') last.state = 'failed'
            if (kind === 'away') past.awayUntil = new Date(Math.floor(time / (24 * HOUR) + 5) * 24 * HOUR)
            if (kind === 'full') past.fullUntil = new Date(time + 5 * 24 * HOUR)
            if (kind === 'behind' || kind === 'read') past.inboxBehind = kind === 'behind'
            stopped ||= !['open', 'click', 'away', 'full', 'behind', 'read', 'look'].includes(kind)
            if (kind !== 'look') continue
            const found = nextFollowUp({ ...past, emails }, steps, window, now)
            expect(nextFollowUp({ ...past, emails: emails.toReversed() }, steps, window, now)).toEqual(found)
            if (found.state === 'waiting') expect(found.at.getTime()).toBeGreaterThan(time)
            if (found.state !== 'due') continue
            sentMore += 1
            expect(stopped).toBe(false)
            expect(past.inboxBehind).toBe(false)
            expect(past.fullUntil === null || past.fullUntil <= now).toBe(true)
            expect(emails.map((email) => email.step)).not.toContain(found.step)
            expect(found.step).toBeGreaterThan(last.step)
            const rule = steps.find((each) => each.step === found.step)
            const today = dateThere(now, timeZone ?? rule?.timeZone)
            const since = workingDays(dateThere(last.leftAt, timeZone ?? rule?.timeZone), today, window?.days)
            expect(since).toBeGreaterThanOrEqual(rule?.waitDays ?? 0)
            const clock = clockThere(now, timeZone ?? rule?.timeZone)
            if (since === rule?.waitDays && workingDays(dayBefore(today), today, window?.days) === 1) {
              expect(clock >= rule.timeOfDay).toBe(true)
            }
            if (!window) {
              expect(found.leaveUntil.getTime() - time).toBeLessThanOrEqual(8 * HOUR)
              expect((minutesOf(clock) - minutesOf(rule?.timeOfDay) + 24 * 60) % (24 * 60)).toBeLessThan(8 * 60)
            }
            expect(found.leaveUntil.getTime()).toBeGreaterThan(time)
            if (past.awayUntil) expect(today > dateThere(past.awayUntil, 'UTC')).toBe(true)
            const leftAt = new Date(Math.min(time + lag * 60_000, found.leaveUntil.getTime() - 1))
            if (window) {
              const local = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, weekday: 'short', hour: 'numeric' })
              expect(local.format(leftAt)).toMatch(/^(Tue|Thu|Sat),? (10|11)$/)
            }
            emails.push(sent(found.step, leftAt.toISOString()))
          }
        },
      ),
      { numRuns: 300 },
    )
    expect(sentMore).toBeGreaterThan(50)
  })
})

/** The calendar day of a moment in a zone, as YYYY-MM-DD. */
const dateThere = (moment: Date | null, timeZone = 'UTC') =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment ?? 0)

/** The time of day of a moment in a zone, as HH:MM. */
const clockThere = (moment: Date, timeZone = 'UTC') =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(moment)
const minutesOf = (clock = '00:00') => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const dayBefore = (day: string) => new Date(Date.parse(day) - 24 * HOUR).toISOString().slice(0, 10)

/** The working days after a day until another, both YYYY-MM-DD. */
function workingDays(after: string, until: string, days: readonly number[] = [1, 2, 3, 4, 5]): number {
  let count = 0
  for (let day = Date.parse(after) + 24 * HOUR; day <= Date.parse(until); day += 24 * HOUR) {
    if (days.includes(new Date(day).getUTCDay() || 7)) count += 1
  }
  return count
}
