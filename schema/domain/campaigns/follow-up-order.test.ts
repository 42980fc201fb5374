import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import {
  FOLLOW_UP_CONDITIONS,
  nextFollowUp,
  nextHours,
  type FOLLOW_UP_STOPS,
  type FollowUpHistory,
  type FollowUpStep,
  type StepEmail,
} from './follow-ups.ts'
import { instantOf } from '../pacing/zone-time.ts'
import type { SendWindow } from '../settings/setting-register.ts'
import { followUpHistory, sentStep } from '../testing/follow-up-history.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Friday 20 March 2026: the first email leaves. */
const START = Date.UTC(2026, 2, 20, 9)
const LINKS = ['https://a.example', 'https://b.example'] as const

interface Person extends FollowUpHistory {
  emails: StepEmail[]
}

/** Something that happens to a person and to one of their emails. */
type Event = (person: Person, email: StepEmail, now: Date) => void

/** Everything that stops follow-ups. */
const STOPS: Record<(typeof FOLLOW_UP_STOPS)[number], Event> = {
  replied: (_, email, now) => {
    email.repliedAt = now
  },
  bounced: (_, email, now) => {
    email.bouncedAt = now
  },
  unsubscribed: (_, email, now) => {
    email.unsubscribedAt = now
  },
  suppressed: (person) => {
    person.suppressed = true
  },
  declined: (person) => {
    person.declined = true
  },
  contact_deleted: (person) => {
    person.contactDeleted = true
  },
  by_hand: (person, _, now) => {
    person.stoppedAt = now
  },
  failed: (person) => {
    newestOf(person).state = 'failed'
  },
  mailbox_gone: (person) => {
    newestOf(person).hasMailbox = false
  },
}

const click =
  (url: string): Event =>
  (_, email, at) => {
    email.clickedAt ??= at
    if (email.clicks.every((each) => each.url !== url)) email.clicks = [...email.clicks, { url, at }]
  }

const OTHERS: Record<string, Event> = {
  open: (_, email, now) => {
    email.openedAt ??= now
  },
  [LINKS[0]]: click(LINKS[0]),
  [LINKS[1]]: click(LINKS[1]),
  object: (_, email) => {
    email.untracked = true
  },
  away: (person, _, now) => {
    person.awayUntil = new Date(now.getTime() + 5 * DAY)
  },
  full: (person, _, now) => {
    person.fullUntil = new Date(now.getTime() + 5 * DAY)
  },
  behind: (person) => {
    person.inboxBehind = true
  },
  read: (person) => {
    person.inboxBehind = false
  },
}

const EVENTS: Record<string, Event> = { ...STOPS, ...OTHERS }

/** Minutes after the start. */
const minutes = fc.noBias(fc.integer({ min: 1, max: 40 * 24 * 60 }))
const soon = fc.noBias(fc.integer({ min: 1, max: 10 * 24 * 60 }))
const eventsOf = (kinds: object, maxLength: number) =>
  fc.array(
    fc.record({ kind: fc.constantFrom(...Object.keys(kinds)), after: fc.oneof(soon, minutes), email: fc.nat(1) }),
    { maxLength },
  )
