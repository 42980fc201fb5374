import type { CampaignDetails } from '../operations.ts'

type Campaign = Pick<CampaignDetails, 'mailboxes'>

/** The campaign's mailboxes in which bounces and replies cannot be seen. */
export function unseenMailboxes({ mailboxes }: Campaign): string[] {
  return mailboxes.filter(({ level, readsReplies }) => level === 'send' && !readsReplies).map(({ email }) => email)
}

/** Returns whether no mailbox of the campaign shows bounces and replies. */
export function noReturnsSeen(campaign: Campaign): boolean {
  const unseen = unseenMailboxes(campaign)
  return unseen.length > 0 && unseen.length === campaign.mailboxes.length
}

/** The campaign's mailboxes whose inbox cannot be read at the moment, although that is permitted. */
export function unreadMailboxes({ mailboxes }: Campaign): Campaign['mailboxes'] {
  return mailboxes.filter(({ level, inboxError }) => level !== 'send' && inboxError !== null)
}

/** The mailboxes of a running campaign whose follow-ups wait because the provider refuses to show their inbox. */
export function refusedMailboxes(campaign: Pick<CampaignDetails, 'status' | 'mailboxes'>): string[] {
  return campaign.status === 'sending' ? unreadMailboxes(campaign).map(({ email }) => email) : []
}

/** The mailboxes that get the replies to a running campaign, and for whose inbox its follow-ups wait. */
export function closedReplyMailboxes({
  status,
  replyMailboxes,
}: Pick<CampaignDetails, 'status' | 'replyMailboxes'>): string[] {
  if (status !== 'sending') return []
  return replyMailboxes.filter(({ level, readsReplies }) => level !== 'send' && !readsReplies).map(({ email }) => email)
}
