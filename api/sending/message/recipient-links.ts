import { ENDING_PLACE } from '#domain/builder/render-document.ts'
import { emailWords, type EmailWords } from '#domain/emails/recipient-texts.ts'
import { escapeHtml } from '#domain/html/html-escaping.ts'
import { readHtml } from '#domain/html/html-tokenizer.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/content/email-languages.ts'
import {
  compileAddress,
  destinationOf,
  HREF,
  leadsTo,
  slotLinks,
  keepsHost,
  REMOVED_HREF,
  type LinkSlot,
} from '#domain/content/mail-links.ts'
import {
  fillTemplate,
  markOf,
  markTags,
  UNSUBSCRIBE_TAG,
  unmarkTags,
  type MergeTag,
  type MergeTemplate,
} from '#domain/content/merge-tags.ts'
import type { OutgoingMessage } from '../provider.ts'

/** The recipient, as identified in our URLs. */
export interface MailRecipient {
  logId: string
  email: string
  /** subject variant in an A/B test */
  variant?: 'A' | 'B' | null
}

/** Makes the URLs of ours in an email, signed for each recipient. */
export interface OwnAddresses {
  /** returns the URL at which this recipient unsubscribes */
  unsubscribe(recipient: MailRecipient): string
  /** returns the email address to which this recipient can write to unsubscribe; null: none */
  unsubscribeByMail?: ((recipient: MailRecipient) => string | null) | undefined
  /** returns the URL of the tracking pixel; null: opens are not tracked */
  open: ((recipient: MailRecipient) => string) | null
  /** tracked links from linksIn, and their numbers; empty: clicks are not tracked */
  links: ReadonlyMap<string, number>
  click(recipient: MailRecipient, link: number): string
  /** headers shared by every recipient */
  headers: OutgoingMessage['headers']
  /** the sender's company and postal address, with which emails end */
  postalAddress?: string | null
}

/** Returns the URLs for a recipient who is excluded from tracking: no pixel, and the author's links as written. */
export function withoutTracking(own: OwnAddresses): OwnAddresses {
  return { ...own, open: null, links: new Map() }
}

/** Plain data that says where an email gets URLs of ours. */
export interface LinkPlaces {
  /** tracked links */
  links: ReadonlySet<string>
  /** true if the email gets a tracking pixel */
  opens: boolean
  postalAddress: string | null
}

/** Returns where an email gets URLs of ours, without the URLs. */
export function placesFor({ links, open, postalAddress }: OwnAddresses): LinkPlaces {
  return { links: new Set(links.keys()), opens: open !== null, postalAddress: postalAddress ?? null }
}

/** An email with a place for each URL that is filled in per recipient. Plain data. */
export interface PlacedLinks {
  html: MergeTemplate
  text: MergeTemplate
  slots: readonly LinkSlot[]
}

/** Function that sets the extra values which an email's places need for a recipient; returns the matching headers. */
export type FillLinks = (values: Map<string, string>, recipient: MailRecipient) => OutgoingMessage['headers']

const UNSUBSCRIBE: MergeTag = { key: UNSUBSCRIBE_TAG, name: 'unsubscribeUrl', fallback: null }
const PIXEL: MergeTag = { key: 'pixel:', name: 'pixel', fallback: null }

/**
 * Makes places for tracked links and what every campaign email must have: the unsubscribe link in the words of its
 * `language`, unless the author placed one (in plain text: its URL), and the pixel. Plain text keeps direct links:
 * there the URL itself is visible, and a signed one cannot be read. A click in the HTML shows the target anyway.
 *
 * Without `own`, the email gets no URLs of ours, but safe links: if a recipient's values would change a link's host,
 * its text stays and the link is removed. In plain text the value is removed from the URL instead. Pure.
 */
