import type { AbMetric } from '#domain/ab-winner-rule.ts'

/** What decides an A/B test, in words: for a choice, as a noun that begins a sentence, and what people did. */
export const METRIC_WORDS: Record<AbMetric, { label: string; noun: string; did: 'opened' | 'clicked' | 'replied' }> = {
  opens: { label: 'More opens', noun: 'Opens', did: 'opened' },
  clicks: { label: 'More clicks', noun: 'Clicks', did: 'clicked' },
  replies: { label: 'More replies', noun: 'Replies', did: 'replied' },
}

/** “4 hours”, “3 days”. */
export function waitWords(hours: number): string {
  const isDays = hours % 24 === 0
  const count = isDays ? hours / 24 : hours
  const unit = isDays ? 'day' : 'hour'
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
