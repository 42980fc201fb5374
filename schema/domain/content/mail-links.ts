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
import { linksInEveryClient, linksOfHtml } from '../html/html-links.ts'
import { showsAddress } from '../mailboxes/deliverability/link-text.ts'

/** The links of an email: parsed from its HTML, redirected through us, and resolved per recipient. */

export const LINK_LIMITS = {
  /** maximum tracked links of a campaign; further ones stay direct */
  links: 2_000,
  /** maximum characters of a URL, before and after its merge tags are filled */
  url: 8_000,
} as const

/** A link URL in the HTML of an email, which is replaced as a whole when the email is written. */
export interface LinkSlot {
  /** merge key under which the URL to write is looked up */
  key: string
  /** key of the attribute's name: {@link HREF}, or {@link REMOVED_HREF} if the link must not be written */
  nameKey: string
  /** the URL of the link as {@link linksIn} returned it, if clicks on it are tracked */
  url: string
  /** True if the link leads to the click redirect, which records the click */
  isTracked: boolean
}

/** Name of the attribute that contains a link, and its replacement if a recipient's values would change the host. */
export const HREF = 'href'
export const REMOVED_HREF = 'data-withheld'

/** Returns the URLs of all links in an email's HTML, each once, in order, with their merge tags. */
export function addressesIn(html: MergeTemplate): string[] {
  return [...new Set(linksOfHtml(markTags(html)).map(({ address }) => writtenIn(address, html)))]
}

/**
 * Returns the http(s) links of an email's HTML that can be tracked, each once, in order. Links whose visible text is
 * their own URL are left out, because a tracked link would then lead elsewhere than it says.
 */
export function linksIn(html: MergeTemplate): string[] {
  const urls = linksOfHtml(markTags(html)).flatMap(({ address, text }) =>
    showsAddress(text) ? [] : (urlOf(address, html) ?? []),
  )
  return [...new Set(urls)].slice(0, LINK_LIMITS.links)
}

/**
 * Replaces every link in `urls` with a tracked slot, and every other link whose host depends on a recipient's values
 * with a slot. Other links stay the same.
 */
export function slotLinks(html: MergeTemplate, urls: ReadonlySet<string>): { html: MergeTemplate; slots: LinkSlot[] } {
  const marked = markTags(html)
  const parts = [...html.parts]
  const slots = new Map<string, { slot: LinkSlot; text: string }>()
  const tag = (key: string) => markOf(parts.push({ key, name: key, fallback: null }) - 1)
  let result = ''
  let end = 0
  for (const link of linksOfHtml(marked)) {
    const url = urlOf(link.address, html)
    const isTracked = url !== null && urls.has(url) && !showsAddress(link.text)
    const written = url ?? writtenIn(link.address, html)
    if (!isTracked && !hasGuardedHost(written)) continue
    const name = `${isTracked} ${written}`
    let place = slots.get(name)
    if (!place) {
      const [key, nameKey] = [`link:${slots.size}`, `link:${slots.size}:name`]
      const text = hasGuardedHost(written) ? `${tag(nameKey)}="${tag(key)}"` : `${HREF}="${tag(key)}"`
      place = { slot: { key, nameKey, url: written, isTracked }, text }
      slots.set(name, place)
    }
    result += marked.slice(end, link.start) + place.text
    end = link.end
  }
  return {
    html: unmarkTags(result + marked.slice(end), parts),
    slots: [...slots.values()].map(({ slot }) => slot),
  }
}

/** Returns the URLs in an email's HTML whose host depends on a recipient's values. */
export function guardedLinks(html: MergeTemplate): MergeTemplate[] {
  return addressesIn(html).filter(hasGuardedHost).map(compileAddress)
}

/** Returns a URL of any kind from marked HTML, with its merge tags. */
function writtenIn(address: string, html: MergeTemplate): string {
  const { parts } = unmarkTags(address.trim(), html.parts)
  return parts.map((part) => (typeof part === 'string' ? part : tagText(part))).join('')
}

const hasGuardedHost = (address: string) =>
  compileAddress(address).parts.some(
    (part) => typeof part !== 'string' && part.place !== 'path' && part.key !== UNSUBSCRIBE_TAG,
  )

/** Returns whether a link that every email client shows points to the value of the merge tag `key`. */
export function leadsTo(html: MergeTemplate, key: string): boolean {
  return linksInEveryClient(markTags(html)).some(({ address }) => {
    const [first, ...more] = unmarkTags(address.trim(), html.parts).parts
    return typeof first === 'object' && first.key === key && more.length === 0
  })
}

/** Compiles a URL with merge tags. Formats in it are written in English, whatever the language of the email. */
export function compileAddress(url: string): MergeTemplate {
  const { parts } = compileTemplate(url)
  const places = placesOf(parts)
  return { parts: parts.map((part, index) => (typeof part === 'string' ? part : { ...part, place: places[index] })) }
}

/**
 * Returns whether a link keeps its author's host with a recipient's values, or becomes a whole URL where that is
 * intended.
 */
export function keepsHost(address: MergeTemplate, values: Map<string, string>): boolean {
  return address.parts.every((part) => typeof part === 'string' || textFor(part, values) !== null)
}

/** Returns whether a recipient's own value would change the host of a link; a missing value does not. */
export function changesHost(address: MergeTemplate, values: Map<string, string>): boolean {
  return address.parts.some(
    (part) => typeof part !== 'string' && Boolean(values.get(part.key)?.trim()) && textFor(part, values) === null,
  )
}

/**
 * Returns the target URL of a link for one recipient: an absolute http(s) URL, or null if the values make it invalid or
 * change its host.
 */
export function destinationOf(address: MergeTemplate, values: Map<string, string>): string | null {
  if (!keepsHost(address, values)) return null
  const filled = fillTemplate(address, values, 'text').trim()
  if (!/^https?:\/\//i.test(filled) || filled.length > LINK_LIMITS.url || !URL.canParse(filled)) return null
  const url = new URL(filled)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}

/** Returns the URL of an http(s) link, merge tags included; null for other links, and for links to Mergewell itself. */
function urlOf(address: string, html: MergeTemplate): string | null {
  const trimmed = address.trim()
  if (trimmed === '' || trimmed.length > LINK_LIMITS.url) return null
  const { parts } = unmarkTags(trimmed, html.parts)
  const [first] = parts
  if (typeof first === 'string' ? !/^https?:\/\/./i.test(first) : first?.key === UNSUBSCRIBE_TAG) return null
  if (parts.length === 1 && typeof first === 'string' && !URL.canParse(first)) return null
  return parts.map((part) => (typeof part === 'string' ? part : tagText(part))).join('')
}
