import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, dateIn, offsetOf } from '../pacing/zone-time.ts'
import {
  dateOf,
  datesAfter,
  dueDate,
  mayRunAt,
  nextRunAt,
  occasionOf,
  repeatInput,
  runDay,
  runName,
  WORKING_DAYS,
  type RepeatRule,
} from './repeats.ts'

const rule = (more: Partial<RepeatRule> = {}): RepeatRule => ({
  kind: 'new_contact',
  label: null,
  segmentId: null,
  field: null,
  offsetDays: 0,
  isYearly: false,
  dateOrder: null,
  dayOfMonth: null,
  timeOfDay: '09:30',
  timeZone: 'Europe/Berlin',
  onWorkingDays: false,
  ...more,
})

const next = (more: Partial<RepeatRule>, after: string) =>
  nextRunAt(rule(more), WORKING_DAYS, new Date(after)).toISOString()

describe('the next run of a repeating campaign', () => {
  it.each<[string, Partial<RepeatRule>, string, string]>([
    ['is today before its time', {}, '2026-12-01T08:00:00Z', '2026-12-01T08:30:00.000Z'],
    ['is tomorrow at its time', {}, '2026-12-01T08:30:00Z', '2026-12-02T08:30:00.000Z'],
    ['leaves out days off', { onWorkingDays: true }, '2026-12-04T12:00:00Z', '2026-12-07T08:30:00.000Z'],
    ['keeps its time in summer', {}, '2027-03-27T12:00:00Z', '2027-03-28T07:30:00.000Z'],
    ['is after the hour that clocks skip', { timeOfDay: '02:30' }, '2027-03-27T12:00:00Z', '2027-03-28T01:30:00.000Z'],
    [
      'is the first occurrence of an hour that clocks repeat',
      { timeOfDay: '02:30' },
      '2026-10-24T12:00:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
    ['is next month', { kind: 'monthly', dayOfMonth: 1 }, '2026-12-01T09:00:00Z', '2027-01-01T08:30:00.000Z'],
    ['is on the last day', { kind: 'monthly' }, '2027-01-31T09:00:00Z', '2027-02-28T08:30:00.000Z'],
    ['is on 29 February', { kind: 'monthly' }, '2028-02-01T09:00:00Z', '2028-02-29T08:30:00.000Z'],
    [
      'moves from Sunday to Monday',
      { kind: 'monthly', dayOfMonth: 28, onWorkingDays: true },
      '2027-02-02T09:00:00Z',
      '2027-03-01T08:30:00.000Z',
    ],
    [
      'moves the last day back',
      { kind: 'monthly', onWorkingDays: true },
      '2027-02-02T09:00:00Z',
      '2027-02-26T08:30:00.000Z',
    ],
  ])('%s', (_, more, after, expected) => {
    expect(next(more, after)).toBe(expected)
  })
})

it.each<[string, string, boolean]>([
  ['on time', '2026-12-04T08:30:00Z', true],
  ['a second early', '2026-12-04T08:29:59Z', false],
  ['late on its day', '2026-12-04T22:00:00Z', true],
  ['on Saturday', '2026-12-05T12:00:00Z', false],
  ['on Monday before its time', '2026-12-07T03:00:00Z', false],
  ['on Monday at its time', '2026-12-07T08:30:00Z', true],
])('a run of a repeating campaign that is due on Friday may happen %s: %s', (_, now, may) => {
  const friday = new Date('2026-12-04T08:30:00Z')
  expect(mayRunAt(rule({ onWorkingDays: true }), WORKING_DAYS, friday, new Date(now))).toBe(may)
})

describe('a date on which a campaign repeats', () => {
  const day = (iso: string) => Date.parse(`${iso}T00:00:00Z`)
  const due = (value: string, handled: string, today: string, more: Partial<RepeatRule> = {}) => {
    const date = dateOf(value, null)
    return (
      date &&
      dueDate(rule({ kind: 'date_field', isYearly: true, ...more }), WORKING_DAYS, date, {
        handled: day(handled),
        today: day(today),
      })
    )
  }

  it.each<[string, ReturnType<typeof due>, { occasion: number; isMissed: boolean } | null]>([
    ['is every year', due('1990-12-24', '2026-12-23', '2026-12-24'), { occasion: 2026, isMissed: false }],
    ['is not the day before', due('1990-12-24', '2026-12-22', '2026-12-23'), null],
    ['is not due again', due('1990-12-24', '2026-12-24', '2026-12-25'), null],
    [
      'of a leap year is on the 28th',
      due('2000-02-29', '2027-02-27', '2027-02-28'),
      { occasion: 2027, isMissed: false },
    ],
    ['of a leap year is on the 29th then', due('2000-02-29', '2028-02-27', '2028-02-28'), null],
    [
      'counts for its own year when sent in the one before',
      due('3 January 1990', '2026-12-26', '2026-12-27', { offsetDays: -7 }),
      { occasion: 2027, isMissed: false },
    ],
    ['three days late is sent', due('1990-12-24', '2026-12-20', '2026-12-27'), { occasion: 2026, isMissed: false }],
    ['four days late is missed', due('1990-12-24', '2026-12-20', '2026-12-28'), { occasion: 2026, isMissed: true }],
    ['does not come before its own year', due('2030-12-24', '2026-12-23', '2026-12-24'), null],
    ['is once', due('2026-12-24', '2026-12-23', '2026-12-24', { isYearly: false }), { occasion: 0, isMissed: false }],
    ['of another year is not once', due('2025-12-24', '2026-12-23', '2026-12-24', { isYearly: false }), null],
    [
      'on Sunday is moved to Monday',
      due('1990-12-27', '2026-12-27', '2026-12-28', { onWorkingDays: true }),
      { occasion: 2026, isMissed: false },
    ],
  ])('%s', (_, found, expected) => {
    expect(found && { occasion: found.occasion, isMissed: found.isMissed }).toEqual(expected)
  })

  it.each<[string, string, string, string]>([
    ['is looked at again for three days', '2026-12-01T12:00:00Z', '2026-12-23', '2026-12-20'],
    ['is not looked at from before the first run', '2026-12-22T12:00:00Z', '2026-12-23', '2026-12-22'],
    ['is looked at from the last run on after an outage', '2026-11-01T12:00:00Z', '2026-12-10', '2026-12-10'],
  ])('%s', (_, since, handled, from) => {
    const days = { since: new Date(since), handled: day(handled), today: day('2026-12-24') }
    expect(datesAfter(rule({ kind: 'date_field' }), WORKING_DAYS, days)).toBe(day(from))
  })

  it('is not guessed from an unclear text', () => {
    expect(dateOf('03/04/1990', null)).toBeNull()
    expect(dateOf('03/04/1990', 'mdy')).toMatchObject({ month: 3, day: 4 })
    expect(dateOf('10:30', null)).toBeNull()
    expect(dateOf('soon', null)).toBeNull()
  })
})

const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu', 'UTC']
const someRule = fc
  .record({
    kind: fc.constantFrom('new_contact', 'date_field', 'monthly'),
    dayOfMonth: fc.option(fc.integer({ min: 1, max: 28 })),
    hour: fc.integer({ min: 0, max: 23 }),
    timeZone: fc.constantFrom(...zones),
    onWorkingDays: fc.boolean(),
    isYearly: fc.boolean(),
    offsetDays: fc.integer({ min: -60, max: 60 }),
  })
  .map(({ hour, ...more }) => rule({ ...more, timeOfDay: `${String(hour).padStart(2, '0')}:30` }))
/** The moments at which a process looks; between some of them nothing ran for days. */
const looks = fc.array(fc.integer({ min: 60_000, max: 6 * DAY }), { minLength: 20, maxLength: 120 })
const START = Date.parse('2026-02-20T10:00:00Z')

/** Every run that happens, with when it was due. */
function runs(of: RepeatRule, pauses: readonly number[]) {
  const found: { dueAt: Date; at: Date }[] = []
  let now = new Date(START)
  let dueAt = nextRunAt(of, WORKING_DAYS, now)
  for (const pause of pauses) {
    now = new Date(now.getTime() + pause)
    if (!mayRunAt(of, WORKING_DAYS, dueAt, now)) continue
    found.push({ dueAt, at: now })
    dueAt = nextRunAt(of, WORKING_DAYS, now)
  }
  return found
}

describe('a repeating campaign, whenever a process checks it,', () => {
  it('runs at most once a day, and never early', () => {
    fc.assert(
      fc.property(someRule, looks, (of, pauses) => {
        const days = runs(of, pauses).map(({ dueAt, at }) => {
          expect(at.getTime()).toBeGreaterThanOrEqual(dueAt.getTime())
          return runDay(of, at)
        })
        expect(new Set(days).size).toBe(days.length)
      }),
    )
  })

  it('runs at most once a month, and misses no month if something ran within it', () => {
    fc.assert(
      fc.property(someRule, looks, (one, pauses) => {
        const of = { ...one, kind: 'monthly' as const }
        const months = runs(of, pauses).map(({ dueAt }) => occasionOf(of, WORKING_DAYS, dueAt))
        expect(new Set(months).size).toBe(months.length)
        expect(months).toEqual(months.toSorted((a, b) => a - b))
      }),
    )
  })

  it('sends for every date once a year, unless that was missed by more than three days', () => {
    fc.assert(
      fc.property(someRule, looks, fc.integer({ min: 0, max: 365 }), (one, pauses, ahead) => {
        const of = { ...one, kind: 'date_field' as const, isYearly: true }
        const birthday = new Date(Date.UTC(2000, 0, 1) + ahead * DAY)
        const date = { year: 2000, month: birthday.getUTCMonth() + 1, day: birthday.getUTCDate() }
        let handled = runDay(of, nextRunAt(of, WORKING_DAYS, new Date(START))) - DAY
        const began = handled
        const occasions: number[] = []
        for (const { at } of runs(of, pauses)) {
          const today = runDay(of, at)
          const due = dueDate(of, WORKING_DAYS, date, { handled, today })
          if (due) {
            expect(due.day).toBeLessThanOrEqual(today)
            occasions.push(due.occasion)
          }
          handled = today
        }
        expect(new Set(occasions).size).toBe(occasions.length)
        // Each year of which the day is over has its occasion.
        for (const year of [2026, 2027]) {
          const whole = dueDate(of, WORKING_DAYS, date, { handled: began, today: handled })
          if (whole?.occasion === year) expect(occasions).toContain(year)
        }
      }),
    )
  })

  it('runs at the chosen time, unless a clock change skips it', () => {
    fc.assert(
      fc.property(someRule, fc.integer({ min: 0, max: 800 }), (of, days) => {
        const run = nextRunAt(of, WORKING_DAYS, new Date(START + days * DAY)).getTime()
        const local = run + offsetOf(of.timeZone, run) - dateIn(of.timeZone, run)
        const chosen = Number(of.timeOfDay.slice(0, 2)) * 3_600_000 + 30 * 60_000
        expect([chosen, chosen + 3_600_000]).toContain(local)
      }),
    )
  })
})

it('a repeat rule names each run by its date in the time zone of the rule', () => {
  const moment = new Date('2026-11-30T23:30:00Z')
  expect(runName('Welcome', rule(), moment, 200)).toBe('Welcome, 1 December 2026')
  expect(runName('x'.repeat(200), rule(), moment, 200)).toHaveLength(200)
})

describe('the entered repeat rule', () => {
  const given = { kind: 'monthly', timeOfDay: '09:30', timeZone: 'Europe/Berlin' }

  it('drops what its kind does not use', () => {
    expect(repeatInput.parse({ ...given, field: 'Birthday', offsetDays: 3, includesExisting: true })).toMatchObject({
      field: null,
      offsetDays: 0,
      includesExisting: false,
    })
  })

  it('keeps the segment of a monthly rule, but not together with a tag', () => {
    expect(repeatInput.parse({ ...given, segmentId: 's1' })).toMatchObject({ segmentId: 's1', label: null })
    expect(repeatInput.parse({ ...given, kind: 'new_contact', segmentId: 's1', label: 'News' })).toMatchObject({
      segmentId: null,
      label: 'News',
    })
    expect(repeatInput.safeParse({ ...given, segmentId: '' }).error?.issues[0]?.message).toBe(
      'Choose the segment that contacts must be in',
    )
    expect(repeatInput.safeParse({ ...given, label: ' ' }).error?.issues[0]?.message).toBe(
      'Choose the tag that contacts must have',
    )
    const both = repeatInput.safeParse({ ...given, segmentId: 's1', label: 'News' })
    expect(both.error?.issues[0]?.message).toBe(
      'Choose a tag or a segment, not both. To reach contacts who match both, add the tag to the filter of the segment.',
    )
  })

  it.each([
    ['a label', { kind: 'label' }, 'Choose the tag that contacts must get'],
    ['a segment', { kind: 'segment' }, 'Choose the segment that contacts must enter'],
    ['a field', { kind: 'date_field' }, 'Choose the contact field that holds the date'],
    ['a day', { dayOfMonth: 31 }, 'The day of the month must be 1 to 28. Leave it out for the last day.'],
    ['a time', { timeOfDay: '9:30' }, 'The time of day must be like 09:30'],
    ['a zone', { timeZone: 'Berlin' }, 'The time zone must be an IANA name such as Europe/Berlin'],
  ])('needs %s', (_, more, message) => {
    expect(repeatInput.safeParse({ ...given, ...more }).error?.issues[0]?.message).toBe(message)
  })
})
