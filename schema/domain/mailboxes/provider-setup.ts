import { GOOGLE_QUOTA, googleQuotaAt, STANDARD_LIMITS_SINCE, type GoogleQuota } from './google-quota.ts'

/** What can be told about the app registrations at Microsoft and Google from the mailboxes that are connected (product: super-admin.installation). */

const DAY = 86_400

/** Days for which figures about lost sign-ins look back. */
export const LOST_DAYS = 30
/** Google ends a sign-in of a project in “Testing” after seven days; found by calls that may come half a day early or late. */
export const TESTING_SECONDS = { from: 6.5 * DAY, to: 7.5 * DAY } as const
/** Google lets this many people use an app that it has not verified. */
const UNVERIFIED_USERS = 100
/** Users from which that limit is near. */
const MANY_USERS = 80

/** Figures about a provider's mailboxes, over all workspaces. */
export interface ProviderFigures {
  /** connected mailboxes, each account at the provider counted once */
  mailboxes: number
  /** of those: with a working sign-in */
  working: number
  /** organizations at Microsoft */
  organizations: number
  /** working mailboxes of onmicrosoft.com addresses */
  onMicrosoft: number
  /** seconds between the sign-in of a working mailbox and its last successful use: the longest, and the median */
  longestWorked: number | null
  medianWorked: number | null
  /** mailboxes that last lost their sign-in in the last 30 days */
  lost: number
  /** of those: 6.5 to 7.5 days after it */
  lostAfterSevenDays: number
  /** seconds for which the sign-ins that were lost had worked: the median */
  medianLost: number | null
}

/** How the app is configured at a provider. */
export type ProviderSetup =
  | { provider: 'google'; quota: GoogleQuota }
  | {
      provider: 'microsoft'
      /** directory whose people may sign in, or common, organizations, consumers */ tenant: string
    }

/** A sentence, and how bad what it says is. */
export interface Finding {
  tone: 'good' | 'neutral' | 'warning' | 'bad'
  text: string
}

const days = (seconds: number) => Math.floor(seconds / DAY)
const mailboxes = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'mailbox' : 'mailboxes'}`

/** Returns what the mailboxes tell about the verification of the app; what they cannot tell is said as well. */
export function verificationFindings(setup: ProviderSetup, figures: ProviderFigures): Finding[] {
  return setup.provider === 'google' ? googleVerification(figures) : microsoftVerification(setup.tenant, figures)
}

function googleVerification({ mailboxes: users, ...figures }: ProviderFigures): Finding[] {
  return [
    testing(figures),
    users >= MANY_USERS
      ? {
          tone: 'warning',
          text: `${users} Google accounts are connected. An app that Google has not verified stops at ${UNVERIFIED_USERS} users, including people who have left. Whether yours is verified cannot be told from here.`,
        }
      : { tone: 'neutral', text: 'Whether Google has verified the app cannot be told from here.' },
  ]
}

function testing({
  lost,
  lostAfterSevenDays,
  longestWorked,
}: Pick<ProviderFigures, 'lost' | 'lostAfterSevenDays' | 'longestWorked'>): Finding {
  // No sign-in of a project in “Testing” works longer, so one that does outweighs those that ended for other reasons.
  if (longestWorked !== null && longestWorked > TESTING_SECONDS.to) {
    return {
      tone: 'good',
      text: `Not in “Testing” when the longest-working sign-in was made: it has worked for ${days(longestWorked)} days, and those of a project in “Testing” end after 7.${
        lostAfterSevenDays > 0
          ? ` But ${lostAfterSevenDays} of the ${mailboxes(lost)} that lost their sign-in in the last ${LOST_DAYS} days lost it after about 7 days: check the publishing status.`
          : ''
      }`,
    }
  }
  if (lostAfterSevenDays > 0) {
    return {
      tone: 'bad',
      text: `Looks like “Testing”: ${lostAfterSevenDays} of the ${mailboxes(lost)} that lost their sign-in in the last ${LOST_DAYS} days lost it 6.5 to 7.5 days after connecting. Publish the app under Google Auth Platform, Audience; then reconnect the mailboxes.`,
    }
  }
  return {
    tone: 'neutral',
    text: 'Whether the project is in “Testing” cannot be told yet: no sign-in has worked for more than 7 days, and none ended after 7 days.',
  }
}

/** Values of MICROSOFT_TENANT with which people of any organization can sign in. */
const MANY_ORGANIZATIONS = new Set(['common', 'organizations'])

function microsoftVerification(tenant: string, { organizations }: ProviderFigures): Finding[] {
  if (!MANY_ORGANIZATIONS.has(tenant)) {
    return [
      {
        tone: 'good',
        text: `Only people of the directory in MICROSOFT_TENANT (${tenant}) can sign in. People of your own directory need no verified publisher.`,
      },
    ]
  }
  const connected =
    organizations === 1 ? 'Mailboxes of 1 organization are' : `Mailboxes of ${organizations} organizations are`
  return [
    {
      tone: 'neutral',
      text: `Whether the publisher is verified cannot be told from here. ${organizations === 0 ? 'No mailbox of an organization is' : connected} connected; administrators can consent for their organization either way.`,
    },
  ]
}

/** Returns what will stop working, and when, at `now`: one sentence each. */
export function comingBreaks(setup: ProviderSetup, { onMicrosoft }: ProviderFigures, now: Date): string[] {
  if (setup.provider === 'google') {
    return [
      'While the Google project is in “Testing”, every connection ends 7 days after it was made, and only test users can connect.',
      `An app that Google has not verified stops at ${UNVERIFIED_USERS} users.`,
      unitsBreak(setup.quota, now),
    ]
  }
  return [
    ...(MANY_ORGANIZATIONS.has(setup.tenant)
      ? [
          'Without a verified publisher, people of other organizations cannot consent to the app; an administrator of each must.',
        ]
      : []),
    `Senders at onmicrosoft.com addresses reach at most 100 outside recipients a day, in their whole organization together.${
      onMicrosoft === 0 ? ' None is connected.' : ` Connected now: ${mailboxes(onMicrosoft)}.`
    }`,
  ]
}

function unitsBreak(quota: GoogleQuota, now: Date): string {
  const later = googleQuotaAt(quota, STANDARD_LIMITS_SINCE)
  const isOver = now >= STANDARD_LIMITS_SINCE
  const reads = isOver
    ? 'Since 2027-04-01 reading a message costs 20 units.'
    : 'From 2027-04-01 reading a message costs 20 units instead of 5.'
  const loses = later.perUserMinute < quota.perUserMinute || later.perMinute < quota.perMinute
  const end = isOver ? 'ended' : 'end'
  const units = GOOGLE_QUOTA.perUserMinute.toLocaleString('en-US')
  return loses
    ? `${reads} The higher limits of older projects ${end} then: ${units} units a minute and user, unless the project is in the Scaled tier (GOOGLE_TIER).`
    : `${reads} The configured limits are not affected.`
}

/**
 * Returns why a provider will not accept the redirect address, or null if nothing speaks against it. Both accept plain http
 * only on this machine; Google accepts no IP address elsewhere.
 */
export function redirectProblem(provider: ProviderSetup['provider'], address: string): string | null {
  const { protocol, hostname } = new URL(address)
  if (hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]') return null
  if (protocol !== 'https:')
    return 'It begins with http:, which providers accept only on this machine. Use https in PUBLIC_URL.'
  const isNumeric = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return provider === 'google' && isNumeric ? 'Google accepts no IP address. Use a domain name in PUBLIC_URL.' : null
}
