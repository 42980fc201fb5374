import { decodeAttribute } from './html-escaping.ts'
import { readForAllClients, type OpenToken, type Span } from './html-tokenizer.ts'

/** URL of an image and its position in the HTML, without the quotes. */
export interface HtmlPicture extends Span {
  address: string
}

const ATTRIBUTES = ['src', 'background']
const VALUE = /^[^=]*=\s*/
/** Matches a URL in a style sheet. */
const STYLE_URL = /(\burl\(\s*)("[^"]*"|'[^']*'|[^\s"'()]+)(?=\s*\))/gi

/** All images of an email in order: in attributes and style sheets, including conditional comments. */
export function picturesOfHtml(html: string): HtmlPicture[] {
  let isStyle = false
  return readForAllClients(html).flatMap((token) => {
    const isInStyle = isStyle
    isStyle = token.kind === 'open' && token.name === 'style'
    if (token.kind === 'text' && isInStyle) return inStyle(token.source, token.start, (css) => css)
    return token.kind === 'open' ? inTag(token) : []
  })
}

function inTag({ source, start, places }: OpenToken): HtmlPicture[] {
  return [...places].flatMap(([name, place]) => {
    const attribute = source.slice(place.start - start, place.end - start)
    const before = VALUE.exec(attribute)?.[0].length ?? attribute.length
    if (name === 'style') return inStyle(attribute, place.start, decodeAttribute)
    return ATTRIBUTES.includes(name) ? [pictureAt(attribute.slice(before), place.start + before, decodeAttribute)] : []
  })
}

function inStyle(css: string, start: number, decode: (text: string) => string): HtmlPicture[] {
  return [...css.matchAll(STYLE_URL)].map(({ index, 1: before = '', 2: value = '' }) =>
    pictureAt(value, start + index + before.length, decode),
  )
}

/** The image that a value refers to. Its quotes may be character references. */
function pictureAt(value: string, start: number, decode: (text: string) => string): HtmlPicture {
  const quotes = /^["']/.test(value) ? 1 : 0
  const read = decode(value)
  const address = (/^(["'])(.*)\1$/s.exec(read)?.[2] ?? read).trim()
  return { address, start: start + quotes, end: start + value.length - quotes }
}
