import { linkOf } from '../builder/style-values.ts'
import { FragmentWriter } from './fragment-writer.ts'
import { decodeTyped } from '../html/html-escaping.ts'
import { hasOnlyValues, readHtml, type OpenToken } from '../html/html-tokenizer.ts'
import { escapeAttribute, escapeTyped } from '../html/html-writer.ts'
import { blockAttributes, blockLookOf, wordCss, wordLookOf } from './text-styles.ts'
import { trimEndOf } from '../trim-text.ts'

/**
 * Simple Text (product: email.simple-text): what a person types, with or without a few HTML tags, as a safe HTML fragment. The composer
 * stores it and API clients send it, so this is the only place that decides which HTML is kept.
 *
 * Blank lines part paragraphs and line breaks stay; the tags below work with the attributes named here and links as they do in the
 * builder; everything else is shown as it was typed. Merge tags pass untouched, in text and in addresses alike, and are filled afterwards.
 */

/** Tags that Simple Text supports. */
const TAGS = new Set(['a', 'b', 'br', 'em', 'h1', 'h2', 'h3', 'i', 'img', 'li', 'ol', 'p', 'strong', 'u', 'ul'])
/** Tags of the composer. An end tag counts only where its start tag did, so that other text with these names is shown as typed. */
const PAIRED = new Set(['blockquote', 's', 'span'])
/** Tags that can have an alignment and a direction. */
const ALIGNED = new Set(['h1', 'h2', 'h3', 'li', 'p'])
/** CSS of a quotation, as email programs draw it. */
const QUOTE = ' style="margin:0 0 1em;padding:0 0 0 1em;border-left:3px solid #c8ccd1"'
const BREAKS = /(\n(?:[^\S\n]*\n)*)/
/** Matches the source of an image that may be shown: a URL, an attachment by its name, or data in the text itself. */
const IMAGE = /^(?:https?:\/\/\S|cid:\S|data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$)/i

/**
 * Matches a web URL among words. Quotation marks and the punctuation of Chinese and Japanese, which no space separates
 * from words, end it.
 */
const ADDRESS = /(?<![\w@/.-])(?:https?:\/\/|www\.)[^\s<>"„“”«»‹›\u3001-\u3003\u3008-\u3011！（），：；？]+/gi
/** Characters that end a sentence rather than a URL. */
const AFTER_ADDRESS = ".,;:!?…'‘’]،؛؟۔।"

/** Style of the body around an email of Simple Text. */
export const SIMPLE_TEXT_BODY =
  'margin:0;padding:16px;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#1f2328;word-break:break-word'

/**
 * Renders Simple Text as HTML. Never fails; the result is well-formed for any input. With `linksAddresses` a web URL
 * typed as text becomes a link, as email programs make it one, so that clicks on it can be counted.
 */
export function renderSimpleText(content: string, { linksAddresses = false } = {}): string {
  const text = content.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
  const writer = new FragmentWriter()
  /** True if each open tag of PAIRED was kept, outermost first */
  const kept = new Map([...PAIRED].map((name) => [name, [] as boolean[]]))
  let typed = ''
  const flush = () => {
    writeTyped(writer, typed, linksAddresses)
    typed = ''
  }
  for (const token of readHtml(text)) {
    const attributes = token.kind === 'open' ? attributesOf(token) : ''
    let isTag = (token.kind === 'open' || token.kind === 'close') && TAGS.has(token.name) && attributes !== null
    if (token.kind === 'open' && PAIRED.has(token.name)) {
      isTag = attributes !== null
      kept.get(token.name)?.push(isTag)
    } else if (token.kind === 'close' && PAIRED.has(token.name)) {
      isTag = kept.get(token.name)?.pop() ?? false
    }
    if (!isTag || (token.kind !== 'open' && token.kind !== 'close')) {
      typed += token.source
      continue
    }
    flush()
    if (token.kind === 'close') writer.close(token.name)
    else writer.open(token.name, attributes ?? '')
  }
  flush()
  return writer.end()
}

/** Writes the text between tags: blank lines separate paragraphs. */
function writeTyped(writer: FragmentWriter, typed: string, linksAddresses: boolean): void {
  for (const [index, piece] of typed.split(BREAKS).entries()) {
    const isBreak = index % 2 === 1
    if (isBreak && piece !== '\n') writer.paragraph()
    else if (isBreak) writer.line()
    else if (piece === '') continue
    else if (piece.trim() === '') writer.space()
    else if (linksAddresses && !writer.isIn('a')) writeLinked(writer, piece)
    else writer.text(spaced(escapeTyped(piece)))
  }
}

/** Writes text, with the URLs in it as links to themselves. */
function writeLinked(writer: FragmentWriter, typed: string): void {
  let end = 0
  const textUpTo = (at: number) => {
    if (at > end) writer.text(spaced(escapeTyped(typed.slice(end, at))))
  }
  for (const { 0: found, index } of typed.matchAll(ADDRESS)) {
    const address = addressIn(found)
    const read = decodeTyped(address)
    const link = linkOf(/^www\./i.test(read) ? `https://${read}` : read)
    if (link === null || !/^https?:\/\/[^/?#]*[\p{L}\d}]/iu.test(link)) continue
    textUpTo(index)
    writer.open('a', ` href="${escapeAttribute(link)}"`)
    writer.text(escapeTyped(address))
    writer.close('a')
    end = index + address.length
  }
  textUpTo(typed.length)
}

/**
 * Returns the URL without the punctuation that ends the sentence around it; a closing bracket belongs to it if it opens
 * in it too.
 */
function addressIn(found: string): string {
  return trimEndOf(found, found.includes('(') ? AFTER_ADDRESS : `${AFTER_ADDRESS})`)
}

/** The attributes that a tag keeps, written out; null when it makes no sense or is not allowed with what it was given. */
function attributesOf(tag: OpenToken): string | null {
  const { name, attributes } = tag
  if (!hasOnlyValues(tag)) return null
  if (name === 'a') {
    const link = linkOf(attributes.get('href'))
    return link === null ? null : ` href="${escapeAttribute(link)}"`
  }
  if (ALIGNED.has(name)) return blockAttributes(blockLookOf(attributes))
  if (name === 'blockquote') return QUOTE
  if (name === 'span') {
    const css = wordCss(wordLookOf(attributes))
    return css === '' ? null : ` style="${css}"`
  }
  if (name !== 'img') return ''
  const address = (attributes.get('src') ?? '').trim().replace(/\n/g, '')
  if (!IMAGE.test(address)) return null
  const size = ['width', 'height'].map((key) => {
    const value = attributes.get(key)?.trim()
    return value && /^\d{1,4}$/.test(value) ? ` ${key}="${value}"` : ''
  })
  const alt = (attributes.get('alt') ?? '').trim()
  return ` src="${escapeAttribute(address)}" alt="${escapeAttribute(alt)}"${size.join('')}`
}

/** Keeps runs of spaces as they were typed. */
function spaced(html: string): string {
  return html.replace(/\t/g, '    ').replace(/ {2,}/g, (run) => '&nbsp;'.repeat(run.length - 1) + ' ')
}
