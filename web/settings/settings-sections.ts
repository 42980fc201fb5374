/**
 * A section of the settings page: its URL parameter, and the words by which the command palette finds it (product:
 * settings).
 */

export interface SettingsSection {
  /** value of the parameter `tab` in `/settings?tab=` */
  value: string
  label: string
  /** True for sections that only admins see. */
  isForAdmins?: true
  /**
   * Single settings in the section: the name, words by which the search finds it too, and the title of its card if that
   * differs from the name.
   */
  settings: readonly (readonly [name: string, words: string, card?: string])[]
}

export const SETTINGS_SECTIONS = [
  {
    value: 'sending',
    label: 'Email Sending',
    settings: [
      ['Sending rate', 'pace speed interval daily limit throttling warmup'],
      ['Sending hours', 'window time of day days night'],
      ['Recipient limit of your Microsoft 365 organization', 'licenses limit external recipients'],
      ['Safety stop', 'pause canary bounces rejected'],
      ['Undo a launch', 'undo hold seconds'],
      ['Approval of launches', 'second person approve', 'Approval'],
      ['Emails to the same person', 'weekly ceiling collision colleagues frequency'],
      ['Uncertain emails', 'doubt resend twice'],
    ],
  },
  {
    value: 'emails',
    label: 'Connected Emails',
    settings: [
      ['Mailboxes', 'connect reconnect disconnect share permission', 'Connected Emails'],
      ['Aliases and shared mailboxes', 'from address send as', 'Connected Emails'],
      ['Signatures', 'signature', 'Connected Emails'],
      ['Deliverability check', 'spf dkim dmarc spam land', 'Connected Emails'],
    ],
  },
  {
    value: 'brand',
    label: 'Brand',
    settings: [
      ['Logo, colors and fonts', 'logo color font brand kit', 'Brand'],
      ['Company and postal address', 'footer company name address imprint', 'Company and address'],
    ],
  },
  {
    value: 'languages',
    label: 'Languages and Formats',
    settings: [['Language of your emails', 'language dates amounts numbers format footer unsubscribe', 'Language']],
  },
  {
    value: 'privacy',
    label: 'Tracking and Privacy',
    settings: [
      ['Tracking of opens and clicks', 'pixel opens clicks consent', 'Tracking'],
      ['Link domain', 'own domain cname dns custom tracking domain links unsubscribe'],
      ['Topics', 'preferences unsubscribe choices subjects'],
      ['Agents that read replies', 'ai mcp gmail replies', 'AI agents'],
    ],
  },
  {
    value: 'users',
    label: 'User Management',
    isForAdmins: true,
    settings: [
      ['People of the workspace', 'invite colleagues users roles admin people', 'Users'],
      ['Required two-step sign-in', 'second factor require', 'Two-step sign-in'],
    ],
  },
  {
    value: 'profile',
    label: 'Profile',
    settings: [
      ['Password', 'change password', 'Change password'],
      ['Sign-in methods', 'microsoft google identities'],
      ['Two-step sign-in', 'second factor authenticator totp passkey recovery codes'],
      ['Sessions', 'devices signed in', 'Your active sessions'],
      ['Email address', 'confirm email address', 'Profile'],
    ],
  },
  {
    value: 'sso',
    label: 'Single Sign-On',
    isForAdmins: true,
    settings: [['Identity provider and domains', 'sso oidc entra okta domains', 'Single sign-on']],
  },
  {
    value: 'keys',
    label: 'API Keys',
    isForAdmins: true,
    settings: [['Keys and service accounts', 'api tokens scopes integration', 'API Keys']],
  },
  {
    value: 'webhooks',
    label: 'Webhooks',
    isForAdmins: true,
    settings: [['Events for other programs', 'webhook events secret integration', 'Webhooks']],
  },
  {
    value: 'activity',
    label: 'Activity',
    isForAdmins: true,
    settings: [['Activity log', 'audit who did what', 'Activity']],
  },
  {
    value: 'data',
    label: 'Data',
    isForAdmins: true,
    settings: [
      ['Personal data of a person', 'gdpr erase export person', 'Data about one person'],
      ['Retention', 'how long kept delete after', 'Data retention'],
      ['Export of the workspace', 'backup download everything', 'Export this workspace'],
      ['Deletion of the workspace', 'delete workspace close account', 'Delete this workspace'],
    ],
  },
] as const satisfies readonly SettingsSection[]

export type SettingsTab = (typeof SETTINGS_SECTIONS)[number]['value']

/** Returns the sections that a user with this role sees. */
export const sectionsFor = (role: string): readonly (SettingsSection & { value: SettingsTab })[] =>
  (SETTINGS_SECTIONS as readonly (SettingsSection & { value: SettingsTab })[]).filter(
    ({ isForAdmins }) => !isForAdmins || role === 'admin',
  )

/** Returns the path of a section, or of one of its cards. */
export function sectionAddress(value: SettingsTab, card?: string): string {
  const address = value === 'sending' ? '/settings' : `/settings?tab=${value}`
  return card === undefined ? address : `${address}#${encodeURIComponent(card)}`
}
