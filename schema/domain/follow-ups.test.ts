import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  followUpInput,
  followUpsInput,
  nextFollowUp,
  nextHours,
  type FollowUpHistory,
  type FollowUpStep,
  type StepEmail,
} from './follow-ups.ts'
import { answerSubject } from './follow-up-limits.ts'
import type { SendWindow } from './settings.ts'

const HOUR = 3_600_000
const ZONE = 'Europe/Berlin'
const at = (iso: string) => new Date(iso)

const step = (number: number, more: Partial<FollowUpStep> = {}): FollowUpStep => ({
  step: number,
  waitDays: 2,
  timeOfDay: '09:30',
  timeZone: ZONE,
  condition: 'no_reply',
  link: null,
  ...more,
})

const sent = (number: number, leftAt: string, more: Partial<StepEmail> = {}): StepEmail => ({
  step: number,
  state: 'sent',
  leftAt: at(leftAt),
  openedAt: null,
  clickedAt: null,
  clicks: [],
  bouncedAt: null,
  repliedAt: null,
  unsubscribedAt: null,
  hasMailbox: true,
  untracked: false,
  ...more,
})

const history = (emails: readonly StepEmail[], more: Partial<FollowUpHistory> = {}): FollowUpHistory => ({
  emails,
  suppressed: false,
  contactDeleted: false,
  stoppedAt: null,
  awayUntil: null,
  fullUntil: null,
  inboxBehind: false,
  timeZone: null,
  ...more,
})

/** Left on Thursday 6 August 2026. */
const FIRST = sent(1, '2026-08-06T14:00:00Z')
const next = (
  past: FollowUpHistory,
  now: string,
  steps: readonly FollowUpStep[] = [step(2)],
  window: SendWindow | null = null,
) => nextFollowUp(past, steps, window, at(now))

describe('a wait', () => {
  it('counts working days from when the email before left', () => {
    expect(next(history([FIRST]), '2026-08-06T14:00:01Z')).toEqual({
      state: 'waiting',
      step: 2,
      at: at('2026-08-10T07:30:00Z'),
      away: false,
      full: false,
    })
  })

  it('ends at its time of day in its zone, for eight hours', () => {
    expect(next(history([FIRST]), '2026-08-10T07:30:00Z')).toEqual({
      state: 'due',
      step: 2,
      leaveUntil: at('2026-08-10T15:30:00Z'),
    })
  })

  it('ends at its time of day in the zone of the recipient, where that is known', () => {
    const inTokyo = history([FIRST], { timeZone: 'Asia/Tokyo' })
    // 14:00 in UTC is 23:00 in Tokyo on the same Thursday.
    expect(next(inTokyo, '2026-08-06T14:00:01Z')).toMatchObject({ state: 'waiting', at: at('2026-08-10T00:30:00Z') })
    expect(next(inTokyo, '2026-08-10T00:30:00Z')).toEqual({
      state: 'due',
      step: 2,
      leaveUntil: at('2026-08-10T08:30:00Z'),
    })
  })

  it.each([
    ['in the night after its day', '2026-08-11T01:00:00Z', '2026-08-11T07:30:00Z'],
    ['in the evening of its day', '2026-08-10T18:00:00Z', '2026-08-11T07:30:00Z'],
    ['on a Saturday weeks later', '2026-09-05T10:00:00Z', '2026-09-07T07:30:00Z'],
  ])('that ended while nothing ran is not caught up %s', (_, now, opens) => {
    expect(next(history([FIRST]), now)).toEqual({ state: 'waiting', step: 2, at: at(opens), away: false, full: false })
  })

  it('follows the sending hours and days of the workspace', () => {
    const window = { days: [1, 3], from: '13:00', to: '15:00', timeZone: ZONE }
    const waits = next(history([FIRST]), '2026-08-06T15:00:00Z', [step(2)], window)
    expect(waits).toEqual({ state: 'waiting', step: 2, at: at('2026-08-12T11:00:00Z'), away: false, full: false })
    expect(next(history([FIRST]), '2026-08-12T12:00:00Z', [step(2)], window)).toEqual({
      state: 'due',
      step: 2,
      leaveUntil: at('2026-08-12T13:00:00Z'),
    })
  })

  it('that ends after the sending hours waits for the next ones', () => {
    const window = { days: [1, 2, 3, 4, 5], from: '08:00', to: '09:00', timeZone: ZONE }
    const waits = next(history([FIRST]), '2026-08-06T15:00:00Z', [step(2)], window)
    expect(waits).toEqual({ state: 'waiting', step: 2, at: at('2026-08-11T06:00:00Z'), away: false, full: false })
  })

  it('is prolonged until the working day after the person is back', () => {
    const away = history([FIRST], { awayUntil: at('2026-08-14T10:00:00Z') })
    expect(next(away, '2026-08-10T08:00:00Z')).toEqual({
      state: 'waiting',
      step: 2,
      at: at('2026-08-17T07:30:00Z'),
      away: true,
      full: false,
    })
    expect(next(away, '2026-08-17T07:30:00Z')).toMatchObject({ state: 'due', step: 2 })
  })

  it.each([
    ['America/Los_Angeles', '2026-08-12T16:30:00Z'],
    ['Europe/Berlin', '2026-08-12T07:30:00Z'],
    ['Pacific/Kiritimati', '2026-08-11T19:30:00Z'],
  ])('leaves the first day back to the person, wherever they are: %s', (timeZone, leaves) => {
    // Back on Tuesday 11 August.
    const away = history([FIRST], { awayUntil: at('2026-08-11T00:00:00Z'), timeZone })
    expect(next(away, '2026-08-07T08:00:00Z')).toMatchObject({ state: 'waiting', at: at(leaves), away: true })
  })
})

