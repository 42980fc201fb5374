import { readForAllClients, readHtml, type Span, type Token } from './read.ts'

/** A link and the position of the attribute that contains its address. */
export interface HtmlLink extends Span {
  /** decoded */
  address: string
}

/** All links of an email in order: everything clickable in some mail client, including buttons drawn for Outlook. */
export function linksOfHtml(html: string): HtmlLink[] {
  return readForAllClients(html).flatMap(linkOf)
}

/** The links that every mail client shows: not those in conditional comments or drawn for Outlook. */
export function linksInEveryClient(html: string): HtmlLink[] {
  return readHtml(html).flatMap((token) => (token.kind === 'open' && isDrawn(token.name) ? [] : linkOf(token)))
}

/** VML shapes, which Outlook on Windows draws; each can be a link. */
const isDrawn = (name: string) => name.startsWith('v:')

function linkOf(token: Token): HtmlLink[] {
  if (token.kind !== 'open' || !(token.name === 'a' || token.name === 'area' || isDrawn(token.name))) return []
  const address = token.attributes.get('href')
  const place = token.places.get('href')
  return address === undefined || !place ? [] : [{ address, ...place }]
}
