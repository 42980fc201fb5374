/** The sections of the settings: their addresses, and what the palette finds in them (product: settings). */

export interface SettingsSection {
  /** `/settings?tab=` */
  value: string
  label: string
  /** True for sections that only admins have. */
  isForAdmins?: true
  /** Single settings in it: name, and words that find it as well. */
  settings: readonly (readonly [name: string, words: string])[]
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
      ['Approval of launches', 'second person approve'],
      ['Emails to the same person', 'weekly ceiling collision colleagues frequency'],
      ['Uncertain emails', 'doubt resend twice'],
    ],
  },
  {
    value: 'emails',
    label: 'Connected Emails',
    settings: [
      ['Mailboxes', 'connect reconnect disconnect share permission'],
      ['Aliases and shared mailboxes', 'from address send as'],
      ['Signatures', 'signature'],
      ['Deliverability check', 'spf dkim dmarc spam land'],
    ],
  },
  {
    value: 'brand',
    label: 'Brand',
    settings: [
      ['Logo, colors and fonts', 'logo color font brand kit'],
      ['Company and postal address', 'footer company name address imprint'],
    ],
  },
  {
    value: 'languages',
    label: 'Languages and Formats',
    settings: [['Language of your emails', 'language dates amounts numbers format footer unsubscribe']],
  },
  {
    value: 'privacy',
    label: 'Tracking and Privacy',
    settings: [
      ['Tracking of opens and clicks', 'pixel opens clicks consent'],
      ['Link domain', 'own domain cname dns custom tracking domain links unsubscribe'],
      ['Topics', 'preferences unsubscribe choices subjects'],
      ['Agents that read replies', 'ai mcp gmail replies'],
    ],
  },
  {
    value: 'users',
    label: 'User Management',
    isForAdmins: true,
    settings: [
      ['People of the workspace', 'invite colleagues users roles admin people'],
      ['Required two-step sign-in', 'second factor require'],
    ],
  },
  {
    value: 'profile',
    label: 'Profile',
    settings: [
      ['Password', 'change password'],
      ['Sign-in methods', 'microsoft google identities'],
      ['Two-step sign-in', 'second factor authenticator totp passkey recovery codes'],
      ['Sessions', 'devices signed in'],
      ['Email address', 'confirm email address'],
    ],
  },
  {
    value: 'sso',
    label: 'Single Sign-On',
    isForAdmins: true,
    settings: [['Identity provider and domains', 'sso oidc entra okta domains']],
  },
  {
    value: 'keys',
    label: 'API Keys',
    isForAdmins: true,
    settings: [['Keys and service accounts', 'api tokens scopes integration']],
  },
  {
    value: 'webhooks',
    label: 'Webhooks',
    isForAdmins: true,
    settings: [['Events for other programs', 'webhook events secret integration']],
  },
  {
    value: 'activity',
    label: 'Activity',
    isForAdmins: true,
    settings: [['Activity log', 'audit who did what']],
  },
  {
    value: 'data',
    label: 'Data',
    isForAdmins: true,
    settings: [
      ['Personal data of a person', 'gdpr erase export person'],
      ['Retention', 'how long kept delete after'],
      ['Export of the workspace', 'backup download everything'],
      ['Deletion of the workspace', 'delete workspace close account'],
    ],
  },
] as const satisfies readonly SettingsSection[]

export type SettingsTab = (typeof SETTINGS_SECTIONS)[number]['value']

/** The sections that a person has. */
export const sectionsFor = (role: string): readonly (SettingsSection & { value: SettingsTab })[] =>
  (SETTINGS_SECTIONS as readonly (SettingsSection & { value: SettingsTab })[]).filter(
    ({ isForAdmins }) => !isForAdmins || role === 'admin',
  )

/** The address of a section. */
export const sectionAddress = (value: SettingsTab): string =>
  value === 'sending' ? '/settings' : `/settings?tab=${value}`
