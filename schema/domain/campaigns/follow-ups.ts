import { z } from 'zod'
import { DOCUMENT_BYTES_MAX } from '../builder/builder-limits.ts'
import { FOLLOW_UP_LIMITS } from './follow-up-limits.ts'
import { jsonProblem } from '../json-check.ts'
import { openingAt } from '../pacing/send-window.ts'
import { DAY, dateIn, instantOf, isTimeZone } from '../pacing/zone-time.ts'
import type { SendWindow } from '../settings/setting-register.ts'
import { TEXT_LIMITS } from '../content/text-limits.ts'

/** Follow-ups: the later emails of a campaign, and who gets which of them when. Pure. */

/**
 * Condition for sending a follow-up to a person who has not answered: always, or by what they did with the earlier
 * emails.
 */
export const FOLLOW_UP_CONDITIONS = ['no_reply', 'not_opened', 'not_clicked', 'clicked'] as const
export type FollowUpCondition = (typeof FOLLOW_UP_CONDITIONS)[number]

/** Reasons why a person gets no further follow-up. */
export const FOLLOW_UP_STOPS = [
  'replied',
  'bounced',
  'unsubscribed',
  'suppressed',
  'declined',
  'contact_deleted',
  'by_hand',
  'failed',
  'mailbox_gone',
] as const
type FollowUpStop = (typeof FOLLOW_UP_STOPS)[number]

/** A later step of a campaign. */
export interface FollowUpStep {
  /** position in the campaign, from 2: the campaign's own email is step 1 */
  step: number
  /** working days after the step before, at least 1 */
  waitDays: number
  /** HH:MM in the recipient's zone where it is known, else in {@link timeZone} */
  timeOfDay: string
  /** IANA name */
  timeZone: string
  condition: FollowUpCondition
  /** URL that was clicked; null: any */
  link: string | null
}

/** Email of a campaign to a person, with its outcome. */
export interface StepEmail {
  step: number
  /**
   * `waits`: not handed to the provider yet, or being handed over; `failed`: not sent, or it is unknown whether it was
   * sent
   */
  state: 'waits' | 'sent' | 'failed'
  /** time at which the email really left; null unless it was sent */
  leftAt: Date | null
  openedAt: Date | null
  clickedAt: Date | null
  /** the links clicked, with the first time */
  clicks: readonly { url: string; at: Date }[]
  /** true if the person objected to tracking or was excluded, so that opens and clicks are unknown */
  untracked: boolean
  bouncedAt: Date | null
  repliedAt: Date | null
  unsubscribedAt: Date | null
  /** True if the mailbox that it left from is still one of the campaign's */
  hasMailbox: boolean
}

/** Facts about one person in a campaign. */
export interface FollowUpHistory {
  /** emails in any order */
  emails: readonly StepEmail[]
  suppressed: boolean
  /** True if the recipient wants fewer emails, by a choice beside unsubscribing. */
  declined: boolean
  /** true if somebody deleted the contact */
  contactDeleted: boolean
  /** a person stopped the follow-ups to this recipient */
  stoppedAt: Date | null
  /** day on which the person is back from an absence, as UTC midnight or later that day; null: not known to be away */
  awayUntil: Date | null
  /** time until which the person has the weekly maximum of emails; null: fewer, or no limit */
  fullUntil: Date | null
  /** true if replies to these emails may be unread, because the inbox could not be read lately */
  inboxBehind: boolean
  /** IANA name of the recipient's zone, for a launch at local times; null: not known, or one time for all */
  timeZone: string | null
}

/** Next step for one person. */
export type NextFollowUp =
  /** the step is to be sent now, and not after `leaveUntil` */
  | { state: 'due'; step: number; leaveUntil: Date }
  /** `full`: it would have been sent before, but they got as many emails in seven days as the workspace allows */
  | { state: 'waiting'; step: number; at: Date; away: boolean; full: boolean }
  /** the step is due, but a reply may be unread: it waits until the inbox was read */
  | { state: 'awaits_inbox'; step: number }
  /** an email of this person waits to be sent, or is being sent */
  | { state: 'under_way'; step: number }
  | { state: 'stopped'; reason: FollowUpStop }
  | { state: 'done' }

/** ms after its time of day during which a follow-up may leave, where the workspace has no sending hours */
export const LEAVES_FOR = 8 * 3_600_000
/** Maximum number of days looked ahead for a time at which an overdue step may leave. */
const HORIZON = 800
const WORKING_DAYS = [1, 2, 3, 4, 5]

/**
 * Decides the next step for a person: which follow-up is due, from when, or why there is none. The waiting time counts
 * from when the step before really left. Days and times are in the recipient's zone if it is known. A step whose
 * condition does not hold on its day is skipped, and the next one waits from that day. An overdue step leaves only
 * within its hours: those of the workspace, else eight hours from its time of day, on a working day. No step leaves
 * while a reply may be unread, or beyond the weekly limit per person.
 */
