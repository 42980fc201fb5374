import { SIGN_IN_PROVIDERS, PROVIDERS, type Provider } from '../mailboxes/providers.ts'
import { BY_INVITATION_ONLY, REGISTRATION_LIMITS, TOO_MANY_REGISTRATIONS } from './registration-modes.ts'

const TOO_MANY = REGISTRATION_LIMITS.flatMap((limit) => [
  TOO_MANY_REGISTRATIONS.network(limit),
  TOO_MANY_REGISTRATIONS.total(limit),
])

/**
 * Messages after a failed sign-in or mailbox connection at a provider. The server puts one of these into the URL of the
 * page (`/?auth=error&message=…`, spaces as underscores). The page shows no other text, because anybody can write a
 * URL.
 */
export const SIGN_IN_FAILURES = {
  declined: 'You did not allow access to the mailbox.',
  declinedFiles: 'You did not allow access to the sheet.',
  noFileChosen: 'You chose no sheet. Connect the sheet again, and choose it in the list that Google shows.',
  filesNotAllowed:
    'The permission for spreadsheets was not granted. Connect the sheet again and keep the box for spreadsheets checked.',
  cancelled: 'You cancelled the sign-in. You can try again at any time.',
  cancelledSignUp: 'You cancelled the sign-up. You can try again at any time.',
  refused: 'The provider refused the sign-in. Please try again.',
  failed: 'The sign-in could not be completed. Please try again.',
  unreachable: 'The provider cannot be reached right now. Try again in a minute.',
  busy: 'The provider cannot complete the sign-in right now. Try again in a minute.',
  registration:
    'The provider no longer accepts this installation of Mergewell. The administrator of this installation must renew its registration.',
  mayNotSend: 'The permission to send was not granted. Connect the mailbox again and keep the box for sending checked.',
  serverRefused:
    'The SMTP server of your provider did not let this mailbox send. Ask the administrator of your organization to allow Authenticated SMTP for it, or connect it without SMTP.',
  serverUnreachable: 'The SMTP server of your provider cannot be reached right now. Try again in a minute.',
  signedIn: 'You are already signed in. Sign out first, then register.',
  signedOut: 'You were signed out in the meantime. Sign in and try again.',
  stale: 'This sign-in link is no longer valid. Please try again.',
  otherAccount: 'This address is already connected to another account. Disconnect it under Connected Emails first.',
  otherMailbox:
    'You signed in with a different account from this mailbox, so nothing was changed. Try again with the account of this mailbox.',
  notMoreAllowed: 'The permission was not granted, so nothing was changed. The mailbox keeps sending as before.',
  notYourMailbox: 'Only the person who connected this mailbox can change its permissions.',
  unknown:
    'No account uses this sign-in method. Register first, or sign in another way and add this method under Settings → Profile.',
  noIdentity: 'The provider did not reliably confirm who you are. Please try again, or sign in another way.',
  othersIdentity:
    'This sign-in method already belongs to another account. Choose another method, or remove this one from the other account first.',
  notYours: 'The account that you used is not one of your sign-in methods. Try again with one of your sign-in methods.',
  notFresh:
    'Your provider did not say that you have just signed in there, so nothing was confirmed. Try again and sign in there anew, confirm another way, or sign out of Mergewell and sign in again.',
  otherSite: 'Another site sent you here. Start again from a Mergewell page.',
  confirmFirst: 'Confirm it’s you, then add the sign-in method again.',
  invitationOnly: BY_INVITATION_ONLY,
  tenantInactive: 'This workspace is not active. Ask the person who runs this installation.',
  userInactive: 'This account is not active. Ask an admin of your workspace.',
  noSingleSignOn: 'No single sign-on is set up for this address. Sign in another way.',
  tooManySignIns: 'Too many sign-ins were started from your network. Wait a minute and try again.',
  foreignDomain: 'Your email address is not at one of this workspace’s domains. Ask an admin of your workspace.',
  sharedIssuer:
    'The issuer in your workspace’s single sign-on does not name one tenant. Ask an admin of your workspace to enter the tenant’s own issuer.',
  unverifiedAddress:
    'Your identity provider does not say that your email address is verified. Sign in another way and add single sign-on under Settings → Profile, or ask an admin of your workspace to have the provider confirm verified addresses.',
  heldAddress:
    'Somebody else signed in with your address before it was verified. Ask an admin of your workspace to delete that account, then try again.',
  ssoRequired: 'Your workspace uses single sign-on. Choose single sign-on on the sign-in page.',
  workspaceFull: 'Your workspace has reached its user limit. Ask an admin of your workspace.',
  internal: 'Something went wrong. Please try again.',
} as const satisfies Record<string, string>

/** The message if a provider has no client id here. */
export const notConfigured = (provider: Provider): string =>
  `${PROVIDERS[provider].product} is not configured on this installation.`

/** Errors of OAuth 2.0 and OpenID Connect, with the words that are shown. */
const OAUTH_ERRORS = [
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_response_type',
]

/** Returns whether an OAuth error says that the provider is to be asked again later (RFC 6749, 4.1.2.1). */
export const isPassingError = (code: string): boolean => code === 'temporarily_unavailable' || code === 'server_error'

const KNOWN: ReadonlySet<string> = new Set([
  ...[...Object.values(SIGN_IN_FAILURES), ...SIGN_IN_PROVIDERS.map(notConfigured), ...TOO_MANY].map(signInFailureCode),
  ...OAUTH_ERRORS,
])

/** Encodes a message for the URL. */
export function signInFailureCode(sentence: string): string {
  return sentence.replaceAll(' ', '_')
}

/** Returns the message for the `message` parameter of a URL; null if it is none of ours. */
export function signInFailureText(message: string | null): string | null {
  if (!message) return null
  const code = signInFailureCode(message)
  return KNOWN.has(code) ? code.replaceAll('_', ' ') : null
}
