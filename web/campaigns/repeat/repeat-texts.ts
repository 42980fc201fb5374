import type { RepeatKind } from '#domain/campaigns/repeats.ts'
import type { RepeatRuleInput } from '#web/generated/graphql.ts'

/** Fields of a repeat rule that its description needs. */
interface Told {
  kind: RepeatKind
  label?: string | null
  segmentId?: string | null
  segment?: { name: string } | null
  field?: string | null
  offsetDays?: number | null
  isYearly?: boolean | null
  dayOfMonth?: number | null
}

/**
 * Describes in a few words who gets a repeating campaign and when: "to each new contact", "every month on the last
 * day".
 */
export function repeatText(rule: Told): string {
  const only = rule.label ? ` with the tag “${rule.label}”` : ''
  switch (rule.kind) {
    case 'new_contact':
      return `to each new contact${only}`
    case 'label':
      return `to each contact who gets the tag “${rule.label ?? ''}”`
    case 'segment':
      return rule.segment
        ? `to each contact who enters the segment “${rule.segment.name}”`
        : 'to each contact who enters a segment'
    case 'date_field':
      return `${offsetText(rule.offsetDays ?? 0)} “${rule.field ?? ''}”${rule.isYearly === false ? '' : ' every year'}${only && `, to contacts${only}`}`
    case 'new_row':
      return `about each new row of its sheet${only && `, to contacts${only}`}`
    case 'monthly':
      return `every month on ${rule.dayOfMonth == null ? 'the last day' : `day ${rule.dayOfMonth}`}${monthlyAudience(rule, only)}`
  }
}

function monthlyAudience({ segmentId, segment }: Told, only: string): string {
  if (segment) return ` to the segment “${segment.name}”`
  if (segmentId) return ' to a segment that was deleted'
  return only && `, to contacts${only}`
}

function offsetText(days: number): string {
  if (days === 0) return 'on'
  const count = Math.abs(days)
  return `${count} ${count === 1 ? 'day' : 'days'} ${days < 0 ? 'before' : 'after'}`
}

/**
 * Returns what is missing in a rule, as a sentence; null when it can be used. A monthly rule with an empty tag or
 * segment is one for which it was not chosen yet; null: all contacts.
 */
export function ruleProblem(rule: RepeatRuleInput): string | null {
  if (rule.kind === 'label' && !rule.label) return 'Choose the tag.'
  if (rule.kind === 'segment' && !rule.segmentId) return 'Choose the segment.'
  if (rule.kind === 'monthly' && rule.label === '') return 'Choose the tag.'
  if (rule.kind === 'monthly' && rule.segmentId === '') return 'Choose the segment.'
  if (rule.kind === 'date_field' && !rule.field) return 'Choose the field with the date.'
  return /^\d\d:\d\d$/.test(rule.timeOfDay) ? null : 'Choose a time of day.'
}

/** Words about the future recipients of a repeating campaign, shown in its preview when nobody is due now. */
export const NOBODY_YET: Record<RepeatKind, string> = {
  new_contact: 'Contacts who are added from now on get the email.',
  label: 'Contacts who get this tag from now on get the email.',
  segment: 'Contacts who enter this segment from now on get the email.',
  date_field: 'No contact has this date on the day of the run.',
  monthly: 'No contact would get the email now.',
  new_row: 'The people in rows that are added from now on get the email.',
}
