import type { ProviderRules } from '../provider.ts'

const GMAIL = 'https://www.googleapis.com/auth/gmail.'
const FILES = 'https://www.googleapis.com/auth/drive.file'
/** The one permission with which Gmail's SMTP and IMAP servers let anybody in. */
const SERVERS = 'https://mail.google.com/'
const IDENTITY = ['openid', 'email', 'profile']
const SEND = ['openid', 'email', 'profile', `${GMAIL}send`]
const FULL = ['openid', 'email', 'profile', `${GMAIL}send`, `${GMAIL}modify`]

/** Google's scopes of each request, as few as possible. Gmail knows no shared mailboxes. */
export const GOOGLE_SCOPES: ProviderRules['consentScopes'] = {
  identity: IDENTITY,
  send: SEND,
  full: FULL,
  'send-shared': SEND,
  'full-shared': FULL,
  // Google's file picker belongs to the sign-in, and allows no other scope beside this one.
  files: [FILES],
  smtp: ['openid', 'email', 'profile', SERVERS],
  'smtp-full': ['openid', 'email', 'profile', SERVERS],
}

export const GOOGLE_SCOPE_WORDS: ProviderRules['scopeWords'] = {
  [`${GMAIL}send`]: 'send the emails that the person writes in Mergewell',
  [FILES]: 'read and write the spreadsheets that the person chooses, and no other file',
  [SERVERS]:
    'send the emails that the person writes in Mergewell, keep copies in Sent, and recognize bounces and replies in the inbox',
  [`${GMAIL}modify`]: 'create drafts, so that no email is sent twice, and recognize bounces and replies in the inbox',
}

/** Google's refusals, by its word. */
export const GOOGLE_REFUSALS: ProviderRules['refusals'] = {
  admin_policy_enforced: {
    title: 'Your organization must approve this',
    meaning: 'A policy of your Google Workspace does not let people give Mergewell this permission.',
    admin: {
      todo: 'In the Google Admin console, open Security → API controls → App access control, and trust the app with this client ID.',
    },
  },
  org_internal: {
    title: 'Your organization is not allowed',
    meaning:
      'This installation of Mergewell accepts only Google accounts of the organization that runs it. Use one of those, or ask the person who runs this installation.',
    admin: null,
  },
}
