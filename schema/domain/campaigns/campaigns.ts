import { emailsPerInput } from '../contacts/sheet-rules.ts'
import { z } from 'zod'
import { abWinnerRules } from './ab-winner-rule.ts'
import { AUDIENCE_LIMITS, audienceInput } from '../audiences.ts'
import { DOCUMENT_BYTES_MAX } from '../builder/builder-limits.ts'
import type { CampaignStatus } from './campaign-statuses.ts'
import { PERSONALIZATION_DEFAULT } from './campaign-steps.ts'
import { followUpsInput } from './follow-ups.ts'
import { jsonProblem } from '../json-check.ts'
import { languageInput } from '../content/language-input.ts'
import { DOCUMENT_FORMATS } from './document-attachments.ts'
import { FILES_KEPT_DAYS, RECIPIENT_FILES } from './recipient-files.ts'
import { cleanEmail } from '../contacts/contacts.ts'
import {
  ADDRESS_LISTS,
  isHeaderAddress,
  SENDER_LIMITS,
  senderProblem,
  type SenderTexts,
} from '../content/sender-fields.ts'
import { TEXT_LIMITS } from '../content/text-limits.ts'
import { TRACKING_LEVELS } from '../tracking/tracking.ts'

/** Campaigns: what may follow what, why they wait, what they accept and progress (product: campaigns). */

const NOT_A_DRAFT: Record<Exclude<CampaignStatus, 'draft'>, string> = {
  sending: 'This campaign is being sent.',
  sent: 'This campaign has been sent.',
  failed: 'This campaign was started and failed.',
  paused: 'This campaign was started and is paused.',
}

/** Makes the error that says why a started campaign cannot be changed or sent. */
export function notADraft(
  status: Exclude<CampaignStatus, 'draft'>,
  done: 'changed' | 'sent' | 'rehearsed' | 'approved' | 'repeated',
): string {
  return `${NOT_A_DRAFT[status]} Only a draft can be ${done}.`
}

/** A recipient's public status; an email being submitted still counts as pending. */
export const EMAIL_LOG_STATUSES = ['pending', 'sent', 'delivered', 'failed'] as const
export type EmailLogStatus = (typeof EMAIL_LOG_STATUSES)[number]

/** Maps a stored status to the public one: an email that is being submitted still counts as pending. */
export function shownStatus(stored: EmailLogStatus | 'sending'): EmailLogStatus {
  return stored === 'sending' ? 'pending' : stored
}

