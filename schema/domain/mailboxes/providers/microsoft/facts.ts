import type { ProviderFacts } from '../provider.ts'

/** Names, permission scopes and abilities of mailboxes at Microsoft 365 and outlook.com. */
export const microsoft: ProviderFacts = {
  name: 'Microsoft',
  product: 'Microsoft 365',
  label: 'Microsoft 365',
  organizationProduct: 'Microsoft 365',
  webMail: 'Outlook',
  mark: { path: 'M1 1h6.5v6.5H1zM8.5 1H15v6.5H8.5zM1 8.5h6.5V15H1zM8.5 8.5H15V15H8.5z', isOutline: false },
  readingScopes: ['mail.read', 'mail.readwrite'],
  draftScopes: ['mail.readwrite', 'mail.readwrite.shared'],
  sharedScope: 'mail.send.shared',
  aliasLevel: 'send',
  aliasHelp: () =>
    'Reads the aliases from Microsoft 365. Your organization must allow sending from aliases; otherwise Microsoft 365 shows the main address.',
  connected: {
    title: 'Microsoft 365 Connected!',
    description: 'Your Microsoft account has been successfully connected. You can now send emails through Outlook.',
  },
  hasRefreshLink: true,
  mustAllowAliases: true,
  uploadsNeedDrafts: true,
  programsNeedPermission: false,
  mayOmitFreshness: false,
  renewal:
    'In the Entra admin center, open App registrations → your app → Certificates & secrets, create a new client secret, set MICROSOFT_CLIENT_SECRET and restart Mergewell.',
}