describe('a person with as many emails in seven days as the workspace allows', () => {
  it.each([
    ['in its hours', '2026-08-10T10:00:00Z', '2026-08-10T10:00:00Z'],
    ['after its hours: on the next working day', '2026-08-14T20:00:00Z', '2026-08-17T07:30:00Z'],
  ])('gets a follow-up once there is room, %s', (_, fullUntil, opens) => {
    const full = history([FIRST], { fullUntil: at(fullUntil) })
    const waits = { state: 'waiting', step: 2, at: at(opens), away: false, full: true }
    expect(next(full, '2026-08-06T15:00:00Z')).toEqual(waits)
    expect(next(full, '2026-08-10T08:00:00Z')).toEqual(waits)
    expect(next(full, opens)).toMatchObject({ state: 'due', step: 2 })
  })

  it('waits for its day, if there is room before', () => {
    const full = history([FIRST], { fullUntil: at('2026-08-09T10:00:00Z') })
    expect(next(full, '2026-08-06T15:00:00Z')).toMatchObject({ at: at('2026-08-10T07:30:00Z'), full: false })
  })
})

describe('an inbox that was not read lately', () => {
  const unread = history([FIRST], { inboxBehind: true })

  it('keeps a follow-up waiting within its hours, and on the next working day', () => {
    expect(next(unread, '2026-08-10T08:00:00Z')).toEqual({ state: 'awaits_inbox', step: 2 })
    expect(next(unread, '2026-08-10T18:00:00Z')).toMatchObject({ state: 'waiting', at: at('2026-08-11T07:30:00Z') })
    expect(next(unread, '2026-08-11T08:00:00Z')).toEqual({ state: 'awaits_inbox', step: 2 })
    const read = history([FIRST])
    expect(next(read, '2026-08-11T08:00:00Z')).toMatchObject({ state: 'due', leaveUntil: at('2026-08-11T15:30:00Z') })
  })

  it('keeps a follow-up waiting that was made, but not the first email', () => {
    const waits = { state: 'waits' as const, leftAt: null }
    const made = history([FIRST, { ...sent(2, '2026-08-10T08:00:00Z'), ...waits }], { inboxBehind: true })
    expect(next(made, '2026-08-10T08:00:00Z')).toEqual({ state: 'awaits_inbox', step: 2 })
    const first = history([{ ...FIRST, ...waits }], { inboxBehind: true })
    expect(next(first, '2026-08-10T08:00:00Z')).toEqual({ state: 'under_way', step: 1 })
  })

  it('changes nothing for a person whose follow-ups ended', () => {
    const replied = { ...unread, emails: [{ ...FIRST, repliedAt: at('2026-08-07T08:00:00Z') }] }
    expect(next(replied, '2026-08-10T08:00:00Z')).toEqual({ state: 'stopped', reason: 'replied' })
  })
})