export function placeLinks(
  written: { html: MergeTemplate; text: MergeTemplate },
  own: LinkPlaces | null,
  language: EmailLanguage = DEFAULT_LANGUAGE,
): PlacedLinks {
  if (!own) return { text: written.text, ...slotLinks(written.html, new Set()) }
  const isRead = written.text.parts.some((part) => typeof part !== 'string' && part.key === UNSUBSCRIBE_TAG)
  const { html, slots } = slotLinks(written.html, own.links)
  const words = emailWords(language)
  return {
    html: withEnding(html, [
      ...(leadsTo(written.html, UNSUBSCRIBE_TAG) ? [] : htmlFooter(words)),
      ...(own.postalAddress ? [postalHtml(own.postalAddress)] : []),
      ...(own.opens ? pixel : []),
    ]),
    text: {
      parts: [
        ...written.text.parts,
        ...(isRead ? [] : [`\n\n${words.footerText}`, UNSUBSCRIBE, '\n']),
        ...(own.postalAddress ? [`\n${own.postalAddress}\n`] : []),
      ],
    },
    slots,
  }
}

/** Makes the function that fills the places made by {@link placeLinks}, with URLs of ours if there are any. */
export function linkFiller(slots: readonly LinkSlot[], own: OwnAddresses | undefined): FillLinks {
  const setLinks = linkSetter(slots)
  if (!own) {
    return (values) => {
      setLinks(values, () => '')
      return []
    }
  }
  return (values, recipient) => {
    const unsubscribe = own.unsubscribe(recipient)
    values.set(UNSUBSCRIBE_TAG, unsubscribe)
    if (own.open) values.set(PIXEL.key, own.open(recipient))
    setLinks(values, (url) => own.click(recipient, own.links.get(url) ?? 0))
    const mailto = own.unsubscribeByMail?.(recipient)
    return [
      { name: 'List-Unsubscribe', value: `<${unsubscribe}>${mailto ? `, <${mailto}>` : ''}` },
      { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
      ...own.headers,
    ]
  }
}

/** Sets the links of an email for one recipient: tracked by `click`, direct, or removed. */
function linkSetter(slots: readonly LinkSlot[]): (values: Map<string, string>, click: (url: string) => string) => void {
  const links = slots.map((slot) => {
    const address = compileAddress(slot.url)
    return { ...slot, address, isMerged: address.parts.some((part) => typeof part !== 'string') }
  })
  return (values, click) => {
    for (const { key, nameKey, url, isTracked, address, isMerged } of links) {
      const isSafe = !isMerged || keepsHost(address, values)
      const isLed = isTracked && (!isMerged || destinationOf(address, values) !== null)
      values.set(nameKey, isSafe ? HREF : REMOVED_HREF)
      values.set(key, isLed ? click(url) : isSafe ? fillTemplate(address, values, 'text') : '')
    }
  }
}

const FOOTER_STYLE =
  'background-color:#ffffff;text-align:center;font-family:Arial,Helvetica,sans-serif;font-size:12px;line-height:1.5;color:#5b6272'
const postalHtml = (address: string) =>
  `<div style="padding:8px 16px;${FOOTER_STYLE}">${escapeHtml(address).replaceAll('\n', '<br>')}</div>\n`
const htmlFooter = ({ footer, footerLink }: EmailWords) => [
  `<div style="margin:24px 0 0;padding:16px;${FOOTER_STYLE}">${footer}<a href="`,
  UNSUBSCRIBE,
  `" style="color:#5b6272;text-decoration:underline">${footerLink}</a></div>\n`,
]
const pixel = [
  '<img src="',
  PIXEL,
  '" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0;margin:0;padding:0">\n',
]

/** Inserts `ending` at its place in the builder's email, else before the end of the body, or at the end if the body is not closed. */
function withEnding(html: MergeTemplate, ending: readonly (string | MergeTag)[]): MergeTemplate {
  const marked = markTags(html)
  const tokens = readHtml(marked)
  const place = tokens.findLast((token) => token.kind === 'comment' && token.source === ENDING_PLACE)
  const end = tokens.findLast((token) => token.kind === 'close' && token.name === 'body')
  const ends = (place ?? end)?.start ?? marked.length
  const parts = [...html.parts]
  const added = ending.map((part) => (typeof part === 'string' ? part : markOf(parts.push(part) - 1))).join('')
  return unmarkTags(marked.slice(0, ends) + added + marked.slice(ends), parts)
}
