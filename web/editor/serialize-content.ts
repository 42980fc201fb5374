import type { Mark, Node } from '@tiptap/pm/model'
import { decodeTyped } from '#domain/html/html-escaping.ts'
import { blockAttributes, wordCss, type BlockLook } from '#domain/content/text-styles.ts'
import type { TextKind } from './stored-html.ts'

/**
 * Returns the stored form of an edited text. Text without formatting stays plain: line breaks, and blank lines between
 * paragraphs. Formatting is written in the few tags that `renderSimpleText` and `parseRichText` keep.
 */
export function storedText(document: Node, kind: TextKind): string {
  const blocks: Node[] = []
  document.forEach((block) => {
    blocks.push(block)
  })
  const isEmpty = (block: Node | undefined) => block?.type.name === 'paragraph' && block.content.size === 0
  while (isEmpty(blocks.at(-1))) blocks.pop()
  while (isEmpty(blocks[0])) blocks.shift()
  const stored = blocks.map((block) => blockText(block, kind)).join('\n\n')
  return stored.trim() === '' ? '' : stored
}

function blockText(block: Node, kind: TextKind): string {
  const { name } = block.type
  if (name === 'bulletList' || name === 'orderedList') return listText(block, kind)
  if (name === 'blockquote') return `<blockquote>\n${inside(block, kind).join('\n\n')}\n</blockquote>`
  const attributes = blockAttributes(lookOf(block))
  const text = inlineText(block, kind)
  // Blank lines would be lost.
  if (text === '') return attributes === '' ? '&nbsp;' : `<p${attributes}>&nbsp;</p>`
  if (name === 'heading')
    return `<h${Number(block.attrs['level'])}${attributes}>${text}</h${Number(block.attrs['level'])}>`
  return attributes === '' ? text : `<p${attributes}>${text}</p>`
}

const inside = (block: Node, kind: TextKind) => block.children.map((child) => blockText(child, kind))

function listText(list: Node, kind: TextKind): string {
  const tag = list.type.name === 'orderedList' ? 'ol' : 'ul'
  const items = list.children.map((item) => {
    const texts = item.children.filter(({ isTextblock }) => isTextblock)
    const lists = item.children.filter(({ isTextblock }) => !isTextblock)
    const words = texts.map((text) => inlineText(text, kind)).join('\n')
    const [first] = texts
    const inner = [words, ...lists.map((nested) => listText(nested, kind))].filter(Boolean).join('\n')
    return `<li${first ? blockAttributes(lookOf(first)) : ''}>${inner || '&nbsp;'}</li>`
  })
  return `<${tag}>\n${items.join('\n')}\n</${tag}>`
}

/** Returns the alignment and direction of a block; a text that begins in a right-to-left script gets that direction. */
function lookOf({ attrs, textContent }: Node): BlockLook {
  const { textAlign: align, dir } = attrs as { textAlign?: BlockLook['align'] | null; dir?: BlockLook['dir'] | null }
  const own = dir ?? (RIGHT_TO_LEFT.test(textContent) ? 'rtl' : undefined)
  return { ...(align ? { align } : {}), ...(own ? { dir: own } : {}) }
}

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Order in which the tags of formats are nested, outermost first. */
const MARK_ORDER = ['link', 'textStyle', 'bold', 'italic', 'underline', 'strike']
const TAGS: Readonly<Record<string, string>> = { bold: 'b', italic: 'i', underline: 'u', strike: 's' }

function inlineText(block: Node, kind: TextKind): string {
  let html = ''
  let open: Mark[] = []
  const keepOpen = (marks: readonly Mark[]) => {
    let same = 0
    while (same < open.length && marks[same]?.eq(open[same] as Mark)) same += 1
    for (const mark of open.slice(same).toReversed()) html += `</${tagOf(mark)}>`
    for (const mark of marks.slice(same)) html += startOf(mark)
    open = [...marks]
  }
  const { children } = block
  const last = children.findLastIndex(({ type }) => type.name !== 'hardBreak')
  for (const [index, node] of children.slice(0, last + 1).entries()) {
    if (node.type.name === 'hardBreak') {
      // At its start and after another one, Simple Text would read a typed line break as the end of the paragraph.
      const isPlain = kind === 'block' || (index > 0 && children[index - 1]?.type.name !== 'hardBreak')
      html += isPlain ? '\n' : '<br>'
      continue
    }
    keepOpen(marksOf(node))
    html += wordsOf(node, kind, /(?:^|\n|<br>)$/.test(html))
  }
  keepOpen([])
  return html
}

function marksOf(node: Node): Mark[] {
  return node.marks
    .filter((mark) => startOf(mark) !== '')
    .toSorted((one, other) => MARK_ORDER.indexOf(one.type.name) - MARK_ORDER.indexOf(other.type.name))
}

const tagOf = ({ type }: Mark) => (type.name === 'link' ? 'a' : (TAGS[type.name] ?? 'span'))

function startOf({ type, attrs }: Mark): string {
  if (type.name === 'link') return `<a href="${quoted(String(attrs['href'] ?? ''))}">`
  const tag = TAGS[type.name]
  if (tag) return `<${tag}>`
  const size = Number.parseFloat(String(attrs['fontSize'] ?? ''))
  const css = wordCss({ color: attrs['color'] ? String(attrs['color']) : undefined, size: size || undefined })
  return css === '' ? '' : `<span style="${css}">`
}

function wordsOf(node: Node, kind: TextKind, atLineStart: boolean): string {
  if (node.type.name === 'mergeTag') {
    const source = String(node.attrs['source'])
    return kind === 'block' && decodeTyped(source) !== source ? source.replaceAll('&', '&amp;') : source
  }
  if (node.type.name === 'image') return imageText(node)
  return typed(node.text ?? '', atLineStart)
}

function imageText({ attrs }: Node): string {
  const { src, alt, width } = attrs as { src: string | null; alt: string | null; width: string | number | null }
  // A picture that is still being uploaded has no address yet.
  if (!src || /^blob:/i.test(src)) return ''
  return `<img src="${quoted(src)}" alt="${quoted(alt ?? '')}"${width ? ` width="${Math.round(Number(width))}"` : ''}>`
}

/** Escapes text that would otherwise be read as a tag or as a character reference. */
function typed(text: string, atLineStart: boolean): string {
  return (atLineStart ? text.replace(/^\u00A0/, ' ') : text)
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/<(?=[a-z/!?])/gi, '&lt;')
    .replace(/[ \u00A0]{2,}/g, (run) => ' '.repeat(run.length))
    .replaceAll('\u00A0', '&nbsp;')
}

const quoted = (text: string) => text.replace(/&(?=#?\w+;)/g, '&amp;').replaceAll('"', '&quot;')
