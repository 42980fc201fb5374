import { colorOf, darkColor } from './colors.ts'
import { escapeHtml } from '../html/html-escaping.ts'
import { conditionalOf, readHtml, withoutElements, type OpenToken, type Token } from '../html/html-tokenizer.ts'
import { escapeText } from '../html/html-writer.ts'
import { stylesOf } from '../content/text-styles.ts'

/**
 * Previews of an email in other clients: Outlook on Windows, pictures off, dark mode. Pure functions from HTML to HTML,
 * for display only.
 */

/** version of Office that conditional comments compare with */
const MSO_VERSION = 16
/** Styles that Word never supports. */
const UNKNOWN_TO_WORD = new Set([
  'border-radius',
  'overflow',
  'max-width',
  'max-height',
  'min-width',
  'box-shadow',
  'opacity',
])

/** An email in Outlook for Windows: conditional comments applied, buttons drawn, unsupported styles removed. */
export function outlookView(html: string): string {
  const shown = withoutElements(
    readHtml(asWordReads(html)),
    ({ name, attributes }) => name === 'noscript' || /\bmso-hide:all\b/.test(attributes.get('style') ?? ''),
  )
  let rect: OpenToken | null = null
  return rewrite(shown, (token) => {
    if (token.name === 'center') return tag({ ...token, name: 'span' }, {})
    if (token.name === 'v:roundrect') return drawnButton(token)
    if (token.name === 'v:rect') rect = token
    if (token.name === 'v:textbox') return drawnRect(rect, token)
    if (token.name === 'v:fill' && rect)
      rect = { ...rect, attributes: new Map([...rect.attributes, ...token.attributes]) }
    if (/^[owvx]:/.test(token.name)) return ''
    const style = token.attributes.get('style')
    if (!style) return token.source
    const styles = stylesOf(style)
    const kept = [...styles].filter(
      ([property, value]) =>
        !(property === 'padding' && styles.has('mso-padding-alt')) &&
        !UNKNOWN_TO_WORD.has(property) &&
        !(property === 'display' && value !== 'none') &&
        !(property === 'margin' && value.includes('auto')) &&
        !(property === 'width' && (token.name === 'img' || token.name === 'div')) &&
        !(property === 'padding' && token.name !== 'td' && token.name !== 'th'),
    )
    return tag(token, { style: css(kept) })
  })
    .replace(/<\/v:roundrect>/gi, '</a>')
    .replace(/<\/v:textbox>/gi, '')
    .replace(/<\/v:rect>/gi, '</div>')
    .replace(/<\/center>/gi, '</span>')
}

/** The HTML with its conditional comments applied, both kinds. */
function asWordReads(html: string): string {
  let shows = true
  let result = ''
  for (const token of readHtml(html)) {
    const conditional = conditionalOf(token)
    if (conditional?.content === '<!') shows = holdsInWord(conditional.condition)
    else if (token.source === '<!--<![endif]-->') shows = true
    else if (shows && conditional) result += holdsInWord(conditional.condition) ? conditional.content : ''
    else if (shows) result += token.source
  }
  return result
}

/** Returns whether a condition in a comment, such as `gte mso 9` or `!mso`, is true in Outlook for Windows. */
function holdsInWord(condition: string): boolean {
  return condition
    .replace(/[()]/g, ' ')
    .split('|')
    .some((either) => either.split('&').every((term) => termHolds(term.replace(/\s+/g, ' ').trim().toLowerCase())))
}

function termHolds(term: string): boolean {
  const match = /^(!?) ?(?:(lte?|gte?) )?([a-z]+) ?(\d+(?:\.\d+)?)?$/.exec(term)
  if (!match) return false
  const [, not, comparison, name, figure] = match
  const version = figure === undefined ? MSO_VERSION : Number(figure)
  const compared =
    (comparison ?? 'e').includes('e') && MSO_VERSION === version
      ? true
      : comparison?.startsWith('l')
        ? MSO_VERSION < version
        : comparison?.startsWith('g')
          ? MSO_VERSION > version
          : false
  const holds = name === 'true' || (name === 'mso' && compared)
  return not ? !holds : holds
}

/** Converts a VML button to equivalent HTML. */
function drawnButton({ attributes }: OpenToken): string {
  const size = stylesOf(attributes.get('style') ?? '')
  const arc = Number.parseFloat(attributes.get('arcsize') ?? '0') / 100
  const height = Number.parseInt(size.get('height') ?? '0', 10)
  const width = Number.parseInt(size.get('width') ?? '0', 10)
  const look = [
    'display:inline-flex',
    'align-items:center',
    'justify-content:center',
    'text-decoration:none',
    `width:${width}px`,
    `height:${height}px`,
    `border-radius:${Math.round(arc * Math.min(width, height))}px`,
    `background-color:${colorOf(attributes.get('fillcolor')) ?? '#ffffff'}`,
  ]
  const href = attributes.get('href')
  return `<a${href ? ` href="${escapeHtml(href)}"` : ''} style="${look.join(';')}">`
}

