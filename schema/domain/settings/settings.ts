import { z } from 'zod'
import { brandKitInput, type BrandKit } from './brand-kit.ts'
import { isTimeZone } from '../pacing/zone-time.ts'
import { languageInput } from '../content/language-input.ts'
import type { EmailLanguage } from '../content/languages.ts'
import { USUAL_PACE, type Plan } from '../tenants/plans.ts'
import { UNDO_SECONDS_DEFAULT, UNDO_SECONDS_MAX } from '../campaigns/schedule.ts'
import { TRACKING_LEVELS, type TrackingLevel } from '../tracking/tracking.ts'

/** Send settings of a workspace (product: settings). */

/** When emails may be sent: on these days, between two times of day in one time zone. */
export interface SendWindow {
  /** 1 = Monday … 7 = Sunday */
  days: number[]
  /** HH:MM */
  from: string
  /** HH:MM, later than `from`; 24:00 = the end of the day */
  to: string
  /** IANA name */
  timeZone: string
}

export interface EmailSettings {
  /** maximum emails per mailbox in one interval */
  emailsPerInterval: number
  intervalSeconds: number
  /** maximum emails per mailbox in any 24 hours */
  dailyLimit: number
  enableThrottling: boolean
  warmupMode: boolean
  /** null = at any time */
  sendWindow?: SendWindow | null | undefined
  /** percentage of rejected and bounced emails that pauses a campaign; 0 = never */
  canaryPercent: number
  /** seconds for which the web app holds a launch back, so that it can be undone */
  undoSeconds: number
  /**
   * Resends an uncertain email from a mailbox without read permission. Some people may get it twice. false = a person
   * decides.
   */
  sendAgainInDoubt: boolean
  /** licenses of the Microsoft 365 organization, from which its limit follows; null = not entered */
  organisationLicences?: number | null | undefined
  /** external recipients that the organization may have in 24 hours; overrides the licenses; null = not entered */
  organisationLimit?: number | null | undefined
  /** percentage of the organization's limit that is kept for ordinary mail */
  organisationHeadroom: number
  /** what is recorded of opens and clicks, unless a campaign chooses otherwise */
  tracking: TrackingLevel
  /** the sender's company, in the footer of campaign emails and on the unsubscribe page; null = none */
  companyName?: string | null | undefined
  /** the sender's postal address, with which campaign emails end; null = none */
  postalAddress?: string | null | undefined
  /** with which new emails begin; null = none */
  brandKit?: BrandKit | null | undefined
  /** the language of emails whose campaign chooses none; null = English */
  language?: EmailLanguage | null | undefined
  /** days after which the values filled in for each person are deleted from finished campaigns; null = they are kept */
  contentsKeptDays?: number | null | undefined
  /** the same for the names and addresses of recipients */
  recipientsKeptDays?: number | null | undefined
  /** days in which an email from a colleague counts as recent; 0 = nobody is warned */
  collisionDays: number
  /** emails that one person may get from the workspace in seven days; null = any number */
  weeklyCeiling?: number | null | undefined
  /** whether a second person must approve each launch */
  launchApproval: boolean
  /** whether programs with an API key may read the text of replies in Gmail mailboxes */
  agentsReadGmailReplies: boolean
}

/** The settings that hold until somebody changes them; approval can end at a stored moment. */
export type SendSettings = Omit<EmailSettings, 'launchApproval'>

/** Bounds of the collision guard, inclusive. */
export const COLLISION_GUARD = { days: { min: 0, max: 90 }, perWeek: { min: 1, max: 100 } } as const

/** Periods of retention, in days. */
export const KEPT_DAYS = [30, 90, 365, 730] as const

/** The form's hints: inclusive bounds. The server rejects only invalid values. */
export const SETTING_HINTS = {
  emailsPerInterval: { min: 1, max: 20 },
  intervalSeconds: { min: 10, max: 3_600 },
  dailyLimit: { min: 10, max: 10_000 },
  organisationLicences: { min: 1, max: 100_000 },
  organisationLimit: { min: 1_000, max: 2_000_000 },
  organisationHeadroom: { min: 0, max: 90 },
} as const

export const RECOMMENDED = {
  warmup: { emailsPerInterval: 2, intervalSeconds: 300, dailyLimit: 96 },
  normal: { ...USUAL_PACE, dailyLimit: 500 },
} as const