describe('a follow-up that was made and not sent', () => {
  const hours = (past: FollowUpHistory, now: string, steps = [step(2), step(3)]) =>
    nextHours(past, steps, null, at(now), 2)
  const opening = (day: string) => ({ at: at(`${day}T07:30:00Z`), leaveUntil: at(`${day}T15:30:00Z`) })

  it.each([
    ['at once within its hours', history([FIRST]), { ...opening('2026-08-10'), at: at('2026-08-10T08:00:00Z') }],
    ['when the person is back', history([FIRST], { awayUntil: at('2026-08-12T10:00:00Z') }), opening('2026-08-13')],
    [
      'when there is room',
      history([FIRST], { fullUntil: at('2026-08-13T10:00:00Z') }),
      {
        ...opening('2026-08-13'),
        at: at('2026-08-13T10:00:00Z'),
      },
    ],
    [
      'whether or not the inbox was read',
      history([FIRST], { inboxBehind: true }),
      {
        ...opening('2026-08-10'),
        at: at('2026-08-10T08:00:00Z'),
      },
    ],
  ])('leaves %s', (_, past, expected) => {
    expect(hours(past, '2026-08-10T08:00:00Z')).toEqual(expected)
  })

  it('leaves in its next hours when they are over', () => {
    expect(hours(history([FIRST]), '2026-08-10T16:00:00Z')).toEqual(opening('2026-08-11'))
  })

  it('leaves no more after a stop, or where its condition does not hold any longer', () => {
    expect(hours(history([{ ...FIRST, repliedAt: at('2026-08-10T07:40:00Z') }]), '2026-08-10T08:00:00Z')).toBeNull()
    const opened = history([{ ...FIRST, openedAt: at('2026-08-10T07:40:00Z') }])
    const steps = [step(2, { condition: 'not_opened' as const }), step(3)]
    expect(hours(opened, '2026-08-10T08:00:00Z', steps)).toBeNull()
  })
})

describe('follow-ups end', () => {
  it.each([
    ['replied', history([{ ...FIRST, repliedAt: at('2026-08-07T08:00:00Z') }])],
    ['bounced', history([{ ...FIRST, state: 'failed' as const, bouncedAt: at('2026-08-07T08:00:00Z') }])],
    ['unsubscribed', history([{ ...FIRST, unsubscribedAt: at('2026-08-07T08:00:00Z') }])],
    ['suppressed', history([FIRST], { suppressed: true })],
    ['by_hand', history([FIRST], { stoppedAt: at('2026-08-07T08:00:00Z') })],
    ['failed', history([{ ...FIRST, state: 'failed' as const, leftAt: null }])],
    ['contact_deleted', history([FIRST], { contactDeleted: true })],
    ['mailbox_gone', history([{ ...FIRST, hasMailbox: false }])],
  ])('when it is %s', (reason, past) => {
    expect(next(past, '2026-08-10T08:00:00Z')).toEqual({ state: 'stopped', reason })
  })

  it('by a reply to an earlier email too', () => {
    const past = history([{ ...FIRST, repliedAt: at('2026-08-20T08:00:00Z') }, sent(2, '2026-08-10T07:30:00Z')])
    expect(next(past, '2026-08-21T08:00:00Z', [step(2), step(3)])).toEqual({ state: 'stopped', reason: 'replied' })
  })

  it('after the last step', () => {
    expect(next(history([FIRST, sent(2, '2026-08-10T07:30:00Z')]), '2026-09-01T08:00:00Z')).toEqual({ state: 'done' })
  })

  it('not while an email is under way', () => {
    const waits = { ...FIRST, state: 'waits' as const, leftAt: null }
    expect(next(history([waits]), '2026-09-01T08:00:00Z')).toEqual({ state: 'under_way', step: 1 })
  })
})

