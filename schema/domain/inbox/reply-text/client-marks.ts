import type { OpenToken } from '../../html/html-tokenizer.ts'

/**
 * Marks by which mail programs tell the email that a reply quotes.
 *
 * `whole`: everything within the element is quoted. `container`: it holds an introduction and quotes, between and below which answers may
 * stand. `cite`: it holds what is quoted. `inner`: the same within a container; elsewhere the writer quoted something. `introduction`: it holds the line above. `below`: everything from here to the end is quoted, as in
 * Outlook, which does not enclose it. `header`: the same, if its first line has a colon, as after
 * "From" in any language; `rule`: the same, if that line is "From" in a known language. `indented` and `bare`: a block that the program or
 * the writer indented; `bare` has no attribute, which no editor writes.
 */
type Mark =
  | 'whole'
  | 'container'
  | 'cite'
  | 'inner'
  | 'introduction'
  | 'below'
  | 'header'
  | 'rule'
  | 'indented'
  | 'bare'

interface ClientMark {
  client: string
  tag: RegExp
  attribute: 'class' | 'id' | 'name' | 'type' | 'style' | 'data-marker' | 'data-skiff-mail'
  /** in lower case; prefixes such as Outlook's "x_" are removed */
  value: RegExp
  mark: Mark
}

const ANY = /^/

/**
 * Marks of mail programs; the first that fits counts. Sources: PM ProtonMail/WebClients (messageBlockquote.ts) · IK
 * Infomaniak/android-kMail (MessageBodyUtils.kt) · TA mailgun/talon (html_quotations.py) · LK messages on
 * lists.freedesktop.org · all others: the program's own HTML.
 */
