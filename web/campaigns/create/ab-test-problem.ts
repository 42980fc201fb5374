import { AB_WINNER } from '#domain/campaigns/ab-winner-rule.ts'
import type { AbTest } from './draft.ts'

/** Why the test is incomplete, as a sentence; null when it is complete. */
export function abTestProblem({ isEnabled, variantB, share }: AbTest, subject: string, isLocal = false): string | null {
  if (!isEnabled) return null
  if (isLocal && share < AB_WINNER.share.max) {
    return 'The winner of an A/B test cannot be sent at local times. Choose one start time, or test with all recipients'
  }
  if (variantB.trim() === '') return 'Enter a second subject or turn off the test'
  return variantB.trim() === subject.trim() ? 'Both subjects are the same' : null
}
