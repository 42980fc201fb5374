import { describe, expect, it } from 'vitest'
import { followUpHistory as history, sentStep as sent } from '../testing/follow-up-history.ts'
import { nextFollowUp, nextHours, type FollowUpHistory, type FollowUpStep } from './follow-ups.ts'
import type { SendWindow } from '../settings/setting-register.ts'

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

/** Left on Thursday 6 August 2026. */
const FIRST = sent(1, '2026-08-06T14:00:00Z')
const next = (
  past: FollowUpHistory,
  now: string,
  steps: readonly FollowUpStep[] = [step(2)],
  window: SendWindow | null = null,
) => nextFollowUp(past, steps, window, at(now))

describe('the waiting time of a follow-up', () => {
  it('counts working days from when the previous email left', () => {
    expect(next(history([FIRST]), '2026-08-06T14:00:01Z')).toEqual({
      state: 'waiting',
      step: 2,
      at: at('2026-08-10T07:30:00Z'),
      away: false,
      full: false,
    })
  })

  it('ends at the time of day set for it, and then lasts for eight hours', () => {
    expect(next(history([FIRST]), '2026-08-10T07:30:00Z')).toEqual({
      state: 'due',
      step: 2,
      leaveUntil: at('2026-08-10T15:30:00Z'),
    })
  })

  it("ends at that time of day in the recipient's time zone, where that is known", () => {
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
  ])('that ended while the product did not run is not made up for %s', (_, now, opens) => {
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

  it('that ends after the sending hours is extended to the next ones', () => {
    const window = { days: [1, 2, 3, 4, 5], from: '08:00', to: '09:00', timeZone: ZONE }
    const waits = next(history([FIRST]), '2026-08-06T15:00:00Z', [step(2)], window)
    expect(waits).toEqual({ state: 'waiting', step: 2, at: at('2026-08-11T06:00:00Z'), away: false, full: false })
  })

  it.each([
    ['one day a week', [2], '2026-08-25T06:00:00Z'],
    ['two days a week', [2, 5], '2026-08-14T06:00:00Z'],
  ])('that ends after the sending hours is extended to the next ones, with sending hours on %s', (_, days, opens) => {
    const window = { days, from: '08:00', to: '09:00', timeZone: ZONE }
    const waits = { state: 'waiting', step: 2, at: at(opens), away: false, full: false }
    expect(next(history([FIRST]), '2026-08-06T15:00:00Z', [step(2)], window)).toEqual(waits)
    expect(next(history([FIRST]), opens, [step(2)], window)).toMatchObject({ state: 'due', step: 2 })
  })

  it('is extended until the working day after the person is back from an absence', () => {
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
  ])("ends only after the first day back in the person's own time zone: %s", (timeZone, leaves) => {
    // Back on Tuesday 11 August.
    const away = history([FIRST], { awayUntil: at('2026-08-11T00:00:00Z'), timeZone })
    expect(next(away, '2026-08-07T08:00:00Z')).toMatchObject({ state: 'waiting', at: at(leaves), away: true })
  })
})

describe('a person who got as many emails in seven days as the workspace allows', () => {
  it.each([
    ['in its hours', '2026-08-10T10:00:00Z', '2026-08-10T10:00:00Z'],
    ['after its hours: on the next working day', '2026-08-14T20:00:00Z', '2026-08-17T07:30:00Z'],
  ])('gets a follow-up once the limit allows it, %s', (_, fullUntil, opens) => {
    const full = history([FIRST], { fullUntil: at(fullUntil) })
    const waits = { state: 'waiting', step: 2, at: at(opens), away: false, full: true }
    expect(next(full, '2026-08-06T15:00:00Z')).toEqual(waits)
    expect(next(full, '2026-08-10T08:00:00Z')).toEqual(waits)
    expect(next(full, opens)).toMatchObject({ state: 'due', step: 2 })
  })

  it('gets a follow-up on its day, if the limit allows it before that', () => {
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

  it('delays a follow-up that was already created, but not the first email', () => {
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

describe('a follow-up that was created and not sent', () => {
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

  it('leaves in its next sending hours when the present ones are over', () => {
    expect(hours(history([FIRST]), '2026-08-10T16:00:00Z')).toEqual(opening('2026-08-11'))
  })

  it('does not leave after a stop, or where its condition no longer holds', () => {
    expect(hours(history([{ ...FIRST, repliedAt: at('2026-08-10T07:40:00Z') }]), '2026-08-10T08:00:00Z')).toBeNull()
    const opened = history([{ ...FIRST, openedAt: at('2026-08-10T07:40:00Z') }])
    const steps = [step(2, { condition: 'not_opened' as const }), step(3)]
    expect(hours(opened, '2026-08-10T08:00:00Z', steps)).toBeNull()
  })
})

describe('the follow-ups to a recipient end', () => {
  it.each([
    ['replied', history([{ ...FIRST, repliedAt: at('2026-08-07T08:00:00Z') }])],
    ['bounced', history([{ ...FIRST, state: 'failed' as const, bouncedAt: at('2026-08-07T08:00:00Z') }])],
    ['unsubscribed', history([{ ...FIRST, unsubscribedAt: at('2026-08-07T08:00:00Z') }])],
    ['suppressed', history([FIRST], { suppressed: true })],
    ['declined', history([FIRST], { declined: true })],
    ['by_hand', history([FIRST], { stoppedAt: at('2026-08-07T08:00:00Z') })],
    ['failed', history([{ ...FIRST, state: 'failed' as const, leftAt: null }])],
    ['contact_deleted', history([FIRST], { contactDeleted: true })],
    ['mailbox_gone', history([{ ...FIRST, hasMailbox: false }])],
  ])('with the reason “%s”', (reason, past) => {
    expect(next(past, '2026-08-10T08:00:00Z')).toEqual({ state: 'stopped', reason })
  })

  it('by a reply to an earlier email as well', () => {
    const past = history([{ ...FIRST, repliedAt: at('2026-08-20T08:00:00Z') }, sent(2, '2026-08-10T07:30:00Z')])
    expect(next(past, '2026-08-21T08:00:00Z', [step(2), step(3)])).toEqual({ state: 'stopped', reason: 'replied' })
  })

  it('after the last step', () => {
    expect(next(history([FIRST, sent(2, '2026-08-10T07:30:00Z')]), '2026-09-01T08:00:00Z')).toEqual({ state: 'done' })
  })

  it('but not while an email is being sent', () => {
    const waits = { ...FIRST, state: 'waits' as const, leftAt: null }
    expect(next(history([waits]), '2026-09-01T08:00:00Z')).toEqual({ state: 'under_way', step: 1 })
  })
})

describe('the condition of a follow-up', () => {
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
  ] as const)('%s (link %s) is decided on its day', (condition, link, email, state) => {
    expect(next(history([email]), DUE, [step(2, { condition, link })]).state).toBe(state)
  })

  it('that does not hold skips its step only: the next one waits from that day', () => {
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