const CLIENT_MARKS: readonly ClientMark[] = [
  { client: 'Gmail', tag: /^blockquote$/, attribute: 'class', value: /\bgmail_quote\b/, mark: 'inner' },
  { client: 'Gmail', tag: ANY, attribute: 'class', value: /\bgmail_attr\b/, mark: 'introduction' },
  { client: 'Gmail', tag: ANY, attribute: 'class', value: /\bgmail_quote\b/, mark: 'container' },
  {
    client: 'Apple Mail, Thunderbird, Roundcube',
    tag: /^blockquote$/,
    attribute: 'type',
    value: /^cite$/,
    mark: 'cite',
  },
  { client: 'Thunderbird', tag: ANY, attribute: 'class', value: /\bmoz-cite-prefix\b/, mark: 'introduction' },
  { client: 'Roundcube', tag: ANY, attribute: 'id', value: /^reply-intro$/, mark: 'introduction' },
  {
    client: 'Outlook on the web',
    tag: ANY,
    attribute: 'id',
    value: /^(?:appendonsend|divrplyfwdmsg|3d"divrplyfwdmsg")$/,
    mark: 'below',
  },
  {
    client: 'Outlook (new, phones)',
    tag: ANY,
    attribute: 'id',
    value: /^mail-editor-reference-message-container$/,
    mark: 'whole',
  },
  {
    client: 'Outlook (phones)',
    tag: ANY,
    attribute: 'class',
    value: /\bms-outlook-mobile-reference-message\b/,
    mark: 'whole',
  },
  { client: 'Outlook 2003', tag: ANY, attribute: 'class', value: /\boutlookmessageheader\b/, mark: 'below' },
  { client: 'Outlook for Mac', tag: ANY, attribute: 'id', value: /^olk_src_body_section$/, mark: 'whole' },
  {
    client: 'Outlook for Windows',
    tag: /^div$/,
    attribute: 'style',
    value: /border-top: ?solid (?:#[0-9a-f]{3,6}|windowtext|[a-z]+) 1\.0pt; ?padding: ?3\.0pt 0/,
    mark: 'header',
  },
  { client: 'Windows Mail', tag: /^div$/, attribute: 'style', value: /border-top(?!: ?(?:none|0))/, mark: 'rule' },
  { client: 'Hotmail', tag: /^hr$/, attribute: 'id', value: /^stopspelling$/, mark: 'below' },
  { client: 'Yahoo', tag: ANY, attribute: 'class', value: /yahoo_quoted\b/, mark: 'whole' },
  { client: 'Yahoo', tag: ANY, attribute: 'id', value: /yahoo_quoted/, mark: 'whole' },
  { client: 'Yahoo (iOS)', tag: /^blockquote$/, attribute: 'class', value: /\biosymail\b/, mark: 'cite' },
  { client: 'Proton', tag: /^blockquote$/, attribute: 'class', value: /\bprotonmail_quote\b/, mark: 'cite' },
  { client: 'Proton', tag: ANY, attribute: 'class', value: /\bprotonmail_quote\b/, mark: 'container' },
  { client: 'Zoho', tag: /^blockquote$/, attribute: 'id', value: /^blockquote_zmail$/, mark: 'cite' },
  { client: 'Zoho', tag: ANY, attribute: 'class', value: /\bzmail_extra\b/, mark: 'container' },
  { client: 'GMX, web.de', tag: ANY, attribute: 'name', value: /^quote$/, mark: 'whole' },
  { client: 'Tuta', tag: ANY, attribute: 'class', value: /\btutanota_quote\b/, mark: 'cite' },
  { client: 'Infomaniak', tag: ANY, attribute: 'class', value: /\bik_mail_quote\b/, mark: 'whole' },
  { client: 'Skiff', tag: ANY, attribute: 'class', value: /\bskiff_quote\b/, mark: 'whole' },
  { client: 'Spark', tag: ANY, attribute: 'name', value: /^messagereplysection$/, mark: 'container' },
  { client: 'Front', tag: /^blockquote$/, attribute: 'class', value: /\bfront-blockquote\b/, mark: 'cite' },
  { client: 'Missive', tag: ANY, attribute: 'class', value: /\bmissive_quote\b/, mark: 'cite' },
  { client: 'Zimbra', tag: /^hr$/, attribute: 'id', value: /^zwchr$/, mark: 'below' },
  { client: 'Zimbra', tag: ANY, attribute: 'data-marker', value: /^__divider__$/, mark: 'below' },
  { client: 'NetEase', tag: ANY, attribute: 'id', value: /^(?:isreplycontent|isforwardcontent)$/, mark: 'whole' },
  { client: 'NetEase (phones)', tag: ANY, attribute: 'class', value: /\bntes-mailmaster-quote\b/, mark: 'whole' },
  { client: '139.com', tag: ANY, attribute: 'id', value: /^reply139content$/, mark: 'whole' },
  { client: '139.com', tag: /^hr$/, attribute: 'id', value: /^replysplit$/, mark: 'below' },
  { client: 'Sina', tag: ANY, attribute: 'id', value: /^(?:origbody|orimsghtmlseperator)$/, mark: 'below' },
  {
    client: 'mail.ru and others',
    tag: /^blockquote$/,
    attribute: 'style',
    value: /border-left(?:-width|-style)?: ?(?!none|0)/,
    mark: 'cite',
  },
]

/** Prefixes that a program puts before names in the HTML of another one. */
const FOREIGN_PREFIX = /(?<![a-z0-9_-])(?:(?:x_)+|ecx)(?=[a-z])/g

/** The mark that an element is; null for any other element. */
export function markOf({ name, attributes }: OpenToken): Mark | null {
  if (attributes.size === 0) return name === 'blockquote' ? 'bare' : null
  const values = new Map<string, string>()
  for (const [attribute, value] of attributes)
    values.set(attribute, value.slice(0, VALUE_MAX).toLowerCase().replaceAll(FOREIGN_PREFIX, ''))
  const found = CLIENT_MARKS.find(
    ({ tag, attribute, value }) => values.has(attribute) && tag.test(name) && value.test(values.get(attribute) ?? ''),
  )
  return found?.mark ?? (name === 'blockquote' ? 'indented' : null)
}
/** Characters read of an attribute. */
const VALUE_MAX = 500
