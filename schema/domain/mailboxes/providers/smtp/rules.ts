import type { ProviderRules } from '../provider.ts'

export const smtpRules: ProviderRules = {
  // Nobody consents in a browser.
  consentScopes: { identity: [], send: [], full: [], 'send-shared': [], 'full-shared': [] },
  scopeWords: {},
  refusalCodes: /(?!)/g,
  refusals: {},
  dns: null,
  ceilings: () => [],
  recipientLimits: () => [],
  isOrganization: () => false,
  projectLedger: null,
  unitsPerEmail: () => 1,
  uploadsFrom: null,
}
