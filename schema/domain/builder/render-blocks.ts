import { colorOf } from './colors.ts'
import { importHtml } from './import-html.ts'
import { SOCIAL_NETWORKS, type BuilderElement, type Column, type ElementStyles } from './document.ts'
import { escapeAttribute, escapeText } from '../html/write.ts'
import { renderLabel, renderRichText } from './render-rich-text.ts'
import { plainText } from './rich-text.ts'
import {
  addBoxes,
  boxCss,
  boxOf,
  fontOf,
  imageAddressOf,
  lengthOf,
  lineHeightOf,
  linkOf,
  NO_BOX,
  percentOf,
  weightOf,
  widthOf,
  wordOf,
  type Box,
} from './values.ts'

/** Renders each kind of element as a table row. Widths are in px, because Outlook for Windows needs them. */

export interface Surroundings {
  /** px that a row may be wide */
  readonly width: number
  readonly fontFamily: string
  readonly linkColor: string
  /** default alignment; mail clients do not support `start` */
  readonly textAlign: 'left' | 'right'
}

type Render = (element: BuilderElement, around: Surroundings) => string

const ALIGNMENTS = ['left', 'center', 'right'] as const
const TEXT_COLOR = '#333333'
/** Makes Outlook for Windows use exact line heights; not for images, which it would crop. */
const EXACT = 'mso-line-height-rule:exactly'
/** Default space around a button, a social row or an image. */
const GAP: Box = [10, 10, 10, 10]

export const RENDERERS: Readonly<Record<BuilderElement['type'], Render>> = {
  text: renderText,
  image: renderImage,
  button: renderButton,
  divider: renderDivider,
  spacer: renderSpacer,
  columns: renderColumns,
  social: renderSocial,
  html: renderHtml,
}

/** Elements as rows of one table. */
export function renderRows(elements: readonly BuilderElement[], around: Surroundings): string {
  return elements.map((element) => forSome(element, RENDERERS[element.type](element, around))).join('\n')
}

/** A block that only some see, between the markers of its condition. */
function forSome({ condition }: BuilderElement, rows: string): string {
  return condition ? `{#if ${condition}}\n${rows}\n{/if}` : rows
}

/** A layout table that never exceeds its place; cells set their own padding, so no attributes are needed. */
export function layoutTable(rows: string, style = ''): string {
  return `<table role="presentation" style="border-collapse:collapse;table-layout:fixed;width:100%${style}">\n${rows}\n</table>`
}

/**
 * Rendered only by Outlook for Windows, which supports neither max-width nor inline-block: a table around what follows.
 */
export const ghostOpen = (width: number, cellStyle: string) =>
  `<!--[if mso]><table role="presentation" align="center" border="0" cellpadding="0" cellspacing="0" width="${width}" style="width:${width}px"><tr><td width="${width}" style="width:${width}px${cellStyle}"><![endif]-->`
export const GHOST_CLOSE = '<!--[if mso]></td></tr></table><![endif]-->'

function row(style: readonly (string | false | null)[], content: string): string {
  return `<tr><td style="${style.filter(Boolean).join(';')}">${content}</td></tr>`
}

/** A line of its own, also in plain text. */
const ownLine = (html: string) => `<p style="margin:0">${html}</p>`

function renderText({ content, styles, heading }: BuilderElement, around: Surroundings): string {
  const size = fontSizeOf(styles)
  const type = [...font(styles, around, size), EXACT]
  const look = { linkColor: around.linkColor, gap: size }
  // Mail clients have their own heading styles, so the cell's styles are repeated.
  const weight = weightOf(styles.fontWeight) === 'bold' ? [] : ['font-weight:normal']
  const html = heading
    ? renderRichText(content, { ...look, paragraph: { tag: `h${heading}`, css: `;${[...type, ...weight].join(';')}` } })
    : renderRichText(content, look)
  return row([...cell(styles, around), ...type], /^<(?:p|h\d|ul|ol) /.test(html) ? html : ownLine(html || '&nbsp;'))
}

