import { repairMergeTags } from '../../content/merge-tag-repair.ts'

/**
 * Merge tags of other programs: Mailchimp's *|FNAME|*, HubSpot's {{ contact.firstname }}, and {{ first_name }} as Beefree,
 * Klaviyo and others write them.
 */

/** Names of fields in other programs, in small letters without punctuation → our merge tag. */
const NAMES: Readonly<Record<string, string>> = {
  fname: 'firstName',
  first: 'firstName',
  firstname: 'firstName',
  givenname: 'firstName',
  lname: 'lastName',
  last: 'lastName',
  lastname: 'lastName',
  surname: 'lastName',
  familyname: 'lastName',
  email: 'email',
  emailaddress: 'email',
  unsub: 'unsubscribeUrl',
  unsubscribe: 'unsubscribeUrl',
  unsubscribelink: 'unsubscribeUrl',
  unsubscribeurl: 'unsubscribeUrl',
  unsubscribelinkall: 'unsubscribeUrl',
}
/** Prefixes that other programs put before a field's name. */
const OWNERS = /^(?:contact|person|recipient|subscriber|user|lead|customer|profile|personalization_token)\./i
/**
 * Merge fields of imported HTML that only the program it comes from can fill, such as Mailchimp's archive page. They are
 * taken out instead of becoming our merge tags. In lower case without punctuation. Names with a colon, such as
 * *|DATE:Y|*, need no entry: they are not read as field names.
 */
const OF_PROGRAM = new Set(
  (
    'aboutlist abuseemail archive archivepage campaignuid currentyear emailuid forward mclanguage mclanguagelabel ' +
    'mcpreviewtext rewards rewardstext uniqid updateprofile viewaspagesection viewaspageurl unsubscribesection ' +
    'else elseif end endif endfor'
  ).split(' '),
)
/** Prefixes before the dot of fields that only the sending program knows: the sender's own company and account. */
const PARTS_OF_PROGRAM = /^(?:account|content|organization|site_settings|subscription)\./i
/** Pairs of braces or *| |*; short, so that none spans the email. */
const TAGS = /\*\|([^|*\r\n]{1,100})\|\*|\{\{\{?([^{}\r\n]{1,200})\}?\}\}|\{%([^{}%\r\n]{0,200})%\}/g
const FIELD = /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,99}$/u

export interface MappedTags {
  readonly html: string
  /** tags that became ours: the foreign tag and our tag */
  readonly mapped: readonly { readonly from: string; readonly to: string }[]
  /** tags without an equivalent, which are taken out */
  readonly unknown: readonly string[]
}

/** Rewrites the merge tags of other programs. Pure; linear. */
export function withOwnTags(source: string): MappedTags {
  const mapped = new Map<string, string>()
  const unknown = new Set<string>()
  const html = source.replace(TAGS, (whole: string, mailchimp?: string, braced?: string) => {
    const ours = mailchimp === undefined ? bracedTag(braced) : tagOf(mailchimp, null)
    if (ours === null) unknown.add(whole)
    else mapped.set(whole, ours)
    return ours ?? ''
  })
  return { html: repairMergeTags(html), mapped: [...mapped].map(([from, to]) => ({ from, to })), unknown: [...unknown] }
}

/**
 * Reads a merge tag in double braces: {{ name }}, {{ name|default:'there' }} and {{
 * personalization_token('contact.firstname', 'there') }}.
 */
function bracedTag(inside: string | undefined): string | null {
  const text = inside?.replaceAll('&quot;', '"').replaceAll('&#39;', "'").trim() ?? ''
  const called = /^personalization_token\(\s*["']([^"']{1,100})["']\s*(?:,\s*["']([^"']{0,100})["']\s*)?\)$/.exec(text)
  if (called) return tagOf(called[1] ?? '', called[2] ?? null)
  const [name = '', filter = ''] = text.split('|', 2)
  const fallback = /^\s*default(?:\(|:)?\s*["']([^"']{0,100})["']\)?\s*$/.exec(filter)?.[1] ?? null
  return tagOf(name, fallback)
}

function tagOf(name: string, fallback: string | null): string | null {
  const whole = name.trim()
  const bare = whole.replace(OWNERS, '')
  if (!FIELD.test(bare) || PARTS_OF_PROGRAM.test(whole)) return null
  const key = bare.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const known = NAMES[key]
  if (known === undefined && bare === whole && OF_PROGRAM.has(key)) return null
  const field = known ?? bare.replace(/\./g, ' ')
  const otherwise = fallback?.replace(/[{}<>]/g, '') ?? null
  return otherwise === null ? `{${field}}` : `{${field}|${otherwise}}`
}
