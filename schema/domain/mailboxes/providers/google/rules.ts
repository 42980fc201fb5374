import { GOOGLE_QUOTA } from '../../google-quota.ts'
import type { ProviderRules } from '../provider.ts'
import { GOOGLE_REFUSALS, GOOGLE_SCOPE_WORDS, GOOGLE_SCOPES } from './consent.ts'

const DAY = 86_400

/**
 * Share of Google's quota that sending may use; the rest is for reading, at 20 units a message from 2027-04-01 (5
 * before).
 */
const FOR_SENDING = 0.9

/** Gmail API units: messages.send and drafts.send take 100 each, drafts.create 10, both before and after 2027-04-01. */
const UNITS = { direct: 100, draft: 110 }

export const googleRules: ProviderRules = {
  consentScopes: GOOGLE_SCOPES,
  scopeWords: GOOGLE_SCOPE_WORDS,
  refusalCodes: /\b([a-z]+(?:_[a-z]+)+)\b/g,
  refusals: GOOGLE_REFUSALS,
  dns: {
    include: '_spf.google.com',
    all: '~all',
    selectors: ['google'],
    hasFixedSelectors: false,
    dkimHelp:
      'Ask your Google Workspace administrator to open the Admin console, Apps → Google Workspace → Gmail → Authenticate email, to add the TXT record shown there, and to start authentication.',
  },
  ceilings(quota = GOOGLE_QUOTA) {
    const forSending = (units: number, seconds: number) =>
      ({ count: Math.floor(units * FOR_SENDING), seconds, inUnits: true }) as const
    return [
      forSending(quota.perUserMinute, 60),
      { count: 2_000, seconds: DAY },
      { ...forSending(quota.perMinute, 60), per: 'project' },
      { ...forSending(quota.perDay, DAY), per: 'project' },
    ]
  },
  // Gmail sending limits in Google Workspace, and Gmail's limits for personal accounts, read on 2026-11-28. Trials of
  // Google Workspace, and customers who have not paid USD 100 or are not 60 days old, have 500: that cannot be seen from
  // outside and is learned from the refusal.
  recipientLimits: ({ domain }) =>
    domain === 'gmail.com' || domain === 'googlemail.com'
      ? [{ counts: 'recipients', perDay: 500 }]
      : [
          { counts: 'recipients', perDay: 10_000 },
          { counts: 'external', perDay: 3_000 },
          { counts: 'different', perDay: 2_000 },
        ],
  isOneService: true,
  isOrganization: () => false,
  projectLedger: 'project:google',
  unitsPerEmail: (isDrafted) => (isDrafted ? UNITS.draft : UNITS.direct),
  uploadsFrom: null,
}
