import type { LaunchChoice } from '../launch/launch-choice.ts'

/** What the last step's button does. */
export interface FinalAct {
  when: LaunchChoice['when']
  /** a second person approves launches */
  asks: boolean
  /** the draft repeats, so it is only saved */
  repeats: boolean
}

/** The label of the last step's button, and while it works (product: campaigns.steps). */
export function finalLabel({ when, asks, repeats }: FinalAct): { label: string; busy: string } {
  if (repeats) return { label: 'Save Campaign', busy: 'Saving...' }
  if (when === 'later') return { label: 'Create Campaign', busy: 'Creating...' }
  if (asks) return { label: 'Request Approval', busy: 'Preparing...' }
  return { label: when === 'now' ? 'Send Campaign' : 'Schedule Campaign', busy: 'Preparing...' }
}
