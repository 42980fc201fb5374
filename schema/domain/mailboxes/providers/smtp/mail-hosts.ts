/**
 * Mail hosts that people often have a mailbox at: their servers, how they are signed in to, and their published limits.
 * Servers are those of Thunderbird's autoconfiguration database or of the host's own help pages. A limit is null where
 * the host publishes none: it is then learned from the host's refusals.
 */

/** Encryption of a connection: from its first byte (`tls`), or after the STARTTLS command, which is required. */
export const SECURITIES = ['tls', 'starttls'] as const
export type Security = (typeof SECURITIES)[number]

export interface MailServer {
  host: string
  port: number
  security: Security
}

/** Form of the user name: the email address, the part before the @, or the address with % in place of the @. */
export type UserForm = 'address' | 'local-part' | 'percent'

/** Published limits of a host in recipients (To, CC and BCC), with the page they stand on and the day it was read. */
export interface HostLimits {
  perHour: number | null
  perDay: number | null
  perMessage: number | null
  source: string
  read: string
}

export interface MailHost {
  name: string
  /** domains of the addresses that the host itself gives out */
  domains: readonly string[]
  /** ends of the names in the MX records of customers' own domains */
  mx: readonly string[]
  smtp: MailServer
  imap: MailServer
  smtpUser: UserForm
  imapUser: UserForm
  /** need for an app password, because the host refuses the account's own: always, once two-factor authentication is on, or never */
  appPassword: 'always' | 'with_two_factor' | 'never'
  /** the host's own page about app passwords or about access by other programs; null if none is known */
  help: string | null
  /** preparation at the host before the first sign-in, as a sentence; null if none is needed */
  before: string | null
  /** SPF include of customers' own domains; null if unknown */
  spf: string | null
  limits: HostLimits | null
  /** the provider at which people can sign in in a browser instead */
  signIn?: 'microsoft' | 'google'
}

/** A host whose mailboxes cannot be connected by password, and what to do instead. */
export interface RefusedHost {
  name: string
  domains: readonly string[]
  mx: readonly string[]
  refusal: string
  /** the provider at which people sign in in a browser */
  signIn?: 'microsoft' | 'google'
}

const READ = '2026-11-29'
const limits = (source: string, { perHour = null, perDay = null, perMessage = null }: Partial<HostLimits>) =>
  ({ perHour, perDay, perMessage, source, read: READ }) satisfies HostLimits

const tls = (host: string, port: number): MailServer => ({ host, port, security: 'tls' })
const starttls = (host: string, port: number): MailServer => ({ host, port, security: 'starttls' })

type Described = Pick<MailHost, 'name' | 'smtp' | 'imap'> & Partial<MailHost>

/** Makes the entry of a host, with the properties that most hosts have in common. */
const host = (described: Described): MailHost => ({
  domains: [],
  mx: [],
  smtpUser: 'address',
  imapUser: 'address',
  appPassword: 'never',
  help: null,
  before: null,
  spf: null,
  limits: null,
  ...described,
})

/** Makes the entry of a host whose submission and IMAP servers take TLS on the usual ports. */
const usual = (name: string, smtp: string, imap: string, rest: Partial<MailHost> = {}): MailHost =>
  host({ name, smtp: tls(smtp, 465), imap: tls(imap, 993), ...rest })

const GMAIL_LIMITS = 'https://support.google.com/a/answer/166852'
const GMAIL = {
  appPassword: 'always',
  help: 'https://support.google.com/accounts/answer/185833',
  signIn: 'google',
} as const satisfies Partial<MailHost>

const ZOHO_LIMITS = 'https://www.zoho.com/mail/help/adminconsole/rates-and-limits.html'
/** Builds one region of Zoho: an account works at the servers of its own region only. */
const zoho = (domain: string, addresses: string, spf: string | null): MailHost =>
  usual(`Zoho Mail (${domain})`, `smtp.${domain}`, `imap.${domain}`, {
    domains: [domain, addresses],
    mx: [domain],
    appPassword: 'with_two_factor',
    help: 'https://www.zoho.com/mail/help/adminconsole/two-factor-authentication.html',
    before: 'Turn on IMAP access in Zoho Mail under Settings → Mail Accounts.',
    spf,
    // 50 to 500 an hour to addresses outside, by the reputation of the account; 100 a message on the free plan.
    limits: limits(ZOHO_LIMITS, { perHour: 500, perMessage: 150 }),
  })

