import type { TrackingLevel } from '#domain/tracking/tracking.ts'
import { looksLikeDocument } from '#domain/builder/is-document.ts'
import { AB_WINNER, type AbMetric } from '#domain/campaigns/ab-winner-rule.ts'
import type { EmailLanguage } from '#domain/content/languages.ts'
import { DEFAULT_AB_SPLIT, isStepValid } from '#domain/campaigns/campaign-steps.ts'
import type { FollowUpCondition } from '#web/generated/graphql.ts'
import { SEND_LATER, type LaunchChoice } from '../launch/launch-choice.ts'
import { chosenCount, NOBODY, type Audience } from './audience.ts'

/** The wizard's steps (product: campaigns.steps). */
export const STEPS = ['Campaign Setup', 'Select Audience', 'Design Email', 'Review and Launch'] as const

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
  /** between the last email of the test and the decision */
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

/** Who the emails come from, who is answered, and who gets copies, as typed; empty: the default. */
export interface Sender {
  fromName: string
  /** one of a mailbox's addresses */
  fromAddress: string
  replyTo: string
  cc: string
  bcc: string
}

export const DEFAULT_SENDER: Sender = { fromName: '', fromAddress: '', replyTo: '', cc: '', bcc: '' }

/** A later email of a campaign, as it is written. */
export interface FollowUp {
  /** in this browser */
  id: string
  /** working days after the email before */
  waitDays: number
  /** HH:MM in `timeZone` */
  timeOfDay: string
  /** IANA name */
  timeZone: string
  condition: FollowUpCondition
  /** the address that the condition is about; null: any */
  link: string | null
  /** empty: “Re: ” and the subject of the campaign */
  subject: string
  content: string
  /** the files of the campaign are attached again */
  attachesFiles: boolean
  useHtmlBuilder: boolean
  htmlTemplate: unknown
}

/** What is stored of a follow-up. */
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

/** A campaign draft. */
export interface Draft {
  /** Id of this draft in this browser. */
  id: string
  /** Id of the campaign on the server; null before the first save. */
  campaignId: string | null
  /** Started in this tab rather than opened from the campaigns: the final button creates instead of updating. */
  isNew: boolean
  /** 1–4 */
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
  /** of dates, amounts and the footer; null = that of the workspace */
  language: EmailLanguage | null
  /** null = follows the workspace */
  tracking: TrackingLevel | null
  /** null = workspace default */
  trackOpens: boolean | null
  trackClicks: boolean | null
  audience: Audience
  /** When to send, and from which mailboxes. Sent to the server at launch. */
  launch: LaunchChoice
}

/** An attached file. */
export interface DraftFile {
  id: string
  name: string
  type: string
  size: number
  /** Absent when only the server has the file. */
  file?: Blob
  /** Its id on the server after upload. */
  storedId?: string
}

export function newDraft(id: string): Draft {
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
    tracking: null,
    trackOpens: null,
    trackClicks: null,
    audience: NOBODY,
    launch: SEND_LATER,
  }
}

/** Whether the draft has work worth keeping. */
export function hasContent(draft: Draft, files: readonly DraftFile[]): boolean {
  const { name, subject, content, audience, htmlTemplate, followUps } = draft
  const chosen = audience.kind !== 'picked' || audience.ids.size > 0
  return (
    `${name}${subject}${content}`.trim() !== '' ||
    chosen ||
    files.length > 0 ||
    htmlTemplate !== null ||
    followUps.length > 0
  )
}

/**
 * Whether a step is complete (product: campaigns.steps), given that `total` contacts match the condition; assumes some
 * while unknown. `repeats`: its rule chooses the recipients, so step 2 needs none.
 */
export function isComplete(step: number, draft: Draft, total: number | undefined, repeats = false): boolean {
  if (repeats && step === 2) return true
  const { name, subject, content, audience } = draft
  // The rule only checks for at least one.
  const selectedContacts = Array<string>(Math.min(1, chosenCount(audience, total) ?? 1))
  const template = draft.useHtmlBuilder ? { subject, elements: elementsOf(draft.htmlTemplate) } : undefined
  return isStepValid(step, { name, subject, content, selectedContacts, template })
}

/** What a step still needs before Next works, as a sentence; null when it is complete. */
export function missingFor(step: number, draft: Draft, total: number | undefined, repeats = false): string | null {
  if (isComplete(step, draft, total, repeats)) return null
  if (step === 1) return 'Name the campaign to continue.'
  if (step === 2) return 'Choose at least one contact to continue.'
  const hasSubject = draft.subject.trim() !== ''
  if (draft.useHtmlBuilder) {
    if (hasSubject) return 'Add an element to continue.'
    return `Write a subject${elementsOf(draft.htmlTemplate).length === 0 ? ' and add an element' : ''} to continue.`
  }
  if (hasSubject) return 'Write the content to continue.'
  return `Write a subject${draft.content.trim() === '' ? ' and the content' : ''} to continue.`
}

/** The blocks of the builder's document, loosely read for the rule; the builder validates them fully. */
function elementsOf(htmlTemplate: unknown): readonly unknown[] {
  return looksLikeDocument(htmlTemplate) ? htmlTemplate.elements : []
}

/** The furthest reachable step: all previous steps are complete. */
export function furthestStep(draft: Draft, total: number | undefined, repeats = false): number {
  for (let step = 1; step < STEPS.length; step += 1) if (!isComplete(step, draft, total, repeats)) return step
  return STEPS.length
}

/** A browser-local id. `crypto.randomUUID` is missing on plain-HTTP origins. */
export function localId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}