export function nextFollowUp(
  history: FollowUpHistory,
  followUps: readonly FollowUpStep[],
  sendWindow: SendWindow | null,
  now: Date,
): NextFollowUp {
  const reason = stopOf(history)
  if (reason) return { state: 'stopped', reason }
  const last = history.emails.toSorted((a, b) => b.step - a.step)[0]
  if (!last || last.state === 'waits') return waits(last?.step ?? 1, history)
  let from = last.leftAt?.getTime() ?? now.getTime()
  const later = followUps.filter((each) => each.step > last.step).toSorted((a, b) => a.step - b.step)
  for (const step of later.map((each) => ({ ...each, timeZone: history.timeZone ?? each.timeZone }))) {
    const days = sendWindow?.days ?? WORKING_DAYS
    const first = workingDay(dateIn(step.timeZone, from), step.waitDays, days)
    const due = instantOf(first + timeOfDay(step), step.timeZone)
    if (isLeftOut(step, history, due, now.getTime())) {
      from = due
      continue
    }
    const back = history.awayUntil && workingDay(dayOf(history.awayUntil), 1, days)
    const away = back !== null && back > first
    const hoursFrom = (time: number) => hoursOf(step, away ? back : first, days, sendWindow, time)
    const leaves = hoursFrom(now.getTime())
    const room = Math.max(now.getTime(), leaves.opens, history.fullUntil?.getTime() ?? 0)
    const full = room > Math.max(now.getTime(), leaves.opens)
    const at = full ? Math.max(room, hoursFrom(room).opens) : leaves.opens
    if (at > now.getTime()) return { state: 'waiting', step: step.step, at: new Date(at), away, full }
    if (history.inboxBehind) return { state: 'awaits_inbox', step: step.step }
    return { state: 'due', step: step.step, leaveUntil: new Date(leaves.closes) }
  }
  return { state: 'done' }
}

/**
 * Returns when a follow-up that was created, but not sent, may leave; null if it is not to be sent any more. `history`:
 * the person's history without this follow-up.
 */
export function nextHours(
  history: FollowUpHistory,
  followUps: readonly FollowUpStep[],
  sendWindow: SendWindow | null,
  now: Date,
  step: number,
): { at: Date; leaveUntil: Date } | null {
  const decide = (time: Date) => nextFollowUp({ ...history, inboxBehind: false }, followUps, sendWindow, time)
  const next = decide(now)
  const at = next.state === 'waiting' ? next.at : now
  const then = next.state === 'waiting' ? decide(at) : next
  return then.state === 'due' && then.step === step ? { at, leaveUntil: then.leaveUntil } : null
}

/** Returns the reason for which a created follow-up waits. Only follow-ups wait for the inbox to be read. */
const waits = (step: number, { inboxBehind }: FollowUpHistory): NextFollowUp =>
  inboxBehind && step > 1 ? { state: 'awaits_inbox', step } : { state: 'under_way', step }

/** Returns the reason that ends all follow-ups to a person, the strongest first; null if none does. */
function stopOf({ emails, suppressed, declined, contactDeleted, stoppedAt }: FollowUpHistory): FollowUpStop | null {
  const last = emails.toSorted((a, b) => b.step - a.step)[0]
  const stops: Record<FollowUpStop, boolean> = {
    replied: emails.some(({ repliedAt }) => repliedAt !== null),
    bounced: emails.some(({ bouncedAt }) => bouncedAt !== null),
    unsubscribed: emails.some(({ unsubscribedAt }) => unsubscribedAt !== null),
    suppressed,
    declined,
    contact_deleted: contactDeleted,
    by_hand: stoppedAt !== null,
    failed: last?.state === 'failed',
    mailbox_gone: last?.state === 'sent' && !last.hasMailbox,
  }
  return FOLLOW_UP_STOPS.find((stop) => stops[stop]) ?? null
}

/**
 * Returns whether a step is skipped for a person, by what they did with the earlier emails until its day. For people
 * who are not tracked, "did not open" and "did not click" are unknown and count as not fulfilled.
 */
function isLeftOut(step: FollowUpStep, { emails }: FollowUpHistory, due: number, now: number): boolean {
  const before = emails.filter((email) => email.step < step.step)
  switch (step.condition) {
    case 'no_reply':
      return false
    case 'not_opened':
      return before.some(({ openedAt, untracked }) => untracked || openedAt !== null)
    case 'not_clicked':
      return before.some((email) => email.untracked || clickedAt(email, step.link) !== null)
    case 'clicked':
      return now >= due && !before.some((email) => (clickedAt(email, step.link) ?? Infinity) <= due)
  }
}

