import type { ProviderRules } from '../provider.ts'
import { MICROSOFT_REFUSALS, MICROSOFT_SCOPE_WORDS, MICROSOFT_SCOPES } from './consent.ts'

const DAY = 86_400

/** Microsoft's directory of personal accounts, which is no organization. */
export const PERSONAL_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad'

export const microsoftRules: ProviderRules = {
  consentScopes: MICROSOFT_SCOPES,
  scopeWords: MICROSOFT_SCOPE_WORDS,
  refusalCodes: /AADSTS(\d+)/g,
  refusals: MICROSOFT_REFUSALS,
  dns: {
    include: 'spf.protection.outlook.com',
    all: '-all',
    selectors: ['selector1', 'selector2'],
    hasFixedSelectors: true,
    dkimHelp:
      'Ask your Microsoft 365 administrator to open the Microsoft Defender portal, Email authentication settings → DKIM, to add the two CNAME records shown there, and to turn on signing.',
  },
  // The organization's limit applies while no admin has entered another: every paid organization has at least that.
  ceilings: () => [
    { count: 30, seconds: 60 },
    { count: 10_000, seconds: DAY, per: 'organization' },
  ],
  // Exchange Online limits, read on 2026-11-28: 10,000 recipients a day; 100 external ones a day for all senders at
  // onmicrosoft.com of an organization together.
  recipientLimits: ({ domain, directory }) => [
    { counts: 'recipients', perDay: 10_000 },
    ...(domain.endsWith('.onmicrosoft.com')
      ? [{ counts: 'external', perDay: 100, ledger: `onmicrosoft:${directory ?? domain}` } as const]
      : []),
  ],
  isOneService: true,
  isOrganization: (directory) => directory !== PERSONAL_ACCOUNTS,
  projectLedger: null,
  unitsPerEmail: () => 1,
  uploadsFrom: 3_000_000,
}