function renderImage({ content, styles, link, alt }: BuilderElement, around: Surroundings): string {
  const address = imageAddressOf(content)
  const box = spaceOf(styles, NO_BOX)
  const width = Math.max(1, widthOf(styles.width, inner(around.width, box)) ?? inner(around.width, box))
  const css = [
    'display:inline-block',
    'vertical-align:top',
    `width:${percentOf(styles.width) ?? 100}%`,
    `max-width:${width}px`,
    'border:0',
    radius(styles),
  ].filter(Boolean)
  const image = address
    ? `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(alt ?? '')}" width="${width}" style="${css.join(';')}">`
    : escapeText(alt ?? '') || '&nbsp;'
  const href = linkOf(link)
  const color = `color:${colorOf(styles.color) ?? TEXT_COLOR}`
  return row(
    [...cell(styles, around), ...font({ ...styles, textAlign: styles.textAlign ?? 'center' }, around, 14)],
    href ? `<a href="${escapeAttribute(href)}" style="${color}">${image}</a>` : image,
  )
}

function renderButton(element: BuilderElement, around: Surroundings): string {
  const { content, styles } = element
  const href = linkOf(element.link)
  const size = fontSizeOf(styles)
  const background = colorOf(styles.backgroundColor) ?? '#007bff'
  const color = colorOf(styles.color) ?? '#ffffff'
  const padding = boxOf(styles.padding) ?? [12, 24, 12, 24]
  const label = renderLabel(content) || '&nbsp;'
  const type = [
    `color:${color}`,
    `font-family:${fontOf(styles.fontFamily) ?? around.fontFamily}`,
    `font-size:${size}px`,
    `font-weight:${weightOf(styles.fontWeight) ?? 'bold'}`,
    wordOf(styles.fontStyle, ['italic']) && 'font-style:italic',
    'text-align:center',
    'text-decoration:none',
  ].filter(Boolean)
  const lineHeight = lineHeightOf(styles.lineHeight, size) ?? Math.round(size * 1.25)
  const look = [
    'display:inline-block',
    `background-color:${background}`,
    ...type,
    `line-height:${lineHeight}px`,
    `padding:${boxCss(padding)}`,
    radius(styles),
  ].filter(Boolean)
  const button = href
    ? `<a href="${escapeAttribute(href)}" style="${look.join(';')}">${label}</a>`
    : `<span style="${look.join(';')}">${label}</span>`
  const space = boxOf(styles.margin) ?? GAP
  const most = inner(around.width, space)
  const drawnSize = buttonSize(plainText(content), { size, lineHeight, padding, most })
  const round = Math.min(
    50,
    Math.round((100 * (lengthOf(styles.borderRadius) ?? 0)) / Math.min(drawnSize.width, drawnSize.height)),
  )
  const drawn =
    `<v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word"` +
    `${href ? ` href="${escapeAttribute(href)}"` : ''} style="height:${drawnSize.height}px;v-text-anchor:middle;width:${drawnSize.width}px"` +
    ` arcsize="${round}%" stroke="f" fillcolor="${background}"><w:anchorlock/><center style="${type.join(';')}">${label}</center></v:roundrect>`
  return row(
    [
      `padding:${boxCss(space)}`,
      `font-size:${size}px`,
      `line-height:${lineHeight}px`,
      `text-align:${wordOf(styles.textAlign, ALIGNMENTS) ?? 'center'}`,
    ],
    `<!--[if mso]>${drawn}<![endif]--><!--[if !mso]><!-->${ownLine(button)}<!--<![endif]-->`,
  )
}

/** Word needs a fixed button size: estimated from average widths of a bold sans-serif, on the generous side. */
function buttonSize(
  label: string,
  { size, lineHeight, padding, most }: { size: number; lineHeight: number; padding: Box; most: number },
): { width: number; height: number } {
  const shown = label.replace(/\{[^{}|]{0,100}(?:\|([^{}]{0,200}))?\}/g, (_, fallback = '') =>
    String(fallback).padEnd(10, 'n'),
  )
  const widths = shown.split('\n').map((line) => {
    const units = Array.from(line, (character) =>
      /[iljtfr.,:;'’!|()\s]/.test(character) ? 0.36 : widthUnit(character),
    )
    return units.reduce((sum, unit) => sum + unit, 0) * size
  })
  const room = Math.max(1, most - padding[1] - padding[3])
  const lines = widths.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / room)), 0)
  return {
    width: Math.round(Math.min(room, Math.max(...widths)) + padding[1] + padding[3]),
    height: lines * lineHeight + padding[0] + padding[2],
  }
}

