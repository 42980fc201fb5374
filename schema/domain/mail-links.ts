import {
  compileTemplate,
  fillTemplate,
  markOf,
  markTags,
  textFor,
  UNSUBSCRIBE_TAG,
  unmarkTags,
  type MergeTag,
  type MergeTemplate,
} from './merge-tags.ts'
import { placeBetween } from './link-places.ts'

/** The links of a mail: found in its HTML, led over us, and where each leads for one recipient. */

export const LINK_LIMITS = {
  /** tracked links of a campaign; further ones stay direct */
  links: 2_000,
  /** characters of an address, before and after its tags are filled */
  url: 8_000,
} as const

/** An address in the HTML that is filled as a whole. */
export interface LinkSlot {
  /** what its value is found by when the mail is filled */
  key: string
  /** what the attribute's name is found by: {@link HREF}, or {@link WITHHELD} where the link must not be written */
  nameKey: string
  /** as {@link linksIn} tells it where it is led over us */
  url: string
  /** led over us */
  isTracked: boolean
}

/** Name of the attribute that holds a link, and of the one in its place where a recipient's values would lead it elsewhere. */
export const HREF = 'href'
export const WITHHELD = 'data-withheld'

/** The http(s) links of a mail's HTML, each once, in order. Merge tags in them stay; entities are decoded. */
export function linksIn(html: MergeTemplate): string[] {
  const urls = hrefsIn(markTags(html)).flatMap(({ value }) => urlOf(value, html) ?? [])
  return [...new Set(urls)].slice(0, LINK_LIMITS.links)
}

/**
 * Puts a slot in place of every link that is among `urls`, to be led over us, and of every other whose host hangs on a recipient's values;
 * what leads elsewhere stays as it is.
 */
export function slotLinks(html: MergeTemplate, urls: ReadonlySet<string>): { html: MergeTemplate; slots: LinkSlot[] } {
  const marked = markTags(html)
  const parts = [...html.parts]
  const slots = new Map<string, { slot: LinkSlot; text: string }>()
  const tag = (key: string) => markOf(parts.push({ key, name: key, fallback: '' }) - 1)
  let result = ''
  let end = 0
  for (const href of hrefsIn(marked)) {
    const url = urlOf(href.value, html)
    const isTracked = url !== null && urls.has(url)
    const written = url ?? addressIn(href.value, html)
    if (!isTracked && !hasGuardedHost(written)) continue
    let place = slots.get(written)
    if (!place) {
      const [key, nameKey] = [`link:${slots.size}`, `link:${slots.size}:name`]
      const text = hasGuardedHost(written) ? `${tag(nameKey)}="${tag(key)}"` : `${HREF}="${tag(key)}"`
      place = { slot: { key, nameKey, url: written, isTracked }, text }
      slots.set(written, place)
    }
    result += marked.slice(end, href.nameStart) + place.text
    end = href.end
  }
  return {
    html: unmarkTags(result + marked.slice(end), parts),
    slots: [...slots.values()].map(({ slot }) => slot),
  }
}

/** The addresses of a mail's HTML whose host hangs on a recipient's values. */
export function guardedLinks(html: MergeTemplate): MergeTemplate[] {
  const addresses = hrefsIn(markTags(html)).map(({ value }) => addressIn(value, html))
  return [...new Set(addresses)].filter(hasGuardedHost).map(compileAddress)
}

/** The address in an attribute's value, of whatever kind; what cannot be decoded stays as it is written. */
function addressIn(value: string, html: MergeTemplate): string {
  const { parts } = unmarkTags((decodeEntities(value) ?? value).trim(), html.parts)
  return parts.map((part) => (typeof part === 'string' ? part : tagText(part))).join('')
}

const hasGuardedHost = (address: string) =>
  compileAddress(address).parts.some(
    (part) => typeof part !== 'string' && part.place !== 'path' && part.key !== UNSUBSCRIBE_TAG,
  )

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
  const written = parts.map((part) => (typeof part === 'string' ? part : tagText(part))).join('')
  let before = 0
  let isPath = false
  return {
    parts: parts.map((part) => {
      const text = typeof part === 'string' ? part : tagText(part)
      const [start, end] = [before, before + text.length]
      before = end
      if (typeof part === 'string') return part
      // Behind the host everything is path; a host that is longer than any is none.
      const place = isPath
        ? 'path'
        : start > LINK_LIMITS.url
          ? 'none'
          : placeBetween(written.slice(0, start), written.slice(end, end + HOST_MAX))
      isPath = place === 'path'
      return { ...part, place }
    }),
  }
}

/** Characters behind a tag in which its host is looked for: no host is longer. */
const HOST_MAX = 300

/** Whether a recipient's values leave a link at the host that its author wrote, or make a whole address of it where they are to. */
export function staysAtHost(address: MergeTemplate, values: Map<string, string>): boolean {
  return address.parts.every((part) => typeof part === 'string' || textFor(part, values) !== null)
}

/** Whether one of a recipient's own values would lead a link to another host; a value that is missing leads nowhere. */
export function leadsAway(address: MergeTemplate, values: Map<string, string>): boolean {
  return address.parts.some(
    (part) => typeof part !== 'string' && Boolean(values.get(part.key)?.trim()) && textFor(part, values) === null,
  )
}

/** Where a link leads one recipient: an absolute http(s) address, or null when the values make none of it or would lead it elsewhere. */
export function destinationOf(address: MergeTemplate, values: Map<string, string>): string | null {
  if (!staysAtHost(address, values)) return null
  const filled = fillTemplate(address, values, 'text').trim()
  if (!/^https?:\/\//i.test(filled) || filled.length > LINK_LIMITS.url || !URL.canParse(filled)) return null
  const url = new URL(filled)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
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
  /** where the attribute's name begins */
  nameStart: number
  /** where its value ends, quotes included */
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
    const nameStart = at
    const [name = ''] = match(NAME, html, at)
    at += name.length
    const [equals] = match(EQUALS, html, at)
    if (equals === undefined) continue
    at += equals.length
    const value = valueAt(html, at)
    if (!value) return null
    if (name.toLowerCase() === 'href') href ??= { ...value, nameStart }
    at = value.end
  }
}

function valueAt(html: string, start: number): Omit<Href, 'nameStart'> | null {
  const quote = html[start]
  if (quote !== '"' && quote !== "'") {
    const [value = ''] = match(UNQUOTED, html, start)
    return { end: start + value.length, value }
  }
  const end = html.indexOf(quote, start + 1)
  return end < 0 ? null : { end: end + 1, value: html.slice(start + 1, end) }
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
