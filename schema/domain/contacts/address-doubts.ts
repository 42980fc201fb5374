import { emailKey } from './contacts.ts'
import { domainOf } from '../campaigns/bulk-sender-rules.ts'

/**
 * Addresses that can be sent to but are probably not what was meant, judged by their spelling alone: no network, so a
 * doubt is never a reason to leave somebody out.
 */
export type AddressDoubt =
  /** the domain is a large one with one letter wrong; `meant` is the address that was probably meant */
  | { kind: 'typo'; meant: string }
  /** `role`: a team or a machine reads the mailbox, not a person */
  | { kind: 'role' }
  /** no top-level domain of this name exists */
  | { kind: 'domain' }

/** Large domains of private mailboxes that people misspell. */
const LARGE = [
  ...['gmail.com', 'googlemail.com', 'icloud.com', 'yahoo.com', 'yahoo.co.uk', 'hotmail.com', 'hotmail.co.uk'],
  ...['hotmail.de', 'hotmail.fr', 'hotmail.it', 'hotmail.es', 'outlook.com', 'outlook.de', 'outlook.fr', 'outlook.es'],
  ...['outlook.it', 'protonmail.com', 'fastmail.com', 't-online.de', 'freenet.de', 'arcor.de', 'wanadoo.fr'],
  ...['orange.fr', 'laposte.net', 'libero.it', 'virgilio.it', 'bluewin.ch', 'btinternet.com', 'comcast.net'],
  ...['verizon.net', 'bigpond.com', 'telenet.be', 'skynet.be', 'ziggo.nl', 'planet.nl', 'interia.pl', 'outlook.pt'],
] as const
/** Domains of mailboxes that anybody can have, short ones included. */
const PUBLIC = new Set<string>([
  ...LARGE,
  ...['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'gmx.com', 'web.de', 'live.com', 'live.de', 'live.fr', 'live.nl'],
  ...['aol.com', 'aol.de', 'me.com', 'mac.com', 'msn.com', 'mail.com', 'mail.ru', 'email.com', 'ymail.com', 'free.fr'],
  ...[
    'proton.me',
    'pm.me',
    'sfr.fr',
    'wp.pl',
    'o2.pl',
    'onet.pl',
    'rocketmail.com',
    'zoho.com',
    'yandex.com',
    'qq.com',
  ],
])
/** Matches providers with a domain in many countries. */
const IN_MANY_COUNTRIES = /^(?:hotmail|outlook|live|yahoo|ymail)\.(?:[a-z]{2}|com?\.[a-z]{2})$/
/** Matches endings that stand for a mistyped .com far more often than for Cameroon, Colombia, Oman or Niger. */
const SHORT_COM = /\.(?:cm|co|om|ne)$/
/** Providers that have only one domain: name → domain. */
const ONLY: Readonly<Record<string, string>> = {
  gmail: 'gmail.com',
  googlemail: 'googlemail.com',
  icloud: 'icloud.com',
}

/** Misspelled endings of any domain, and the ending that was meant. */
const ENDS: Readonly<Record<string, string>> = {
  ...{ con: 'com', cmo: 'com', ocm: 'com', coom: 'com', comm: 'com', vom: 'com', xom: 'com', cpm: 'com', clm: 'com' },
  ...{ c0m: 'com', coml: 'com', nett: 'net', ner: 'net', met: 'net', ent: 'net', orgg: 'org', ogr: 'org', rog: 'org' },
  ...{ dee: 'de', ded: 'de', frr: 'fr', itt: 'it', nll: 'nl', eud: 'edu' },
}

/** Local parts of email addresses that belong to a task, such as info or sales, not to a person. */
const ROLES = new Set([
  ...['abuse', 'accounting', 'accounts', 'admin', 'administrator', 'billing', 'bewerbung', 'booking', 'buchhaltung'],
  ...['bounce', 'careers', 'contact', 'contacto', 'customerservice', 'datenschutz', 'donotreply', 'einkauf', 'empfang'],
  ...['enquiries', 'feedback', 'hello', 'help', 'helpdesk', 'hostmaster', 'hr', 'info', 'inquiries', 'invoice'],
  ...['invoices', 'it', 'jobs', 'kontakt', 'mail', 'mailerdaemon', 'marketing', 'media', 'newsletter', 'noreply'],
  ...['office', 'orders', 'postmaster', 'praxis', 'presse', 'press', 'privacy', 'rechnung', 'rechnungen', 'reception'],
  ...['recruiting', 'reply', 'root', 'sales', 'security', 'sekretariat', 'service', 'shop', 'spam', 'support', 'team'],
  ...['verkauf', 'vertrieb', 'verwaltung', 'webmaster'],
])

/**
 * Returns what is doubtful about a valid address; null if nothing is. `isTopLevel`: whether a top-level domain exists.
 */
export function doubtAbout(email: string, isTopLevel: (name: string) => boolean): AddressDoubt | null {
  const key = emailKey(email)
  const domain = domainOf(key)
  const local = key.slice(0, key.lastIndexOf('@'))
  const meant = meantDomain(domain, isTopLevel)
  if (meant !== null) return { kind: 'typo', meant: `${local}@${meant}` }
  if (!isTopLevel(domain.slice(domain.lastIndexOf('.') + 1))) return { kind: 'domain' }
  return ROLES.has(untagged(local).replace(/[-_.]/g, '')) ? { kind: 'role' } : null
}

/** Returns the domain that was probably meant; null if the domain may be right. */
function meantDomain(domain: string, isTopLevel: (name: string) => boolean): string | null {
  if (PUBLIC.has(domain)) return null
  if (IN_MANY_COUNTRIES.test(domain) && !SHORT_COM.test(domain)) return null
  const name = domain.slice(0, domain.indexOf('.'))
  if (Object.hasOwn(ONLY, name)) return ONLY[name] ?? null
  const near = LARGE.find((known) => known[0] === domain[0] && isOneEditAway(known, domain))
  if (near) return near
  const end = domain.slice(domain.lastIndexOf('.') + 1)
  const right = isTopLevel(end) || !Object.hasOwn(ENDS, end) ? undefined : ENDS[end]
  return right === undefined ? null : domain.slice(0, -end.length) + right
}

/** Returns whether two words differ by one letter that is missing, added or changed, or by two swapped neighbors. */
function isOneEditAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let at = 0
  while (one[at] === other[at] && at < one.length) at += 1
  const [left, right] = [one.slice(at), other.slice(at)]
  if (left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)) return true
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
}

const untagged = (local: string): string => (local.indexOf('+') > 0 ? local.slice(0, local.indexOf('+')) : local)

/**
 * The mailbox that an address leads to, for finding one mailbox in several spellings: case and “+tag” make no
 * difference, nor do dots at Gmail.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const domain = domainOf(key)
  const local = untagged(key.slice(0, key.lastIndexOf('@')))
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${local}@${domain}`
  return `${local.replaceAll('.', '')}@gmail.com`
}

/**
 * A person by name and domain, for finding one person with two addresses; null where that proves nothing: half a name, or
 * a provider at which many people have the same name.
 */
export function personKey({
  firstName,
  lastName,
  email,
}: {
  firstName: string
  lastName: string
  email: string
}): string | null {
  const domain = domainOf(emailKey(email))
  const [first, last] = [nameKey(firstName), nameKey(lastName)]
  if (first === '' || last === '' || PUBLIC.has(domain) || IN_MANY_COUNTRIES.test(domain)) return null
  return `${first} ${last}@${domain}`
}

const nameKey = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
