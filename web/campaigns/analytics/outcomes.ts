import type { CampaignDetails } from '../operations.ts'
import type { EmailLogFilter, RecipientOutcome } from '#web/generated/graphql.ts'

/** What the recipients of a campaign can be filtered by, in the address too. */
const OUTCOMES = [
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

/** What is known only of tracked mails. */
const TRACKED: Partial<Record<OutcomeKey, 'opensTracked' | 'clicksTracked'>> = {
  opened: 'opensTracked',
  notOpened: 'opensTracked',
  clicked: 'clicksTracked',
  notClicked: 'clicksTracked',
}

/** The choices that a campaign has: what became of its mails as far as that is known, and what is chosen already. */
export function outcomesOf(campaign: Pick<CampaignDetails, 'opensTracked' | 'clicksTracked'>, chosen: OutcomeKey) {
  return OUTCOMES.filter(({ key }) => {
    const tracked = TRACKED[key]
    return !tracked || campaign[tracked] || key === chosen
  })
}

export type Outcome = (typeof OUTCOMES)[number]
export type OutcomeKey = Outcome['key']

/** The choice of this name; everyone where there is none. */
export function outcomeOf(key: string | null): Outcome {
  return OUTCOMES.find((each) => each.key === key) ?? OUTCOMES[0]
}

/** The outcome that contacts can be chosen by for another campaign; null where there is none. */
export function contactOutcome(key: OutcomeKey): RecipientOutcome | null {
  const { filter } = outcomeOf(key)
  return filter && 'outcome' in filter ? filter.outcome : null
}
