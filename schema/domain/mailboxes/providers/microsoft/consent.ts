import type { ProviderRules } from '../provider.ts'

const SEND = ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send']
const FULL = ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send', 'Mail.ReadWrite']
const FILES = 'Files.ReadWrite'
const SHARED = 'Mail.Send.Shared'
/** Scope for Exchange's SMTP server, which accepts only tokens of Exchange, not those of Graph. */
const SMTP = 'https://outlook.office.com/SMTP.Send'
const IMAP = 'https://outlook.office.com/IMAP.AccessAsUser.All'

/** Microsoft's scopes of each request, as few as possible. */
export const MICROSOFT_SCOPES: ProviderRules['consentScopes'] = {
  identity: ['openid', 'profile', 'email', 'User.Read'],
  send: SEND,
  full: FULL,
  'send-shared': [...SEND, SHARED],
  'full-shared': [...FULL, SHARED],
  files: ['openid', 'profile', 'email', 'offline_access', 'User.Read', FILES],
  smtp: ['openid', 'profile', 'email', 'offline_access', SMTP],
  'smtp-full': ['openid', 'profile', 'email', 'offline_access', SMTP, IMAP],
}

export const MICROSOFT_SCOPE_WORDS: ProviderRules['scopeWords'] = {
  'User.Read': 'read the name and address of the person who connects',
  'Mail.Send': 'send the emails that the person writes in Mergewell',
  [FILES]: 'read and write the files of the person; Mergewell opens only the spreadsheets that the person connects',
  [SHARED]: 'send from shared mailboxes, where Exchange lets the person do so',
  [SMTP]: 'send the emails that the person writes in Mergewell, through the SMTP server of Exchange',
  [IMAP]: 'keep copies in Sent, and recognize bounces and replies in the inbox, by IMAP',
  'Mail.ReadWrite': 'create drafts, so that no email is sent twice, and recognize bounces and replies in the inbox',
}

/** Returns the scopes for an admin-consent link, those of Graph with their full URL. */
export function adminConsentScopes(ask: keyof typeof MICROSOFT_SCOPES): string {
  return MICROSOFT_SCOPES[ask]
    .map((scope) => (/^[A-Z]/.test(scope) ? `https://graph.microsoft.com/${scope}` : scope))
    .join(' ')
}

const NEEDS_ADMIN = 'Your organization must approve this'
const BLOCKED = 'A rule of your organization blocks this sign-in'
const CHECK_ACCESS = 'Check the Conditional Access policies in the Entra admin center: one of them blocks this app.'

/**
 * Microsoft's refusals by the number behind AADSTS. They are described in its "Microsoft Entra authentication and
 * authorization error codes", in "Unexpected error when performing consent to an application" (900941, 900981,
 * 90093–90095, 65001), and in an article each: 530004, 650052, 650056, 50020, 7000112.
 */
