import {
  compileTemplate,
  fillTemplate,
  markOf,
  markTags,
  UNSUBSCRIBE_TAG,
  unmarkTags,
  type MergeTag,
  type MergeTemplate,
} from './merge-tags.ts'

/** The links of a mail: found in its HTML, led over us, and where each leads for one recipient. */

export const LINK_LIMITS = {
  /** tracked links of a campaign; further ones stay direct */
  links: 2_000,
  /** characters of an address, before and after its tags are filled */
  url: 8_000,
} as const

/** An address in the HTML that is led over us: `key` is what its value is found by when the mail is filled. */
export interface LinkSlot {
  key: string
  /** as {@link linksIn} tells it */
  url: string
}

/** The http(s) links of a mail's HTML, each once, in order. Merge tags in them stay; entities are decoded. */
export function linksIn(html: MergeTemplate): string[] {
  const urls = hrefsIn(markTags(html)).flatMap(({ value }) => urlOf(value, html) ?? [])
  return [...new Set(urls)].slice(0, LINK_LIMITS.links)
}

/** Puts a slot in place of every link that is among `urls`; what leads elsewhere stays as it is. */
export function slotLinks(html: MergeTemplate, urls: ReadonlySet<string>): { html: MergeTemplate; slots: LinkSlot[] } {
  const marked = markTags(html)
  const parts = [...html.parts]
  const slots = new Map<string, LinkSlot & { mark: string }>()
  let result = ''
  let end = 0
  for (const href of hrefsIn(marked)) {
    const url = urlOf(href.value, html)
    if (url === null || !urls.has(url)) continue
    let slot = slots.get(url)
    if (!slot) {
      const key = `link:${slots.size}`
      slot = { key, url, mark: markOf(parts.push({ key, name: key, fallback: '' }) - 1) }
      slots.set(url, slot)
    }
    result += `${marked.slice(end, href.start)}"${slot.mark}"`
    end = href.end
  }
  return {
    html: unmarkTags(result + marked.slice(end), parts),
    slots: [...slots.values()].map(({ key, url }) => ({ key, url })),
  }
}

/** Whether one of the links leads to what the tag `key` stands for. */
export function leadsTo(html: MergeTemplate, key: string): boolean {
  return hrefsIn(markTags(html)).some(({ value }) => {
    const [first, ...more] = unmarkTags(value.trim(), html.parts).parts
    return typeof first === 'object' && first.key === key && more.length === 0
  })
}

/** An address of a link, cut at its tags. */
export function compileAddress(url: string): MergeTemplate {
  const { parts } = compileTemplate(url)
  let before = ''
  return {
    parts: parts.map((part) => {
      if (typeof part === 'string') {
        before += part
        return part
      }
      const place = placeAfter(before)
      before += markOf(0)
      return { ...part, place }
    }),
  }
}

