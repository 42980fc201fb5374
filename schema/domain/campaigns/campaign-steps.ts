/** The wizard's steps and what a new campaign begins with (product: campaigns.steps), without what the server checks. */

export const COPY_SUFFIX = ' (Copy)'
export const QUICK_SELECT_SIZES = [5, 10, 25, 50, 100] as const
export const DEFAULT_AB_SPLIT = 50
export const PERSONALIZATION_DEFAULT = 'both'

export interface CampaignDraft {
  name: string
  subject: string
  content: string
  selectedContacts: readonly string[]
  /** the builder's template; absent in simple mode */
  template?: { readonly subject: string; readonly elements: readonly unknown[] } | undefined
}

/**
 * Returns whether a wizard step (1–4) is complete, in simple mode or with a builder template (product:
 * campaigns.steps).
 */
export function isStepValid(step: number, draft: CampaignDraft): boolean {
  if (step === 1) return draft.name.trim() !== ''
  if (step === 2) return draft.selectedContacts.length > 0
  if (step === 3 && draft.template) return draft.template.subject.trim() !== '' && draft.template.elements.length > 0
  if (step === 3) return draft.subject.trim() !== '' && draft.content.trim() !== ''
  return true
}
