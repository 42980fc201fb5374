import { AB_TEST } from '#domain/campaigns/ab-test.ts'
import type { AbMetric } from '#domain/campaigns/ab-winner-rule.ts'
import { contactCount } from '#web/contacts/contact-texts.ts'

/** Words for what decides an A/B test: for a choice, as a noun that begins a sentence, and what people did. */
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

/** "7 contacts get A, 1 contact gets B" */
export function variantWords(a: number, b: number): string {
  const gets = (count: number) => `${contactCount(count)} ${count === 1 ? 'gets' : 'get'}`
  return `${gets(a)} A, ${gets(b)} B`
}

/** Says that a test of so many emails cannot tell which subject is better; else nothing. Begins with a space. */
export function tooFewWords(a: number, b: number): string {
  if (Math.min(a, b) >= AB_TEST.sentEach) return ''
  return ` That is too few to tell which subject is better: each subject needs at least ${AB_TEST.sentEach} emails.`
}
