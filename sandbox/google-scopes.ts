import type { SignIn } from './sign-in.ts'
import { grantedBefore, hasGrant } from './oauth-grants.ts'
import type { Sandbox } from './sandbox.ts'

/** The prefix of Google's scopes. */
export const GOOGLE_AUTH = 'https://www.googleapis.com/auth/'

const FULL = 'https://mail.google.com/'

const SCOPE_TEXT: Record<string, string> = {
  openid: 'Associate you with your personal info on Google',
  [`${GOOGLE_AUTH}userinfo.email`]: 'See your primary Google Account email address',
  [`${GOOGLE_AUTH}userinfo.profile`]: 'See your personal info',
  [`${GOOGLE_AUTH}gmail.send`]: 'Send email on your behalf',
  [`${GOOGLE_AUTH}gmail.compose`]: 'Manage drafts and send emails',
  [`${GOOGLE_AUTH}gmail.readonly`]: 'View your email messages and settings',
  [`${GOOGLE_AUTH}gmail.metadata`]:
    'View your email message metadata such as labels and headers, but not the email body',
  [`${GOOGLE_AUTH}gmail.modify`]: 'Read, compose and send emails from your Gmail account',
  [`${GOOGLE_AUTH}drive.file`]: 'See, edit and create only the Google Drive files that you choose with this app',
  [FULL]: 'Read, compose, send and permanently delete all your email from Gmail',
}

const SHORT: Record<string, string> = {
  email: `${GOOGLE_AUTH}userinfo.email`,
  profile: `${GOOGLE_AUTH}userinfo.profile`,
}

const gmail = (...names: string[]): string[] => [FULL, ...names.map((name) => `${GOOGLE_AUTH}gmail.${name}`)]

/** Scopes per method; any one of them is enough. From the Gmail reference, method by method. */
export const GMAIL_SCOPES = {
  profile: gmail('modify', 'compose', 'readonly', 'metadata'),
  send: gmail('modify', 'compose', 'send'),
  modify: gmail('modify'),
  draftWrite: gmail('modify', 'compose'),
  draftRead: gmail('modify', 'compose', 'readonly'),
  messageRead: gmail('modify', 'readonly', 'metadata'),
  sendAsRead: gmail('modify', 'readonly'),
}

/** `gmail.metadata` alone shows only headers and does not allow search. */
export function readsBodies(scopes: ReadonlySet<string>): boolean {
  return gmail('modify', 'readonly').some((scope) => scopes.has(scope))
}

export function googleSignIn(sandbox: Sandbox): SignIn {
  return {
    vendor: 'google',
    canonical: (scope) => SHORT[scope] ?? scope,
    describe: (scope) => SCOPE_TEXT[scope] ?? scope,
    implied: (scope) => scope === 'openid' || scope.startsWith(`${GOOGLE_AUTH}userinfo.`),
    /** A refresh token requires access_type=offline, and is issued only the first time or with prompt=consent. */
    offline: (query, _scopes, account, clientId) =>
      query.get('access_type') === 'offline' &&
      ((query.get('prompt') ?? '').split(' ').includes('consent') || !hasGrant(sandbox, account, clientId)),
    picks: (query) => query.get('trigger_onepick') === 'true',
    before: (query, account, clientId) =>
      query.get('include_granted_scopes') === 'true' ? [...grantedBefore(sandbox, account, clientId)] : [],
    /** Google tells `auth_time` to verified apps whose owner turned on “Session age claims”; the sandbox plays such an app. */
    tellsAuthTime: (query) => (query.get('claims') ?? '').includes('"auth_time"'),
    unapproved: { error: 'admin_policy_enforced' },
    extras: (scopes) => ({ scope: scopes.join(' '), authuser: '0', prompt: 'consent' }),
  }
}
