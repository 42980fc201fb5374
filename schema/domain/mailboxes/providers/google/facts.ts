import type { ProviderFacts } from '../provider.ts'

const GMAIL = 'https://www.googleapis.com/auth/gmail.'
const EVERYTHING = 'https://mail.google.com/'

/** Gmail, in Google Workspace and gmail.com. */
export const google: ProviderFacts = {
  name: 'Google',
  product: 'Gmail',
  label: 'Google Gmail',
  organizationProduct: 'Google Workspace',
  webMail: 'Gmail',
  mark: { path: 'M12.6 4.2A6 6 0 1 0 14 8.2H8.4', isOutline: true },
  // `gmail.metadata` alone opens no email.
  readingScopes: [`${GMAIL}readonly`, `${GMAIL}modify`, EVERYTHING],
  draftScopes: [`${GMAIL}compose`, `${GMAIL}modify`, EVERYTHING],
  sharedScope: null,
  aliasLevel: 'full',
  aliasHelp: (email) =>
    `Reads the addresses that are set up in Gmail under Settings → Accounts → “Send mail as” for ${email}.`,
  connected: {
    title: 'Google Account Connected!',
    description: 'Your Google account has been successfully connected. You can now send emails through Gmail.',
  },
  hasRefreshLink: false,
  mustAllowAliases: false,
  uploadsNeedDrafts: false,
  programsNeedPermission: true,
  mayOmitFreshness: true,
  renewal:
    'In the Google Cloud console, open Google Auth Platform → Clients, check that the client exists and is enabled, set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET and restart Mergewell.',
}
