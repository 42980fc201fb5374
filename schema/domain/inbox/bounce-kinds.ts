/**
 * Why an email bounced. `address`: the address does not work, so it is not retried. `passing`: this email failed, later
 * ones may arrive (mailbox full, out of order). `refused`: the email or its sender was rejected (spam rules, size,
 * policy).
 */
export type BounceKind = 'address' | 'passing' | 'refused'

const NO_DOMAIN = /\bNXDOMAIN\b|(domain|host)( name)? (does not exist|not found|has no)/i
const NOBODY_THERE =
  /(user|recipient|mailbox|address|account|alias)\W+(\w+\W+){0,3}?(unknown|not found|not exist|n't exist|no longer (exists|valid|available)|disabled|inactive|deactivated|invalid)|(unknown|no such|invalid|non-?existent) (\w+ )?(user|recipient|mailbox|address|account|person)|does ?n(o|')t exist|nosuchuser|recipientnotfound|recipient address rejected: (access denied|user|undeliverable)|not our customer|no mailbox here/i
const ABOUT_THE_SENDER = /\bsender('s)? (domain|address|e-?mail|verif)|\bmail from\b|\breturn[- ]path\b/i
const NOT_WANTED =
  /spam|blocked|block ?list|black ?list|blacklisted|reputation|policy|dmarc|\bspf\b|dkim|unsolicited|content rejected|virus|banned|too (large|big)|size limit|exceeds|rate limit|access denied|not authori[sz]ed|permission/i

/**
 * Status codes → kind; the first match applies. Text about unknown users is checked before, text about policy after.
 */
const KINDS: readonly { code: RegExp; kind: BounceKind }[] = [
  { code: /^4\./, kind: 'passing' },
  { code: /^5\.1\.(7|8|90)$/, kind: 'refused' },
  { code: /^5\.1\./, kind: 'address' },
  { code: /^5\.2\.(2|12\d)$/, kind: 'passing' },
  { code: /^5\.2\.1$/, kind: 'address' },
  { code: /^5\.(2\.3|3\.4|5\.|6\.|7\.)/, kind: 'refused' },
  { code: /^5\.3\./, kind: 'passing' },
  { code: /^5\.4\.310$/, kind: 'address' },
  { code: /^5\.4\.(6|14|3\d\d)$/, kind: 'passing' },
]

export function kindOf(status: string, code: string | null, words: string): BounceKind {
  if (NO_DOMAIN.test(words) && !ABOUT_THE_SENDER.test(words)) return 'address'
  if ((status || code)?.startsWith('4.')) return 'passing'
  if (/(mailbox|quota|inbox)\W+(\w+\W+){0,4}?(full|exceeded)|over ?quota/i.test(words)) return 'passing'
  if (NOBODY_THERE.test(words) && !ABOUT_THE_SENDER.test(words)) return 'address'
  const known = [code, status].flatMap((each) => KINDS.find((row) => each && row.code.test(each)) ?? [])[0]
  if (known) return known.kind
  return NOT_WANTED.test(words) ? 'refused' : 'address'
}
