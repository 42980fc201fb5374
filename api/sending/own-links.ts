import { readHtml } from '#domain/html/read.ts'
import {
  compileAddress,
  destinationOf,
  HREF,
  leadsTo,
  slotLinks,
  staysAtHost,
  WITHHELD,
  type LinkSlot,
} from '#domain/mail-links.ts'
import {
  fillTemplate,
  markOf,
  markTags,
  UNSUBSCRIBE_TAG,
  unmarkTags,
  type MergeTag,
  type MergeTemplate,
} from '#domain/merge-tags.ts'
import type { OutgoingMessage } from './provider.ts'

/** Whom a mail is for, as far as addresses of ours name them. */
export interface MailRecipient {
  logId: string
  email: string
}

/** Addresses of ours in a mail, made by whoever can sign them. */
export interface OwnAddresses {
  /** where this person says that they want no more mail */
  unsubscribe(recipient: MailRecipient): string
  /** the picture that tells an open; null: opens are not tracked */
  open: ((recipient: MailRecipient) => string) | null
  /** the links that are led over us, as linksIn tells them, and their numbers; empty: clicks are not tracked */
  links: ReadonlyMap<string, number>
  click(recipient: MailRecipient, link: number): string
  /** headers that are the same for every recipient */
  headers: OutgoingMessage['headers']
}

export interface FilledLinks {
  html: MergeTemplate
  text: MergeTemplate
  /** Adds the values that the templates ask for beyond the recipient's own; gives the headers that belong to them. */
  fill(values: Map<string, string>, recipient: MailRecipient): OutgoingMessage['headers']
}

const UNSUBSCRIBE: MergeTag = { key: UNSUBSCRIBE_TAG, name: 'unsubscribeUrl', fallback: '' }
const PIXEL: MergeTag = { key: 'pixel:', name: 'pixel', fallback: '' }

/**
 * Leads links over us and adds what a campaign's mail must have: the unsubscribe link, unless the author placed one (in the plain text: its
 * address), and the pixel. The plain text keeps its direct links: there an address is read, not hidden behind words, and a signed one cannot be; what
 * it leads to is known anyway where its reader clicks in the HTML. Pure.
 */
export function addOwnLinks(written: { html: MergeTemplate; text: MergeTemplate }, own: OwnAddresses): FilledLinks {
  const isRead = written.text.parts.some((part) => typeof part !== 'string' && part.key === UNSUBSCRIBE_TAG)
  const { html, slots } = slotLinks(written.html, new Set(own.links.keys()))
  const setLinks = linkSetter(slots)
  return {
    html: withEnding(html, [...(leadsTo(written.html, UNSUBSCRIBE_TAG) ? [] : htmlFooter), ...(own.open ? pixel : [])]),
    text: isRead ? written.text : { parts: [...written.text.parts, '\n\nUnsubscribe: ', UNSUBSCRIBE, '\n'] },
    fill(values, recipient) {
      const unsubscribe = own.unsubscribe(recipient)
      values.set(UNSUBSCRIBE_TAG, unsubscribe)
      if (own.open) values.set(PIXEL.key, own.open(recipient))
      setLinks(values, (url) => own.click(recipient, own.links.get(url) ?? 0))
      return [
        { name: 'List-Unsubscribe', value: `<${unsubscribe}>` },
        { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
        ...own.headers,
      ]
    },
  }
}

/**
 * A mail without addresses of ours, in which links are safe all the same: where a recipient's values would lead one to another host, its
 * words stay and it leads nowhere. In the plain text the value is missing from the address instead. Pure.
 */
export function guardLinks(written: { html: MergeTemplate; text: MergeTemplate }): FilledLinks {
  const { html, slots } = slotLinks(written.html, new Set())
  const setLinks = linkSetter(slots)
  return {
    html,
    text: written.text,
    fill: (values) => {
      setLinks(values, () => '')
      return []
    },
  }
}

/** What sets the links of a mail for one recipient: led over us by `click`, direct, or withheld. */
function linkSetter(slots: readonly LinkSlot[]): (values: Map<string, string>, click: (url: string) => string) => void {
  const links = slots.map((slot) => {
    const address = compileAddress(slot.url)
    return { ...slot, address, isMerged: address.parts.some((part) => typeof part !== 'string') }
  })
  return (values, click) => {
    for (const { key, nameKey, url, isTracked, address, isMerged } of links) {
      const isSafe = !isMerged || staysAtHost(address, values)
      const isLed = isTracked && (!isMerged || destinationOf(address, values) !== null)
      values.set(nameKey, isSafe ? HREF : WITHHELD)
      values.set(key, isLed ? click(url) : isSafe ? fillTemplate(address, values, 'text') : '')
    }
  }
}

const htmlFooter = [
  '<div style="margin:24px 0 0;padding:16px;background-color:#ffffff;text-align:center;font-family:Arial,Helvetica,sans-serif;font-size:12px;line-height:1.5;color:#5b6272">If you do not want mail like this any more: <a href="',
  UNSUBSCRIBE,
  '" style="color:#5b6272;text-decoration:underline">Unsubscribe</a></div>\n',
]
const pixel = [
  '<img src="',
  PIXEL,
  '" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0;margin:0;padding:0">\n',
]

/** Puts `ending` before the end of the document's body, or after everything where that is not marked. */
function withEnding(html: MergeTemplate, ending: readonly (string | MergeTag)[]): MergeTemplate {
  const marked = markTags(html)
  const end = readHtml(marked).findLast((token) => token.kind === 'close' && token.name === 'body')
  const ends = end?.start ?? marked.length
  const parts = [...html.parts]
  const added = ending.map((part) => (typeof part === 'string' ? part : markOf(parts.push(part) - 1))).join('')
  return unmarkTags(marked.slice(0, ends) + added + marked.slice(ends), parts)
}
