/** External recipients that Exchange Online allows a whole organization in any 24 hours (product: sending.organization). */

/** External recipients per day for this many licenses; the smallest paid organization has 10,000. */
export function recipientsFor(licenses: number): number {
  return Math.round(500 * licenses ** 0.7 + 9_500)
}

/** External recipients per day for a trial organization. */
export const TRIAL_RECIPIENTS = 5_000

/** Figures that an admin has entered about the organization's limit. */
export interface OrganizationFigures {
  organisationLicences?: number | null | undefined
  /** the limit itself; overrides the licenses */
  organisationLimit?: number | null | undefined
  /** percentage kept free for ordinary mail */
  organisationHeadroom: number
}

/**
 * Returns the number of external recipients that all mailboxes of an organization may have together in 24 hours, less
 * the headroom. `assumed` applies while no admin has entered a limit; null = no limit.
 */
export function organizationLimit(figures: OrganizationFigures, assumed: number | null): number | null {
  const { organisationLicences: licenses, organisationLimit: limit, organisationHeadroom: headroom } = figures
  const whole = limit ?? (licenses ? recipientsFor(licenses) : assumed)
  return whole === null ? null : Math.max(1, Math.floor((whole * (100 - headroom)) / 100))
}
