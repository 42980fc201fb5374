import { z } from 'zod'
import { UNDO_SECONDS_DEFAULT, UNDO_SECONDS_MAX } from '../campaigns/schedule.ts'
import { languageInput } from '../content/language-input.ts'
import { isTimeZone } from '../pacing/zone-time.ts'
import { RECOMMENDED } from '../tenants/plans.ts'
import { TRACKING_LEVELS } from '../tracking/tracking.ts'
import { topicsInput, type Topic } from '../email-preferences.ts'
import { brandKitInput } from './brand-kit.ts'

/**
 * Register of every send setting of a workspace (product: settings), with one entry each. The types, the defaults, the
 * input rules, the columns of email_settings, the fields of GraphQL and REST, the web app's query, the words of the
 * activity log and the treatment of personal data follow from it. A new setting needs an entry here, its column in
 * `migrations`, and a control in `web/settings`.
 */

/** Types of the contract that a setting may have, with the column of each. */
export const COLUMN_TYPES = {
  Int: 'integer',
  Boolean: 'boolean',
  String: 'text',
  TrackingLevel: 'text',
  EmailLanguage: 'text',
  SendWindow: 'json',
  BrandKit: 'json',
  Topics: 'json',
} as const

/** The fields of settings that are objects. */
const OBJECT_FIELDS: Record<string, string> = {
  SendWindow: 'days from to timeZone',
  BrandKit: 'logo colors headingFont bodyFont',
  Topics: 'id name description',
}

interface Setting<Rule extends z.ZodType = z.ZodType> {
  type: keyof typeof COLUMN_TYPES
  /** Checks a new value. Undefined leaves the setting as it is; a rule that takes null makes the setting clearable. */
  rule: Rule
  /** the value until somebody changes the setting */
  initial: Exclude<z.output<Rule>, undefined>
  /** name of the setting in the activity log */
  label: string
  /** description of the setting in the contract */
  description: string
  /** description of the input in the contract, such as its bounds */
  inputDescription?: string
  /** usual range, which the form suggests; the rule allows more */
  hint?: { min: number; max: number }
  /** true for text that members write; other text consists only of the product's own words */
  isWrittenByMembers?: true
  /** true if only people may change the setting, after a recent sign-in, because deleted data does not come back */
  needsRecentSignIn?: true
}

const setting = <const Rule extends z.ZodType>(entry: Setting<Rule>): Setting<Rule> => entry

/** Bounds, inclusive, of the setting that keeps people from getting too many emails. */
const COLLISION_GUARD = { days: { min: 0, max: 90 }, perWeek: { min: 1, max: 100 } } as const
/** Periods of retention, in days. */
export const KEPT_DAYS = [30, 90, 365, 730] as const
/** Characters of a postal address. */
export const POSTAL_ADDRESS_MAX = 300
/** Characters of a company name. */
export const COMPANY_NAME_MAX = 120

const whole = (label: string, max: number) =>
  z
    .number(`${label} must be a number`)
    .int(`${label} must be a whole number`)
    .min(1, `${label} must be at least 1`)
    .max(max, `${label} must be at most ${max}`)

/** Rule for a whole number from 0 to `max`. */
const upTo = (label: string, max: number, unit = '') => {
  const range = `${label} must be between 0 and ${max}${unit}`
  return z
    .number(`${label} must be a number${unit && ` of${unit}`}`)
    .int(`${label} must be a whole number${unit && ` of${unit}`}`)
    .min(0, range)
    .max(max, range)
    .optional()
}

const yesOrNo = (label: string) => z.boolean(`${label} must be true or false`).optional()

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

