/** External recipients that Exchange Online allows a whole organisation in any 24 hours (product: sending.organisation). */

/** External recipients per day for this many licences; the smallest paid organisation has 10,000. */
export function recipientsFor(licences: number): number {
  return Math.round(500 * licences ** 0.7 + 9_500)
}

/** External recipients per day for a trial organisation. */
export const TRIAL_RECIPIENTS = 5_000

/** What an admin has entered about the organisation's limit. */
export interface OrganisationFigures {
  organisationLicences?: number | null | undefined
  /** the limit itself; overrides the licences */
  organisationLimit?: number | null | undefined
  /** percentage kept free for ordinary mail */
  organisationHeadroom: number
}

/**
 * External recipients that all mailboxes of an organisation may have together in 24 hours, less the headroom. `assumed`
 * applies while nothing is entered; null = no limit.
 */
export function organisationLimit(figures: OrganisationFigures, assumed: number | null): number | null {
  const { organisationLicences: licences, organisationLimit: limit, organisationHeadroom: headroom } = figures
  const whole = limit ?? (licences ? recipientsFor(licences) : assumed)
  return whole === null ? null : Math.max(1, Math.floor((whole * (100 - headroom)) / 100))
}
