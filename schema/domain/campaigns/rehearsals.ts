import type { StatusReason } from './campaigns.ts'
import type { ZoneWave } from '../pacing/local-time-waves.ts'

/**
 * The rehearsal of a launch (product: campaigns.rehearsal): the whole real list is rendered, nothing is sent, and a report
 * says what would happen.
 */

/** Findings about a rehearsed campaign, and the part of the report each belongs to. */
export const FINDING_SECTIONS = {
  OVER_CEILING: 'recent',
  RECENTLY_EMAILED: 'recent',
  SUPPRESSED: 'people',
  DECLINED: 'people',
  AWAY: 'people',
  SAME_MAILBOX: 'people',
  SAME_PERSON: 'people',
  MISSPELLED: 'addresses',
  UNKNOWN_DOMAIN: 'addresses',
  ROLE_ADDRESS: 'addresses',
  GAP: 'content',
  FORMAT_VALUE: 'content',
  NOT_RENDERED: 'content',
  FOLLOW_UP_NOT_RENDERED: 'content',
  CLIPPED: 'content',
  FILE_MISSING: 'files',
  FILE_DOUBTFUL: 'files',
  FILE_SHARED: 'files',
  FILE_UNUSED: 'files',
  DOCUMENT_FAILED: 'files',
} as const
export type FindingCode = keyof typeof FINDING_SECTIONS
export const FINDING_CODES = Object.keys(FINDING_SECTIONS) as FindingCode[]
export type FindingSection = (typeof FINDING_SECTIONS)[FindingCode]
export const SECTIONS = ['recent', 'people', 'addresses', 'content', 'files'] as const satisfies FindingSection[]

/** Recipients named per finding. */
export const EXAMPLES_MAX = 10
/** Findings of a code about merge tags, one for each tag: an email can have thousands. */
export const GAPS_MAX = 50

/**
 * Recipient named as an example of a finding. The report stores no names and addresses: they are looked up when it is
 * read.
 */
export interface FindingExample {
  contactId: string
  /** id of another recipient who is the same person or mailbox */
  otherId?: string
  /** domain of the email address that was probably meant */
  meantDomain?: string
  /** id of the other campaign that the recipient got, with its time in ISO 8601 */
  campaignId?: string
  at?: string
  /** day on which the person is back, in ISO 8601; with whether they named the day */
  awayUntil?: string
  awayDateGiven?: boolean
  /** reason why the email could not be made */
  reason?: string
}

/** Something that a person should know before a launch. */
export interface Finding {
  code: FindingCode
  /** recipients concerned; files for FILE_UNUSED */
  count: number
  /** the merge tag of a gap: “{Title}”, “{Due|date:long}” */
  tag?: string
  /** first recipients of the finding, at most {@link EXAMPLES_MAX} */
  examples: FindingExample[]
}

/** A limit that decides when the last email leaves. */
export interface BindingLimit {
  reason: StatusReason
  /** maximum emails in a number of seconds; absent for sending hours */
  count?: number
  seconds?: number
  /** the limit in recipients, where the provider counts recipients */
  recipients?: number
}

/** Report of a rehearsal. Times in ISO 8601. */
export interface RehearsalReport {
  /** all recipients */
  recipients: number
  /** recipients who would get an email */
  emails: number
  /** when the first and the last email would leave; null without a mailbox */
  startsAt: string | null
  finishesAt: string | null
  /** when the winner of the A/B test is decided and the rest begins to leave; absent without a rest */
  decidesAt?: string
  /** when each follow-up can be sent to the first and to the last of those who do not respond; absent without any */
  followUps?: { step: number; firstAt: string; lastAt: string }[]
  /** the emails by time zone, earliest first, and the zone in which the time was chosen; absent without local times */
  waves?: Omit<ZoneWave, 'utcOffset'>[]
  localTimeZone?: string
  /** limits that decide the time, the most important first; empty: nothing slows the campaign down */
  limits: BindingLimit[]
  /** bytes of the largest email as sent, files included, and the recipient who gets it; 0 without emails */
  largestBytes: number
  largestContactId: string | null
  /**
   * number of days that counted as “recent”, and the weekly limit of emails per person, at the time of the rehearsal
   */
  collisionDays: number
  weeklyCeiling: number | null
  findings: Finding[]
}

/** Parts of a campaign whose change makes a rehearsal's report out of date, and what people call them. */
export const LAUNCH_PARTS = {
  content: 'the email',
  audience: 'the recipients',
  sender: 'the sender',
  schedule: 'the start',
} as const
export type LaunchPart = keyof typeof LAUNCH_PARTS
/** Hash of each part of a launch. */
export type LaunchFingerprint = Record<LaunchPart, string>

/** The parts in which two fingerprints differ. Pure. */
export function changedParts(before: LaunchFingerprint, after: LaunchFingerprint): LaunchPart[] {
  return (Object.keys(LAUNCH_PARTS) as LaunchPart[]).filter((part) => before[part] !== after[part])
}

const number = (count: number) => count.toLocaleString('en-US')
const people = (count: number) => (count === 1 ? 'One recipient' : `${number(count)} recipients`)
const have = (count: number) => (count === 1 ? 'has' : 'have')
const get = (count: number) => (count === 1 ? 'gets' : 'get')
const are = (count: number) => (count === 1 ? 'is' : 'are')

type Figures = Pick<RehearsalReport, 'collisionDays' | 'weeklyCeiling'>