export const DEFAULT_SETTINGS: EmailSettings = {
  ...RECOMMENDED.normal,
  enableThrottling: true,
  warmupMode: false,
  sendWindow: null,
  canaryPercent: 20,
  undoSeconds: UNDO_SECONDS_DEFAULT,
  sendAgainInDoubt: false,
  organisationLicences: null,
  organisationLimit: null,
  organisationHeadroom: 20,
  tracking: 'recipient',
  companyName: null,
  postalAddress: null,
  brandKit: null,
  language: null,
  contentsKeptDays: null,
  recipientsKeptDays: null,
  collisionDays: 7,
  weeklyCeiling: null,
  launchApproval: false,
  agentsReadGmailReplies: false,
}

/** Days a warm-up takes; the advice is 30 to 60 (product: settings.warm-up). */
export const WARMUP_DAYS = 30

const whole = (label: string, max: number) =>
  z
    .number(`${label} must be a number`)
    .int(`${label} must be a whole number`)
    .min(1, `${label} must be at least 1`)
    .max(max, `${label} must be at most ${max}`)

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/

const sendWindow = z
  .object({
    days: z
      .array(z.number().int().min(1).max(7), 'Days must be numbers from 1 (Monday) to 7 (Sunday)')
      .min(1, 'The sending hours need at least one day')
      .transform((days) => [...new Set(days)].toSorted((a, b) => a - b)),
    from: z.string().regex(TIME_OF_DAY, 'The sending hours must begin at a time like 09:00'),
    to: z
      .string()
      .refine((time) => TIME_OF_DAY.test(time) || time === '24:00', 'The sending hours must end at a time like 17:00'),
    timeZone: z.string().refine(isTimeZone, 'The time zone must be an IANA name such as Europe/Berlin'),
  })
  .refine(({ from, to }) => from < to, 'The sending hours must end later than they begin')

const keptDays = z
  .number('A period must be a number of days')
  .refine(
    (days) => KEPT_DAYS.some((each) => each === days),
    `A period must be ${KEPT_DAYS.join(', ')} days, or null to keep everything`,
  )
  .nullish()

const UNDO_RANGE = `The time to undo a launch must be between 0 and ${UNDO_SECONDS_MAX} seconds`

/** Characters of a postal address. */
export const POSTAL_ADDRESS_MAX = 300
/** Characters of a company name. */
export const COMPANY_NAME_MAX = 120

/** Who sends an email, line by line: the company and its address, where the address does not name it already. */
export function imprintOf({
  companyName,
  postalAddress,
}: Pick<EmailSettings, 'companyName' | 'postalAddress'>): string | null {
  const [first = ''] = (postalAddress ?? '').split('\n')
  const isNamed = first.toLowerCase().startsWith((companyName ?? '').toLowerCase())
  return [isNamed ? null : companyName, postalAddress].filter(Boolean).join('\n') || null
}