/** Sentences for the reasons why a campaign is not sending right now. */
export const STATUS_REASONS = {
  RECONNECT:
    'The mailbox needs to be reconnected: its sign-in has expired or was revoked. The campaign then resumes by itself.',
  MAILBOX_WORKS: 'Paused. Its mailbox works again: resume it to continue.',
  NO_MAILBOX: 'The mailbox this campaign was sent from is no longer connected.',
  NOT_SHARED:
    'The mailbox is no longer shared with the person who sends from it. Ask its owner or an admin to share it again, or resume from a mailbox of your own.',
  FROM_ADDRESS:
    'Paused because the mailbox cannot send from the From address of this campaign. Allow the address at the email provider, refresh the addresses under Settings → Connected Emails, then resume. If nothing has been sent yet, you can also cancel the campaign: it becomes a draft again, and you can choose another address.',
  APPROVED_EMAIL_CHANGED:
    'Paused because the email is not the one that was approved: its text or an attachment was changed after the launch. Cancel this campaign, duplicate it, check the copy, and request approval of it.',
  APPROVED_RECIPIENT_CHANGED:
    'Paused because the address, a value or a file of a recipient is not the one that was approved. Cancel this campaign, duplicate it, check the copy, and request approval of it.',
  APPROVED_SENDER_CHANGED:
    'Paused because the mailbox no longer sends with the address and the signature that were approved. Resume from another approved mailbox. If there is none, cancel this campaign, duplicate it, and request approval of the copy.',
  TENANT_INACTIVE: 'This workspace is not active.',
  TO_BE_DELETED: 'This workspace will be deleted, so it sends nothing. An admin can cancel that under Settings → Data.',
  EMAIL_NOT_CONFIRMED: 'Nothing is sent until an admin of this workspace confirms their email address.',
  TRIAL_ENDED: 'The trial of this workspace has ended. Ask for a higher plan on the Plan page, then resume.',
  SENDING_STOPPED: 'All sending of this workspace was stopped. An admin can resume it.',
  PAUSED: 'It was paused. Resume it to continue.',
  MAILBOX_BLOCKED:
    'Paused because your email provider blocks this mailbox or takes its emails for spam. The returned emails wait to be sent again. Sign in at the provider and check the mailbox: change its password if somebody else may use it, and ask your administrator to release it. Check the text of this email, then resume.',
  ORGANISATION_BLOCKED:
    'Paused because Microsoft blocks sending for your whole organization. The returned emails wait to be sent again. Ask your Microsoft 365 administrator to have the block removed by Microsoft Support, then resume.',
  MAILBOX_REFUSED:
    'The email provider does not let this mailbox send. It is tried again from time to time, and sending continues automatically.',
  SIGN_IN_DOUBT:
    'The email provider refused the sign-in of this mailbox, but may accept it again. It is tried again for 15 minutes before you are asked to reconnect the mailbox.',
  REGISTRATION:
    'The email provider no longer accepts this installation of Mergewell. The administrator of this installation must renew its registration. Mailboxes stay connected, and sending continues automatically.',
  CANARY:
    'Too many of the first emails were refused or bounced, so sending was paused to protect the mailbox. Check the failed emails, then resume or cancel.',
  DEAD_ADDRESSES:
    'Paused because many of these addresses do not exist. More such emails can get the mailbox blocked. Check where the addresses come from and remove the wrong ones. An admin can then resume.',
  RESTORED_CHECKING:
    'The database was restored from a backup or copied. We are checking the mailbox for emails sent since then. Nothing is sent until that is done.',
  RESTORED:
    'The database was restored from a backup or copied. Emails found in the mailbox were marked as sent. Check the recipients, then an admin can resume to send the rest.',
  RESTORED_UNCHECKED:
    'The database was restored from a backup or copied, and we could not check the mailbox for emails sent since then. Check its Sent folder first: if an admin resumes, some people may get the email twice.',
  SCHEDULED: 'This campaign is scheduled.',
  LOCAL_TIME: 'The other recipients get it when it is the chosen time where they are.',
  FOLLOW_UPS: 'All first emails were handled. Follow-ups are sent when they are due.',
  AB_TEST: 'The other recipients wait for the result of the A/B test.',
  OUTSIDE_WINDOW: 'Outside the sending hours of the workspace.',
  WARMUP_LIMIT: 'The daily limit of the warm-up is reached.',
  BETWEEN_INTERVALS: 'Waiting for the next sending interval.',
  DAILY_LIMIT: 'The daily limit of the mailbox is reached.',
  PLAN_LIMIT: 'The sending limit of your plan is reached.',
  NEW_WORKSPACE:
    'The daily limit of new workspaces is reached. It grows every day while few emails bounce or lead to complaints. Sending continues by itself.',
  UNWELCOME:
    'More recipients than usual complained or left the topic, so the mailbox sends fewer emails a day. This ends by itself. An admin can turn it off under Settings → Email Sending.',
  PROVIDER_LIMIT: 'The sending limit of the email provider is reached.',
  ORGANISATION_LIMIT:
    'Your Microsoft 365 organization has reached its limit of external recipients in 24 hours. An admin can enter its licenses or its limit under Settings → Email Sending.',
  ONMICROSOFT_LIMIT:
    'Microsoft lets all senders at onmicrosoft.com addresses of an organization together reach 100 external recipients in 24 hours. Sending continues automatically. To send more, ask your Microsoft 365 administrator to add a domain of your own and to make it your mailbox’s main address.',
  PROJECT_LIMIT:
    'All Gmail mailboxes of this installation together have used up what Google allows them. Sending continues by itself.',
  THROTTLED: 'The email provider asked us to slow down.',
  QUOTA_USED_UP:
    'Email sending limit reached: the email provider accepts no more emails from this mailbox for now. Sending continues automatically.',
  PROVIDER_DOWN:
    'The email provider is not available. No email is lost; sending continues automatically when it is back.',
  INTERNAL_ERROR: 'Sending stopped because of an internal error.',
  CLOCK_WRONG:
    'Nothing is sent because the server’s clock is wrong. Ask the person who runs this installation to correct it.',
  DISK_FULL:
    'Nothing is sent because the disk of the server is full. Ask the person who runs this installation to free space; sending then continues automatically.',
  RETRYING:
    'The email provider did not confirm some emails. We check whether they were sent and resend those that were not.',
} as const
export type StatusReason = keyof typeof STATUS_REASONS