const IONOS_LIMITS = 'https://www.ionos.com/help/email/general-topics/what-are-the-mass-mailing-limits/'
/** Makes the entry of IONOS for one country. */
const ionos = (domain: string, mx: readonly string[], spf: string): MailHost =>
  usual(`IONOS (${domain})`, `smtp.${domain}`, `imap.${domain}`, {
    mx: [domain, ...mx],
    spf,
    // In the first 30 days of a contract 50, then 100, then 400 an hour.
    limits: limits(IONOS_LIMITS, { perHour: 500 }),
  })

const GMX_HELP = 'https://hilfe.gmx.net/pop-imap/einschalten.html'
const WEB_DE_HELP = 'https://hilfe.web.de/pop-imap/einschalten.html'

export const MAIL_HOSTS: readonly MailHost[] = [
  usual('Gmail', 'smtp.gmail.com', 'imap.gmail.com', {
    domains: ['gmail.com', 'googlemail.com'],
    ...GMAIL,
    limits: limits(GMAIL_LIMITS, { perDay: 500, perMessage: 100 }),
  }),
  usual('Google Workspace', 'smtp.gmail.com', 'imap.gmail.com', {
    mx: ['google.com', 'googlemail.com'],
    ...GMAIL,
    spf: '_spf.google.com',
    // Messages a day; 500 for trial accounts.
    limits: limits(GMAIL_LIMITS, { perDay: 2_000, perMessage: 100 }),
  }),
  usual('Fastmail', 'smtp.fastmail.com', 'imap.fastmail.com', {
    domains: ['fastmail.com', 'fastmail.fm', 'messagingengine.com'],
    mx: ['messagingengine.com'],
    appPassword: 'always',
    help: 'https://www.fastmail.help/hc/en-us/articles/360058752854',
    spf: 'spf.messagingengine.com',
  }),
  host({
    name: 'iCloud Mail',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    mx: ['mail.icloud.com'],
    smtp: starttls('smtp.mail.me.com', 587),
    imap: tls('imap.mail.me.com', 993),
    imapUser: 'local-part',
    appPassword: 'always',
    help: 'https://support.apple.com/en-us/102654',
    spf: 'icloud.com',
    limits: limits('https://support.apple.com/en-us/102198', { perDay: 1_000, perMessage: 500 }),
  }),
  usual('Yahoo Mail', 'smtp.mail.yahoo.com', 'imap.mail.yahoo.com', {
    domains: [
      ...[
        'com',
        'ca',
        'de',
        'it',
        'fr',
        'es',
        'se',
        'co.in',
        'co.uk',
        'co.nz',
        'com.au',
        'com.ar',
        'com.br',
        'com.mx',
      ].map((end) => `yahoo.${end}`),
      ...['ymail.com', 'myyahoo.com', 'rocketmail.com'],
    ],
    mx: ['yahoodns.net'],
    appPassword: 'always',
    help: 'https://help.yahoo.com/kb/SLN15241.html',
  }),
  usual('AOL Mail', 'smtp.aol.com', 'imap.aol.com', {
    domains: ['aol.com', 'aim.com', 'aol.de', 'aol.it', 'aol.fr', 'aol.es', 'aol.se', 'aol.co.uk', 'aol.com.au'],
    appPassword: 'always',
    help: 'https://help.aol.com/articles/create-and-manage-app-password',
  }),
  zoho('zoho.com', 'zohomail.com', 'zohomail.com'),
  zoho('zoho.eu', 'zohomail.eu', 'zohomail.eu'),
  zoho('zoho.in', 'zohomail.in', 'zohomail.in'),
  zoho('zoho.com.au', 'zohomail.com.au', null),
  zoho('zoho.jp', 'zohomail.jp', null),
  zoho('zohocloud.ca', 'zohomailcloud.ca', null),
  usual('GMX', 'mail.gmx.net', 'imap.gmx.net', {
    domains: ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch', 'gmx.eu', 'gmx.org', 'gmx.info'],
    appPassword: 'with_two_factor',
    help: GMX_HELP,
    before: 'Allow access by POP3 and IMAP in the settings of GMX.',
  }),
  usual('GMX', 'mail.gmx.com', 'imap.gmx.com', {
    domains: ['gmx.com', 'gmx.us', 'gmx.co.uk', 'gmx.es', 'gmx.fr', 'gmx.it', 'gmx.ca', 'gmx.pt', 'gmx.ie'],
    appPassword: 'with_two_factor',
    before: 'Allow access by POP3 and IMAP in the settings of GMX.',
  }),
  usual('WEB.DE', 'smtp.web.de', 'imap.web.de', {
    domains: ['web.de'],
    smtpUser: 'local-part',
    imapUser: 'local-part',
    appPassword: 'with_two_factor',
    help: WEB_DE_HELP,
    before: 'Allow access by POP3 and IMAP in the settings of WEB.DE.',
  }),
  usual('mail.com', 'smtp.mail.com', 'imap.mail.com', {
    domains: ['mail.com', 'email.com', 'usa.com', 'post.com', 'europe.com', 'consultant.com', 'engineer.com', 'dr.com'],
    before: 'Allow access by POP3 and IMAP in the settings of mail.com.',
  }),
  usual('T-Online', 'securesmtp.t-online.de', 'secureimap.t-online.de', {
    domains: ['t-online.de', 'magenta.de'],
    appPassword: 'always',
    help: 'https://www.telekom.de/hilfe/apps-dienste/e-mail/programme/passwort-verwalten',
  }),
  ionos('ionos.de', ['kundenserver.de', '1und1.de'], '_spf-eu.ionos.com'),
  ionos('ionos.com', ['perfora.net', '1and1.com'], '_spf-us.ionos.com'),
  ionos('ionos.co.uk', ['1and1.co.uk'], '_spf-eu.ionos.com'),
  ionos('ionos.fr', ['1and1.fr'], '_spf-eu.ionos.com'),
  ionos('ionos.es', ['1and1.es'], '_spf-eu.ionos.com'),
  ionos('ionos.it', ['1and1.it'], '_spf-eu.ionos.com'),
  usual('Strato', 'smtp.strato.de', 'imap.strato.de', {
    domains: ['strato.de'],
    mx: ['rzone.de'],
    help: 'https://www.strato.de/faq/mail/externes-e-mail-programm-mit-strato-e-mail-adresse-nutzen/',
    spf: '_spf.strato.com',
  }),
  usual('Hetzner', 'mail.your-server.de', 'mail.your-server.de', { mx: ['your-server.de'] }),
  usual('domainFACTORY', 'sslout.df.eu', 'sslin.df.eu', { mx: ['ispgateway.de'] }),
  usual('OVHcloud', 'ssl0.ovh.net', 'ssl0.ovh.net', { mx: ['mail.ovh.net'], spf: 'mx.ovh.com' }),
  usual('Infomaniak', 'mail.infomaniak.com', 'mail.infomaniak.com', {
    mx: ['infomaniak.ch'],
    help: 'https://www.infomaniak.com/en/support/faq/admin2/email-service',
    before: 'Create a password for a device of this address in the Infomaniak Manager, and use it here.',
    spf: 'spf.infomaniak.ch',
    limits: limits('https://www.infomaniak.com/en/support/faq/2065', { perDay: 1_440, perMessage: 100 }),
  }),
  usual('Infomaniak my kSuite', 'mail.infomaniak.com', 'mail.infomaniak.com', {
    domains: ['ik.me', 'ikmail.com', 'etik.com'],
    before: 'Create a password for a device of this address in the Infomaniak Manager, and use it here.',
    limits: limits('https://www.infomaniak.com/en/support/faq/2065', { perDay: 500, perMessage: 100 }),
  }),
  usual('Hostpoint', 'asmtp.mail.hostpoint.ch', 'imap.mail.hostpoint.ch', {
    mx: ['hostpoint.ch'],
    spf: 'spf.mail.hostpoint.ch',
  }),
  usual('mailbox.org', 'smtp.mailbox.org', 'imap.mailbox.org', {
    domains: ['mailbox.org'],
    mx: ['mailbox.org'],
    appPassword: 'with_two_factor',
    help: 'https://kb.mailbox.org/en/private/security-and-privacy/e-mail-password',
  }),
  usual('Posteo', 'posteo.de', 'posteo.de', {
    domains: ['de', 'at', 'ch', 'net', 'org', 'eu', 'nl', 'us', 'co.uk', 'fr', 'es', 'it', 'pl', 'se', 'dk'].map(
      (end) => `posteo.${end}`,
    ),
    help: 'https://posteo.de/hilfe/wie-richte-ich-posteo-in-einem-mailprogramm-ein-pop3-imap-und-smtp',
  }),
  usual('one.com', 'send.one.com', 'imap.one.com', { domains: ['one.com'], mx: ['one.com'], spf: '_custspf.one.com' }),
  usual('Gandi', 'mail.gandi.net', 'mail.gandi.net', {
    domains: ['gandi.net'],
    mx: ['mail.gandi.net'],
    spf: '_mailcust.gandi.net',
    limits: limits('https://docs.gandi.net/en/gandimail/limitations.html', { perMessage: 40 }),
  }),
  usual('Namecheap Private Email', 'mail.privateemail.com', 'mail.privateemail.com', {
    mx: ['privateemail.com'],
    spf: 'spf.privateemail.com',
  }),
  usual('GoDaddy', 'smtpout.secureserver.net', 'imap.secureserver.net', {
    mx: ['secureserver.net'],
    spf: 'secureserver.net',
    // Up to 500 a day can be bought.
    limits: limits('https://www.godaddy.com/help/workspace-email-account-limitations-2949', {
      perDay: 250,
      perMessage: 100,
    }),
  }),
  usual('Rackspace Email', 'secure.emailsrvr.com', 'secure.emailsrvr.com', {
    mx: ['emailsrvr.com'],
    spf: 'emailsrvr.com',
  }),
  usual('Migadu', 'smtp.migadu.com', 'imap.migadu.com', { mx: ['migadu.com'], spf: 'spf.migadu.com' }),
  usual('Runbox', 'mail.runbox.com', 'mail.runbox.com', {
    domains: ['runbox.com', 'runbox.no', 'runbox.us'],
    smtpUser: 'local-part',
    imapUser: 'local-part',
    help: 'https://help.runbox.com/email-program-settings/',
  }),
  usual('Runbox', 'mail.runbox.com', 'mail.runbox.com', {
    mx: ['runbox.com'],
    smtpUser: 'percent',
    imapUser: 'percent',
    help: 'https://help.runbox.com/email-program-settings/',
    spf: 'spf.runbox.com',
  }),
  usual('Mailfence', 'smtp.mailfence.com', 'imap.mailfence.com', {
    domains: ['mailfence.com'],
    mx: ['mailfence.com'],
    spf: '_spf.mailfence.com',
  }),
  usual('Yandex Mail', 'smtp.yandex.com', 'imap.yandex.com', {
    domains: ['yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'ya.ru', 'narod.ru'],
    appPassword: 'always',
    help: 'https://yandex.com/support/id/authorization/app-passwords.html',
    limits: limits('https://yandex.com/support/mail/web/letter/create/send-many-letters.html', {
      perDay: 500,
      perMessage: 35,
    }),
  }),
  usual('Yandex 360', 'smtp.yandex.com', 'imap.yandex.com', {
    mx: ['mx.yandex.net', 'mx.yandex.ru'],
    appPassword: 'always',
    help: 'https://yandex.com/support/id/authorization/app-passwords.html',
    spf: '_spf.yandex.net',
  }),
  usual('Mail.ru', 'smtp.mail.ru', 'imap.mail.ru', {
    domains: ['mail.ru', 'inbox.ru', 'list.ru', 'bk.ru'],
    mx: ['emx.mail.ru'],
    appPassword: 'always',
    help: 'https://help.mail.ru/mail/security/protection/external',
    spf: '_spf.mail.ru',
  }),
  usual('QQ Mail', 'smtp.qq.com', 'imap.qq.com', {
    domains: ['qq.com', 'foxmail.com'],
    appPassword: 'always',
    help: 'https://service.mail.qq.com/detail/0/75',
  }),
  usual('NetEase 163', 'smtp.163.com', 'imap.163.com', { domains: ['163.com'], appPassword: 'always' }),
  usual('NetEase 126', 'smtp.126.com', 'imap.126.com', { domains: ['126.com'], appPassword: 'always' }),
  usual('Orange', 'smtp.orange.fr', 'imap.orange.fr', { domains: ['orange.fr', 'wanadoo.fr'] }),
  usual('Free', 'smtp.free.fr', 'imap.free.fr', {
    domains: ['free.fr'],
    smtpUser: 'local-part',
    imapUser: 'local-part',
    help: 'https://assistance.free.fr/articles/configurer-de-maniere-avancee-mon-logiciel-de-messagerie-609',
  }),
  usual('La Poste', 'smtp.laposte.net', 'imap.laposte.net', {
    domains: ['laposte.net'],
    smtpUser: 'local-part',
    imapUser: 'local-part',
  }),
  usual('Bluewin', 'smtpauths.bluewin.ch', 'imaps.bluewin.ch', { domains: ['bluewin.ch', 'bluemail.ch'] }),
  usual('Libero', 'smtp.libero.it', 'imapmail.libero.it', {
    domains: ['libero.it', 'iol.it', 'blu.it', 'inwind.it', 'giallo.it'],
  }),
  usual('Seznam', 'smtp.seznam.cz', 'imap.seznam.cz', {
    domains: ['seznam.cz', 'email.cz', 'post.cz', 'spoluzaci.cz'],
  }),
]

export const REFUSED_HOSTS: readonly RefusedHost[] = [
  {
    name: 'Microsoft',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
    mx: ['outlook.com', 'mx.microsoft'],
    refusal: 'Microsoft does not accept a password from other programs. Choose “Connect Microsoft 365” instead.',
    signIn: 'microsoft',
  },
  {
    name: 'Proton Mail',
    domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
    mx: ['protonmail.ch'],
    refusal:
      'Proton Mail can be reached only through Proton Mail Bridge on the computer it runs on, not by a server such as this one.',
  },
  {
    name: 'Tuta',
    domains: ['tuta.com', 'tutanota.com', 'tutanota.de', 'tuta.io', 'tutamail.com', 'keemail.me'],
    mx: ['tutanota.de'],
    refusal: 'Tuta offers neither SMTP nor IMAP, so its mailboxes cannot be connected.',
  },
]

const isBelow = (name: string, end: string) => name === end || name.endsWith(`.${end}`)

/** Finds the mail host that gives out addresses of a domain, or the entry of a host that refuses passwords. */
export const hostOfDomain = (domain: string): MailHost | RefusedHost | null =>
  [...MAIL_HOSTS, ...REFUSED_HOSTS].find(({ domains }) => domains.includes(domain)) ?? null

/** Finds the host of a domain by the names in its MX records, those with the highest priority first. */
export function hostOfMx(names: readonly string[]): MailHost | RefusedHost | null {
  const known = [...MAIL_HOSTS, ...REFUSED_HOSTS]
  for (const name of names) {
    const found = known.find(({ mx }) => mx.some((end) => isBelow(name.toLowerCase(), end)))
    if (found) return found
  }
  return null
}

/**
 * Finds the host of a connected mailbox by its submission server; the domain distinguishes several offers of one host.
 */
export function hostOfServer(server: string, domain: string): MailHost | null {
  const sharing = MAIL_HOSTS.filter(({ smtp }) => smtp.host === server.toLowerCase())
  return (
    sharing.find(({ domains }) => domains.includes(domain)) ??
    sharing.find(({ mx }) => mx.length > 0) ??
    sharing[0] ??
    null
  )
}

/** Returns the name to sign in with. */
export function userIn(form: UserForm, email: string): string {
  const at = email.lastIndexOf('@')
  if (form === 'local-part') return email.slice(0, at)
  return form === 'percent' ? `${email.slice(0, at)}%${email.slice(at + 1)}` : email
}
