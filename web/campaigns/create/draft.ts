import { looksLikeDocument } from '#domain/builder/document.ts'
import { DEFAULT_AB_SPLIT, isStepValid } from '#domain/campaigns.ts'
import { SEND_LATER, type LaunchChoice } from '../launch/launch-choice.ts'
import { chosenCount, NOBODY, type Audience } from './audience.ts'

/** The wizard's steps (product: campaigns.steps). */
export const STEPS = ['Campaign Setup', 'Select Audience', 'Design Email', 'Review and Launch'] as const

/** A test of two subjects (product: campaigns.ab-test). */
export interface AbTest {
  isEnabled: boolean
  /** subject of variant B */
  variantB: string
  /** share of variant B in percent, 1–99 */
  splitPercentage: number
}

/** A campaign that is being written. */
export interface Draft {
  /** Of this draft in this browser. */
  id: string
  /** Of the campaign on the server; null until it was saved for the first time. */
  campaignId: string | null
  /** Begun in this tab, rather than chosen among the campaigns: it is created, not changed. */
  isNew: boolean
  /** 1–4 */
  step: number
  name: string
  subject: string
  content: string
  useHtmlBuilder: boolean
  /** The builder's document; null without one. */
  htmlTemplate: unknown
  /** The template that the document was saved as from this draft; null while it is none. */
  templateId: string | null
  abTest: AbTest
  /** null = as the workspace has it */
  trackOpens: boolean | null
  trackClicks: boolean | null
  audience: Audience
  /** When and from where it is to be sent. The server is told with the launch. */
  launch: LaunchChoice
}

/** A file that is to go along. */
export interface DraftFile {
  id: string
  name: string
  type: string
  size: number
  /** Absent of a file that only the server has. */
  file?: Blob
  /** Its id on the server, once it is there. */
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
    useHtmlBuilder: false,
    htmlTemplate: null,
    templateId: null,
    abTest: { isEnabled: false, variantB: '', splitPercentage: DEFAULT_AB_SPLIT },
    trackOpens: null,
    trackClicks: null,
    audience: NOBODY,
    launch: SEND_LATER,
  }
}

/** Whether there is anything in it that would be a loss. */
export function hasWork(draft: Draft, files: readonly DraftFile[]): boolean {
  const { name, subject, content, audience, htmlTemplate } = draft
  const chosen = audience.kind !== 'picked' || audience.ids.size > 0
  return `${name}${subject}${content}`.trim() !== '' || chosen || files.length > 0 || htmlTemplate !== null
}

/** Whether a step is complete (product: campaigns.steps), when `total` contacts match the audience's condition; unknown, there are some. */
export function isComplete(step: number, draft: Draft, total: number | undefined): boolean {
  const { name, subject, content, audience } = draft
  // The rule only asks whether there is anyone.
  const selectedContacts = Array<string>(Math.min(1, chosenCount(audience, total) ?? 1))
  const template = draft.useHtmlBuilder ? { subject, elements: elementsOf(draft.htmlTemplate) } : undefined
  return isStepValid(step, { name, subject, content, selectedContacts, template })
}

/** The blocks of the builder's document, as far as the rule needs them: the builder itself reads it with care. */
function elementsOf(htmlTemplate: unknown): readonly unknown[] {
  return looksLikeDocument(htmlTemplate) ? htmlTemplate.elements : []
}

/** The furthest step that may be shown: every step before it is complete. */
export function furthestStep(draft: Draft, total: number | undefined): number {
  for (let step = 1; step < STEPS.length; step += 1) if (!isComplete(step, draft, total)) return step
  return STEPS.length
}

/** A name for something that only this browser knows. `crypto.randomUUID` is missing on plain-HTTP origins. */
export function localId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}
