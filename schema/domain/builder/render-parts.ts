import { BUILT_IN_PICTURE } from './built-in-pictures.ts'
import { readHtml } from '../html/html-tokenizer.ts'
import { colorOf } from './colors.ts'
import type { ElementStyles } from './element-properties.ts'
import {
  addBoxes,
  boxCss,
  boxOf,
  fontOf,
  imageAddressOf,
  lengthOf,
  lineHeightOf,
  NO_BOX,
  weightOf,
  wordOf,
  type Box,
} from './style-values.ts'

/**
 * Facts that the renderers of all kinds of elements share. Widths are in px, because Outlook for Windows needs them.
 */

export interface Surroundings {
  /** width in px that a row may have */
  readonly width: number
  readonly fontFamily: string
  readonly linkColor: string
  /** default alignment; mail clients do not support `start` */
  readonly textAlign: 'left' | 'right'
  /** origin before the path of a picture that comes with the product: https://host, or '' in a browser */
  readonly origin: string
}

export const ALIGNMENTS = ['left', 'center', 'right'] as const
export const TEXT_COLOR = '#333333'
/** Makes Outlook for Windows use exact line heights; not for images, which it would crop. */
export const EXACT = 'mso-line-height-rule:exactly'
/** Default space around a button, a social row or an image. */
export const GAP: Box = [10, 10, 10, 10]

/** A layout table that never exceeds its place; cells set their own padding, so no attributes are needed. */
export function layoutTable(rows: string, style = ''): string {
  return `<table role="presentation" style="border-collapse:collapse;table-layout:fixed;width:100%${style}">\n${rows}\n</table>`
}

/**
 * Opens a table that only Outlook for Windows renders, which supports neither max-width nor inline-block, around the
 * content that follows.
 */
export const ghostOpen = (width: number, cellStyle: string) =>
  `<!--[if mso]><table role="presentation" align="center" border="0" cellpadding="0" cellspacing="0" width="${width}" style="width:${width}px"><tr><td width="${width}" style="width:${width}px${cellStyle}"><![endif]-->`
export const GHOST_CLOSE = '<!--[if mso]></td></tr></table><![endif]-->'

/**
 * Hides a fragment from Outlook for Windows and from nobody else. Word needs the style on every element, also on those within
 * a hidden one. The usual `<!--[if !mso]><!-->` is no choice: HTMLPurifier before 4.18, which webmail programs use, deletes
 * everything up to its `<![endif]-->`.
 */
export function hiddenFromWord(html: string): string {
  return readHtml(html)
    .map((token) => {
      if (token.kind === 'comment') return ''
      if (token.kind !== 'open' || token.source.includes('mso-hide:all')) return token.source
      const { source, name } = token
      return source.includes(' style="')
        ? source.replace(' style="', ' style="mso-hide:all;')
        : `<${name} style="mso-hide:all"${source.slice(name.length + 1)}`
    })
    .join('')
}

/** A row with one cell. */
export function row(style: readonly Css[], content: string, classes = ''): string {
  return `<tr>${cellOf(style, content, classes)}</tr>`
}

/** A CSS declaration, or nothing. */
type Css = string | false | null

export const cellOf = (style: readonly Css[], content: string, classes: string) =>
  `<td${classAttribute(classes)} style="${style.filter(Boolean).join(';')}">${content}</td>`

/** A class attribute with the space before it; none without classes. */
export const classAttribute = (classes: string) => (classes === '' ? '' : ` class="${classes}"`)

/** The border that an element's styles ask for; null if none. */
export function borderOf({
  borderWidth,
  borderColor,
}: ElementStyles): { width: number; color: string; css: string } | null {
  const width = lengthOf(borderWidth, 40)
  if (!width) return null
  const color = colorOf(borderColor) ?? '#cccccc'
  return { width, color, css: `border:${width}px solid ${color}` }
}

/** Renders a row with a border and a margin as a table, because cells of joined borders have no round corners. */
export function framedRow(
  { margin, styles }: { margin: Box; styles: ElementStyles },
  css: readonly Css[],
  content: string,
  classes = '',
): string {
  const border = borderOf(styles)
  if (!border) return row(css, content, classes)
  const inside = cellOf([...css, border.css, radius(styles)], content, classes)
  return row(
    [`padding:${boxCss(margin)}`],
    `<table role="presentation" style="border-collapse:separate;border-spacing:0;table-layout:fixed;width:100%"><tr>${inside}</tr></table>`,
  )
}

/** Renders a paragraph that is a separate line in plain text, too. */
export const ownLine = (html: string) => `<p style="margin:0">${html}</p>`

/** Padding and background of a cell. */
export function cell(styles: ElementStyles, around: Surroundings): string[] {
  const background = colorOf(styles.backgroundColor)
  const box = spaceOf(styles, NO_BOX)
  const bounded = box[1] + box[3] >= around.width ? ([box[0], 0, box[2], 0] as const) : box
  return [`padding:${boxCss(bounded)}`, ...(background ? [`background-color:${background}`] : [])]
}

export function font(styles: ElementStyles, around: Surroundings, size: number): string[] {
  const weight = weightOf(styles.fontWeight)
  return [
    `font-family:${fontOf(styles.fontFamily) ?? around.fontFamily}`,
    `font-size:${size}px`,
    ...(weight === 'bold' ? ['font-weight:bold'] : []),
    ...(wordOf(styles.fontStyle, ['italic']) ? ['font-style:italic'] : []),
    `line-height:${lineHeightOf(styles.lineHeight, size) ?? Math.round(size * lineRatio(size))}px`,
    `color:${colorOf(styles.color) ?? TEXT_COLOR}`,
    `text-align:${wordOf(styles.textAlign, ALIGNMENTS) ?? around.textAlign}`,
  ]
}

/** The default line height for text of `size` px, as a ratio. */
export const lineRatio = (size: number) => (size >= 24 ? 1.25 : 1.5)
export const fontSizeOf = (styles: ElementStyles, otherwise = 16) => lengthOf(styles.fontSize, 120) || otherwise
export const inner = (width: number, box: Box) => Math.max(1, width - box[1] - box[3])

/** Margin plus padding: in an email both are padding of the cell. */
export function spaceOf(styles: ElementStyles, otherwise: Box): Box {
  const margin = boxOf(styles.margin)
  const padding = boxOf(styles.padding)
  return margin || padding ? addBoxes(margin ?? NO_BOX, padding ?? NO_BOX) : otherwise
}

export function radius(styles: ElementStyles): string | null {
  const size = lengthOf(styles.borderRadius, 400)
  return size ? `border-radius:${size}px` : null
}

/** Returns a picture's URL: http, https, a merge tag, or one of the product's own pictures; null for anything else. */
export function pictureOf(value: string | undefined, { origin }: Pick<Surroundings, 'origin'>): string | null {
  const text = value?.trim() ?? ''
  return BUILT_IN_PICTURE.test(text) ? `${origin}${text}` : imageAddressOf(text)
}

/** Returns a picture's URL for url('…') in a style; null for one with merge tags, whose values could end it. */
export function cssUrl(address: string | null): string | null {
  if (address === null || /[{}]/.test(address)) return null
  return address.replace(/['()\s]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
