import type { MailboxLevel } from './mail-accounts.ts'

/** The permissions requested at a provider, and what to do if an organisation refuses them. */

export type ConsentProvider = 'microsoft' | 'google'

/**
 * What a sign-in requests: only who the person is, or a level for a mailbox; `…-shared`: with permission to send from
 * shared mailboxes as well, which only the person who wants it is asked for.
 */
export const CONSENT_ASKS = ['identity', 'send', 'full', 'send-shared', 'full-shared'] as const
export type ConsentAsk = (typeof CONSENT_ASKS)[number]

/** What a sign-in for a mailbox requests. Gmail knows no shared mailboxes. */
export function mailboxAsk(provider: ConsentProvider, level: MailboxLevel, shared: boolean): ConsentAsk {
  return shared && provider === 'microsoft' ? `${level}-shared` : level
}

/** Whether a level of permissions beyond sending was requested. */
export const asksForFull = (ask: ConsentAsk) => ask === 'full' || ask === 'full-shared'

const GMAIL = 'https://www.googleapis.com/auth/gmail.'
const GOOGLE_IDENTITY = ['openid', 'email', 'profile']
const GOOGLE_SEND = [...GOOGLE_IDENTITY, `${GMAIL}send`]
const GOOGLE_FULL = [...GOOGLE_SEND, `${GMAIL}modify`]
const MICROSOFT_SEND = ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send']
const MICROSOFT_FULL = [...MICROSOFT_SEND, 'Mail.ReadWrite']
const SHARED = 'Mail.Send.Shared'

/** The scopes of each request, as few as possible. */
export const CONSENT_SCOPES: Record<ConsentProvider, Record<ConsentAsk, readonly string[]>> = {
  microsoft: {
    identity: ['openid', 'profile', 'email', 'User.Read'],
    send: MICROSOFT_SEND,
    full: MICROSOFT_FULL,
    'send-shared': [...MICROSOFT_SEND, SHARED],
    'full-shared': [...MICROSOFT_FULL, SHARED],
  },
  google: {
    identity: GOOGLE_IDENTITY,
    send: GOOGLE_SEND,
    full: GOOGLE_FULL,
    'send-shared': GOOGLE_SEND,
    'full-shared': GOOGLE_FULL,
  },
}

/** What each scope allows, in words for an administrator. */
const SCOPE_WORDS: Record<string, string> = {
  'User.Read': 'read the name and address of the person who connects',
  'Mail.Send': 'send the emails that the person writes in Mergewell',
  [SHARED]: 'send from shared mailboxes, where Exchange lets the person do so',
  'Mail.ReadWrite': 'create drafts, so that no email is sent twice, and recognise bounces and replies in the inbox',
  [`${GMAIL}send`]: 'send the emails that the person writes in Mergewell',
  [`${GMAIL}modify`]: 'create drafts, so that no email is sent twice, and recognise bounces and replies in the inbox',
}

/** Why a provider or an organisation refused. */
export interface ConsentRefusal {
  provider: ConsentProvider
  /** the number behind AADSTS, or Google's word */
  code: string
  title: string
  meaning: string
  /** what an administrator can do: consent through a link, or follow the instruction; null if they cannot help */
  admin: 'consent' | { todo: string } | null
}

type Row = Pick<ConsentRefusal, 'title' | 'meaning' | 'admin'>

const NEEDS_ADMIN = 'Your organisation must approve this'