/** Texts of findings, in whole sentences. */
const MESSAGES: Record<FindingCode, (finding: Pick<Finding, 'count' | 'tag'>, figures: Figures) => string> = {
  OVER_CEILING: ({ count }, { weeklyCeiling }) =>
    `${people(count)} would get more than ${weeklyCeiling === 1 ? '1 email' : `${weeklyCeiling ?? 0} emails`} in seven days from your workspace. They are left out unless an admin sends to them anyway.`,
  RECENTLY_EMAILED: ({ count }, { collisionDays }) =>
    `${people(count)} already got an email from your workspace in the last ${collisionDays === 1 ? 'day' : `${collisionDays} days`}.`,
  SUPPRESSED: ({ count }) => `${people(count)} ${are(count)} on the suppression list and will not get this email.`,
  DECLINED: ({ count }) =>
    `${people(count)} will not get this email, because they left its topic, paused your emails, or get one a month.`,
  AWAY: ({ count }) => `${people(count)} ${are(count)} out of office at the start and may read this email later.`,
  SAME_MAILBOX: ({ count }) =>
    `${people(count)} ${have(count)} the mailbox of another recipient, spelled differently. The same person would get this email twice.`,
  SAME_PERSON: ({ count }) =>
    `${people(count)} ${have(count)} the name and the domain of another recipient. It may be the same person.`,
  MISSPELLED: ({ count }) => `${count === 1 ? 'One address looks' : `${number(count)} addresses look`} misspelled.`,
  UNKNOWN_DOMAIN: ({ count }) =>
    `${count === 1 ? 'One address ends' : `${number(count)} addresses end`} in a domain that does not exist.`,
  ROLE_ADDRESS: ({ count }) =>
    `${count === 1 ? 'One address belongs' : `${number(count)} addresses belong`} to a team or a machine, such as info@ or noreply@.`,
  GAP: ({ count, tag = '' }) => `${people(count)} ${have(count)} no value for ${tag}.`,
  FORMAT_VALUE: ({ count, tag = '' }) =>
    `${people(count)} ${have(count)} a value for ${tag} that does not fit the format. It is sent as it is.`,
  NOT_RENDERED: ({ count }) => `${people(count)} would get no email, because it cannot be made with their values.`,
  FOLLOW_UP_NOT_RENDERED: ({ count }) =>
    `${people(count)} would miss a follow-up, because it cannot be made with their values.`,
  CLIPPED: ({ count }) => `${people(count)} ${get(count)} an email over 102 KB. Gmail hides the end of it.`,
  FILE_MISSING: ({ count }) => `${people(count)} would get no email, because their file is missing.`,
  FILE_DOUBTFUL: ({ count }) => `${people(count)} would get a file with the name of another recipient.`,
  FILE_SHARED: ({ count }) => `${people(count)} would get a file that another recipient gets too.`,
  DOCUMENT_FAILED: ({ count }) =>
    `${people(count)} would get no email, because their document cannot be made with their values.`,
  FILE_UNUSED: ({ count }) =>
    `${count === 1 ? 'One file is' : `${number(count)} files are`} not used by any recipient.`,
}

/** A finding in plain words. Pure. */
export function findingText(finding: Pick<Finding, 'code' | 'count' | 'tag'>, figures: Figures): string {
  return MESSAGES[finding.code](finding, figures)
}

/** Seconds → unit, the longest first. */
const UNITS = [
  [3_600, 'hour', 'an hour'],
  [60, 'minute', 'a minute'],
  [1, 'second', 'a second'],
] as const

/** “24 hours”, “a minute”. */
function span(seconds: number): string {
  const [length, name, one] = UNITS.find(([unit]) => seconds % unit === 0) ?? UNITS[2]
  return seconds === length ? one : `${number(seconds / length)} ${name}s`
}

const rate = ({ count = 0, seconds = 0, recipients }: BindingLimit) =>
  `${recipients ? `${number(recipients)} recipients` : count === 1 ? '1 email' : `${number(count)} emails`} in ${span(seconds)}`

const LIMITS: Partial<Record<StatusReason, (limit: BindingLimit) => string>> = {
  LOCAL_TIME: () => 'Each recipient gets it at the chosen time where they are.',
  OUTSIDE_WINDOW: () => 'Emails leave only in your sending hours.',
  BETWEEN_INTERVALS: (limit) => `The pace of your workspace is ${rate(limit)} for each mailbox.`,
  DAILY_LIMIT: (limit) => `The daily limit is ${rate(limit)} for each mailbox.`,
  WARMUP_LIMIT: (limit) => `The warm-up allows ${rate(limit)} for each mailbox, and more every day.`,
  PLAN_LIMIT: (limit) => `Your plan allows ${rate(limit)}.`,
  NEW_WORKSPACE: (limit) => `A new workspace may send ${rate(limit)}; this grows every day.`,
  UNWELCOME: (limit) =>
    `More recipients than usual complained or left the topic, so the mailbox may send ${rate(limit)} for now.`,
  PROVIDER_LIMIT: (limit) => `The email provider takes ${rate(limit)} from each mailbox.`,
  ORGANISATION_LIMIT: (limit) => `Your Microsoft 365 organization allows ${rate(limit)}.`,
  PROJECT_LIMIT: (limit) => `Google allows this installation ${rate(limit)}.`,
}

/** A limit in plain words. Pure. */
export function limitText(limit: BindingLimit): string {
  return LIMITS[limit.reason]?.(limit) ?? `A limit of ${rate(limit)} applies.`
}
