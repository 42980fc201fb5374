import type { FollowUpHistory, StepEmail } from '../campaigns/follow-ups.ts'

/** An email of a person that was sent, without any response. */
export const sentStep = (step: number, leftAt: string, more: Partial<StepEmail> = {}): StepEmail => ({
  step,
  state: 'sent',
  leftAt: new Date(leftAt),
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

/** Returns what is known of a person with these emails: nothing else, unless `more` says so. */
export const followUpHistory = (
  emails: readonly StepEmail[],
  more: Partial<FollowUpHistory> = {},
): FollowUpHistory => ({
  emails,
  suppressed: false,
  declined: false,
  contactDeleted: false,
  stoppedAt: null,
  awayUntil: null,
  fullUntil: null,
  inboxBehind: false,
  timeZone: null,
  ...more,
})
