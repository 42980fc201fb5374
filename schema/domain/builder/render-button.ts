import { escapeAttribute } from '../html/html-writer.ts'
import { colorOf } from './colors.ts'
import type { BuilderElement } from './builder-document.ts'
import { alignRule, classesOf, paddingRule, sizeRule } from './phone-styles.ts'
import {
  ALIGNMENTS,
  borderOf,
  classAttribute,
  fontSizeOf,
  GAP,
  hiddenFromWord,
  inner,
  ownLine,
  radius,
  row,
  type Surroundings,
} from './render-parts.ts'
import { renderLabel } from './render-rich-text.ts'
import { plainText } from './rich-text.ts'
import { textWidth, type FontLook } from './text-width.ts'
import { boxCss, boxOf, fontOf, lengthOf, lineHeightOf, linkOf, weightOf, wordOf, type Box } from './style-values.ts'

/** A button: a link that looks like one; Outlook for Windows draws it in VML, which needs a fixed size. */
export function renderButton(element: BuilderElement, around: Surroundings): string {
  const { content, styles } = element
  const href = linkOf(element.link)
  const border = borderOf(styles)
  const edge = border?.width ?? 0
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
    border && border.css,
    radius(styles),
  ].filter(Boolean)
  const classes = classAttribute(classesOf(sizeRule(styles), paddingRule(styles)))
  const button = href
    ? `<a href="${escapeAttribute(href)}"${classes} style="${look.join(';')}">${label}</a>`
    : `<span${classes} style="${look.join(';')}">${label}</span>`
  const space = boxOf(styles.margin) ?? GAP
  const most = inner(around.width, space) - 2 * edge
  const fontFamily = fontOf(styles.fontFamily) ?? around.fontFamily
  const isBold = weightOf(styles.fontWeight) !== 'normal'
  const isItalic = wordOf(styles.fontStyle, ['italic']) !== null
  const bare = buttonSize(plainText(content), {
    size,
    lineHeight,
    padding,
    most,
    font: { fontFamily, isBold, isItalic },
  })
  const drawnSize = { width: bare.width + 2 * edge, height: bare.height + 2 * edge }
  const round = Math.min(
    50,
    Math.round((100 * (lengthOf(styles.borderRadius) ?? 0)) / Math.min(drawnSize.width, drawnSize.height)),
  )
  const drawn =
    `<v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word"` +
    `${href ? ` href="${escapeAttribute(href)}"` : ''} style="height:${drawnSize.height}px;v-text-anchor:middle;width:${drawnSize.width}px"` +
    ` arcsize="${round}%" ${border ? `strokecolor="${border.color}" strokeweight="${edge}px"` : 'stroke="f"'} fillcolor="${background}"><w:anchorlock/><center style="${type.join(';')}">${label}</center></v:roundrect>`
  return row(
    [
      `padding:${boxCss(space)}`,
      `font-size:${size}px`,
      `line-height:${lineHeight}px`,
      `text-align:${wordOf(styles.textAlign, ALIGNMENTS) ?? 'center'}`,
    ],
    `<!--[if mso]>${drawn}<![endif]-->${hiddenFromWord(ownLine(button))}`,
    classesOf(alignRule(styles)),
  )
}

/** Returns the size in px of a button that fits its label: its lines as wide as the font draws them. */
function buttonSize(
  label: string,
  {
    size,
    lineHeight,
    padding,
    most,
    font,
  }: { size: number; lineHeight: number; padding: Box; most: number; font: FontLook },
): { width: number; height: number } {
  const shown = label.replace(/\{[^{}|]{0,100}(?:\|([^{}]{0,200}))?\}/g, (_, fallback = '') =>
    String(fallback).padEnd(10, 'n'),
  )
  const room = Math.max(1, most - padding[1] - padding[3])
  const widths = shown.split('\n').map((line) => textWidth(line, size, font))
  const lines = widths.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / room)), 0)
  return {
    width: Math.ceil(Math.min(room, Math.max(...widths)) + padding[1] + padding[3]),
    height: lines * lineHeight + padding[0] + padding[2],
  }
}
