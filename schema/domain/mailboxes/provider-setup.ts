import type { GoogleQuota } from './google-quota.ts'

/**
 * Facts about the app registrations at Microsoft and Google that the connected mailboxes reveal (product:
 * super-admin.installation).
 */

const DAY = 86_400

/** Days for which figures about lost sign-ins look back. */
export const LOST_DAYS = 30
/**
 * Range of seconds after which a lost sign-in points to a Google project in “Testing”, whose sign-ins end after seven
 * days; calls may notice that half a day early or late.
 */
export const TESTING_SECONDS = { from: 6.5 * DAY, to: 7.5 * DAY } as const
/** Figures about a provider's mailboxes, over all workspaces. */
export interface ProviderFigures {
  /** connected mailboxes, each account at the provider counted once */
  mailboxes: number
  /** grants with a working sign-in */
  working: number
  /** organizations at Microsoft */
  organizations: number
  /** working mailboxes of onmicrosoft.com addresses */
  onMicrosoft: number
  /** longest time in seconds for which the sign-in of a working mailbox has been in successful use; with the median */
  longestWorked: number | null
  medianWorked: number | null
  /** mailboxes that last lost their sign-in in the last 30 days */
  lost: number
  /** number of sign-ins that ended 6.5 to 7.5 days after they began */
  lostAfterSevenDays: number
  /** median of the seconds for which lost sign-ins had worked */
  medianLost: number | null
}

/** Finding about a provider's setup: a sentence with its severity. */
export interface Finding {
  tone: 'good' | 'neutral' | 'warning' | 'bad'
  text: string
}

/** The app of this installation at a provider, as it is configured. */
export interface ProviderSetup {
  /**
   * returns findings about the verification of the app, as far as the mailboxes show it; says also what they cannot
   * show
   */
  verification(figures: ProviderFigures): Finding[]
  /** Returns what will stop working, and when: one sentence each. */
  breaks(figures: ProviderFigures, now: Date): string[]
  /** Returns the quota of the app's project at `now`; null where the provider has none. */
  quotaAt(now: Date): GoogleQuota | null
  /** true if the provider accepts redirect URLs with an IP address */
  acceptsIpAddress: boolean
  /** name of the provider in sentences about what it accepts */
  name: string
}

/** Writes a number of mailboxes in words. */
export const mailboxes = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'mailbox' : 'mailboxes'}`

/**
 * Returns why a provider will not accept the redirect URL; null if no reason is known. Plain http is accepted only on
 * this machine.
 */
export function redirectProblem(
  { acceptsIpAddress, name }: Pick<ProviderSetup, 'acceptsIpAddress' | 'name'>,
  address: string,
): string | null {
  const { protocol, hostname } = new URL(address)
  if (hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]') return null
  if (protocol !== 'https:')
    return 'It begins with http:, which providers accept only on this machine. Use https in PUBLIC_URL.'
  const isNumeric = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return !acceptsIpAddress && isNumeric ? `${name} accepts no IP address. Use a domain name in PUBLIC_URL.` : null
}
