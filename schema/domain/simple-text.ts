import { linkOf } from './builder/values.ts'
import { compileTemplate, escapeHtml } from './merge-tags.ts'
import { FragmentWriter } from './fragment-writer.ts'
import { trimEndOf } from './trim.ts'

/**
 * Simple Text (spec §2, wizard step 3): what a person types, with or without a few HTML tags, as a safe HTML fragment.
 * Blank lines part paragraphs and line breaks stay; the tags below work with the attributes named here and links as they do in the
 * builder; everything else is shown as it was typed. Merge tags pass untouched, in text and in addresses alike, and are filled afterwards.
 */

/** A tag with attributes of the form name="value" only: "a <b and c> d" is no tag. */
const TAG =
  /<(\/?)(a|b|br|em|h[123]|i|img|li|ol|p|strong|u|ul)((?:\s+[a-z][\w:-]*\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+)){0,40})\s*\/?>/iy
const ATTRIBUTE = /\s*([a-z][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/giy
const BRACES = /\{[^{}<>\r\n]{1,302}\}/y
const PARAGRAPH_BREAK = /\n(?:[^\S\n]*\n)+/y
const ENTITY =
  /&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|nbsp|copy|reg|trade|euro|pound|hellip|ndash|mdash|bull|middot);/iy
/** At an address, an attachment by its name, or in the text itself. */
const IMAGE = /^(?:https?:\/\/\S|cid:\S|data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$)/i

/** A web address among words. */
const ADDRESS = /(?<![\w@/.-])(?:https?:\/\/|www\.)[^\s<>"]+/gi
/** What ends a sentence rather than an address. */
const AFTER_ADDRESS = ".,;:!?…'”’»]"

/**
 * Renders Simple Text. Never fails, and what it answers is well-formed whatever it is given. With `linksAddresses` a web address that was
 * typed as text is a link, as mail programs make it one: only so are clicks on it counted.
 */
export function renderSimpleText(content: string, { linksAddresses = false } = {}): string {
  const text = content.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
  const writer = new FragmentWriter()
  let at = 0
  let plain = 0
  const flush = () => {
    const typed = text.slice(plain, at)
    if (typed.trim() === '') {
      if (typed !== '') writer.space()
    } else if (linksAddresses && !writer.isIn('a')) writeLinked(writer, typed)
    else writer.text(spaced(escaped(typed)))
  }
  while (at < text.length) {
    const character = text[at]
    const token = character === '<' ? tagAt(text, at) : character === '\n' ? breakAt(text, at) : null
    if (!token) {
      at += character === '{' ? mergeTagAt(text, at).length || 1 : 1
      continue
    }
    flush()
    at += token.length
    plain = at
    if (token.kind === 'paragraph') writer.paragraph()
    else if (token.kind === 'line') writer.line()
    else if (token.kind === 'tag' && token.closing) writer.close(token.name)
    else if (token.kind === 'tag') writer.open(token.name, token.attributes)
  }
  flush()
  return writer.end()
}

/** Text, and the addresses in it as links to themselves. */
function writeLinked(writer: FragmentWriter, typed: string): void {
  let end = 0
  const textUpTo = (at: number) => {
    if (at > end) writer.text(spaced(escaped(typed.slice(end, at))))
  }
  for (const { 0: found, index } of typed.matchAll(ADDRESS)) {
    const address = addressIn(found)
    const link = linkOf(/^www\./i.test(address) ? `https://${address}` : address)
    if (link === null || !/^https?:\/\/[^/?#]*[\p{L}\d}]/iu.test(link)) continue
    textUpTo(index)
    writer.open('a', ` href="${attribute(link)}"`)
    writer.text(escaped(address))
    writer.close('a')
    end = index + address.length
  }
  textUpTo(typed.length)
}

/** The address without the marks that end the sentence around it; a bracket belongs to it where it opens there too. */
function addressIn(found: string): string {
  return trimEndOf(found, found.includes('(') ? AFTER_ADDRESS : `${AFTER_ADDRESS})`)
}

interface Tag {
  kind: 'tag'
  length: number
  name: string
  closing: boolean
  attributes: string
}

/** The tag that begins at `at`, if it is one of ours and harmless. */
function tagAt(text: string, at: number): Tag | null {
  TAG.lastIndex = at
  const match = TAG.exec(text)
  if (!match) return null
  const name = (match[2] ?? '').toLowerCase()
  const closing = match[1] === '/'
  const attributes = closing ? '' : attributesOf(name, match[3] ?? '')
  return attributes === null ? null : { kind: 'tag', length: match[0].length, name, closing, attributes }
}

function breakAt(text: string, at: number): { kind: 'paragraph' | 'line'; length: number } {
  PARAGRAPH_BREAK.lastIndex = at
  const match = PARAGRAPH_BREAK.exec(text)
  return match ? { kind: 'paragraph', length: match[0].length } : { kind: 'line', length: 1 }
}

/** The attributes that a tag keeps, written out; null when it makes no sense or is not allowed with what it was given. */
function attributesOf(name: string, source: string): string | null {
  if (name !== 'a' && name !== 'img') return ''
  const given = new Map<string, string>()
  for (const [, key = '', double, single, bare] of source.matchAll(ATTRIBUTE)) {
    if (!given.has(key.toLowerCase())) given.set(key.toLowerCase(), (double ?? single ?? bare ?? '').trim())
  }
  if (name === 'a') {
    const link = linkOf(given.get('href'))
    return link === null ? null : ` href="${attribute(link)}"`
  }
  const address = (given.get('src') ?? '').replace(/\n/g, '')
  if (!IMAGE.test(address)) return null
  const size = ['width', 'height'].map((key) => {
    const value = given.get(key)
    return value && /^\d{1,4}$/.test(value) ? ` ${key}="${value}"` : ''
  })
  return ` src="${attribute(address)}" alt="${attribute(given.get('alt') ?? '')}"${size.join('')}`
}

/** The merge tag that begins at `at`, or ''. */
function mergeTagAt(text: string, at: number): string {
  BRACES.lastIndex = at
  const found = BRACES.exec(text)?.[0] ?? ''
  const { parts } = compileTemplate(found)
  return parts.length === 1 && typeof parts[0] !== 'string' ? found : ''
}

/** Escapes what is neither a merge tag nor a character reference already; a brace that begins none begins none with what comes after it. */
function escaped(text: string): string {
  let result = ''
  let plain = 0
  for (let at = 0; at < text.length;) {
    const character = text[at]
    const kept = character === '{' ? mergeTagAt(text, at) : character === '&' ? entityAt(text, at) : ''
    if (kept) {
      result += escapedPlain(text.slice(plain, at)) + kept
      plain = at + kept.length
    }
    at += kept.length || 1
  }
  return result + escapedPlain(text.slice(plain))
}

const escapedPlain = (text: string) => escapeHtml(text).replaceAll('{', '&#123;')

function entityAt(text: string, at: number): string {
  ENTITY.lastIndex = at
  return ENTITY.exec(text)?.[0] ?? ''
}

/** A value between double quotes. A merge tag that holds one itself would end it, so that one is text. */
function attribute(value: string): string {
  return escaped(value).replaceAll('"', '&quot;')
}

/** Keeps runs of spaces as they were typed. */
function spaced(html: string): string {
  return html.replace(/\t/g, '    ').replace(/ {2,}/g, (run) => '&nbsp;'.repeat(run.length - 1) + ' ')
}