describe('a condition', () => {
  const opened = { ...FIRST, openedAt: at('2026-08-07T08:00:00Z') }
  const clicked = (when: string) => ({
    ...FIRST,
    clickedAt: at(when),
    clicks: [{ url: 'https://a.example', at: at(when) }],
  })
  const untracked = { ...FIRST, untracked: true }
  const DUE = '2026-08-10T08:00:00Z'

  it.each([
    ['not_opened', null, FIRST, 'due'],
    ['not_opened', null, opened, 'done'],
    ['not_clicked', null, opened, 'due'],
    ['not_clicked', null, clicked('2026-08-07T08:00:00Z'), 'done'],
    ['not_clicked', 'https://b.example', clicked('2026-08-07T08:00:00Z'), 'due'],
    ['clicked', null, FIRST, 'done'],
    ['clicked', 'https://a.example', clicked('2026-08-07T08:00:00Z'), 'due'],
    ['clicked', 'https://b.example', clicked('2026-08-07T08:00:00Z'), 'done'],
    ['clicked', null, clicked('2026-08-10T07:59:00Z'), 'done'],
    ['not_opened', null, untracked, 'done'],
    ['not_clicked', 'https://a.example', untracked, 'done'],
    ['no_reply', null, untracked, 'due'],
  ] as const)('%s (link %s) decides on its day', (condition, link, email, state) => {
    expect(next(history([email]), DUE, [step(2, { condition, link })]).state).toBe(state)
  })

  it('that does not hold leaves out its step only: the next one waits from that day', () => {
    const steps = [step(2, { condition: 'not_opened' }), step(3, { waitDays: 1 })]
    expect(next(history([opened]), '2026-08-10T08:00:00Z', steps)).toEqual({
      state: 'waiting',
      step: 3,
      at: at('2026-08-11T07:30:00Z'),
      away: false,
      full: false,
    })
  })
})

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

it.each([
  ['Hello {FirstName}', 'Re: Hello {FirstName}'],
  ['Re: Hello', 'Re: Hello'],
  ['RE : Hello', 'RE : Hello'],
  ['Reminder: pay', 'Re: Reminder: pay'],
])('answers %s with %s', (subject, answer) => {
  expect(answerSubject(subject)).toBe(answer)
})

describe('a follow-up of a draft', () => {
  it('may be empty: it is checked before the launch', () => {
    expect(followUpInput.parse({})).toEqual({
      waitDays: 3,
      timeOfDay: '09:30',
      timeZone: 'UTC',
      condition: 'no_reply',
      subject: '',
      content: '',
      attachesFiles: false,
      useHtmlBuilder: false,
    })
  })

  it.each([
    [{ waitDays: 0 }, 'A follow-up waits at least 1 working day'],
    [{ waitDays: 91 }, 'A follow-up can wait at most 90 working days'],
    [{ timeOfDay: '9:30' }, 'A follow-up must leave at a time like 09:30'],
    [{ timeZone: 'Mars' }, 'The time zone of a follow-up must be an IANA name such as Europe/Berlin'],
    [{ subject: 'a\nb' }, 'The subject of a follow-up must be one line'],
    [{ link: 'x'.repeat(2_001) }, 'The link of a follow-up must be at most 2,000 characters long'],
  ])('with %j is refused', (input, message) => {
    expect(followUpInput.safeParse(input).error?.issues[0]?.message).toBe(message)
  })

  it('is one of nine at most', () => {
    const ten = Array.from({ length: 10 }, () => ({}))
    expect(followUpsInput.safeParse(ten).error?.issues[0]?.message).toBe('A campaign can have at most 9 follow-ups')
  })
})
