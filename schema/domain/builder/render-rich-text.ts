import { escapeAttribute, escapeText } from '../html/html-writer.ts'
import { blockAttributes, wordCss } from '../content/text-styles.ts'
import { linesOf, parseRichText, type Block, type Line, type List, type Paragraph, type Run } from './rich-text.ts'

/** Rich text as the HTML of an email. */

/** The styles of rich text in an email. */
export interface RichTextLook {
  /** color of links without a color; '' writes none */
  linkColor: string
  /** px between paragraphs */
  gap: number
  /** the tag and styles of paragraphs; p and inherited styles by default */
  paragraph?: { tag: string; css: string }
}

/** Rich text as HTML with inline styles. */
export function renderRichText(content: string, look: RichTextLook): string {
  const blocks = parseRichText(content)
  const [only] = blocks
  if (!only) return ''
  if (blocks.length === 1 && !look.paragraph && only.kind === 'paragraph' && !only.align && !only.dir)
    return renderLines(only.lines, look)
  return blocks.map((block, index) => renderBlock(block, look, index === blocks.length - 1)).join('')
}

/** Rich text as inline HTML without links, for a button. */
export function renderLabel(content: string): string {
  const lines = parseRichText(content).flatMap((block) => linesOf(block))
  return lines
    .map((line) =>
      renderLine(
        line.map((run) => ({ ...run, link: undefined })),
        '',
      ),
    )
    .join('<br>')
}

function renderBlock(block: Block, look: RichTextLook, isLast: boolean): string {
  const { tag, css } = look.paragraph ?? { tag: 'p', css: '' }
  if (block.kind === 'list') return renderList(block, look, isLast ? 0 : look.gap)
  const margin = `margin:0${isLast ? '' : ` 0 ${look.gap}px`}`
  return `<${tag}${blockAttributes(block, margin + css)}>${renderLines(block.lines, look)}</${tag}>`
}

/** px by which the items of a list are indented. */
const INDENT = 24

/** Renders a list with margin instead of padding, because Outlook for Windows ignores the padding of a list. */
function renderList({ ordered, items }: List, look: RichTextLook, below: number): string {
  const tag = ordered ? 'ol' : 'ul'
  const isRightToLeft = items[0]?.dir === 'rtl'
  const margin = isRightToLeft ? `0 ${INDENT}px ${below}px 0` : `0 0 ${below}px ${INDENT}px`
  const inner = items.map((item) => {
    const lists = item.lists.map((list) => renderList(list, look, 0)).join('')
    const attributes = blockAttributes(item, `margin:0${look.paragraph?.css ?? ''}`)
    return `<li${attributes}>${renderLines(item.lines, look)}${lists}</li>`
  })
  const css = `margin:${margin.replace(/\b0px/g, '0')};padding:0`
  return `<${tag}${blockAttributes(isRightToLeft ? { dir: 'rtl' } : {}, css)}>${inner.join('')}</${tag}>`
}

const renderLines = (lines: Paragraph['lines'], { linkColor }: RichTextLook) =>
  lines.map((line) => renderLine(line, linkColor)).join('<br>')

function renderLine(line: Line, linkColor: string): string {
  const [first] = line
  return inLinks(line, linkColor, (run) => marked(run, escapeText(spaced(run.text, run === first))))
}

/** Writes a line with one `a` around adjacent runs with the same URL. */
function inLinks(line: Line, linkColor: string, write: (run: Run) => string): string {
  let html = ''
  for (let at = 0; at < line.length;) {
    const link = line[at]?.link
    let end = at + 1
    while (end < line.length && line[end]?.link === link) end += 1
    const group = line.slice(at, end)
    at = end
    if (link === undefined) {
      html += group.map(write).join('')
      continue
    }
    const own = group[0]?.color
    const isOneColor = own !== undefined && group.every(({ color }) => color === own)
    const color = isOneColor ? own : linkColor
    const inner = group.map((run) => write(isOneColor ? { ...run, color: undefined } : run)).join('')
    html += `<a href="${escapeAttribute(link)}"${color ? ` style="color:${color}"` : ''}>${inner}</a>`
  }
  return html
}

/** Wraps a text in the tags of its formatting, except links. */
function marked(run: Run, text: string): string {
  let html = text
  if (run.strike) html = `<s>${html}</s>`
  if (run.underline) html = `<u>${html}</u>`
  if (run.italic) html = `<i>${html}</i>`
  if (run.bold) html = `<b>${html}</b>`
  const css = [wordCss(run), run.size && `line-height:${Math.round(run.size * 1.4)}px`].filter(Boolean).join(';')
  return css ? `<span style="${css}">${html}</span>` : html
}

/** Preserves runs of spaces. */
function spaced(text: string, atLineStart: boolean): string {
  const kept = text.replaceAll('\t', '    ').replace(/ {2,}/g, (run) => '\u00A0'.repeat(run.length - 1) + ' ')
  return atLineStart ? kept.replace(/^ /, '\u00A0') : kept
}