const RESTORED = ['RESTORED_CHECKING', 'RESTORED', 'RESTORED_UNCHECKED'] as const
/** Pause reasons of campaigns that wait for an admin after the database was restored or copied. */
export const RESTORED_REASONS: ReadonlySet<string> = new Set<StatusReason>(RESTORED)

/** Reasons of a pause that only an admin ends. */
export const ASKS_FOR_ADMIN: ReadonlySet<string> = new Set<StatusReason>([...RESTORED, 'DEAD_ADDRESSES'])

/** The sentence for MAILBOX_WORKS with the mailbox's address. */
export function mailboxWorksText(email: string): string {
  return `Paused. ${email} works again: resume it to continue.`
}

/** The sentence for INTERNAL_ERROR with the reference under which the log tells more. */
export function internalErrorText(reference: string | null): string {
  const text = STATUS_REASONS.INTERNAL_ERROR
  return reference ? `${text} Reference for the person who runs this installation: ${reference}.` : text
}

const line = (label: string, max: number) =>
  z
    .string()
    .max(max, `${label} must be at most ${max} characters long`)
    .refine((value) => !/[\r\n\0]/.test(value), `${label} must be one line`)

export const attachmentInput = z.object({
  name: line('Attachment name', 255).refine((value) => value.trim() !== '', 'Attachment name is required'),
  /** a stored attachment to copy, in place of contentBytes */
  id: z.string().nullish(),
  /** base64 */
  contentBytes: z.string().nullish(),
  contentType: line('Attachment content type', 255)
    .nullish()
    .transform((value) => value || 'application/octet-stream'),
  /** fills the file, a .docx, for each recipient */
  document: z.enum(DOCUMENT_FORMATS, 'A document becomes docx or pdf').nullish(),
})

/**
 * Rule for a list of email addresses. They are checked when the campaign is sent, because a draft is saved while one is
 * being typed.
 */
const addresses = (label: string) => line(label, SENDER_LIMITS.list).nullish()

/** From address, chosen from the mailbox's addresses rather than typed. */
const fromAddress = line('The From address', 1_000)
  .transform((text) => cleanEmail(text) || null)
  .refine((address) => address === null || isHeaderAddress(address), 'The From address must be one email address')
  .nullish()

/** Rule for the builder's document, which is stored unchanged. */
const htmlTemplate = z.unknown().superRefine((value, context) => {
  const problem = jsonProblem(value, DOCUMENT_BYTES_MAX)
  if (problem) context.addIssue({ code: 'custom', message: `The HTML template ${problem}` })
})

