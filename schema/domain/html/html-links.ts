import { readForAllClients, readHtml, textOf, type Span, type Token } from './html-tokenizer.ts'

/** A link and the position of the attribute that contains its URL. */
export interface HtmlLink extends Span {
  /** URL, decoded */
  address: string
  /** shown text, decoded; empty for shapes and pictures */
  text: string
}

/** All links of an email in order: everything clickable in some mail client, including buttons drawn for Outlook. */
export function linksOfHtml(html: string): HtmlLink[] {
  return withText(readForAllClients(html))
}

/** The links that every mail client shows: not those in conditional comments or drawn for Outlook. */
export function linksInEveryClient(html: string): HtmlLink[] {
  return withText(readHtml(html).filter((token) => token.kind !== 'open' || !isDrawn(token.name)))
}

/** Returns whether an element is a VML shape, which Outlook for Windows draws; each can be a link. */
const isDrawn = (name: string) => name.startsWith('v:')

function withText(tokens: Iterable<Token>): HtmlLink[] {
  const links: HtmlLink[] = []
  let open: HtmlLink | null = null
  for (const token of tokens) {
    const [link] = linkOf(token)
    if (link) links.push(link)
    if (token.kind === 'open' && token.name === 'a') open = link ?? null
    else if (token.kind === 'close' && token.name === 'a') open = null
    else if (token.kind === 'text' && open) open.text += textOf(token)
  }
  return links
}

function linkOf(token: Token): HtmlLink[] {
  if (token.kind !== 'open' || !(token.name === 'a' || token.name === 'area' || isDrawn(token.name))) return []
  const address = token.attributes.get('href')
  const place = token.places.get('href')
  return address === undefined || !place ? [] : [{ address, text: '', ...place }]
}
