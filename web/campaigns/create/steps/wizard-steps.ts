import { looksLikeDocument } from '#domain/builder/document-check.ts'
import { isStepValid } from '#domain/campaigns/campaign-steps.ts'
import { chosenCount } from '../audience/audience.ts'
import type { Draft } from '../store/campaign-draft.ts'

/** The wizard's steps (product: campaigns.steps). */
export const STEPS = ['Campaign Setup', 'Select Audience', 'Design Email', 'Review and Launch'] as const

/**
 * Returns whether a step is complete (product: campaigns.steps), given that `total` contacts match the condition;
 * assumes some while unknown. `repeats`: its rule chooses the recipients, so step 2 needs none.
 */
export function isComplete(step: number, draft: Draft, total: number | undefined, repeats = false): boolean {
  if (repeats && step === 2) return true
  const { name, subject, content, audience } = draft
  // The rule only checks for at least one.
  const selectedContacts = Array<string>(Math.min(1, chosenCount(audience, total) ?? 1))
  const template = draft.useHtmlBuilder ? { subject, elements: elementsOf(draft.htmlTemplate) } : undefined
  return isStepValid(step, { name, subject, content, selectedContacts, template })
}

/** Returns what a step still needs before Next works, as a sentence; null when it is complete. */
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