/** Returns when a link was first clicked; null: never. */
function clickedAt({ clickedAt: any, clicks }: StepEmail, link: string | null): number | null {
  if (link === null) return any?.getTime() ?? null
  const times = clicks.filter(({ url }) => url === link).map(({ at }) => at.getTime())
  return times.length === 0 ? null : Math.min(...times)
}

/** The first hours of a step, on `date` or later, that are not over. */
function hoursOf(
  step: FollowUpStep,
  date: number,
  days: readonly number[],
  sendWindow: SendWindow | null,
  now: number,
): { opens: number; closes: number } {
  const today = dateIn(step.timeZone, now)
  // Long overdue: hours of earlier days are over. Sending hours may open a week after the time of day of a step, and two
  // zones may differ by two days.
  const start = Math.max(date, today - (sendWindow ? 9 : 2) * DAY)
  for (let day = start; day < start + HORIZON * DAY; day += DAY) {
    if (!isWorking(day, days)) continue
    const begins = instantOf(day + timeOfDay(step), step.timeZone)
    const opening = openingAt(sendWindow, begins)
    const opens = Math.max(begins, opening.opens)
    const closes = sendWindow ? opening.closes : begins + LEAVES_FOR
    if (closes > now) return { opens, closes }
  }
  const begins = instantOf(Math.max(date, today + DAY) + timeOfDay(step), step.timeZone)
  return { opens: begins, closes: begins + LEAVES_FOR }
}

/** The calendar day that is `count` working days after one, both as UTC midnight. */
function workingDay(date: number, count: number, days: readonly number[]): number {
  let day = date
  for (let left = count; left > 0;) {
    day += DAY
    if (isWorking(day, days)) left -= 1
  }
  return day
}

/** The calendar day of a moment in UTC. */
const dayOf = (moment: Date) => Math.floor(moment.getTime() / DAY) * DAY
const isWorking = (date: number, days: readonly number[]) => days.includes(new Date(date).getUTCDay() || 7)
const timeOfDay = (step: FollowUpStep) =>
  (Number(step.timeOfDay.slice(0, 2)) * 60 + Number(step.timeOfDay.slice(3, 5))) * 60_000

/** Returns what prevents a campaign with these follow-ups from being sent, as one sentence, or null. */
export function followUpProblem(followUps: readonly { content: string }[]): string | null {
  const empty = followUps.findIndex(({ content }) => content.trim() === '')
  return empty < 0 ? null : `Follow-up ${empty + 1} has no text. Write it or remove the follow-up before sending.`
}

const line = (label: string, max: number) =>
  z
    .string()
    .max(max, `${label} must be at most ${max.toLocaleString('en')} characters long`)
    .refine((value) => !/[\r\n\0]/.test(value), `${label} must be one line`)

/** A follow-up as it is saved in a draft. */
export const followUpInput = z.object({
  waitDays: z
    .number()
    .int('The wait of a follow-up must be a whole number of days')
    .min(1, 'A follow-up waits at least 1 working day')
    .max(FOLLOW_UP_LIMITS.waitDays, `A follow-up can wait at most ${FOLLOW_UP_LIMITS.waitDays} working days`)
    .default(3),
  timeOfDay: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A follow-up must leave at a time like 09:30')
    .default('09:30'),
  timeZone: z
    .string()
    .refine(isTimeZone, 'The time zone of a follow-up must be an IANA name such as Europe/Berlin')
    .default('UTC'),
  condition: z
    .enum(FOLLOW_UP_CONDITIONS, `The condition of a follow-up must be ${FOLLOW_UP_CONDITIONS.join(', ')}`)
    .default('no_reply'),
  link: line('The link of a follow-up', FOLLOW_UP_LIMITS.link)
    .transform((link) => link.trim() || null)
    .nullish(),
  subject: line('The subject of a follow-up', TEXT_LIMITS.subject).default(''),
  content: z
    .string()
    .max(
      TEXT_LIMITS.content,
      `The text of a follow-up must be at most ${TEXT_LIMITS.content.toLocaleString('en')} characters long`,
    )
    .refine((value) => !value.includes('\0'), 'The text of a follow-up must not contain NUL characters')
    .default(''),
  /** true if the files of the campaign are attached again */
  attachesFiles: z.boolean().default(false),
  useHtmlBuilder: z.boolean().default(false),
  /** the builder's document, stored unchanged */
  htmlTemplate: z
    .unknown()
    .superRefine((value, context) => {
      const problem = jsonProblem(value, DOCUMENT_BYTES_MAX)
      if (problem) context.addIssue({ code: 'custom', message: `The HTML template of a follow-up ${problem}` })
    })
    .optional(),
})

/** The follow-ups of a draft, in their order. */
export const followUpsInput = z
  .array(followUpInput)
  .max(FOLLOW_UP_LIMITS.steps, `A campaign can have at most ${FOLLOW_UP_LIMITS.steps} follow-ups`)
export type FollowUpInput = z.output<typeof followUpInput>
