import type { ToastOptions } from '#web/ui/toast-store.ts'
import { failedOf, leftOutText } from '../failure-texts.ts'
import type { CampaignSummary } from '../operations.ts'

/** Announcement that a campaign has ended or stopped. */
export interface Notice extends Pick<ToastOptions, 'title' | 'description' | 'variant'> {
  /** short form for the tab's title */
  word: string
  /** path that the announcement's link leads to, and the link's text */
  address: string
  label: string
}

/** The notice for a campaign's new status; null if none is needed. */
export function toastFor({ id, name, status, statusReason, statusText, ...campaign }: CampaignSummary): Notice | null {
  const target = { address: `/campaigns/${id}/analytics`, label: 'View Analytics' }
  const sent = `${campaign.sentCount.toLocaleString()} sent`
  const failed = `${failedOf(campaign).toLocaleString()} failed`
  const counts = `${[sent, failed, leftOutText(campaign)].filter(Boolean).join(', ')}.`
  if (status === 'sent') {
    return { word: 'Sent', title: 'Campaign Sent', description: `“${name}” has finished: ${counts}`, ...target }
  }
  if (status === 'failed') {
    const description = `“${name}” has ended: ${counts}`
    return { word: 'Failed', title: 'Campaign Failed', description, variant: 'destructive', ...target }
  }
  if (status !== 'paused') return null
  const description = `“${name}” is waiting. ${statusText ?? ''}`.trim()
  const variant = statusReason === 'PAUSED' ? 'default' : 'destructive'
  return { word: 'Paused', title: 'Campaign Paused', description, variant, ...target }
}

/**
 * Merges several announcements into one, because only one toast shows at a time; several link to the list of campaigns.
 */
export function together(notices: readonly Notice[]): Omit<Notice, 'word'> {
  const [notice, ...others] = notices
  if (notice && others.length === 0) return notice
  return {
    title: `${notices.length} Campaigns Stopped`,
    description: notices.map(({ description }) => description).join(' '),
    variant: notices.some(({ variant }) => variant === 'destructive') ? 'destructive' : 'default',
    address: '/campaigns',
    label: 'View Campaigns',
  }
}

/**
 * Ids of the campaigns whose next status change is made by a button in this tab: the button reports it, so no
 * announcement is needed.
 */
const own = new Set<string>()

/**
 * Marks this campaign's next status change as made in this tab. The returned function reverts that when the change
 * fails.
 */
export function expectChange(id: string): () => void {
  own.add(id)
  return () => own.delete(id)
}

/** Returns whether a campaign's status change was made in this tab; call once per change. */
export function isOwnChange(id: string): boolean {
  return own.delete(id)
}
