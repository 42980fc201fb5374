import { z } from 'zod'
import { AUDIENCE_LIMITS } from '../audiences.ts'
import { cleanLine, CONTACT_LIMITS } from '../contacts/contacts.ts'
import { LIVE_SHEET_LIMITS } from '../contacts/live-sheets.ts'
import { readDate, type DateOrder } from '../content/tag-formats.ts'
import { DAY, dateIn, instantOf, isTimeZone } from '../pacing/zone-time.ts'

/**
 * Campaigns that repeat: they are sent to each new contact, to each contact that gets a label or enters a
 * segment, on a date of each contact, every month, or about each new row of a connected sheet. Pure. A day is written as UTC midnight of that date.
 */

export const REPEAT_KINDS = ['new_contact', 'label', 'segment', 'date_field', 'monthly', 'new_row'] as const
export type RepeatKind = (typeof REPEAT_KINDS)[number]

/** Kinds of rules that can also go to contacts who existed before the rule. */
export const INCLUDES_EXISTING: ReadonlySet<RepeatKind> = new Set(['new_contact', 'label', 'segment', 'new_row'])

export const REPEAT_LIMITS = {
  /** days before or after a date */
  offsetDays: 60,
  /** days of a month that every month has */
  dayOfMonth: 28,
  /** days by which an email about a date may be late */
  lateDays: 3,
} as const

export const DATE_ORDERS = ['dmy', 'mdy'] as const

export interface RepeatRule {
  kind: RepeatKind
  /**
   * `label`: contacts with this tag get the email; other rules: only contacts with this tag, except with {@link
   * segmentId}; null: all
   */
  label: string | null
  /** `segment`: new members of this segment get the email; `monthly`: its members at each run; null: all */
  segmentId: string | null
  /** `date_field`: the contact field with the date */
  field: string | null
  /** `date_field`: days after the date; negative: before it */
  offsetDays: number
  /** `date_field`: every year on that day; false: once */
  isYearly: boolean
  /** order in which dates such as 01/07/2026 are read; null: they are not read */
  dateOrder: DateOrder | null
  /** `monthly`: 1 to 28; null: the last day */
  dayOfMonth: number | null
  /** HH:MM in {@link timeZone} */
  timeOfDay: string
  /** IANA name */
  timeZone: string
  /** True if days off are skipped: the run moves to the next working day, the last day of a month to the one before */
  onWorkingDays: boolean
}

/** Monday to Friday, where the workspace has no sending hours. */
export const WORKING_DAYS: readonly number[] = [1, 2, 3, 4, 5]

const timeOf = ({ timeOfDay }: RepeatRule) =>
  (Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3, 5))) * 60_000

/**
 * Returns whether a rule may run on a day. `workingDays`: numbers of the days on which the workspace works; 1 is
 * Monday.
 */
const isOpen = ({ onWorkingDays }: RepeatRule, day: number, workingDays: readonly number[]) =>
  !onWorkingDays || workingDays.includes(new Date(day).getUTCDay() || 7)

/** Returns the day itself, or the nearest day in a direction on which the rule may run. */
function openDay(rule: RepeatRule, day: number, workingDays: readonly number[], step: number = DAY): number {
  for (let tries = 0; tries < 7; tries += 1) {
    if (isOpen(rule, day + tries * step, workingDays)) return day + tries * step
  }
  return day
}

/** The first run after a moment. If clocks skip its time, it is after the gap; if they show it twice, it is the first. */
export function nextRunAt(rule: RepeatRule, workingDays: readonly number[], after: Date): Date {
  if (rule.kind === 'new_row') return new Date(after.getTime() + LIVE_SHEET_LIMITS.readEveryMs)
  const today = dateIn(rule.timeZone, after.getTime())
  if (rule.kind === 'monthly') {
    const month = monthOf(today)
    for (let ahead = -1; ; ahead += 1) {
      const moment = monthlyRun(rule, workingDays, month + ahead)
      if (moment > after.getTime()) return new Date(moment)
    }
  }
  for (let day = today; ; day += DAY) {
    const moment = instantOf(openDay(rule, day, workingDays) + timeOf(rule), rule.timeZone)
    if (moment > after.getTime()) return new Date(moment)
  }
}

