import { GOOGLE_QUOTA, googleQuotaAt, STANDARD_LIMITS_SINCE, type GoogleQuota } from '../../google-quota.ts'
import {
  LOST_DAYS,
  mailboxes,
  TESTING_SECONDS,
  type Finding,
  type ProviderFigures,
  type ProviderSetup,
} from '../../provider-setup.ts'
import { google } from './facts.ts'

/** Maximum number of people whom Google lets use an app that it has not verified. */
const UNVERIFIED_USERS = 100
/** Number of users from which that limit counts as near. */
const MANY_USERS = 80

const days = (seconds: number) => Math.floor(seconds / 86_400)

/** Describes a project at Google with this quota. */
export function googleSetup(quota: GoogleQuota): ProviderSetup {
  return {
    name: google.name,
    acceptsIpAddress: false,
    quotaAt: (now) => googleQuotaAt(quota, now),
    verification,
    breaks: (_, now) => [
      'While the Google project is in “Testing”, every connection ends 7 days after it was made, and only test users can connect.',
      `An app that Google has not verified stops at ${UNVERIFIED_USERS} users.`,
      unitsBreak(quota, now),
    ],
  }
}

function verification({ mailboxes: users, ...figures }: ProviderFigures): Finding[] {
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