/** Any of the settings; omitted ones stay unchanged. */
export const emailSettingsInput = z.object({
  emailsPerInterval: whole('Emails per interval', 1_000_000).optional(),
  intervalSeconds: whole('Interval seconds', 86_400).optional(),
  dailyLimit: whole('Daily limit', 1_000_000).optional(),
  enableThrottling: z.boolean('Throttling must be true or false').optional(),
  warmupMode: z.boolean('Warm-up mode must be true or false').optional(),
  sendWindow: sendWindow.nullish(),
  canaryPercent: z
    .number('The percentage that pauses a campaign must be a number')
    .int('The percentage that pauses a campaign must be a whole number')
    .min(0, 'The percentage that pauses a campaign must be between 0 and 100')
    .max(100, 'The percentage that pauses a campaign must be between 0 and 100')
    .optional(),
  undoSeconds: z
    .number('The time to undo a launch must be a number of seconds')
    .int('The time to undo a launch must be a whole number of seconds')
    .min(0, UNDO_RANGE)
    .max(UNDO_SECONDS_MAX, UNDO_RANGE)
    .optional(),
  sendAgainInDoubt: z.boolean('“Resend uncertain emails” must be true or false').optional(),
  organisationLicences: whole('Licenses', 10_000_000).nullish(),
  organisationLimit: whole('Organization limit', 100_000_000).nullish(),
  organisationHeadroom: z
    .number('Kept for ordinary mail must be a number')
    .int('Kept for ordinary mail must be a whole number')
    .min(0, 'Kept for ordinary mail must be between 0 and 90')
    .max(90, 'Kept for ordinary mail must be between 0 and 90')
    .optional(),
  tracking: z.enum(TRACKING_LEVELS, 'Tracking must be off, counts or recipient').optional(),
  companyName: z
    .string('The company name must be a string')
    .overwrite((text) => text.trim())
    .refine(
      (text) => text.isWellFormed() && !/\p{Cc}/u.test(text),
      'The company name must be one line without control or invalid characters',
    )
    .max(COMPANY_NAME_MAX, `The company name can have at most ${COMPANY_NAME_MAX} characters`)
    .transform((name) => name || null)
    .nullish(),
  postalAddress: z
    .string('The postal address must be a string')
    .overwrite((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine(
      (text) => text.isWellFormed() && !/[^\P{Cc}\n]/u.test(text),
      'The postal address must not contain control or invalid characters',
    )
    .max(POSTAL_ADDRESS_MAX, `The postal address can have at most ${POSTAL_ADDRESS_MAX} characters`)
    .transform((address) => address || null)
    .nullish(),
  brandKit: brandKitInput.nullish(),
  language: languageInput,
  contentsKeptDays: keptDays,
  recipientsKeptDays: keptDays,
  collisionDays: z
    .number('Days for recent emails must be a number')
    .int('Days for recent emails must be a whole number')
    .min(COLLISION_GUARD.days.min, `Days for recent emails must be between 0 and ${COLLISION_GUARD.days.max}`)
    .max(COLLISION_GUARD.days.max, `Days for recent emails must be between 0 and ${COLLISION_GUARD.days.max}`)
    .optional(),
  weeklyCeiling: whole('Emails per person and week', COLLISION_GUARD.perWeek.max).nullish(),
  launchApproval: z.boolean('Approval of launches must be true or false').optional(),
  agentsReadGmailReplies: z.boolean('“Agents may read replies from Gmail” must be true or false').optional(),
})
export type EmailSettingsInput = z.infer<typeof emailSettingsInput>

/** Whole days of warm-up that remain at `now`; 0 when it is over or off. */
export function warmupDaysRemaining(warmupMode: boolean, startedAt: Date | null, now: Date): number {
  if (!warmupMode || !startedAt) return 0
  const passed = Math.floor((now.getTime() - startedAt.getTime()) / 86_400_000)
  return Math.max(0, WARMUP_DAYS - passed)
}

/** The settings as the plan lets them apply: its shortest interval holds (product: plans.interval). */
export function heldToPlan<T extends Pick<EmailSettings, 'intervalSeconds'>>(
  settings: T,
  { interval }: Pick<Plan, 'interval'>,
): T {
  if (interval === null || settings.intervalSeconds >= interval.min) return settings
  return { ...settings, intervalSeconds: interval.min }
}

/** The effective pacing values at a time. */
export type PaceFigures = Pick<EmailSettings, 'emailsPerInterval' | 'intervalSeconds' | 'dailyLimit'>

/**
 * Effective limits of a mailbox at `now`. During warm-up they rise daily from the recommended warm-up values to the
 * workspace's own, or to the normal ones if the workspace applied the recommended values. Never more than the
 * workspace's settings.
 */
export function effectiveFigures(settings: SendSettings, warmupStartedAt: Date | null, now: Date): PaceFigures {
  const { emailsPerInterval, intervalSeconds, dailyLimit } = settings
  if (!settings.warmupMode || !warmupStartedAt) return { emailsPerInterval, intervalSeconds, dailyLimit }
  const { warmup, normal } = RECOMMENDED
  const appliedPace = emailsPerInterval === warmup.emailsPerInterval && intervalSeconds === warmup.intervalSeconds
  const target = {
    emailsPerInterval: appliedPace ? normal.emailsPerInterval : emailsPerInterval,
    intervalSeconds: appliedPace ? normal.intervalSeconds : intervalSeconds,
    dailyLimit: dailyLimit === warmup.dailyLimit ? normal.dailyLimit : dailyLimit,
  }
  const passed = (WARMUP_DAYS - warmupDaysRemaining(true, warmupStartedAt, now)) / WARMUP_DAYS
  const between = (from: number, to: number) => from + (to - from) * passed
  const ramp = {
    emailsPerInterval: Math.floor(between(warmup.emailsPerInterval, target.emailsPerInterval)),
    intervalSeconds: Math.ceil(between(warmup.intervalSeconds, target.intervalSeconds)),
    dailyLimit: Math.floor(between(warmup.dailyLimit, target.dailyLimit)),
  }
  const perSecond = (figures: PaceFigures) => figures.emailsPerInterval / figures.intervalSeconds
  const paced = perSecond(ramp) < perSecond(target) ? ramp : target
  return {
    emailsPerInterval: paced.emailsPerInterval,
    intervalSeconds: paced.intervalSeconds,
    dailyLimit: Math.min(ramp.dailyLimit, target.dailyLimit),
  }
}
