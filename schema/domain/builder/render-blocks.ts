import { escapeAttribute, escapeText } from '../html/html-writer.ts'
import { colorOf } from './colors.ts'
import type { BuilderElement, Column } from './builder-document.ts'
import type { ElementStyles } from './element-properties.ts'
import { importHtml } from './import-html.ts'
import { alignRule, classesOf, hiddenRows, paddingRule, sizeRule } from './phone-styles.ts'
import { renderButton } from './render-button.ts'
import { renderMenu, renderSocial } from './render-links.ts'
import {
  ALIGNMENTS,
  borderOf,
  cell,
  cssUrl,
  EXACT,
  font,
  fontSizeOf,
  framedRow,
  GHOST_CLOSE,
  inner,
  layoutTable,
  ownLine,
  pictureOf,
  radius,
  row,
  spaceOf,
  TEXT_COLOR,
  type Surroundings,
} from './render-parts.ts'
import { renderRichText } from './render-rich-text.ts'
import { renderTable } from './render-table.ts'
import { renderVideo } from './render-video.ts'
import {
  boxCss,
  boxOf,
  lengthOf,
  linkOf,
  NO_BOX,
  percentOf,
  weightOf,
  widthOf,
  wordOf,
  type Box,
} from './style-values.ts'

/** Renders each kind of element as a table row. */

type Render = (element: BuilderElement, around: Surroundings) => string

const RENDERERS: Readonly<Record<BuilderElement['type'], Render>> = {
  text: renderText,
  image: renderImage,
  button: renderButton,
  divider: renderDivider,
  spacer: renderSpacer,
  columns: renderColumns,
  social: renderSocial,
  html: renderHtml,
  table: renderTable,
  video: renderVideo,
  menu: renderMenu,
}

/** Elements as rows of one table. */
export function renderRows(elements: readonly BuilderElement[], around: Surroundings): string {
  return elements
    .map((element) => forSome(element, hiddenRows(element, RENDERERS[element.type](element, around))))
    .join('\n')
}

/** Puts a block that only some recipients see between the markers of its condition. */
function forSome({ condition }: BuilderElement, rows: string): string {
  return condition ? `{#if ${condition}}\n${rows}\n{/if}` : rows
}

function renderText({ content, styles, heading }: BuilderElement, around: Surroundings): string {
  const size = fontSizeOf(styles)
  const type = [...font(styles, around, size), EXACT]
  const look = { linkColor: around.linkColor, gap: size }
  // Mail clients have their own heading styles, so the cell's styles are repeated.
  const weight = weightOf(styles.fontWeight) === 'bold' ? [] : ['font-weight:normal']
  const html = heading
    ? renderRichText(content, { ...look, paragraph: { tag: `h${heading}`, css: `;${[...type, ...weight].join(';')}` } })
    : renderRichText(content, look)
  const margin = boxOf(styles.margin) ?? NO_BOX
  const inside = borderOf(styles) ? { ...styles, margin: '0' } : styles
  return framedRow(
    { margin, styles },
    [...cell(inside, around), ...type],
    /^<(?:p|h\d|ul|ol) /.test(html) ? html : ownLine(html || '&nbsp;'),
    classesOf(sizeRule(styles), paddingRule(styles), alignRule(styles)),
  )
}

function renderImage({ content, styles, link, alt }: BuilderElement, around: Surroundings): string {
  const address = pictureOf(content, around)
  const box = spaceOf(styles, NO_BOX)
  const border = borderOf(styles)
  const width = Math.max(1, widthOf(styles.width, inner(around.width, box)) ?? inner(around.width, box))
  const css = [
    'display:inline-block',
    'vertical-align:top',
    `width:${percentOf(styles.width) ?? 100}%`,
    `max-width:${width}px`,
    border ? border.css : 'border:0',
    border && 'box-sizing:border-box',
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
    classesOf(paddingRule(styles), alignRule(styles)),
  )
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

/** Places content that is narrower than its row on the left, in the center or on the right. */
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
  const border = borderOf(styles)
  const margin = border ? (boxOf(styles.margin) ?? NO_BOX) : NO_BOX
  const room = inner(around.width, margin) - 2 * (border?.width ?? 0)
  // Half the gap is on both sides of every column, so that edges align when stacked; the row's own padding compensates.
  const sides: Box = [0, Math.floor(gap / 2), 0, Math.ceil(gap / 2)]
  const [top, right, bottom, left] = border ? (boxOf(styles.padding) ?? NO_BOX) : spaceOf(styles, NO_BOX)
  const box: Box = [top, Math.max(0, right - sides[1]), bottom, Math.max(0, left - sides[3])]
  const background = colorOf(styles.backgroundColor)
  const picture = cssUrl(pictureOf(element.background, around))
  const within: Surroundings = { ...around, width: inner(room, box) }
  const look = [
    `padding:${boxCss(box)}`,
    picture && 'mso-padding-alt:0',
    background && `background-color:${background}`,
    picture && `background-image:url('${escapeAttribute(picture)}')`,
    picture && 'background-size:cover',
    picture && 'background-position:center',
    (background || picture) && radius(styles),
    'font-size:0',
    columns.length > 1 && 'text-align:center',
  ]
  const [only] = columns
  const cells = cellsOf(columns, styles, sides, within)
  const inside =
    columns.length < 2
      ? only
        ? filled(only, within)
        : '&nbsp;'
      : wordOf(styles.onPhones, ['keep'])
        ? keptTogether(cells)
        : stacking(cells, within)
  return framedRow(
    { margin, styles },
    look,
    picture ? overPicture(inside, { picture, background, width: room, box }) : inside,
    classesOf(paddingRule(styles)),
  )
}

/**
 * Places content over a picture: Outlook for Windows draws it in VML; other email programs have it as the cell's
 * background.
 */
function overPicture(
  content: string,
  { picture, background, width, box }: { picture: string; background: string | null; width: number; box: Box },
): string {
  const [top, right, bottom, left] = box
  const color = background ? ` color="${background}"` : ''
  const open =
    `<v:rect xmlns:v="urn:schemas-microsoft-com:vml" style="width:${width}px" stroke="f"${background ? ` fillcolor="${background}"` : ''}>` +
    `<v:fill type="frame" aspect="atleast" src="${escapeAttribute(picture)}"${color}/>` +
    `<v:textbox style="mso-fit-shape-to-text:true" inset="${left}px,${top}px,${right}px,${bottom}px">`
  return `<!--[if mso]>${open}<![endif]-->${content}<!--[if mso]></v:textbox></v:rect><![endif]-->`
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

function renderHtml({ content, styles }: BuilderElement, around: Surroundings): string {
  const { html } = importHtml(content)
  // Columns of an imported table are at least as wide as their words, unless words may break.
  const words = /<t[dh]\b/.test(html) && 'word-break:normal'
  return row(
    [...cell(styles, around), ...font(styles, around, 16), words],
    html || '&nbsp;',
    classesOf(paddingRule(styles)),
  )
}
