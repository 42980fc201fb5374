import type { VariantCounts, VariantName } from './ab-test.ts'
import { AB_WINNER, type AbMetric, type WinnerRule } from './ab-winner-rule.ts'
import { rate } from '../rate-percent.ts'

/**
 * Rules of an A/B test: who takes part, when it is decided, and which subject wins (product: campaigns.ab-winner).
 * Pure.
 */

/**
 * Returns the subject variant for a recipient by the position in a random order: the first positions form the test,
 * half and half; null: not in the test.
 */
export function variantInPlace(place: number, size: number): VariantName | null {
  if (place >= size) return null
  return place % 2 === 0 ? 'A' : 'B'
}

/** Outcomes of one subject's emails; opens and clicks by people only. */
export interface TestCounts extends VariantCounts {
  replied: number
}

const REACTED: Record<AbMetric, (counts: TestCounts) => number> = {
  opens: ({ opened }) => opened,
  clicks: ({ clicked }) => clicked,
  replies: ({ replied }) => replied,
}

/**
 * Reasons for a decision. MORE: the higher rate won. TIE: both rates are equal. TOO_FEW: too few emails to compare.
 * CHOSEN: a person chose it.
 */
export const AB_REASONS = ['MORE', 'TIE', 'TOO_FEW', 'CHOSEN'] as const
export type AbReason = (typeof AB_REASONS)[number]

/** The subject that the other recipients get, and the figures behind the decision. Kept for good. */
export interface AbDecision {
  winner: VariantName
  reason: AbReason
  metric: AbMetric
  /** ISO 8601 */
  at: string
  /** true if the difference is larger than chance explains, with 95 % confidence */
  isCertain: boolean
  variants: Record<VariantName, TestCounts>
}

/** Progress of an A/B test. */
export interface TestState {
  /** emails of the test that are pending or being sent */
  open: number
  /** when the last of them was sent; null: none was */
  lastSentAt: Date | null
  /** when the campaign started */
  startedAt: Date
  variants: Record<VariantName, TestCounts>
}

/**
 * Returns when a test is decided: its waiting time after the last of its emails; null while some emails are still to be
 * sent.
 */
export function decidesAt({ open, lastSentAt, startedAt }: TestState, { waitHours }: WinnerRule): Date | null {
  if (open > 0) return null
  const from = Math.max(startedAt.getTime(), lastSentAt?.getTime() ?? 0)
  return new Date(from + waitHours * 3_600_000)
}

/** Decides a test if it is time; null before. In a tie, or with too little to compare, subject A wins. */
export function decide(state: TestState, rule: WinnerRule, now: Date): AbDecision | null {
  const due = decidesAt(state, rule)
  return due === null || due > now ? null : { ...compare(state.variants, rule.metric), at: now.toISOString() }
}

/** Makes the decision of a person for a subject. */
export function choose(
  winner: VariantName,
  variants: Record<VariantName, TestCounts>,
  metric: AbMetric,
  now: Date,
): AbDecision {
  return { winner, reason: 'CHOSEN', metric, isCertain: false, variants, at: now.toISOString() }
}

function compare(variants: Record<VariantName, TestCounts>, metric: AbMetric): Omit<AbDecision, 'at'> {
  const [a, b] = [share(variants.A, metric), share(variants.B, metric)]
  const decided = (winner: VariantName, reason: AbReason, isCertain = false) => ({
    ...{ winner, reason, isCertain },
    ...{ metric, variants },
  })
  if (isTooFew(variants, metric)) return decided('A', 'TOO_FEW')
  // Compared as whole numbers: equal rates of different groups are equal.
  const difference = a.reacted * b.sent - b.reacted * a.sent
  if (difference === 0) return decided('A', 'TIE')
  const pooled = (a.reacted + b.reacted) / (a.sent + b.sent)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.sent + 1 / b.sent))
  const apart = Math.abs(a.reacted / a.sent - b.reacted / b.sent)
  return decided(difference > 0 ? 'A' : 'B', 'MORE', apart >= AB_WINNER.deviations * error)
}

const share = (counts: TestCounts, metric: AbMetric) => ({ sent: counts.sent, reacted: REACTED[metric](counts) })

function isTooFew({ A, B }: Record<VariantName, TestCounts>, metric: AbMetric): boolean {
  if (Math.min(A.sent, B.sent) < AB_WINNER.sentEach) return true
  return REACTED[metric](A) + REACTED[metric](B) < AB_WINNER.reactions
}

const DID: Record<AbMetric, string> = { opens: 'opened', clicks: 'clicked', replies: 'replied' }

/** Describes the decision and its reason in whole sentences. */
export function decisionText({ winner, reason, metric, isCertain, variants }: AbDecision): string {
  const percent = (name: VariantName) => `${rate(REACTED[metric](variants[name]), variants[name].sent).toFixed(1)}%`
  return TEXTS[reason]({ winner, metric, isCertain, variants, percent })
}

type Told = Omit<AbDecision, 'reason' | 'at'> & { percent: (name: VariantName) => string }

const TEXTS: Record<AbReason, (decision: Told) => string> = {
  MORE: ({ winner, metric, isCertain, percent }) => {
    const other = winner === 'A' ? 'B' : 'A'
    const doubt = isCertain ? '' : ' The difference could be due to chance.'
    return `Subject ${winner} won: ${percent(winner)} ${DID[metric]}, compared with ${percent(other)}.${doubt}`
  },
  TIE: ({ metric, percent }) =>
    `It was a tie: ${percent('A')} ${DID[metric]} with either subject. The rest gets subject A.`,
  TOO_FEW: ({ metric, variants: { A, B } }) => {
    const reacted = REACTED[metric](A) + REACTED[metric](B)
    const because =
      Math.min(A.sent, B.sent) < AB_WINNER.sentEach
        ? `fewer than ${AB_WINNER.sentEach} emails were sent with one of the subjects`
        : `there were fewer than ${AB_WINNER.reactions} ${metric} (${reacted})`
    return `There was too little to compare: ${because}. The rest gets subject A.`
  },
  CHOSEN: ({ winner }) => `Subject ${winner} was chosen before the test was over.`,
}