const time = {
  waitDays: fc.integer({ min: 1, max: 5 }),
  timeOfDay: fc.constantFrom('00:00', '09:30', '23:30'),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles'),
}
const rule = fc.record({
  ...time,
  // The last one twice, because it seldom holds.
  condition: fc.constantFrom(...FOLLOW_UP_CONDITIONS, 'clicked' as const),
  link: fc.constantFrom(null, ...LINKS),
})
const windows = fc.constantFrom<SendWindow | null>(null, {
  days: [2, 4, 6],
  from: '10:00',
  to: '12:00',
  timeZone: 'Europe/Berlin',
})
const zones = fc.constantFrom(null, 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati')

it('the scheduling of follow-ups sends no step twice, after a stop, early, outside its hours, before the inbox was read or against its condition', () => {
  const sent = { no_reply: 0, not_opened: 0, not_clicked: 0, clicked: 0, clickedLink: 0, away: 0 }
  fc.assert(
    fc.property(
      fc.array(rule, { minLength: 2, maxLength: 4 }),
      fc.tuple(eventsOf(OTHERS, 8), eventsOf(STOPS, 1)),
      fc.array(minutes, { minLength: 4, maxLength: 10 }),
      windows,
      fc.integer({ min: 0, max: 300 }),
      zones,
      (rules, events, looks, window, lag, timeZone) => {
        const steps = rules.map((each, index) => ({ ...each, step: index + 2 }))
        const first = sentStep(1, new Date(START).toISOString())
        const person: Person = { ...followUpHistory([], { timeZone }), emails: [first] }
        const happened: Happened[] = []
        const upcoming = [...events.flat(), ...looks.map((after) => ({ kind: 'look', after, email: 0 }))]
        const lookAt = (moment: Date) => {
          const after = (moment.getTime() - START) / MINUTE
          if (upcoming.every((each) => each.after !== after)) upcoming.push({ kind: 'look', after, email: 0 })
        }
        for (let next = takeFirst(upcoming); next; next = takeFirst(upcoming)) {
          const { kind, after, email } = next
          const now = new Date(START + after * MINUTE)
          if (kind !== 'look') {
            EVENTS[kind]?.(person, person.emails[email] ?? newestOf(person), now)
            happened.push({ kind, at: now })
            continue
          }
          const found = nextFollowUp(person, steps, window, now)
          expect(nextFollowUp({ ...person, emails: person.emails.toReversed() }, steps, window, now)).toEqual(found)
          expect(found.state === 'stopped').toBe(happened.some((each) => each.kind in STOPS))
          if (found.state === 'waiting') {
            expectToLeave(person, steps, window, found, now)
            lookAt(found.at)
          }
          if (found.state === 'done') expectConditions(person, steps, happened, { step: null, days: window?.days, now })
          const due = steps.find((each) => found.state === 'due' && each.step === found.step)
          if (found.state !== 'due' || !due) continue
          sent[due.condition] += 1
          if (due.condition === 'clicked' && due.link) sent.clickedLink += 1
          if (person.awayUntil) sent.away += 1
          expect(person.inboxBehind).toBe(false)
          expect(found.step).toBeGreaterThan(Math.max(...person.emails.map((each) => each.step)))
          expectConditions(person, steps, happened, { step: found.step, days: window?.days, now })
          expect(found.leaveUntil.getTime()).toBeGreaterThan(now.getTime())
          const leftAt = new Date(Math.min(now.getTime() + lag * MINUTE, found.leaveUntil.getTime() - 1))
          for (const moment of [now, leftAt]) expect(mayLeave(person, due, window, moment)).toBe(true)
          person.emails.push(sentStep(found.step, leftAt.toISOString()))
          lookAt(leftAt)
        }
      },
    ),
    { numRuns: runsOf(400) },
  )
  // Too few runs do not meet every condition.
  if (inject('everything')) for (const [kind, count] of Object.entries(sent)) expect(count, kind).toBeGreaterThan(0)
})

const moments = soon.map((after) => new Date(START + after * MINUTE))

it('the scheduling of follow-ups moves an email to the first moment of its sending hours, and leaves it there', () => {
  fc.assert(
    fc.property(
      fc.record({ ...time, condition: fc.constant('no_reply' as const), link: fc.constant(null) }),
      windows,
      fc.record({
        awayUntil: fc.option(moments),
        fullUntil: fc.option(moments),
        inboxBehind: fc.boolean(),
        timeZone: zones,
      }),
      moments,
      fc.array(fc.nat(100), { minLength: 10, maxLength: 10 }),
      (each, window, known, asked, shares) => {
        const steps = [2, 3].map((step) => ({ ...each, step }))
        const [made] = steps
        const person = followUpHistory([sentStep(1, new Date(START).toISOString())], known)
        const hoursFrom = (moment: number, step: number) => nextHours(person, steps, window, new Date(moment), step)
        const now = asked.getTime()
        const hours = hoursFrom(now, 2)
        if (!hours || !made) throw new Error('Nothing stops this email')
        const [at, end] = [hours.at.getTime(), hours.leaveUntil.getTime()]
        expect(at).toBeGreaterThanOrEqual(now)
        expect(hoursFrom(at, 2)).toEqual(hours)
        expect(hoursFrom(now, 3)).toBeNull()
        const leaves = (moment: number) => mayLeave(person, made, window, new Date(moment))
        expect([at, end - 1, end].map(leaves)).toEqual([true, true, false])
        const isDue = (moment: number) =>
          nextFollowUp({ ...person, inboxBehind: false }, steps, window, new Date(moment)).state === 'due'
        // Moments before it, the last one included.
        for (const share of at > now ? [...shares, 100] : []) {
          const before = now + Math.floor(((at - 1 - now) * share) / 100)
          expect(isDue(before)).toBe(false)
          // Sending hours count from the time of day of the step: a check of the clock does not tell.
          if (!window) expect(leaves(before)).toBe(false)
        }
      },
    ),
    { numRuns: runsOf(200) },
  )
})

/** Takes the moment that comes first out of these. */
function takeFirst<Moment extends { after: number }>(list: Moment[]): Moment | undefined {
  list.sort((a, b) => a.after - b.after)
  return list.shift()
}

interface Happened {
  kind: string
  at: Date
}

/** Asserts that a step that waits leaves at the moment named, unless that depends on a click until then. */
function expectToLeave(
  person: Person,
  steps: readonly FollowUpStep[],
  window: SendWindow | null,
  { step, at }: { step: number; at: Date },
  now: Date,
): void {
  expect(at.getTime()).toBeGreaterThan(now.getTime())
  if (steps.find((each) => each.step === step)?.condition === 'clicked') return
  expect(nextFollowUp({ ...person, inboxBehind: false }, steps, window, at)).toMatchObject({ state: 'due', step })
}

/**
 * Asserts that the conditions of the steps from the next one decide as they must: that of `step`, the one sent now, holds,
 * and those of the steps left out before it do not. Null: all are left out. A click counts until the day of its step.
 */
function expectConditions(
  person: Person,
  steps: readonly FollowUpStep[],
  happened: readonly Happened[],
  { step, days, now }: { step: number | null; days: readonly number[] | undefined; now: Date },
): void {
  const did = (kinds: readonly string[], until: Date) =>
    happened.some(({ kind, at }) => kinds.includes(kind) && at <= until)
  const last = newestOf(person)
  let from = last.leftAt
  for (const each of steps.filter((later) => later.step > last.step && later.step <= (step ?? Infinity))) {
    const zone = person.timeZone ?? each.timeZone
    const due = startOf(each, zone, firstDay(dateThere(from, zone), each.waitDays, days))
    const clicks = each.link === null ? LINKS : [each.link]
    const holds = {
      no_reply: true,
      not_opened: !did(['open', 'object'], now),
      not_clicked: !did([...clicks, 'object'], now),
      clicked: now < due || did(clicks, due),
    }
    expect(holds[each.condition]).toBe(each.step === step)
    if (each.step === step) expect(now.getTime()).toBeGreaterThanOrEqual(due.getTime())
    from = due
  }
}

/**
 * Returns whether a step may leave at a moment: after its wait, with the person back and with room for it, in its
 * hours.
 */
function mayLeave(person: FollowUpHistory, step: FollowUpStep, window: SendWindow | null, moment: Date): boolean {
  const zone = person.timeZone ?? step.timeZone
  const starts = (day: string, count: number) => startOf(step, zone, firstDay(day, count, window?.days))
  const leftAt = newestOf(person).leftAt
  return (
    moment >= starts(dateThere(leftAt, zone), step.waitDays) &&
    (person.awayUntil === null || moment >= starts(dateThere(person.awayUntil, 'UTC'), 1)) &&
    (person.fullUntil === null || moment >= person.fullUntil) &&
    (window ? isOpen(window, moment) : isInHours(step, zone, moment))
  )
}

/** Returns whether it is in the eight hours after the time of day of a working day. */
function isInHours({ timeOfDay }: FollowUpStep, zone: string, moment: Date): boolean {
  const [today, clock] = [dateThere(moment, zone), clockThere(moment, zone)]
  const began = clock >= timeOfDay ? today : addDays(today, -1)
  const since = (minutesOf(clock) - minutesOf(timeOfDay) + 24 * 60) % (24 * 60)
  return isWorking(began) && since < 8 * 60
}

function isOpen({ days, from, to, timeZone }: SendWindow, moment: Date): boolean {
  const clock = clockThere(moment, timeZone)
  return isWorking(dateThere(moment, timeZone), days) && clock >= from && clock < to
}

function newestOf({ emails }: FollowUpHistory): StepEmail {
  const newest = emails.at(-1)
  if (!newest) throw new Error('There is always a first email')
  return newest
}

/** The calendar day of a moment in a zone, as YYYY-MM-DD. */
const dateThere = (moment: Date | null, timeZone: string) =>
  formatOf(timeZone, { dateStyle: 'short' }).format(moment ?? 0)

/** The time of day of a moment in a zone, as HH:MM. */
const clockThere = (moment: Date, timeZone: string) => formatOf(timeZone, { timeStyle: 'short' }).format(moment)

const formats = new Map<string, Intl.DateTimeFormat>()
/** Dates as YYYY-MM-DD, and times as HH:MM. */
function formatOf(timeZone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${Object.keys(style).join()}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, ...style })
  formats.set(key, format)
  return format
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const addDays = (day: string, count: number) => new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10)
const isWorking = (day: string, days: readonly number[] = [1, 2, 3, 4, 5]) =>
  days.includes(new Date(day).getUTCDay() || 7)

/** The day that is this many working days after another, both YYYY-MM-DD. */
function firstDay(after: string, count: number, days?: readonly number[]): string {
  let day = after
  for (let passed = 0; passed < count;) {
    day = addDays(day, 1)
    if (isWorking(day, days)) passed += 1
  }
  return day
}

/** Returns when the hours of a step begin on a day. */
const startOf = ({ timeOfDay }: FollowUpStep, zone: string, day: string) =>
  new Date(instantOf(Date.parse(day) + minutesOf(timeOfDay) * MINUTE, zone))