export const SETTINGS = {
  emailsPerInterval: setting({
    type: 'Int',
    rule: whole('Emails per interval', 1_000_000).optional(),
    initial: RECOMMENDED.normal.emailsPerInterval,
    label: 'Emails per interval',
    description: 'Maximum emails per interval.',
    hint: { min: 1, max: 20 },
  }),
  intervalSeconds: setting({
    type: 'Int',
    rule: whole('Interval seconds', 86_400).optional(),
    initial: RECOMMENDED.normal.intervalSeconds,
    label: 'Seconds between intervals',
    description: 'Length of the interval in seconds.',
    hint: { min: 10, max: 3_600 },
  }),
  /** maximum emails per mailbox in any 24 hours */
  dailyLimit: setting({
    type: 'Int',
    rule: whole('Daily limit', 1_000_000).optional(),
    initial: RECOMMENDED.normal.dailyLimit,
    label: 'Daily limit',
    description: 'Maximum emails in any 24 hours.',
    hint: { min: 10, max: 10_000 },
  }),
  enableThrottling: setting({
    type: 'Boolean',
    rule: yesOrNo('Throttling'),
    initial: true,
    label: 'Throttling',
    description: 'Whether the per-interval limit applies. The daily limit always applies.',
    inputDescription: 'Whether the per-interval limit applies.',
  }),
  warmupMode: setting({
    type: 'Boolean',
    rule: yesOrNo('Warm-up mode'),
    initial: false,
    label: 'Warm-up',
    description: 'Whether new mailboxes are warmed up.',
  }),
  sendWindow: setting({
    type: 'SendWindow',
    rule: sendWindow.nullish(),
    initial: null,
    label: 'Sending hours',
    description: 'When emails may be sent; null means at any time.',
  }),
  canaryPercent: setting({
    type: 'Int',
    rule: upTo('The percentage that pauses a campaign', 100),
    hint: { min: 0, max: 100 },
    initial: 20,
    label: 'Pause when this percent of the first emails fails',
    description:
      'Percentage of rejected and bounced emails that pauses a campaign with 50 or more recipients; 0 means never.',
    inputDescription: 'Percentage of rejected and bounced emails that pauses a large campaign; 0 means never.',
  }),
  slowDownUnwelcome: setting({
    type: 'Boolean',
    rule: yesOrNo('Slowing down'),
    initial: true,
    label: 'Slow down mailboxes whose emails are unwelcome',
    description: 'Slowing down of a mailbox while more of its recipients than usual complain or leave the topic.',
  }),
  undoSeconds: setting({
    type: 'Int',
    rule: upTo('The time to undo a launch', UNDO_SECONDS_MAX, ' seconds'),
    initial: UNDO_SECONDS_DEFAULT,
    label: 'Seconds to undo a launch',
    description:
      'Seconds for which the web app holds a launch back so that it can be undone. Programs pass undoSeconds to sendCampaign.',
    inputDescription: 'Seconds for which the web app holds a launch back so that it can be undone, 0 to 1800.',
  }),
  /**
   * true if uncertain emails are resent automatically from a mailbox without read permission; false = a person decides
   */
  sendAgainInDoubt: setting({
    type: 'Boolean',
    rule: yesOrNo('“Resend uncertain emails”'),
    initial: false,
    label: 'Send uncertain emails again',
    description:
      'Whether to retry an email, at most twice, if the provider did not confirm it. Applies to mailboxes with permission to send only. Some people may get it twice. false: a user decides.',
    inputDescription: 'Whether to retry an email if we cannot tell whether it was sent. Some people may get it twice.',
  }),
  organisationLicences: setting({
    type: 'Int',
    rule: whole('Licenses', 10_000_000).nullish(),
    initial: null,
    label: 'Microsoft 365 licenses',
    description:
      'Licenses of the Microsoft 365 organization; its limit of external recipients follows from them: 500 × licenses^0.7 + 9,500 in 24 hours. null: not entered.',
    inputDescription: 'Licenses of the Microsoft 365 organization; null clears them.',
    hint: { min: 1, max: 100_000 },
  }),
  organisationLimit: setting({
    type: 'Int',
    rule: whole('Organization limit', 100_000_000).nullish(),
    initial: null,
    label: 'Limit of the organization',
    description:
      'External recipients that the Microsoft 365 organization may have in 24 hours. Overrides the licenses. null: not entered.',
    inputDescription:
      'External recipients that the Microsoft 365 organization may have in 24 hours; 5,000 for a trial. Overrides the licenses; null clears it.',
    hint: { min: 1_000, max: 2_000_000 },
  }),
  organisationHeadroom: setting({
    type: 'Int',
    rule: upTo('Kept for ordinary mail', 90),
    initial: 20,
    label: 'Part of the limit kept free',
    description: 'Percentage of the organization’s limit that is kept for ordinary mail.',
    inputDescription: 'Percentage of the organization’s limit to keep for ordinary mail, 0 to 90.',
    hint: { min: 0, max: 90 },
  }),
  tracking: setting({
    type: 'TrackingLevel',
    rule: z.enum(TRACKING_LEVELS, 'Tracking must be off, counts or recipient').optional(),
    initial: 'recipient',
    label: 'Tracking',
    description: 'What campaigns record of opens and clicks, unless they choose otherwise.',
    inputDescription: 'What campaigns launched from now on record of opens and clicks, unless they choose otherwise.',
  }),
  language: setting({
    type: 'EmailLanguage',
    rule: languageInput,
    initial: null,
    label: 'Language',
    description: 'Language of emails whose campaign chooses none; null means English.',
  }),
  companyName: setting({
    type: 'String',
    rule: z
      .string('The company name must be a string')
      .overwrite((text) => text.trim())
      .refine(
        (text) => text.isWellFormed() && !/\p{Cc}/u.test(text),
        'The company name must be one line without control or invalid characters',
      )
      .max(COMPANY_NAME_MAX, `The company name can have at most ${COMPANY_NAME_MAX} characters`)
      .transform((name) => name || null)
      .nullish(),
    initial: null,
    label: 'Company name',
    description:
      'The sender’s company, above the postal address in campaign emails and on the unsubscribe page; null if none.',
    inputDescription: 'The sender’s company, one line of at most 120 characters; null removes it.',
    isWrittenByMembers: true,
  }),
  postalAddress: setting({
    type: 'String',
    rule: z
      .string('The postal address must be a string')
      .overwrite((text) => text.replace(/\r\n?/g, '\n').trim())
      .refine(
        (text) => text.isWellFormed() && !/[^\P{Cc}\n]/u.test(text),
        'The postal address must not contain control or invalid characters',
      )
      .max(POSTAL_ADDRESS_MAX, `The postal address can have at most ${POSTAL_ADDRESS_MAX} characters`)
      .transform((address) => address || null)
      .nullish(),
    initial: null,
    label: 'Postal address',
    description: 'The sender’s postal address, added to the end of campaign emails; null if none.',
    inputDescription: 'The sender’s postal address, at most 300 characters; lines are kept. null removes it.',
    isWrittenByMembers: true,
  }),
  brandKit: setting({
    type: 'BrandKit',
    rule: brandKitInput.nullish(),
    initial: null,
    label: 'Brand kit',
    description: 'Logo, colors and fonts with which new emails of the builder begin; null if none.',
    inputDescription: 'Logo, colors and fonts with which new emails begin; null removes them.',
    isWrittenByMembers: true,
  }),
  topics: setting({
    type: 'Topics',
    rule: topicsInput.optional(),
    initial: [] as Topic[],
    label: 'Topics',
    description:
      'Topics that campaigns can have, and that recipients can leave on the page of an unsubscribe link, in the order of that page.',
    inputDescription:
      'All topics, at most 20, in the order of the page. Replaces the previous ones; a topic keeps who left it by its id.',
    isWrittenByMembers: true,
  }),
  contentsKeptDays: setting({
    type: 'Int',
    rule: keptDays,
    initial: null,
    label: 'Days that filled-in values are kept',
    description:
      'Days after which personalized values are deleted from the sent emails of finished campaigns; null if they are kept.',
    inputDescription:
      '30, 90, 365 or 730: the values filled in for each person are deleted that many days after a campaign has finished. Cannot be undone. null keeps them. Only signed-in admins can change it, after a recent sign-in. Errors: FORBIDDEN, REAUTHENTICATE.',
    needsRecentSignIn: true,
  }),
  recipientsKeptDays: setting({
    type: 'Int',
    rule: keptDays,
    initial: null,
    label: 'Days that recipients are kept',
    description:
      'Days after which names and addresses of recipients are deleted from finished campaigns, test emails and rejected rows of imports; null: they are kept. Counts stay.',
    inputDescription: 'The same for names and addresses of recipients.',
    needsRecentSignIn: true,
  }),
  collisionDays: setting({
    type: 'Int',
    rule: upTo('Days for recent emails', COLLISION_GUARD.days.max),
    hint: COLLISION_GUARD.days,
    initial: 7,
    label: 'Days in which an email counts as recent',
    description:
      'Days in which an earlier email from the workspace to the same person is reported before a launch; 0 means never.',
    inputDescription:
      'Days in which an earlier email from the workspace to the same person is reported before a launch, 0 to 90; 0 means never.',
  }),
  weeklyCeiling: setting({
    type: 'Int',
    rule: whole('Emails per person and week', COLLISION_GUARD.perWeek.max).nullish(),
    hint: COLLISION_GUARD.perWeek,
    initial: null,
    label: 'Emails per person in seven days',
    description:
      'Emails that one person may get from the workspace in seven days, from all campaigns together; null means any number. Recipients above it are left out at a launch.',
    inputDescription:
      'Emails that one person may get from the workspace in seven days, 1 to 100; null means any number.',
  }),
  launchApproval: setting({
    type: 'Boolean',
    rule: yesOrNo('Approval of launches'),
    initial: false,
    label: 'Launches need approval',
    description: 'Whether a launch needs the approval of a second person, an admin (requestApproval, decideApproval).',
    inputDescription:
      'Whether a launch needs the approval of a second person, an admin. Needs at least two admins. false asks to turn it off, which works 24 hours later or when another admin sends false too; true keeps it on. Only signed-in admins can change it, after a recent sign-in. Errors: BAD_INPUT, FORBIDDEN, REAUTHENTICATE.',
  }),
  agentsReadGmailReplies: setting({
    type: 'Boolean',
    rule: yesOrNo('“Allow AI agents to read replies in Gmail mailboxes”'),
    initial: false,
    label: 'Allow AI agents to read replies in Gmail mailboxes',
    description:
      'Whether programs with an API key, agents among them, may read the text of replies in Gmail mailboxes (replyMail).',
    inputDescription:
      'Whether programs with an API key may read the text of replies in Gmail mailboxes. Only a signed-in admin can turn it on. Errors: FORBIDDEN.',
  }),
}

