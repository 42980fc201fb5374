import { piecesOf } from './email-parts.ts'
import { readHtml, type Token } from '../html/html-tokenizer.ts'
import { compileTemplate, SIGNATURE_TAG, tagsIn } from './merge-tags.ts'
import { renderSimpleText } from './simple-text.ts'

/** The signature of a mailbox: Simple Text, placed by {signature} (product: email.signature). */

/** Characters of a signature, its tags counted. */
export const SIGNATURE_MAX = 20_000

/** Returns whether a text places the signature. */
export function asksForSignature(text: string): boolean {
  return tagsIn(text).some(({ source }) => fallbackOf(source) !== null)
}

/** Returns whether a text places the signature without a fallback for mailboxes that have none. */
export function needsSignature(text: string): boolean {
  return tagsIn(text).some(({ source }) => fallbackOf(source) === '')
}

/**
 * An email as it leaves a mailbox: with its signature in place of {signature}. Without one the tag leaves its fallback or
 * nothing, and in the subject it is removed. Must be done before conditions are resolved and the email is compiled, so
 * that links, pictures and merge tags of the signature work like those of the content. Pure.
 */
export function withSignature<Mail extends { subject: string; content: string; useHtmlBuilder: boolean }>(
  mail: Mail,
  signature: string | null,
): Mail {
  return {
    ...mail,
    subject: withoutSignature(mail.subject),
    content: mail.useHtmlBuilder
      ? inHtml(mail.content, signature)
      : replaceIn(mail.content, (other) => signature ?? other),
  }
}

/** A subject without {signature}. */
export function withoutSignature(subject: string): string {
  return replaceIn(subject, () => '')
}

/** Returns why a text cannot be a signature; null if it can. */
export function signatureProblem(signature: string): string | null {
  if (signature.length > SIGNATURE_MAX)
    return `A signature can have at most ${SIGNATURE_MAX.toLocaleString('en-US')} characters. Make it shorter.`
  if (!signature.isWellFormed() || signature.includes('\0'))
    return 'The signature contains invalid characters. Remove them.'
  if (asksForSignature(signature)) return 'A signature cannot contain {signature}. Remove it.'
  const { pieces, problem } = piecesOf(signature)
  if (problem !== null || pieces.some((piece) => typeof piece !== 'string'))
    return 'A signature cannot have conditions. Remove them.'
  const open = unclosedTag(signature)
  return open === null
    ? null
    : `The tag <${open}> is not closed, so the text after the signature would look like it. Close it.`
}

/** The fallback of a tag that places the signature; null for any other tag. */
function fallbackOf(source: string): string | null {
  const [tag] = compileTemplate(source).parts
  return typeof tag === 'object' && tag.key === SIGNATURE_TAG ? (tag.fallback ?? '') : null
}

function replaceIn(text: string, write: (fallback: string) => string): string {
  let result = ''
  let end = 0
  for (const { index, source } of tagsIn(text)) {
    const fallback = fallbackOf(source)
    if (fallback === null) continue
    result += text.slice(end, index) + write(fallback)
    end = index + source.length
  }
  return result + text.slice(end)
}

/** Inserts a signature between tags only: URLs, titles, styles, links and comments have no place for one. */
function inHtml(html: string, signature: string | null): string {
  if (!asksForSignature(html)) return html
  const { block, inline } = fragmentsOf(signature)
  const tokens = readHtml(html)
  const written: string[] = []
  /** index of the open paragraph, which cannot hold others */
  let paragraph: number | null = null
  let holdsBlock = false
  let links = 0
  for (const [index, token] of tokens.entries()) {
    const isText = token.kind === 'text' && !token.isRaw && !token.isUnfinished
    if (isNamed(token, 'a')) links = token.kind === 'open' ? links + 1 : Math.max(0, links - 1)
    if (!isText) written.push(replaceIn(token.source, (fallback) => (token.kind === 'text' ? fallback : '')))
    else if (links > 0) written.push(replaceIn(token.source, (fallback) => fallback))
    else {
      written.push(replaceIn(token.source, (fallback) => (signature === null ? fallback : (inline ?? block))))
      holdsBlock ||= inline === null && asksForSignature(token.source)
    }
    if (!isNamed(token, 'p')) continue
    if (token.kind === 'close' && paragraph !== null && holdsBlock) {
      written[paragraph] = (written[paragraph] ?? '').replace(/^<p/i, '<div')
      written[index] = '</div>'
    }
    paragraph = token.kind === 'open' ? index : null
    holdsBlock = false
  }
  return written.join('')
}

const isNamed = (token: Token, name: string) => (token.kind === 'open' || token.kind === 'close') && token.name === name

/** Paragraphs of a designed email have margins of their own. */
const MARGIN = 'margin:0 0 8px'

/** A signature as HTML for a designed email; `inline` if it is one paragraph, which fits into a line. */
function fragmentsOf(signature: string | null): { block: string; inline: string | null } {
  const html = renderSimpleText(signature ?? '', { linksAddresses: true })
  const only = html.startsWith('<p>') && html.indexOf('</p>') === html.length - 4 ? html.slice(3, -4) : null
  const block = html.replace(/<p( style=")?/g, (_, styled?: string) => `<p style="${MARGIN}${styled ? ';' : '"'}`)
  return { block, inline: html === '' ? '' : only }
}

/** Tags whose effect ends with their end tag. */
const SPANNING = new Set(['a', 'b', 'em', 'i', 's', 'span', 'strong', 'u', 'blockquote', 'ul', 'ol', 'h1', 'h2', 'h3'])

/** A tag that is opened more often than it is closed; null if there is none. */
function unclosedTag(text: string): string | null {
  const open = new Map<string, number>()
  for (const token of readHtml(text)) {
    if ((token.kind !== 'open' && token.kind !== 'close') || !SPANNING.has(token.name)) continue
    const count = (open.get(token.name) ?? 0) + (token.kind === 'open' ? 1 : -1)
    open.set(token.name, Math.max(0, count))
  }
  return [...open].find(([, count]) => count > 0)?.[0] ?? null
}