function placeAfter(before: string): MergeTag['place'] {
  if (before.trim() === '') return 'address'
  return /^\s*[a-z]+:\/\/[^/?#]*$/i.test(before) ? 'host' : 'path'
}

/**
 * Where a link leads one recipient: an absolute http(s) address, or null when the values make none of it. A value may be a whole address
 * where the link says so ({website}); beside a host that is written out it changes neither host nor user information.
 */
export function destinationOf(address: MergeTemplate, values: Map<string, string>): string | null {
  const filled = fillTemplate(address, values, 'text').trim()
  if (!/^https?:\/\//i.test(filled) || filled.length > LINK_LIMITS.url || !URL.canParse(filled)) return null
  const url = new URL(filled)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const leads = address.parts.find((part) => typeof part !== 'string')
  if (leads && typeof leads !== 'string' && leads.place !== 'path' && !keepsHost(address, url)) return null
  return url.href
}

/** Whether values that stand in the host left what is written out beside them as it is. */
function keepsHost(address: MergeTemplate, url: URL): boolean {
  if (url.username !== '' || url.password !== '') return false
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(markTags(address))?.[1]
  if (authority === undefined) return true
  const before = authority.split('\uE000', 1)[0]?.toLowerCase() ?? ''
  const after = authority.slice(authority.lastIndexOf('\uE001') + 1).toLowerCase()
  if (after !== '') return url.host.startsWith(before) && url.host.endsWith(after)
  return before === '' || url.host === before || (before.endsWith(':') && url.host.startsWith(before))
}

/** The address behind an attribute's value, tags written out; null when it is none of http(s), or ours already. */
function urlOf(value: string, html: MergeTemplate): string | null {
  const decoded = decodeEntities(value)?.trim()
  if (!decoded || decoded.length > LINK_LIMITS.url) return null
  const { parts } = unmarkTags(decoded, html.parts)
  const [first] = parts
  if (typeof first === 'string' ? !/^https?:\/\/./i.test(first) : first?.key === UNSUBSCRIBE_TAG) return null
  if (parts.length === 1 && typeof first === 'string' && !URL.canParse(first)) return null
  return parts.map((part) => (typeof part === 'string' ? part : tagText(part))).join('')
}

function tagText({ name, fallback }: MergeTag): string {
  return fallback === '' ? `{${name}}` : `{${name}|${fallback}}`
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Null where an entity is not among the common ones: such an address is left to the reader to decode. */
function decodeEntities(text: string): string | null {
  let known = true
  const decoded = text.replace(
    /&(?:#(\d{1,7});|#x([\da-f]{1,6});|([a-z][a-z0-9]*);|#)/gi,
    (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(String(hex), 16) : 0
      const plain = code > 0x1f && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      const character = plain ? String.fromCodePoint(code) : ENTITIES[String(name).toLowerCase()]
      known &&= character !== undefined
      return character ?? String(whole)
    },
  )
  return known ? decoded : null
}

interface Href {
  /** where the value stands, quotes included */
  start: number
  end: number
  value: string
}

const OPENING = /<(\/?)([a-z][^\s/>]*)/iy
const BLANKS = /[\s/]*/y
const NAME = /=?[^\s/>=]*/y
const EQUALS = /\s*=\s*/y
const UNQUOTED = /[^\s>]*/y
const RAW_TEXT = /^(style|script|title|textarea|xmp|iframe|noembed|noframes)$/i

/**
 * The href of every `a` and `area` of an HTML text, read as a browser would: comments, style sheets and the like hold no links. Its time
 * grows with the length of the text alone.
 */
function hrefsIn(html: string): Href[] {
  const found: Href[] = []
  let at = html.indexOf('<')
  while (at >= 0) {
    const next = afterMarkup(html, at, found)
    if (next === null) break
    at = html.indexOf('<', next)
  }
  return found
}

/** Reads what begins at `at`; tells where it ends, or null when it never does. */
function afterMarkup(html: string, at: number, found: Href[]): number | null {
  if (html.startsWith('<!--', at)) return endOf(html, '-->', at + 2)
  if (html.startsWith('<!', at) || html.startsWith('<?', at)) return endOf(html, '>', at)
  const [opening, closing, name = ''] = match(OPENING, html, at)
  if (opening === undefined) return at + 1
  const attributes = attributesAt(html, at + opening.length)
  if (!attributes) return null
  if (closing) return attributes.end
  if (/^(a|area)$/i.test(name) && attributes.href) found.push(attributes.href)
  if (!RAW_TEXT.test(name)) return attributes.end
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  end.lastIndex = attributes.end
  return end.exec(html)?.index ?? null
}

function attributesAt(html: string, start: number): { href: Href | null; end: number } | null {
  let href: Href | null = null
  let at = start
  for (;;) {
    at += match(BLANKS, html, at)[0]?.length ?? 0
    if (at >= html.length) return null
    if (html[at] === '>') return { href, end: at + 1 }
    const [name = ''] = match(NAME, html, at)
    at += name.length
    const [equals] = match(EQUALS, html, at)
    if (equals === undefined) continue
    at += equals.length
    const value = valueAt(html, at)
    if (!value) return null
    if (name.toLowerCase() === 'href') href ??= value
    at = value.end
  }
}

function valueAt(html: string, start: number): Href | null {
  const quote = html[start]
  if (quote !== '"' && quote !== "'") {
    const [value = ''] = match(UNQUOTED, html, start)
    return { start, end: start + value.length, value }
  }
  const end = html.indexOf(quote, start + 1)
  return end < 0 ? null : { start, end: end + 1, value: html.slice(start + 1, end) }
}

function endOf(html: string, ending: string, from: number): number | null {
  const end = html.indexOf(ending, from)
  return end < 0 ? null : end + ending.length
}

/** The match of a sticky pattern at `at`. */
function match(pattern: RegExp, text: string, at: number): (string | undefined)[] {
  pattern.lastIndex = at
  return pattern.exec(text) ?? []
}
