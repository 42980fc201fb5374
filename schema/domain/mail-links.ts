import {
  compileTemplate,
  fillTemplate,
  markOf,
  markTags,
  placesOf,
  tagText,
  textFor,
  UNSUBSCRIBE_TAG,
  unmarkTags,
  type MergeTemplate,
} from './merge-tags.ts'
import { linksInEveryClient, linksOfHtml } from './html/links.ts'

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

/** The addresses of all links in an email's HTML, each once, in order, with their merge tags. */
export function addressesIn(html: MergeTemplate): string[] {
  return [...new Set(linksOfHtml(markTags(html)).map(({ address }) => writtenIn(address, html)))]
}

/** The http(s) links of an email's HTML, which can be tracked, each once, in order. */
export function linksIn(html: MergeTemplate): string[] {
  const urls = linksOfHtml(markTags(html)).flatMap(({ address }) => urlOf(address, html) ?? [])
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
  for (const link of linksOfHtml(marked)) {
    const url = urlOf(link.address, html)
    const isTracked = url !== null && urls.has(url)
    const written = url ?? writtenIn(link.address, html)
    if (!isTracked && !hasGuardedHost(written)) continue
    let place = slots.get(written)
    if (!place) {
      const [key, nameKey] = [`link:${slots.size}`, `link:${slots.size}:name`]
      const text = hasGuardedHost(written) ? `${tag(nameKey)}="${tag(key)}"` : `${HREF}="${tag(key)}"`
      place = { slot: { key, nameKey, url: written, isTracked }, text }
      slots.set(written, place)
    }
    result += marked.slice(end, link.start) + place.text
    end = link.end
  }
  return {
    html: unmarkTags(result + marked.slice(end), parts),
    slots: [...slots.values()].map(({ slot }) => slot),
  }
}

/** The addresses of a mail's HTML whose host hangs on a recipient's values. */
export function guardedLinks(html: MergeTemplate): MergeTemplate[] {
  return addressesIn(html).filter(hasGuardedHost).map(compileAddress)
}

/** An address from marked HTML, of any kind, with its merge tags. */
function writtenIn(address: string, html: MergeTemplate): string {
  const { parts } = unmarkTags(address.trim(), html.parts)
  return parts.map((part) => (typeof part === 'string' ? part : tagText(part))).join('')
}

const hasGuardedHost = (address: string) =>
  compileAddress(address).parts.some(
    (part) => typeof part !== 'string' && part.place !== 'path' && part.key !== UNSUBSCRIBE_TAG,
  )

/** Whether a link that every mail client shows leads to the value of the merge tag `key`. */
export function leadsTo(html: MergeTemplate, key: string): boolean {
  return linksInEveryClient(markTags(html)).some(({ address }) => {
    const [first, ...more] = unmarkTags(address.trim(), html.parts).parts
    return typeof first === 'object' && first.key === key && more.length === 0
  })
}

/** An address of a link, cut at its tags. */
export function compileAddress(url: string): MergeTemplate {
  const { parts } = compileTemplate(url)
  const places = placesOf(parts)
  return { parts: parts.map((part, index) => (typeof part === 'string' ? part : { ...part, place: places[index] })) }
}

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

/** The address of a link that leads to http(s), tags written out; null when it leads elsewhere, or to us already. */
function urlOf(address: string, html: MergeTemplate): string | null {
  const trimmed = address.trim()
  if (trimmed === '' || trimmed.length > LINK_LIMITS.url) return null
  const { parts } = unmarkTags(trimmed, html.parts)
  const [first] = parts
  if (typeof first === 'string' ? !/^https?:\/\/./i.test(first) : first?.key === UNSUBSCRIBE_TAG) return null
  if (parts.length === 1 && typeof first === 'string' && !URL.canParse(first)) return null
  return parts.map((part) => (typeof part === 'string' ? part : tagText(part))).join('')
}
