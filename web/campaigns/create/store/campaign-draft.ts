import type { DocumentFormat } from '#domain/campaigns/document-attachments.ts'
import type { TrackingLevel } from '#domain/tracking/tracking.ts'
import { AB_WINNER, type AbMetric } from '#domain/campaigns/ab-winner-rule.ts'
import type { EmailLanguage } from '#domain/content/email-languages.ts'
import { DEFAULT_AB_SPLIT } from '#domain/campaigns/campaign-steps.ts'
import type { FollowUpCondition } from '#web/generated/graphql.ts'
import { SEND_LATER, type LaunchChoice } from '../../launch/launch-choice.ts'
import { NOBODY, type Audience } from '../audience/audience.ts'

/** An A/B subject test (product: campaigns.ab-test). */
export interface AbTest {
  isEnabled: boolean
  /** subject of variant B */
  variantB: string
  /** share of variant B in percent, 1–99 */
  splitPercentage: number
  /** percent of the recipients in the test; 100 = all, otherwise the rest gets the winner */
  share: number
  metric: AbMetric
  /** hours between the last email of the test and the choice of the winner */
  waitHours: number
}

export const NO_TEST: AbTest = {
  isEnabled: false,
  variantB: '',
  splitPercentage: DEFAULT_AB_SPLIT,
  share: AB_WINNER.share.max,
  metric: 'opens',
  waitHours: AB_WINNER.waitHours.usual,
}

/** Returns why the A/B test is incomplete, as a sentence; null when it is complete. */
export function abTestProblem({ isEnabled, variantB, share }: AbTest, subject: string, isLocal = false): string | null {
  if (!isEnabled) return null
  if (isLocal && share < AB_WINNER.share.max) {
    return 'The winner of an A/B test cannot be sent at local times. Choose one start time, or test with all recipients'
  }
  if (variantB.trim() === '') return 'Enter a second subject or turn off the test'
  return variantB.trim() === subject.trim() ? 'Both subjects are the same' : null
}

/** Sender, reply and copy fields of a draft, as typed; an empty field means the default. */
export interface Sender {
  fromName: string
  /** From address: one of the mailbox's addresses */
  fromAddress: string
  replyTo: string
  cc: string
  bcc: string
}

export const DEFAULT_SENDER: Sender = { fromName: '', fromAddress: '', replyTo: '', cc: '', bcc: '' }

/** A later email of a campaign, as it is written. */
export interface FollowUp {
  /** id of the follow-up, made in this browser */
  id: string
  /** working days after the email before it */
  waitDays: number
  /** time of day at which it is sent, HH:MM in `timeZone` */
  timeOfDay: string
  /** IANA name of the time zone */
  timeZone: string
  condition: FollowUpCondition
  /** URL of the link that the condition is about; null: any link */
  link: string | null
  /** subject of the follow-up; empty: “Re: ” and the subject of the campaign */
  subject: string
  content: string
  /** true if the files of the campaign are attached again */
  attachesFiles: boolean
  useHtmlBuilder: boolean
  htmlTemplate: unknown
}

/** Returns the fields of a follow-up that are stored on the server. */
export function writtenPart(followUp: Omit<FollowUp, 'id'>): Omit<FollowUp, 'id'> {
  const { waitDays, timeOfDay, timeZone, condition, link, subject, content, attachesFiles, useHtmlBuilder } = followUp
  const htmlTemplate = followUp.htmlTemplate ?? null
  return {
    waitDays,
    timeOfDay,
    timeZone,
    condition,
    link,
    subject,
    content,
    attachesFiles,
    useHtmlBuilder,
    htmlTemplate,
  }
}

/** A campaign as it is edited in this tab. */
export interface Draft {
  /** Id of this draft in this browser. */
  id: string
  /** Id of the campaign on the server; null before the first save. */
  campaignId: string | null
  /** Started in this tab rather than opened from the campaigns: the final button creates instead of updating. */
  isNew: boolean
  /** step of the wizard at which the draft is, 1–4 */
  step: number
  name: string
  subject: string
  content: string
  sender: Sender
  useHtmlBuilder: boolean
  /** The builder's document; null if none. */
  htmlTemplate: unknown
  /** The template this draft's document was saved as; null if none. */
  templateId: string | null
  abTest: AbTest
  followUps: readonly FollowUp[]
  /** language of dates, amounts and the footer; null = that of the workspace */
  language: EmailLanguage | null
  /** id of the topic; null: none */
  topicId: string | null
  /** tracking level of the campaign; null = the workspace's */
  tracking: TrackingLevel | null
  /** true if opens are tracked; null = the workspace's default */
  trackOpens: boolean | null
  trackClicks: boolean | null
  audience: Audience
  files: readonly DraftFile[]
  /** When to send, and from which mailboxes. Sent to the server at launch. */
  launch: LaunchChoice
  /** Names of attached files that were lost when the page was reloaded. */
  lostFiles: readonly string[]
  /** Parts that were changed in another tab or by somebody else. Nothing is saved until the person chooses a version. */
  changedElsewhere: readonly string[]
}

/** An attached file. */
export interface DraftFile {
  id: string
  name: string
  type: string
  size: number
  /** The file's content; absent when only the server has it. */
  file?: Blob
  /** Id of the file on the server, after its upload. */
  storedId?: string
  /**
   * Format of the document that a Word file with merge tags becomes for each recipient; null: it is attached unchanged;
   * absent: unchanged too, until the server finds merge tags.
   */
  document?: DocumentFormat | null | undefined
  /** True if it is a Word document with merge tags, as the server found when the draft was opened. */
  hasMergeTags?: boolean
}

export function newDraft(id: string = localId()): Draft {
  return {
    id,
    campaignId: null,
    isNew: true,
    step: 1,
    name: '',
    subject: '',
    content: '',
    sender: DEFAULT_SENDER,
    useHtmlBuilder: false,
    htmlTemplate: null,
    templateId: null,
    abTest: NO_TEST,
    followUps: [],
    language: null,
    topicId: null,
    tracking: null,
    trackOpens: null,
    trackClicks: null,
    audience: NOBODY,
    files: [],
    launch: SEND_LATER,
    lostFiles: [],
    changedElsewhere: [],
  }
}

/** Returns whether the draft has anything worth storing. */
export function hasContent({ name, subject, content, audience, files, htmlTemplate, followUps }: Draft): boolean {
  const chosen = audience.kind !== 'picked' || audience.ids.size > 0
  return (
    `${name}${subject}${content}`.trim() !== '' ||
    chosen ||
    files.length > 0 ||
    htmlTemplate !== null ||
    followUps.length > 0
  )
}

/** A browser-local id. `crypto.randomUUID` is missing on plain-HTTP origins. */
export function localId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}
