import { linksOfHtml } from '#domain/html/html-links.ts'
import { showsAddress } from '#domain/mailboxes/deliverability/link-text.ts'
import { renderSimpleText } from '#domain/content/simple-text.ts'

interface Mail {
  content: string
  useHtmlBuilder: boolean
  htmlTemplate?: unknown
}

const ADDRESS = /^https?:\/\/[^\s"'<>{}]{1,2000}$/

/**
 * Returns the links that a follow-up's condition can name: those of the emails before it whose clicks are counted, each
 * once, in their order. Links whose URL contains a merge tag are left out, as are links that show their own URL: they
 * are not tracked.
 */
export function linksIn(emails: readonly Mail[]): string[] {
  const found = emails.flatMap(({ content, useHtmlBuilder, htmlTemplate }) =>
    useHtmlBuilder ? ofDocument(htmlTemplate) : hrefs(renderSimpleText(content, { linksAddresses: true })),
  )
  return [...new Set(found)]
}

const hrefs = (html: string): string[] =>
  linksOfHtml(html).flatMap(({ address, text }) => (ADDRESS.test(address) && !showsAddress(text) ? [address] : []))

/** Returns the links of an email builder's document: the targets of its blocks, and the links in their texts. */
function ofDocument(part: unknown, key = ''): string[] {
  if (typeof part === 'string') {
    if (key === 'link' || key === 'url') return /^https?:\/\/[^\s{}]+$/.test(part) ? [part] : []
    return hrefs(part)
  }
  if (Array.isArray(part)) return part.flatMap((each) => ofDocument(each))
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) => ofDocument(value, name))
}
