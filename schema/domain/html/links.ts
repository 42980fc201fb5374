import { readForAllClients, readHtml, type Span, type Token } from './read.ts'

/** A link of a mail, and where the attribute stands that holds its address. */
export interface HtmlLink extends Span {
  /** with its character references decoded */
  address: string
}

/** The one walk over the links of a mail, in order: whatever some mail client makes clickable, buttons drawn for Outlook included. */
export function linksOfHtml(html: string): HtmlLink[] {
  return readForAllClients(html).flatMap(linkOf)
}

/** The links that every mail client shows: none in conditional comments, none that are drawn for Outlook. */
export function linksForEverybody(html: string): HtmlLink[] {
  return readHtml(html).flatMap((token) => (token.kind === 'open' && isDrawn(token.name) ? [] : linkOf(token)))
}

/** VML, which Outlook on Windows draws; each of its shapes can be a link. */
const isDrawn = (name: string) => name.startsWith('v:')

function linkOf(token: Token): HtmlLink[] {
  if (token.kind !== 'open' || !(token.name === 'a' || token.name === 'area' || isDrawn(token.name))) return []
  const address = token.attributes.get('href')
  const place = token.places.get('href')
  return address === undefined || !place ? [] : [{ address, ...place }]
}