/** Returns the number of months since year 0. */
function monthOf(day: number): number {
  const date = new Date(day)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** Returns when the run of a month is; ms since 1970. */
function monthlyRun(rule: RepeatRule, workingDays: readonly number[], month: number): number {
  const { dayOfMonth } = rule
  const [year, ofYear] = [Math.floor(month / 12), month % 12]
  const day = dayOfMonth === null ? Date.UTC(year, ofYear + 1, 0) : Date.UTC(year, ofYear, dayOfMonth)
  const moved = openDay(rule, day, workingDays, dayOfMonth === null ? -DAY : DAY)
  return instantOf(moved + timeOf(rule), rule.timeZone)
}

/**
 * Returns whether a run that was due may happen at a moment. A missed run waits for an allowed day and for its time of
 * day, so that nothing is sent in the night after an outage.
 */
export function mayRunAt(rule: RepeatRule, workingDays: readonly number[], dueAt: Date, now: Date): boolean {
  if (now < dueAt) return false
  // When emails leave is a matter of the sending hours.
  if (rule.kind === 'new_row') return true
  const today = dateIn(rule.timeZone, now.getTime())
  if (today === dateIn(rule.timeZone, dueAt.getTime())) return true
  return isOpen(rule, today, workingDays) && now.getTime() >= instantOf(today + timeOf(rule), rule.timeZone)
}

/**
 * Returns the number of the occasion of an email; a person gets one email per occasion. Monthly rules: the month that
 * was due; other rules: the same number for all, unless the rule is about a day of every year ({@link dueDate}) or
 * about rows, whose positions are the occasions.
 */
export function occasionOf(rule: RepeatRule, workingDays: readonly number[], dueAt: Date): number {
  if (rule.kind !== 'monthly') return 0
  const month = monthOf(dateIn(rule.timeZone, dueAt.getTime()))
  const found = [month - 1, month, month + 1].find((each) => monthlyRun(rule, workingDays, each) === dueAt.getTime())
  return found ?? month
}

export interface DueDate {
  /** year that the date is about; 0 for a rule that sends once */
  occasion: number
  /** the day on which its email was due */
  day: number
  /** true if it is too late, so that no email is sent */
  isMissed: boolean
}

/** Reads a field's value as a date; null if it is none, or if it is ambiguous. */
export function dateOf(value: string, order: DateOrder | null): { year: number; month: number; day: number } | null {
  if (/^\s*\d{1,2}:/.test(value)) return null
  return readDate(value, order ?? undefined)
}

/**
 * The email about a contact's date that became due after the day `handled` and up to `today`; null: none. 29 February is
 * on the 28th in other years. A yearly date counts from its own year on.
 */
export function dueDate(
  rule: RepeatRule,
  workingDays: readonly number[],
  date: { year: number; month: number; day: number },
  { handled, today }: { handled: number; today: number },
): DueDate | null {
  const thisYear = new Date(today).getUTCFullYear()
  const years = rule.isYearly ? [thisYear + 1, thisYear, thisYear - 1].filter((year) => year >= date.year) : [date.year]
  for (const year of years) {
    const day = openDay(rule, dayIn(year, date) + rule.offsetDays * DAY, workingDays)
    if (day <= handled || day > today) continue
    return { occasion: rule.isYearly ? year : 0, day, isMissed: today - day > REPEAT_LIMITS.lateDays * DAY }
  }
  return null
}

/**
 * Returns the day after which dates are looked at: the last day that was handled, or further back as long as an email
 * may still be sent late, because its recipient may have exceeded the weekly limit until now; never before the first
 * run. `since`: when the rule was switched on; null: unknown.
 */
export function datesAfter(
  rule: RepeatRule,
  workingDays: readonly number[],
  { since, handled, today }: { since: Date | null; handled: number; today: number },
): number {
  if (since === null) return handled
  const first = runDay(rule, nextRunAt(rule, workingDays, since)) - DAY
  return Math.min(handled, Math.max(first, today - (REPEAT_LIMITS.lateDays + 1) * DAY))
}

function dayIn(year: number, { month, day }: { month: number; day: number }): number {
  const date = new Date(Date.UTC(2000, month - 1, 1))
  date.setUTCFullYear(year)
  const last = new Date(date)
  last.setUTCMonth(month, 0)
  return date.getTime() + (Math.min(day, last.getUTCDate()) - 1) * DAY
}

/** The local day of a moment, as UTC midnight. */
export const runDay = ({ timeZone }: RepeatRule, moment: Date) => dateIn(timeZone, moment.getTime())

/** Returns when the run of a day is. */
export const runAt = (rule: RepeatRule, day: number) => new Date(instantOf(day + timeOf(rule), rule.timeZone))

/**
 * The name of a run: "Welcome, 1 December 2026"; with its time of day where a day has many. Shortened where the name of the
 * campaign is long.
 */
export function runName(name: string, rule: RepeatRule, moment: Date, longest: number): string {
  const { timeZone } = rule
  const time = rule.kind === 'new_row' ? ({ hour: '2-digit', minute: '2-digit' } as const) : {}
  const date = { day: 'numeric', month: 'long', year: 'numeric', timeZone } as const
  const day = moment.toLocaleString('en-GB', { ...date, ...time }).replace(' at ', ', ')
  const room = longest - day.length - 2
  return `${name.length > room ? `${name.slice(0, room - 1).trimEnd()}…` : name}, ${day}`
}

const line = (label: string, max: number) =>
  z.string().overwrite(cleanLine).max(max, `${label} must be at most ${max} characters long`)

const HAS_SEGMENT: ReadonlySet<RepeatKind> = new Set(['segment', 'monthly'])

/** A rule as it is given; what its kind does not use is left out. */
export const repeatInput = z
  .object({
    kind: z.enum(REPEAT_KINDS, `The kind must be ${REPEAT_KINDS.join(', ')}`),
    label: line('A tag', AUDIENCE_LIMITS.tag).nullish(),
    segmentId: z.string().nullish(),
    field: line('A field name', CONTACT_LIMITS.fieldName).nullish(),
    offsetDays: z
      .number()
      .int('The days before or after the date must be a whole number')
      .min(-REPEAT_LIMITS.offsetDays, `An email can be sent at most ${REPEAT_LIMITS.offsetDays} days before the date`)
      .max(REPEAT_LIMITS.offsetDays, `An email can be sent at most ${REPEAT_LIMITS.offsetDays} days after the date`)
      .nullish(),
    isYearly: z.boolean().nullish(),
    dateOrder: z.enum(DATE_ORDERS).nullish(),
    dayOfMonth: z
      .number()
      .int('The day of the month must be a whole number')
      .min(1, 'The day of the month must be 1 to 28. Leave it out for the last day.')
      .max(REPEAT_LIMITS.dayOfMonth, 'The day of the month must be 1 to 28. Leave it out for the last day.')
      .nullish(),
    timeOfDay: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'The time of day must be like 09:30'),
    timeZone: z.string().refine(isTimeZone, 'The time zone must be an IANA name such as Europe/Berlin'),
    onWorkingDays: z.boolean().nullish(),
    includesExisting: z.boolean().nullish(),
  })
  .superRefine(({ kind, label, segmentId, field }, context) => {
    if (kind === 'label' && !label)
      context.addIssue({ code: 'custom', path: ['label'], message: 'Choose the tag that contacts must get' })
    if (kind === 'segment' && !segmentId)
      context.addIssue({ code: 'custom', path: ['segmentId'], message: 'Choose the segment that contacts must enter' })
    // An empty text is a choice that was not made: it must not mean everybody.
    if (kind === 'monthly' && label === '')
      context.addIssue({ code: 'custom', path: ['label'], message: 'Choose the tag that contacts must have' })
    if (kind === 'monthly' && segmentId === '')
      context.addIssue({ code: 'custom', path: ['segmentId'], message: 'Choose the segment that contacts must be in' })
    if (kind === 'monthly' && label && segmentId)
      context.addIssue({
        code: 'custom',
        path: ['segmentId'],
        message:
          'Choose a tag or a segment, not both. To reach contacts who match both, add the tag to the filter of the segment.',
      })
    if (kind === 'date_field' && !field)
      context.addIssue({ code: 'custom', path: ['field'], message: 'Choose the contact field that holds the date' })
  })
  .transform((input): RepeatRule & { includesExisting: boolean } => ({
    kind: input.kind,
    label: input.kind === 'segment' ? null : input.label || null,
    segmentId: HAS_SEGMENT.has(input.kind) ? (input.segmentId ?? null) : null,
    field: input.kind === 'date_field' ? (input.field ?? null) : null,
    offsetDays: input.kind === 'date_field' ? (input.offsetDays ?? 0) : 0,
    isYearly: input.kind === 'date_field' && (input.isYearly ?? true),
    dateOrder: input.kind === 'date_field' ? (input.dateOrder ?? null) : null,
    dayOfMonth: input.kind === 'monthly' ? (input.dayOfMonth ?? null) : null,
    timeOfDay: input.timeOfDay,
    timeZone: input.timeZone,
    onWorkingDays: input.kind !== 'new_row' && (input.onWorkingDays ?? false),
    includesExisting: INCLUDES_EXISTING.has(input.kind) && (input.includesExisting ?? false),
  }))
