/** Statuses of campaigns, apart from what a campaign accepts: screens read these without the rest. */

export const CAMPAIGN_STATUSES = ['draft', 'sending', 'sent', 'failed', 'paused'] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

/** Pause reasons for which the system tries again by itself, without knowing whether it will succeed. */
export const TRIED_AGAIN: ReadonlySet<string> = new Set([
  'PROVIDER_DOWN',
  'MAILBOX_REFUSED',
  'SIGN_IN_DOUBT',
  'REGISTRATION',
  'INTERNAL_ERROR',
  'RETRYING',
])