function widthUnit(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code >= 0x1100) return 1.1
  return /[mwMWQOGCD@%—…&]/.test(character) ? 0.86 : /[A-Z]/.test(character) ? 0.74 : 0.6
}

function renderDivider({ styles }: BuilderElement, around: Surroundings): string {
  const box = spaceOf({ margin: styles.margin, padding: styles.padding }, [20, 0, 20, 0])
  const height = Math.max(1, lengthOf(styles.height, 400) ?? 1)
  const color = colorOf(styles.color) ?? colorOf(styles.backgroundColor) ?? '#cccccc'
  const room = inner(around.width, box)
  const width = widthOf(styles.width, room) ?? room
  const line = layoutTable(
    `<tr><td style="padding:0;background-color:${color};font-size:1px;line-height:${height}px;mso-line-height-rule:exactly">&nbsp;</td></tr>`,
  )
  return row([`padding:${boxCss(box)}`, 'font-size:0'], width === room ? line : held(line, width, room, styles))
}

/** Something narrower than its row, aligned left, centre or right. */
function held(content: string, width: number, room: number, styles: ElementStyles): string {
  const align = wordOf(styles.textAlign, ALIGNMENTS) ?? 'center'
  const margin = { left: '0', center: '0 auto', right: '0 0 0 auto' }[align]
  const percent = Math.round((100 * width) / Math.max(1, room))
  return (
    `<!--[if mso]><table role="presentation" align="${align}" border="0" cellpadding="0" cellspacing="0" width="${width}"><tr><td><![endif]-->` +
    `<div style="width:${percent}%;max-width:${width}px;margin:${margin}">${content}</div>${GHOST_CLOSE}`
  )
}

function renderSpacer({ styles }: BuilderElement): string {
  const height = lengthOf(styles.height, 1_000) ?? 20
  if (height === 0) return ''
  return row(['padding:0', 'font-size:1px', `line-height:${height}px`, 'mso-line-height-rule:exactly'], '&nbsp;')
}

/** px between the columns of a row */
export function columnGap({ columns = [], styles }: BuilderElement, around: Surroundings): number {
  if (columns.length < 2) return 0
  return Math.min(lengthOf(styles.gap, 200) ?? 0, Math.floor(inner(around.width, spaceOf(styles, NO_BOX)) / 8))
}

function renderColumns(element: BuilderElement, around: Surroundings): string {
  const { columns = [], styles } = element
  const gap = columnGap(element, around)
  // Half the gap is on both sides of every column, so that edges align when stacked; the row's own padding compensates.
  const sides: Box = [0, Math.floor(gap / 2), 0, Math.ceil(gap / 2)]
  const [top, right, bottom, left] = spaceOf(styles, NO_BOX)
  const box: Box = [top, Math.max(0, right - sides[1]), bottom, Math.max(0, left - sides[3])]
  const background = colorOf(styles.backgroundColor)
  const within: Surroundings = { ...around, width: inner(around.width, box) }
  const look = [
    `padding:${boxCss(box)}`,
    background && `background-color:${background}`,
    background && radius(styles),
    'font-size:0',
    columns.length > 1 && 'text-align:center',
  ]
  const [only] = columns
  if (columns.length < 2) return row(look, only ? filled(only, within) : '&nbsp;')
  const cells = cellsOf(columns, styles, sides, within)
  return row(look, wordOf(styles.onPhones, ['keep']) ? keptTogether(cells) : stacking(cells, within))
}

interface Cell {
  content: string
  width: number
  /** share of the row in percent */
  share: number
  padding: Box
  align: 'top' | 'middle' | 'bottom'
}