export const MICROSOFT_REFUSALS: ProviderRules['refusals'] = {
  '65001': {
    title: NEEDS_ADMIN,
    meaning: 'Nobody in your organization has given Mergewell this permission yet, and you cannot grant it yourself.',
    admin: 'consent',
  },
  '90093': {
    title: NEEDS_ADMIN,
    meaning: 'Mergewell asks for a permission that only an administrator of your organization can give.',
    admin: 'consent',
  },
  '90094': {
    title: NEEDS_ADMIN,
    meaning: 'Your organization does not let people give apps this permission. An administrator has to give it.',
    admin: 'consent',
  },
  '90095': {
    title: NEEDS_ADMIN,
    meaning: 'Your organization wants an administrator to review apps before people use them.',
    admin: 'consent',
  },
  '700016': {
    title: 'Mergewell is not set up in your organization yet',
    meaning: 'Mergewell has not been added to your organization. An administrator can add it by approving it.',
    admin: 'consent',
  },
  '90097': {
    title: NEEDS_ADMIN,
    meaning: 'Microsoft could not finish the approval of an administrator. The administrator has to approve again.',
    admin: 'consent',
  },
  '90099': {
    title: NEEDS_ADMIN,
    meaning:
      'Your organization has not authorized Mergewell, which it must before a partner who manages it can sign in.',
    admin: 'consent',
  },
  '900941': {
    title: NEEDS_ADMIN,
    meaning:
      'Microsoft considers the request risky, so that only an administrator of your organization can approve it.',
    admin: 'consent',
  },
  '900981': {
    title: NEEDS_ADMIN,
    meaning:
      'Microsoft considers the request risky. An administrator of your organization has been asked to approve it.',
    admin: 'consent',
  },
  '650052': {
    title: 'Your organization has no service that Mergewell needs',
    meaning: 'Mergewell needs Exchange Online, which your organization has not subscribed to or has turned off.',
    admin: {
      todo: 'In the Microsoft 365 admin center, check that our subscription includes Exchange Online and that it is turned on, then approve Mergewell.',
    },
  },
  '650056': {
    title: NEEDS_ADMIN,
    meaning: 'No administrator of your organization has approved the permissions that Mergewell asks for.',
    admin: 'consent',
  },
  '650057': {
    title: 'A permission is missing in the registration of Mergewell',
    meaning:
      'Mergewell asks for a permission that its registration at Microsoft does not list. The administrator of this installation has to add it.',
    admin: {
      todo: 'In the Entra admin center of the organization that runs Mergewell, open App registrations → Mergewell → API permissions, and add the permissions below.',
    },
  },
  '50194': {
    title: 'Mergewell is registered for one organization only',
    meaning:
      'This installation of Mergewell is registered at Microsoft for one organization, but asks people of all organizations to sign in. The administrator of this installation has to change one of the two.',
    admin: {
      todo: 'In the Entra admin center of the organization that runs Mergewell, open App registrations → Mergewell → Authentication, and allow accounts of any organization. Or set MICROSOFT_TENANT to the id of that organization.',
    },
  },
  '50020': {
    title: 'Your account does not belong to this organization',
    meaning:
      'The organization that Mergewell asks does not know the account you signed in with. Sign in with another account, or have an administrator invite this one as a guest.',
    admin: {
      todo: 'In the Entra admin center, open Users → Invite external user, and invite the account I sign in with.',
    },
  },
  '500014': {
    title: 'Your organization has turned off a service that Mergewell needs',
    meaning:
      'The service that Mergewell calls in your organization is turned off, often because its subscription ended.',
    admin: {
      todo: 'In the Entra admin center, open Enterprise applications, and enable sign-in for the Microsoft service named in the error. Check that our subscription has not ended.',
    },
  },
  '7000229': {
    title: 'Mergewell is not set up in your organization yet',
    meaning: 'Mergewell has not been added to your organization. An administrator can add it by approving it.',
    admin: 'consent',
  },
  '50105': {
    title: 'You are not assigned to Mergewell',
    meaning: 'In your organization, only people whom an administrator has assigned to Mergewell can use it.',
    admin: {
      todo: 'In the Entra admin center, open Enterprise applications → Mergewell → Users and groups, and add me.',
    },
  },
  '53000': {
    title: BLOCKED,
    meaning: 'Your organization lets only devices sign in that meet its rules. This device does not meet them.',
    admin: { todo: `Check in Intune why my device is not compliant. ${CHECK_ACCESS}` },
  },
  '53001': {
    title: BLOCKED,
    meaning: 'Your organization lets only devices sign in that are joined to it. This device is not.',
    admin: { todo: `Join my device to our organization. ${CHECK_ACCESS}` },
  },
  '53002': {
    title: BLOCKED,
    meaning: 'Your organization lets people use only apps from its list. Mergewell, or your browser, is not on it.',
    admin: { todo: CHECK_ACCESS },
  },
  '530003': {
    title: BLOCKED,
    meaning: 'Your organization lets only devices sign in that it manages. It does not manage this device.',
    admin: { todo: `Enroll my device in Intune. ${CHECK_ACCESS}` },
  },
  '530004': {
    title: BLOCKED,
    meaning:
      'You are a guest in this organization. It does not yet accept the device rules of your own organization, so your device counts as not compliant.',
    admin: {
      todo: 'In the Entra admin center, open External Identities → Cross-tenant access settings → Trust settings, and trust compliant devices of guests.',
    },
  },
  '530032': {
    title: BLOCKED,
    meaning: 'A security policy of your organization blocks this sign-in.',
    admin: { todo: CHECK_ACCESS },
  },
  '53003': {
    title: BLOCKED,
    meaning: 'A Conditional Access policy blocks Mergewell, or blocks it from this device or location.',
    admin: { todo: CHECK_ACCESS },
  },
  '7000112': {
    title: 'Your organization has disabled Mergewell',
    meaning: 'An administrator has turned off sign-in to Mergewell.',
    admin: {
      todo: 'In the Entra admin center, open Enterprise applications → Mergewell → Properties, and enable sign-in.',
    },
  },
  '65004': {
    title: 'You did not accept',
    meaning: 'The permission was declined on Microsoft’s page. You can try again at any time.',
    admin: null,
  },
}
