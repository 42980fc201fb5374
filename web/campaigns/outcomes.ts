import type { EmailLogFilter, RecipientOutcome } from '#web/generated/graphql.ts'

/** What the recipients of a campaign can be filtered by, in the address too. */
export const OUTCOMES = [
  { key: 'all', label: 'Everyone', filter: undefined },
  { key: 'pending', label: 'Waiting', filter: { status: 'pending' } },
  { key: 'sent', label: 'Sent', filter: { outcome: 'sent' } },
  { key: 'delivered', label: 'Delivered', filter: { status: 'delivered' } },
  { key: 'failed', label: 'Failed', filter: { outcome: 'failed' } },
  { key: 'opened', label: 'Opened', filter: { outcome: 'opened' } },
  { key: 'notOpened', label: 'Did not open', filter: { outcome: 'notOpened' } },
  { key: 'clicked', label: 'Clicked', filter: { outcome: 'clicked' } },
  { key: 'notClicked', label: 'Did not click', filter: { outcome: 'notClicked' } },
  { key: 'replied', label: 'Replied', filter: { outcome: 'replied' } },
  { key: 'notReplied', label: 'Did not reply', filter: { outcome: 'notReplied' } },
  { key: 'bounced', label: 'Bounced', filter: { outcome: 'bounced' } },
  { key: 'unsubscribed', label: 'Unsubscribed', filter: { outcome: 'unsubscribed' } },
] as const satisfies readonly { key: string; label: string; filter: EmailLogFilter | undefined }[]

export type OutcomeKey = (typeof OUTCOMES)[number]['key']

/** The choice of this name; everyone where there is none. */
export function outcomeOf(key: string | null): (typeof OUTCOMES)[number] {
  return OUTCOMES.find((each) => each.key === key) ?? OUTCOMES[0]
}

/** The outcome that contacts can be chosen by for another campaign; null where there is none. */
export function contactOutcome(key: OutcomeKey): RecipientOutcome | null {
  const { filter } = outcomeOf(key)
  return filter && 'outcome' in filter ? filter.outcome : null
}
