import { nextFollowUp, type FollowUpStep, type StepEmail } from './follow-ups.ts'
import type { SendWindow } from './settings.ts'

/**
 * When the last follow-up can be sent to a recipient who got the first email at `leftAt` and does not respond. Follows the time
 * of each step, without waiting for others in the queue or for absences. `timeZone`: the recipient's, for a launch at local
 * times; null: that of each step. Null without follow-ups. Pure.
 */
export function lastFollowUpAt(
  leftAt: Date,
  followUps: readonly FollowUpStep[],
  sendWindow: SendWindow | null,
  timeZone: string | null,
): Date | null {
  const emails = [sentEmail(1, leftAt)]
  let last: Date | null = null
  for (const { step } of followUps.toSorted((a, b) => a.step - b.step)) {
    const history = {
      emails,
      suppressed: false,
      contactDeleted: false,
      stoppedAt: null,
      awayUntil: null,
      fullUntil: null,
      inboxBehind: false,
      timeZone,
    }
    const next = nextFollowUp(history, followUps, sendWindow, last ?? leftAt)
    if (next.state !== 'waiting') break
    last = next.at
    emails.push(sentEmail(step, last))
  }
  return last
}

const sentEmail = (step: number, leftAt: Date): StepEmail => ({
  ...{ step, state: 'sent', leftAt, openedAt: null, clickedAt: null, clicks: [] },
  ...{ bouncedAt: null, repliedAt: null, unsubscribedAt: null, hasMailbox: true },
})
