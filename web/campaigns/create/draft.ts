import { isStepValid } from '#domain/campaigns.ts'
import { NOTHING, selectedCount, type Selection } from '#web/contacts/selection.ts'

/** The wizard's steps (spec §2 Create campaign wizard). */
export const STEPS = ['Campaign Setup', 'Select Audience', 'Design Email', 'Review and Launch'] as const

/** A campaign that is being written. */
export interface Draft {
  /** Of this draft, not of the campaign to be. */
  id: string
  /** 1–4 */
  step: number
  name: string
  subject: string
  content: string
  audience: Selection
}

/** A file that is to go along. */
export interface DraftFile {
  id: string
  name: string
  type: string
  size: number
  file: Blob
}

export function newDraft(id: string): Draft {
  return { id, step: 1, name: '', subject: '', content: '', audience: NOTHING }
}

/** Whether there is anything in it that would be a loss. */
export function hasWork(draft: Draft, files: readonly DraftFile[]): boolean {
  const { name, subject, content, audience } = draft
  const chosen = audience.all || audience.ids.size > 0
  return `${name}${subject}${content}`.trim() !== '' || chosen || files.length > 0
}

/** How many contacts are chosen; undefined while it is everyone and nobody knows how many that are. */
export function chosenCount(audience: Selection, total: number | undefined): number | undefined {
  if (!audience.all) return audience.ids.size
  return total === undefined ? undefined : selectedCount(audience, total)
}

/** Whether a step is complete (spec §5), when the workspace has `total` contacts; as long as that is not known there are some. */
export function isComplete(step: number, draft: Draft, total: number | undefined): boolean {
  const { name, subject, content, audience } = draft
  // The rule only asks whether there is anyone.
  const selectedContacts = Array<string>(Math.min(1, chosenCount(audience, total) ?? 1))
  return isStepValid(step, { name, subject, content, selectedContacts })
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
