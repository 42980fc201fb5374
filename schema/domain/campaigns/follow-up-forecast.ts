import { nextFollowUp, type FollowUpStep, type StepEmail } from './follow-ups.ts'
import type { SendWindow } from '../settings/setting-register.ts'

/** ms of the period in which emails to a person are counted. */
const WEEK = 7 * 86_400_000

/** A follow-up, and when it can be sent. */
export interface FollowUpTime {
  /** 2 is the first one */
  step: number
  at: Date
}

/**
 * Returns when each follow-up can be sent to a recipient who got the first email at `leftAt` and does not respond.
 * Follows the time of each step, without waiting for other emails in the queue or for absences; waits where the emails
 * of this campaign alone would exceed the weekly limit per person. Pure.
 *
 * @param timeZone the recipient's zone, for a launch at local times; null: that of each step
 */
export function followUpTimes(
  leftAt: Date,
  followUps: readonly FollowUpStep[],
  sendWindow: SendWindow | null,
  timeZone: string | null,
  weeklyCeiling: number | null = null,
): FollowUpTime[] {
  const emails = [sentEmail(1, leftAt)]
  const times: FollowUpTime[] = []
  for (const { step } of followUps.toSorted((a, b) => a.step - b.step)) {
    const history = {
      emails,
      suppressed: false,
      declined: false,
      contactDeleted: false,
      stoppedAt: null,
      awayUntil: null,
      fullUntil: weeklyCeiling === null ? null : fullUntilOf(emails, weeklyCeiling),
      inboxBehind: false,
      timeZone,
    }
    const next = nextFollowUp(history, followUps, sendWindow, times.at(-1)?.at ?? leftAt)
    if (next.state !== 'waiting') break
    times.push({ step, at: next.at })
    emails.push(sentEmail(step, next.at))
  }
  return times
}

/** Returns until when these emails, oldest first, use up the weekly limit per person; null: they do not. */
function fullUntilOf(emails: readonly StepEmail[], weeklyCeiling: number): Date | null {
  const leftAt = emails.at(-weeklyCeiling)?.leftAt
  return leftAt ? new Date(leftAt.getTime() + WEEK) : null
}

/** Time at which the recipients of one time zone got the first email; the zone is null without local times. */
export interface FirstEmails {
  timeZone: string | null
  firstAt: Date
  lastAt: Date
}

/**
 * Returns when each follow-up can be sent to the first and to the last of the recipients, as {@link followUpTimes}
 * finds it. Pure.
 */
export function followUpSpans(
  groups: readonly FirstEmails[],
  followUps: readonly FollowUpStep[],
  sendWindow: SendWindow | null,
  weeklyCeiling: number | null = null,
): { step: number; firstAt: Date; lastAt: Date }[] {
  const timesFor = (end: 'firstAt' | 'lastAt') =>
    groups.flatMap((group) => followUpTimes(group[end], followUps, sendWindow, group.timeZone, weeklyCeiling))
  const lasts = Map.groupBy(timesFor('lastAt'), ({ step }) => step)
  return [...Map.groupBy(timesFor('firstAt'), ({ step }) => step)].map(([step, firsts]) => ({
    step,
    firstAt: new Date(Math.min(...firsts.map(({ at }) => at.getTime()))),
    lastAt: new Date(Math.max(...(lasts.get(step) ?? []).map(({ at }) => at.getTime()))),
  }))
}

const sentEmail = (step: number, leftAt: Date): StepEmail => ({
  ...{ step, state: 'sent', leftAt, openedAt: null, clickedAt: null, clicks: [], untracked: false },
  ...{ bouncedAt: null, repliedAt: null, unsubscribedAt: null, hasMailbox: true },
})
