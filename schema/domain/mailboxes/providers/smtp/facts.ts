import type { ProviderFacts } from '../provider.ts'

/** Scope of a mailbox that can send. */
export const SMTP_SCOPE = 'smtp'
/** Scope of a mailbox whose folders can be read. */
export const IMAP_SCOPE = 'imap'

/** A mailbox at any host that speaks SMTP and, for reading, IMAP. */
export const smtp: ProviderFacts = {
  name: 'Other mailbox',
  product: 'SMTP and IMAP',
  label: 'Other mailbox',
  organizationProduct: 'your email host',
  webMail: 'web mail',
  mark: { path: 'M1.5 3.5h13v9h-13zM1.5 4.5 8 9.5l6.5-5', isOutline: true },
  readingScopes: [IMAP_SCOPE],
  draftScopes: [],
  sharedScope: null,
  aliasLevel: 'full',
  aliasHelp: () => 'Email hosts do not name the other addresses of a mailbox.',
  connected: {
    title: 'Mailbox connected',
    description: 'Your mailbox has been successfully connected. You can now send emails from it.',
  },
  hasRefreshLink: false,
  mustAllowAliases: false,
  uploadsNeedDrafts: false,
  programsNeedPermission: false,
  mayOmitFreshness: false,
  renewal: 'Mailboxes that are connected by address and password need no registration.',
}
