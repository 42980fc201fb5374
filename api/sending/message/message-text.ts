import { convert, type DomNode, type FormatCallback } from 'html-to-text'
import { escapeHtml } from '#domain/html/html-escaping.ts'
import { readHtml, textOf } from '#domain/html/html-tokenizer.ts'
import { markTags, tagText, unmarkTags, type MergeTemplate } from '#domain/content/merge-tags.ts'

/** Maximum element depth that is read; no real email nests deeper. */
const DEPTH_MAX = 500

/** Derives an email's plain text from its HTML; merge tags stay merge tags. Pure. */
export function plainTextOf(html: MergeTemplate): MergeTemplate {
  const text = convert(plainly(markTags(html)), {
    wordwrap: false,
    limits: { maxDepth: DEPTH_MAX },
    formatters: {
      alternative: (element, _walk, builder) => builder.addInline(String(element.attribs['alt'] ?? '')),
      link: linkFormatter(html),
      cell: (element, walk, builder) => {
        walk(element.children, builder)
        builder.addInline(' ')
      },
    },
    selectors: [
      { selector: 'img', format: 'alternative' },
      { selector: 'a', format: 'link' },
      { selector: 'div[data-preheader]', format: 'skip' },
      // Hidden from clients without media queries, which have something else to show instead.
      { selector: 'tr[data-phones-only]', format: 'skip' },
      { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
      // Headings in capitals would look wrong beside the values filled into them.
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
  return unmarkTags(text, html.parts)
}

/** HTML attributes that matter for the plain text. */
const ATTRIBUTES = ['href', 'alt', 'data-preheader', 'data-phones-only', 'start', 'type']

/** Rewrites HTML as our reader parses it, simple enough that the layout library's parser must agree. */
function plainly(html: string): string {
  return readHtml(html)
    .map((token) => {
      if (token.kind === 'text') return token.isRaw ? '' : escapeHtml(textOf(token))
      if (token.kind === 'close') return `</${token.name}>`
      if (token.kind === 'comment') return ''
      const kept = ATTRIBUTES.filter((name) => token.attributes.has(name))
      return `<${token.name}${kept.map((name) => ` ${name}="${escapeHtml(token.attributes.get(name) ?? '')}"`).join('')}>`
    })
    .join('')
}

/**
 * Makes the formatter of links: text and URL, or only one of them if they are equal. Two equal merge tags have
 * different marks. If they are equal, the URL is printed instead of the text, because only in a URL are values encoded
 * so that the link works.
 */
function linkFormatter({ parts }: MergeTemplate): FormatCallback {
  const spelled = (marked: string) =>
    unmarkTags(marked, parts)
      .parts.map((part) => (typeof part === 'string' ? part : `\uE000${tagText({ ...part, name: part.key })}\uE001`))
      .join('')
  return (element, walk, builder) => {
    const written = String(element.attribs?.['href'] ?? '').trim()
    const address = written.startsWith('#') ? '' : written.replace(/^mailto:/i, '')
    const words = address === '' ? null : wordsOf(element.children)
    const isSame = words !== null && spelled(words.trim()) === spelled(address)
    if (isSame && /^https?:\/\//i.test(address)) return builder.addInline(address, { noWordTransform: true })
    let isEmpty = true
    builder.pushWordTransform((word) => {
      isEmpty &&= word === ''
      return word
    })
    walk(element.children, builder)
    builder.popWordTransform()
    if (address !== '' && !isSame) builder.addInline(isEmpty ? address : ` [${address}]`, { noWordTransform: true })
  }
}

/** Returns the text of a link that contains only text, whatever its formatting; null if it contains anything else. */
function wordsOf(nodes: readonly DomNode[]): string | null {
  let words = ''
  for (const { type, name, data, children } of nodes) {
    const more = type === 'text' ? (data ?? '') : SET.has(name ?? '') ? wordsOf(children ?? []) : null
    if (more === null) return null
    words += more
  }
  return words
}

const SET = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'span', 'font'])
