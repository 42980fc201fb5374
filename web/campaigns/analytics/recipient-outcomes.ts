import type { CampaignDetails } from '../operations.ts'
import { noReturnsSeen } from './unread-mailboxes.ts'
import type { EmailLogFilter, RecipientOutcome } from '#web/generated/graphql.ts'

/** Recipient filters, also used in the page address. */
const OUTCOMES = [
  { key: 'all', label: 'Everyone', filter: undefined },
  { key: 'pending', label: 'Waiting', filter: { status: 'pending' } },
  { key: 'sent', label: 'Sent', filter: { outcome: 'sent' } },
  { key: 'delivered', label: 'Delivered', filter: { status: 'delivered' } },
  { key: 'failed', label: 'Failed', filter: { outcome: 'failed' } },
  { key: 'leftOut', label: 'Left out', filter: { outcome: 'leftOut' } },
  { key: 'opened', label: 'Opened', filter: { outcome: 'opened' } },
  { key: 'notOpened', label: 'Did not open', filter: { outcome: 'notOpened' } },
  { key: 'clicked', label: 'Clicked', filter: { outcome: 'clicked' } },
  { key: 'notClicked', label: 'Did not click', filter: { outcome: 'notClicked' } },
  { key: 'replied', label: 'Replied', filter: { outcome: 'replied' } },
  { key: 'notReplied', label: 'Did not reply', filter: { outcome: 'notReplied' } },
  { key: 'away', label: 'Out of office', filter: { outcome: 'away' } },
  { key: 'bounced', label: 'Bounced', filter: { outcome: 'bounced' } },
  { key: 'unsubscribed', label: 'Unsubscribed', filter: { outcome: 'unsubscribed' } },
] as const satisfies readonly { key: string; label: string; filter: EmailLogFilter | undefined }[]

/** Filters that need tracking. */
const TRACKED: Partial<Record<OutcomeKey, 'opensTracked' | 'clicksTracked'>> = {
  opened: 'opensTracked',
  notOpened: 'opensTracked',
  clicked: 'clicksTracked',
  notClicked: 'clicksTracked',
}

/** Filters that need the inbox to be read. */
const RETURNED: readonly OutcomeKey[] = ['replied', 'notReplied', 'away', 'bounced']

type Campaign = Pick<CampaignDetails, 'opensTracked' | 'clicksTracked' | 'mailboxes' | 'leftOutCount'>

/**
 * The filters available for a campaign: those that are tracked or seen in its mailboxes, plus the active one. People who were
 * left out on purpose have their own, and are named with those whose email failed.
 */
export function outcomesOf(campaign: Campaign, chosen: OutcomeKey): Outcome[] {
  const unseen = noReturnsSeen(campaign)
  const hasLeftOut = campaign.leftOutCount > 0
  return OUTCOMES.filter(({ key }) => {
    if (key === chosen) return true
    if (key === 'leftOut') return hasLeftOut
    const tracked = TRACKED[key]
    return (!tracked || campaign[tracked]) && !(unseen && RETURNED.includes(key))
  }).map((each) => (hasLeftOut && each.key === 'failed' ? { ...each, label: 'Failed or left out' } : each))
}

export type OutcomeKey = (typeof OUTCOMES)[number]['key']

/** A filter with its name. */
export interface Outcome {
  key: OutcomeKey
  label: string
  filter: EmailLogFilter | undefined
}

/** The filter with this key; everyone if there is none. */
export function outcomeOf(key: string | null): Outcome {
  return OUTCOMES.find((each) => each.key === key) ?? OUTCOMES[0]
}

/** The matching contact filter for a follow-up campaign; null if there is none. */
export function contactOutcome(key: OutcomeKey): RecipientOutcome | null {
  const { filter } = outcomeOf(key)
  return filter?.outcome ?? null
}
