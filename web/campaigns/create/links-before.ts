interface Mail {
  content: string
  useHtmlBuilder: boolean
  htmlTemplate?: unknown
}

const IN_TEXT = /https?:\/\/[^\s"'<>{}]{1,2000}/g
const IN_HTML = /\bhref=["'](https?:\/\/[^\s"'<>{}]{1,2000})["']/g

/** The links that a follow-up can ask about: those of the emails before it, each once, in their order. */
export function linksIn(emails: readonly Mail[]): string[] {
  const found = emails.flatMap(({ content, useHtmlBuilder, htmlTemplate }) =>
    useHtmlBuilder ? ofDocument(htmlTemplate) : (content.match(IN_TEXT) ?? []),
  )
  return [...new Set(found)]
}

/** The links of a builder document: the targets of its blocks, and the links in their texts. */
function ofDocument(part: unknown, key = ''): string[] {
  if (typeof part === 'string') {
    if (key === 'link' || key === 'url') return /^https?:\/\/[^\s{}]+$/.test(part) ? [part] : []
    return [...part.matchAll(IN_HTML)].flatMap(([, url]) => url ?? [])
  }
  if (Array.isArray(part)) return part.flatMap((each) => ofDocument(each))
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) => ofDocument(value, name))
}
