import { z } from 'zod'
import type { TrackingLevel } from '../tracking/tracking.ts'

/** The rule by which the winner of an A/B test is found and sent to the rest (product: campaigns.ab-winner). Pure. */

/** Measures that can decide a test. */
export const AB_METRICS = ['opens', 'clicks', 'replies'] as const
export type AbMetric = (typeof AB_METRICS)[number]

export const AB_WINNER = {
  /** percent of the recipients who are in the test; 100 = everybody, so that there is no rest */
  share: { min: 10, max: 100 },
  /** hours between the last email of the test and the decision */
  waitHours: { min: 1, max: 168, usual: 4 },
  /** emails sent for each subject below which nothing is compared */
  sentEach: 20,
  /** opens, clicks or replies of both subjects together below which nothing is compared */
  reactions: 5,
  /** standard errors; the result is looked at once, so this is 95 % */
  deviations: 1.96,
} as const

export const abWinnerRules = {
  abTestShare: z
    .number()
    .int('The share of recipients in the A/B test must be a whole number')
    .min(AB_WINNER.share.min, 'The share of recipients in the A/B test must be between 10 and 100 percent')
    .max(AB_WINNER.share.max, 'The share of recipients in the A/B test must be between 10 and 100 percent')
    .optional(),
  abWinnerMetric: z.enum(AB_METRICS, 'The A/B test is decided by opens, clicks or replies').optional(),
  abWaitHours: z
    .number()
    .int('The A/B test waits for whole hours')
    .min(AB_WINNER.waitHours.min, 'The A/B test waits for 1 to 168 hours')
    .max(AB_WINNER.waitHours.max, 'The A/B test waits for 1 to 168 hours')
    .optional(),
}

/** Rule that finds the winner. */
export interface WinnerRule {
  /** percent of the recipients in the test, below 100 */
  share: number
  metric: AbMetric
  waitHours: number
}

/** The rule of a campaign; null if every recipient is in the test, or there is none. */
export function winnerRuleOf(campaign: {
  isAbTest: boolean
  abTestShare?: number | null | undefined
  abWinnerMetric?: AbMetric | null | undefined
  abWaitHours?: number | null | undefined
}): WinnerRule | null {
  const share = campaign.abTestShare ?? AB_WINNER.share.max
  if (!campaign.isAbTest || share >= AB_WINNER.share.max) return null
  const { abWinnerMetric: metric, abWaitHours: waitHours } = campaign
  return { share, metric: metric ?? 'opens', waitHours: waitHours ?? AB_WINNER.waitHours.usual }
}

/** Returns how many of the recipients are in the test: at least one for each subject. */
export function testSize(recipients: number, share: number): number {
  return Math.min(recipients, Math.max(2, Math.round((recipients * share) / 100)))
}

/** Advice for {@link metricProblem}. */
export const DECIDE_OTHERWISE = 'Decide the A/B test by replies, or test with all recipients.'

/** Returns why a rule cannot decide a campaign's A/B test, as a sentence without advice; null if it can. */
export function metricProblem(
  metric: AbMetric,
  { level, trackOpens, trackClicks }: { level: TrackingLevel; trackOpens: boolean; trackClicks: boolean },
): string | null {
  if (metric === 'replies') return null
  const noun = metric === 'opens' ? 'Opens' : 'Clicks'
  if (level === 'counts') return `${noun} are only counted, without recording whose they are.`
  const isTracked = level === 'recipient' && (metric === 'opens' ? trackOpens : trackClicks)
  return isTracked ? null : `${noun} are not tracked for this campaign.`
}