export type SettingName = keyof typeof SETTINGS
/** Value of every setting; null = none, whose effect the setting's description explains. */
export type EmailSettings = { [Name in SettingName]: (typeof SETTINGS)[Name]['initial'] }
/** When emails may be sent: on these days (1 = Monday), between two times of day (HH:MM) in one time zone. */
export type SendWindow = NonNullable<EmailSettings['sendWindow']>

/** The register as pairs of name and entry. */
export const SETTING_ENTRIES = Object.entries(SETTINGS) as [SettingName, Setting][]

const mapSettings = <Value>(valueOf: (entry: Setting, name: SettingName) => Value) =>
  Object.fromEntries(SETTING_ENTRIES.map(([name, entry]) => [name, valueOf(entry, name)]))

export const DEFAULT_SETTINGS = mapSettings(({ initial }) => initial) as EmailSettings

/** Name of each setting in the activity log. */
export const SETTING_LABELS: Record<string, string> = mapSettings(({ label }) => label)

/** Any of the settings; omitted ones stay unchanged. */
export const emailSettingsInput = z.object(
  mapSettings(({ rule }) => rule) as { [Name in SettingName]: (typeof SETTINGS)[Name]['rule'] },
)
export type EmailSettingsInput = z.infer<typeof emailSettingsInput>

/** Returns whether null clears a setting. For all other settings null means "leave unchanged". */
export const isClearable = ({ rule }: Setting): boolean => rule.safeParse(null).success

/** Picks the settings from a row or view that holds more. */
export const settingsIn = (row: EmailSettings): EmailSettings =>
  mapSettings((_, name) => row[name] ?? null) as EmailSettings

/** GraphQL selection of every setting of the type EmailSettings. */
export const SETTINGS_SELECTION = SETTING_ENTRIES.map(([name, { type }]) =>
  type in OBJECT_FIELDS ? `${name} { ${OBJECT_FIELDS[type]} }` : name,
).join(' ')
