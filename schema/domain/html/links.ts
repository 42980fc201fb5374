import { readForAllClients, readHtml, textOf, type Span, type Token } from './read.ts'

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

/** The links that show text: their address and the text, both decoded. */
export function linksWithText(html: string): { address: string; text: string }[] {
  const links: { address: string; text: string }[] = []
  let open: { address: string; text: string } | null = null
  for (const token of readHtml(html)) {
    if (token.kind === 'open' && token.name === 'a') {
      open = { address: token.attributes.get('href') ?? '', text: '' }
      links.push(open)
    } else if (token.kind === 'close' && token.name === 'a') open = null
    else if (token.kind === 'text' && open) open.text += textOf(token)
  }
  return links
}