function cellsOf(columns: readonly Column[], styles: ElementStyles, padding: Box, within: Surroundings): Cell[] {
  const weights = columns.map(({ weight }) => (weight && weight > 0 ? weight : 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return columns.map((column, index) => {
    const part = (weights[index] ?? 1) / total
    const width = Math.max(1, Math.floor(within.width * part))
    return {
      content: filled(column, { ...within, width: inner(width, padding) }),
      width,
      share: Math.floor(part * 10_000) / 100,
      padding,
      align: wordOf(styles.verticalAlign, ['top', 'middle', 'bottom']) ?? 'top',
    }
  })
}

/** row width in px below which columns stack */
const STACK_BELOW = 420

/**
 * Columns that stack without a media query. With calc support, a row narrower than {@link STACK_BELOW} makes max-width
 * huge, so a column fills the row; a wider row makes it zero, so min-width applies. Elsewhere columns have a width in
 * px and wrap if they do not fit.
 */
function stacking(cells: readonly Cell[], { width, textAlign }: Surroundings): string {
  const columns = cells.map(({ content, width: own, share, padding, align }) => {
    const isPadded = padding[1] + padding[3] > 0
    const padded = isPadded ? layoutTable(`<tr><td style="padding:${boxCss(padding)}">${content}</td></tr>`) : content
    return (
      `<td width="${own}" valign="${align}" style="width:${own}px"><![endif]-->` +
      `<div style="display:inline-block;width:100%;min-width:${share}%;max-width:${own}px;max-width:calc((${STACK_BELOW}px - 100%) * 999);` +
      `vertical-align:${align};text-align:${textAlign}">${padded}</div>`
    )
  })
  const ghost = `<!--[if mso]><table role="presentation" align="center" border="0" cellpadding="0" cellspacing="0" width="${width}"><tr>`
  return `${ghost}${columns.join('<!--[if mso]></td>')}${GHOST_CLOSE}`
}

/** Columns that stay side by side on any screen. */
function keptTogether(cells: readonly Cell[]): string {
  const columns = cells.map(
    ({ content, share, padding, align }) =>
      `<td style="width:${share}%;padding:${boxCss(padding)};vertical-align:${align}">${content}</td>`,
  )
  return layoutTable(`<tr>${columns.join('')}</tr>`)
}

function filled(column: Column, around: Surroundings): string {
  const rows = renderRows(column.elements, around)
  return rows === '' ? '&nbsp;' : layoutTable(rows)
}

function renderSocial({ items = [], styles }: BuilderElement, around: Surroundings): string {
  const color = colorOf(styles.color) ?? TEXT_COLOR
  const links = items.map(({ network, url, label }) => {
    const text = escapeText(label?.trim() || SOCIAL_NETWORKS[network]).replaceAll(' ', '&nbsp;')
    const href = linkOf(url)
    return href ? `<a href="${escapeAttribute(href)}" style="color:${color}">${text}</a>` : `<span>${text}</span>`
  })
  const size = fontSizeOf(styles, 14)
  return row(
    [...cell(styles, around), ...font({ ...styles, textAlign: styles.textAlign ?? 'center' }, around, size), EXACT],
    ownLine(links.join(' &nbsp;·&nbsp; ') || '&nbsp;'),
  )
}

function renderHtml({ content, styles }: BuilderElement, around: Surroundings): string {
  const { html } = importHtml(content)
  // Columns of an imported table are at least as wide as their words, unless words may break.
  const words = /<t[dh]\b/.test(html) && 'word-break:normal'
  return row([...cell(styles, around), ...font(styles, around, 16), words], html || '&nbsp;')
}

/** Padding and background of a cell. */
function cell(styles: ElementStyles, around: Surroundings): string[] {
  const background = colorOf(styles.backgroundColor)
  const box = spaceOf(styles, NO_BOX)
  const bounded = box[1] + box[3] >= around.width ? ([box[0], 0, box[2], 0] as const) : box
  return [`padding:${boxCss(bounded)}`, ...(background ? [`background-color:${background}`] : [])]
}

function font(styles: ElementStyles, around: Surroundings, size: number): string[] {
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
const fontSizeOf = (styles: ElementStyles, otherwise = 16) => lengthOf(styles.fontSize, 120) || otherwise
const inner = (width: number, box: Box) => Math.max(1, width - box[1] - box[3])

/** Margin plus padding: in an email both are padding of the cell. */
function spaceOf(styles: ElementStyles, otherwise: Box): Box {
  const margin = boxOf(styles.margin)
  const padding = boxOf(styles.padding)
  return margin || padding ? addBoxes(margin ?? NO_BOX, padding ?? NO_BOX) : otherwise
}

function radius(styles: ElementStyles): string | null {
  const size = lengthOf(styles.borderRadius, 400)
  return size ? `border-radius:${size}px` : null
}
