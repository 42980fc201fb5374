import { rate } from '../rate-percent.ts'

/** Results of a test of two subjects: figures side by side, and a winner only if chance is ruled out. */

export const AB_TEST = {
  /** emails sent per variant: at a 10 % open rate, a hundred give the ten openers the normal approximation needs */
  sentEach: 100,
  /** expected openers and non-openers of each variant if both were alike */
  expectedEach: 10,
  /**
   * Standard errors. A single check would need 1.96 for 95 %, but people check repeatedly; with 3, false winners stay
   * under 5 of 100 tests however often someone checks (simulated in the tests).
   */
  deviations: 3,
} as const

export const VARIANT_NAMES = ['A', 'B'] as const
export type VariantName = (typeof VARIANT_NAMES)[number]
export const AB_TEST_STATUSES = ['pending', 'completed'] as const

/** Outcomes of one variant's emails; opens and clicks by people only. */
export interface VariantCounts {
  sent: number
  opened: number
  clicked: number
}

export interface AbVerdict {
  winner: VariantName | null
  /** sentence for the screen that says which subject won, or why no winner is known yet */
  text: string
}

/**
 * Compares the open rates of two variants: a two-proportion z-test, pooled, with continuity correction. `isOver`: no
 * more emails will be sent.
 */
export function abVerdict(a: VariantCounts, b: VariantCounts, isOver = false): AbVerdict {
  if (Math.min(a.sent, b.sent) < AB_TEST.sentEach) {
    if (isOver)
      return { winner: null, text: `Too few emails to tell. The test needs ${AB_TEST.sentEach} for each subject.` }
    return none(`the test needs at least ${AB_TEST.sentEach} emails for each subject.`)
  }
  const pooled = (a.opened + b.opened) / (a.sent + b.sent)
  if (Math.min(a.sent, b.sent) * Math.min(pooled, 1 - pooled) < AB_TEST.expectedEach) {
    return none('too few people have opened it, or too few have not.')
  }
  const margins = 1 / a.sent + 1 / b.sent
  const apart = Math.abs(a.opened / a.sent - b.opened / b.sent) - margins / 2
  if (apart / Math.sqrt(pooled * (1 - pooled) * margins) < AB_TEST.deviations) {
    return none('the difference could be due to chance.')
  }
  const winner = a.opened / a.sent > b.opened / b.sent ? 'A' : 'B'
  const [won, lost] = winner === 'A' ? [a, b] : [b, a]
  const [more, less] = [won, lost].map(({ opened, sent }) => rate(opened, sent).toFixed(1))
  return { winner, text: `Subject ${winner} was opened more often: ${more}% compared with ${less}%.` }
}

const none = (because: string): AbVerdict => ({ winner: null, text: `No difference yet: ${because}` })