/** Converts a VML rectangle with a picture, which ends up with the fill's attributes, to equivalent HTML. */
function drawnRect(rect: OpenToken | null, box: OpenToken): string {
  if (!rect) return ''
  const size = stylesOf(rect.attributes.get('style') ?? '')
  const src = rect.attributes.get('src')
  const [left = '0', top = '0', right = '0', bottom = '0'] = (box.attributes.get('inset') ?? '').split(',')
  const height = size.get('height')
  const look = [
    height ? 'display:inline-flex;align-items:center;justify-content:center' : 'display:block',
    'box-sizing:border-box',
    `width:${Number.parseInt(size.get('width') ?? '0', 10)}px`,
    ...(height ? [`height:${Number.parseInt(height, 10)}px`] : []),
    `padding:${[top, right, bottom, left].map((side) => `${Number.parseInt(side, 10) || 0}px`).join(' ')}`,
    `background-color:${colorOf(rect.attributes.get('fillcolor')) ?? 'transparent'}`,
    ...(src && !/['()\\]/.test(src) ? [`background-image:url('${src}')`, 'background-size:cover'] : []),
  ]
  const href = rect.attributes.get('href')
  return `<div${href ? ` data-href="${escapeHtml(href)}"` : ''} style="${escapeHtml(look.join(';'))}">`
}

/** An email without pictures, as most mailboxes show it from unknown senders. */
export function imagesOffView(html: string): string {
  return rewrite(readHtml(html), (token) => {
    if (token.name !== 'img') return withoutBackground(token)
    const styles = stylesOf(token.attributes.get('style') ?? '')
    const kept = [...styles].filter(([property]) => /^(?:width|max-width|vertical-align)$/.test(property))
    const box: [string, string][] = [
      ['display', 'inline-block'],
      ['box-sizing', 'border-box'],
      ['min-height', '24px'],
      ['border', '1px solid #c8c8c8'],
      ['padding', '4px'],
      ['line-height', '1.3'],
    ]
    return `<span style="${css([...box, ...kept])}">${escapeText(token.attributes.get('alt') ?? '') || '&nbsp;'}</span>`
  })
}

function withoutBackground(token: OpenToken): string {
  const style = token.attributes.get('style')
  if (!style?.includes('background-image')) return token.source
  return tag(token, { style: css([...stylesOf(style)].filter(([property]) => property !== 'background-image')) })
}

/** Maps each property or attribute with a color to the part that it colors: background or text. */
const USES: Readonly<Record<string, 'background' | 'text'>> = {
  color: 'text',
  'background-color': 'background',
  background: 'background',
  bgcolor: 'background',
  fillcolor: 'background',
}

/** An email in a client with automatic dark mode: light backgrounds become dark and dark texts light. */
export function darkView(html: string): string {
  return rewrite(readHtml(html), (token) => {
    const style = token.attributes.get('style')
    const changes: Record<string, string> = {}
    if (style) {
      const turned = [...stylesOf(style)].map(([property, value]): [string, string] => {
        const use = USES[property]
        const color = use ? colorOf(value) : null
        return [property, use && color ? darkColor(color, use) : value]
      })
      changes.style = css(turned)
    }
    for (const name of ['bgcolor', 'color', 'fillcolor']) {
      const color = colorOf(token.attributes.get(name))
      const use = USES[name]
      if (color && use) changes[name] = darkColor(color, use)
    }
    return Object.keys(changes).length > 0 ? tag(token, changes) : token.source
  })
}

function rewrite(tokens: Iterable<Token>, write: (token: OpenToken) => string): string {
  return [...tokens].map((token) => (token.kind === 'open' ? write(token) : token.source)).join('')
}

const css = (styles: readonly [string, string][]) => styles.map(([property, value]) => `${property}:${value}`).join(';')

/** An opening tag with changed attributes; an empty one is removed. */
function tag({ name, attributes }: OpenToken, changes: Readonly<Record<string, string>>): string {
  const kept = [...attributes].flatMap(([key, value]) => {
    const now = changes[key] ?? value
    return key in changes && now === '' ? [] : [` ${key}="${escapeHtml(now)}"`]
  })
  return `<${name}${kept.join('')}>`
}