const ROWS: Record<ConsentProvider, Record<string, Row>> = {
  microsoft: {
    '65001': {
      title: NEEDS_ADMIN,
      meaning: 'Nobody in your organisation has given Mergewell this permission yet, and you cannot grant it yourself.',
      admin: 'consent',
    },
    '90093': {
      title: NEEDS_ADMIN,
      meaning: 'Mergewell asks for a permission that only an administrator of your organisation can give.',
      admin: 'consent',
    },
    '90094': {
      title: NEEDS_ADMIN,
      meaning: 'Your organisation does not let people give apps this permission. An administrator has to give it.',
      admin: 'consent',
    },
    '90095': {
      title: NEEDS_ADMIN,
      meaning: 'Your organisation wants an administrator to review apps before people use them.',
      admin: 'consent',
    },
    '700016': {
      title: 'Mergewell is not set up in your organisation yet',
      meaning: 'Mergewell has not been added to your organisation. An administrator can add it by approving it.',
      admin: 'consent',
    },
    '50105': {
      title: 'You are not assigned to Mergewell',
      meaning: 'In your organisation, only people whom an administrator has assigned to Mergewell can use it.',
      admin: {
        todo: 'In the Entra admin center, open Enterprise applications → Mergewell → Users and groups, and add me.',
      },
    },
    '53003': {
      title: 'A rule of your organisation blocks this sign-in',
      meaning: 'A Conditional Access policy blocks Mergewell, or blocks it from this device or location.',
      admin: { todo: 'Check the Conditional Access policies in the Entra admin center: one of them blocks this app.' },
    },
    '7000112': {
      title: 'Your organisation has disabled Mergewell',
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
  },
  google: {
    admin_policy_enforced: {
      title: NEEDS_ADMIN,
      meaning: 'A policy of your Google Workspace does not let people give Mergewell this permission.',
      admin: {
        todo: 'In the Google Admin console, open Security → API controls → App access control, and trust the app with this client ID.',
      },
    },
    org_internal: {
      title: 'Your organisation is not allowed',
      meaning:
        'This installation of Mergewell accepts only Google accounts of the organisation that runs it. Use one of those, or ask the person who runs this installation.',
      admin: null,
    },
  },
}

/** Looks up a refusal by code; null if it is not in the table. */
export function consentRefusal(provider: ConsentProvider, code: string): ConsentRefusal | null {
  const rows = ROWS[provider]
  const row = Object.hasOwn(rows, code) ? rows[code] : undefined
  return row ? { provider, code, ...row } : null
}

/** Finds a refusal in a provider's error: the OAuth error with its description, or the token endpoint's text. */
export function refusalIn(provider: ConsentProvider, said: string): ConsentRefusal | null {
  const codes = provider === 'microsoft' ? said.matchAll(/AADSTS(\d+)/g) : said.matchAll(/\b([a-z]+(?:_[a-z]+)+)\b/g)
  return codes.map(([, code = '']) => consentRefusal(provider, code)).find((refusal) => refusal !== null) ?? null
}

/** The scopes for an admin-consent link, Graph scopes with their address. */
export function adminConsentScopes(ask: ConsentAsk): string {
  return CONSENT_SCOPES.microsoft[ask]
    .map((scope) => (/^[A-Z]/.test(scope) ? `https://graph.microsoft.com/${scope}` : scope))
    .join(' ')
}

/** A letter to the administrator; null if they cannot help. */
export function consentLetter(
  { provider, admin }: ConsentRefusal,
  about: { ask: ConsentAsk; clientId: string; site: string; link: string | null },
): { subject: string; body: string } | null {
  if (admin === null) return null
  const { ask, clientId, site, link } = about
  const vendor = provider === 'microsoft' ? 'Microsoft 365' : 'Google Workspace'
  const scopes = CONSENT_SCOPES[provider][ask].filter((scope) => scope in SCOPE_WORDS)
  const todo =
    admin === 'consent'
      ? `Please open this link, sign in as an administrator and accept:\n\n${link ?? ''}`
      : `What to do: ${admin.todo}`
  return {
    subject: `Please approve Mergewell in our ${vendor}`,
    body: `Hello,

I would like to send emails from my own mailbox with Mergewell (${site}). Our ${vendor} does not let me do this myself.

${todo}

Mergewell asks for ${scopes.length === 1 ? 'this permission' : 'these permissions'}:
${scopes.map((scope) => `- ${scope}: ${SCOPE_WORDS[scope]}`).join('\n')}

They are delegated permissions: Mergewell works only in mailboxes that people connect themselves.
Client ID of the app: ${clientId}

Thank you`,
  }
}
