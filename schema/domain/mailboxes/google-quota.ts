/** The Gmail API's quota of one Google Cloud project, in quota units. */
export interface GoogleQuota {
  perUserMinute: number
  perMinute: number
  perDay: number
  /** usage tier of the project; Standard if absent */
  tier?: GoogleTier
}

/** Usage tiers of a Google Cloud project since 2026-11-24. Only the Scaled tier raises limits. */
export const GOOGLE_TIERS = ['standard', 'scaled'] as const
export type GoogleTier = (typeof GOOGLE_TIERS)[number]

/**
 * The published limits of the Standard tier, which projects created since May 2026 have.
 * @see https://developers.google.com/workspace/gmail/api/reference/quota
 */
export const GOOGLE_QUOTA: GoogleQuota = { perUserMinute: 6_000, perMinute: 1_200_000, perDay: 80_000_000 }

/** Date from which the limits of the Standard tier also apply to projects that were created before May 2026. */
export const STANDARD_LIMITS_SINCE = new Date('2027-04-01T00:00:00Z')

/**
 * Returns the quota that Google grants at `now`. From 2027-04-01 a project in the Standard tier has at most the published
 * limits per minute, whatever was configured, because higher limits of older projects end on that day.
 */
export function googleQuotaAt(configured: GoogleQuota, now: Date): GoogleQuota {
  if (configured.tier === 'scaled' || now < STANDARD_LIMITS_SINCE) return configured
  return {
    ...configured,
    perUserMinute: Math.min(configured.perUserMinute, GOOGLE_QUOTA.perUserMinute),
    perMinute: Math.min(configured.perMinute, GOOGLE_QUOTA.perMinute),
  }
}