const RULES = {
  name: line('Campaign name', TEXT_LIMITS.campaignName)
    .trim()
    .refine((value) => value !== '', 'Campaign name is required'),
  subject: line('Subject', TEXT_LIMITS.subject),
  content: z
    .string()
    .max(TEXT_LIMITS.content, `Content must be at most ${TEXT_LIMITS.content.toLocaleString('en')} characters long`)
    .refine((value) => !value.includes('\0'), 'Content must not contain NUL characters'),
  htmlTemplate: htmlTemplate.optional(),
  useHtmlBuilder: z.boolean(),
  personalization: line('Personalization', 50),
  language: languageInput,
  filePattern: line('The name of the recipients’ files', RECIPIENT_FILES.pattern)
    .transform((pattern) => pattern.trim() || null)
    .nullish(),
  filesKeptDays: z
    .number('Files must be kept for a number of days')
    .refine(
      (days) => FILES_KEPT_DAYS.some((each) => each === days),
      `Files can be kept for ${FILES_KEPT_DAYS.join(', ')} days`,
    )
    .nullish(),
  fromName: line('The sender’s name', SENDER_LIMITS.fromName).nullish(),
  fromAddress,
  topicId: z.uuid('A topic is named by its id').toLowerCase().nullish(),
  replyTo: addresses(ADDRESS_LISTS.replyTo),
  cc: addresses(ADDRESS_LISTS.cc),
  bcc: addresses(ADDRESS_LISTS.bcc),
  selectedContacts: z
    .array(z.string())
    .max(
      AUDIENCE_LIMITS.recipients,
      `A campaign can have at most ${AUDIENCE_LIMITS.recipients.toLocaleString('en')} recipients`,
    ),
  audience: audienceInput.optional(),
  sheetId: z.string().nullish(),
  emailsPer: emailsPerInput.optional(),
  attachments: z.array(attachmentInput).max(50, 'A campaign can have at most 50 attachments'),
  followUps: followUpsInput,
  tracking: z.enum(TRACKING_LEVELS, 'Tracking must be off, counts or recipient').nullish(),
  trackOpens: z.boolean().optional(),
  trackClicks: z.boolean().optional(),
  isAbTest: z.boolean(),
  abVariantType: z.enum(['subject'], 'The A/B test type must be subject').optional(),
  abVariantB: line('Subject of variant B', TEXT_LIMITS.subject).optional(),
  abSplitPercentage: z
    .number()
    .int('The A/B split must be a whole number')
    .min(1, 'The A/B split must be between 1 and 99')
    .max(99, 'The A/B split must be between 1 and 99')
    .optional(),
  ...abWinnerRules,
}

/** A new campaign (product: campaigns.create). It may be incomplete: requirements are checked when it is sent. */
export const campaignInput = z.object({
  ...RULES,
  subject: RULES.subject.default(''),
  content: RULES.content.default(''),
  useHtmlBuilder: RULES.useHtmlBuilder.default(false),
  personalization: RULES.personalization.default(PERSONALIZATION_DEFAULT),
  selectedContacts: RULES.selectedContacts.default([]),
  attachments: RULES.attachments.default([]),
  followUps: RULES.followUps.default([]),
  isAbTest: RULES.isAbTest.default(false),
})

/** Changes to a draft; omitted fields stay. */
export const campaignChanges = z.object(RULES).partial()

export const NO_SUBJECT_B = 'Variant B of the test has no subject.'

/** Returns what prevents a campaign from being sent, as one sentence, or null. */
export function sendProblem(
  campaign: {
    subject: string
    content: string
    recipients: number
    isAbTest?: boolean
    abVariantB?: string | null
  } & SenderTexts,
): string | null {
  if (campaign.recipients === 0) return 'This campaign has no recipients. Choose at least one contact.'
  if (campaign.subject.trim() === '') return 'This campaign has no subject. Write one before sending.'
  if (campaign.isAbTest && !campaign.abVariantB?.trim()) return NO_SUBJECT_B
  if (campaign.content.trim() === '') return 'This campaign has no content. Write the email before sending.'
  return senderProblem(campaign)
}

/**
 * Numbers for the canary, which pauses a campaign when too many emails are refused or bounce: minimum recipients for it
 * to apply, and minimum emails that it considers.
 */
const CANARY = { recipients: 50, dealtWith: 20 }

/**
 * Returns how many more emails may be sent before refusals and bounces are checked again; 0 = more than `percent` of
 * those processed were refused or bounced, so pause for a person. Ignores small campaigns; 0 percent switches it off.
 */
export function canaryAllows(
  campaign: { totalContacts: number; dealtWith: number; refused: number },
  percent: number,
): number {
  const { totalContacts, dealtWith, refused } = campaign
  if (percent <= 0 || totalContacts < CANARY.recipients) return Number.POSITIVE_INFINITY
  if (dealtWith < CANARY.dealtWith) return CANARY.dealtWith - dealtWith
  return refused * 100 > dealtWith * percent ? 0 : dealtWith
}

/**
 * Splits recipients into the two variants of an A/B test as exactly as possible: returns the indexes for variant B.
 * `random` gives numbers from 0 up to 1.
 */
export function variantB(recipients: number, splitPercentage: number, random: () => number): Set<number> {
  const chosen = new Set<number>()
  let left = Math.round((recipients * splitPercentage) / 100)
  for (let index = 0; index < recipients && left > 0; index += 1) {
    if (random() * (recipients - index) >= left) continue
    chosen.add(index)
    left -= 1
  }
  return chosen
}
