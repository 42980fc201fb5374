import { linkOf } from '#domain/builder/style-values.ts'
import { chipTags } from '../stored-html.ts'
import type { TextKind } from '../stored-html.ts'
import { listWordParagraphs } from './word-lists.ts'
import { keptStyle } from './pasted-styles.ts'

/**
 * HTML from the clipboard, reduced to formatting that the editor supports: the formatting of Word, Outlook, Google Docs
 * and Gmail, without their fonts, classes and layout. Loads and runs nothing.
 */
export interface CleanPaste {
  html: string
  /** pictures as data: URLs, each in place of `<img data-picture="index">` */
  pictures: string[]
  /**
   * number of pictures left out: they only exist on the other computer or in the other email, or the text cannot hold
   * any
   */
  lostPictures: number
}

/** Cleans pasted HTML. */
export function cleanPaste(html: string, kind: TextKind): CleanPaste {
  const { body } = new DOMParser().parseFromString(fragmentOf(html), 'text/html')
  for (const unread of [...body.querySelectorAll(UNREAD), ...commentsIn(body)]) unread.remove()
  const found = takePictures(body, kind)
  listWordParagraphs(body)
  for (const element of body.querySelectorAll('*')) keepStyle(element)
  collapse(body)
  for (const table of [...body.querySelectorAll('table')].toReversed()) openTable(table)
  for (const element of [...body.querySelectorAll('*')].toReversed()) reduce(element, kind)
  groupLines(body)
  joinLines(body)
  nestLists(body)
  chipTags(body)
  return { html: body.innerHTML.trim(), ...found }
}

const UNREAD = 'style, script, template, title, noscript, meta, link, xml, svg, object, iframe, input, [hidden]'

function commentsIn(body: Element): Comment[] {
  const comments: Comment[] = []
  const walk = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  while (walk.nextNode()) comments.push(walk.currentNode as Comment)
  return comments
}

/** Returns the copied part of clipboard HTML, without the page around it. Removes Word's conditional comments too. */
function fragmentOf(html: string): string {
  const start = html.indexOf('<!--StartFragment-->')
  const end = html.indexOf('<!--EndFragment-->')
  return start >= 0 && end > start ? html.slice(start + 20, end) : html
}

/**
 * Takes the data of embedded pictures out of pasted HTML, keeps pictures from the web, and counts local pictures, which
 * no recipient could see. A text block of the email builder holds no pictures: it gets their alternative texts, and all
 * of them count.
 */
function takePictures(body: Element, kind: TextKind): { pictures: string[]; lostPictures: number } {
  const pictures: string[] = []
  let lostPictures = 0
  for (const image of body.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? ''
    const isHidden = Number(image.getAttribute('width') ?? 9) < 3
    const made = body.ownerDocument.createElement('img')
    if (kind === 'block' || isHidden) {
      if (!isHidden) lostPictures += 1
      image.replaceWith(isHidden ? '' : image.alt)
      continue
    }
    if (/^https?:\/\//i.test(source)) made.setAttribute('src', source)
    else if (/^data:image\/(?:png|jpe?g|gif|webp);base64,/i.test(source)) {
      made.dataset['picture'] = String(pictures.length)
      pictures.push(source)
    } else {
      lostPictures += 1
      image.remove()
      continue
    }
    made.setAttribute('alt', image.alt)
    const width = Number.parseInt(image.getAttribute('width') ?? '', 10)
    if (width > 0) made.setAttribute('width', String(Math.min(width, 1_200)))
    image.replaceWith(made)
  }
  return { pictures, lostPictures }
}

/** Replaces meaningful styles of an element by tags, such as bold by `<strong>`, and drops all others. */
function keepStyle(element: Element): void {
  if (!(element instanceof HTMLElement)) return
  const { tags, style, isPlain } = keptStyle(element)
  const dir = element.getAttribute('dir')
  const href = element.tagName === 'A' ? linkOf(element.getAttribute('href') ?? undefined) : null
  const { tagName } = element
  const keeps = KEPT_ATTRIBUTES[tagName] ?? []
  for (const { name } of [...element.attributes]) if (!keeps.includes(name)) element.removeAttribute(name)
  if (href !== null) element.setAttribute('href', href)
  if (dir === 'rtl' && BLOCKS.has(tagName)) element.setAttribute('dir', dir)
  if (style !== '') element.setAttribute('style', style)
  for (const tag of tags) wrapContent(element, tag)
  if (isPlain && MARKS.has(tagName)) element.dataset['plain'] = ''
}

const KEPT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  IMG: ['src', 'alt', 'width', 'data-picture'],
  SPAN: ['data-merge-tag'],
}
const MARKS = new Set(['B', 'STRONG', 'I', 'EM', 'U', 'S', 'STRIKE', 'DEL'])
const BLOCKS = new Set(['P', 'DIV', 'LI', 'UL', 'OL', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'BLOCKQUOTE'])

function wrapContent(element: HTMLElement, tag: string): void {
  const wrapper = element.ownerDocument.createElement(tag)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

/** Collapses white space as a browser shows it, and drops it between blocks. */
function collapse(root: Element): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const blank: Node[] = []
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    node.nodeValue = (node.nodeValue ?? '').replace(/[ \t\r\n]+/g, ' ')
    const isBetween = [node.previousSibling, node.nextSibling].some(
      (beside) =>
        beside instanceof Element && (BLOCKS.has(beside.tagName) || /^T(?:ABLE|R|D|H|BODY|HEAD)$/.test(beside.tagName)),
    )
    const isInStructure = /^(?:TABLE|TBODY|THEAD|TR|UL|OL)$/.test(node.parentElement?.tagName ?? '')
    if (node.nodeValue === ' ' && (isBetween || isInStructure)) blank.push(node)
  }
  for (const node of blank) node.parentNode?.removeChild(node)
}

/** Replaces a table: one with data by a line per row, one that only serves layout by its content. */
function openTable(table: HTMLTableElement): void {
  const rows = [...table.rows]
  const { ownerDocument: document } = table
  if (rows.every(({ cells }) => cells.length < 2)) {
    table.replaceWith(...rows.flatMap((row) => [...row.cells].flatMap(asBlock)))
    return
  }
  const lines = rows.map((row) => {
    const line = document.createElement('p')
    for (const [index, cell] of [...row.cells].entries()) {
      if (index > 0) line.append('\u00A0\u00A0 ')
      line.append(...wordsOf(cell))
      if (line.lastChild?.nodeValue === ' ') line.lastChild.remove()
    }
    return line
  })
  table.replaceWith(...lines.filter((line) => (line.textContent ?? '').trim() !== ''))
}

function asBlock(cell: HTMLTableCellElement): Node[] {
  if ([...cell.children].some(({ tagName }) => BLOCKS.has(tagName))) return [...cell.childNodes]
  const line = cell.ownerDocument.createElement('p')
  line.append(...cell.childNodes)
  return [line]
}

/** Returns the content of a table cell on one line. */
function wordsOf(cell: Element): Node[] {
  return [...cell.childNodes].flatMap((node) => {
    if (!(node instanceof Element)) return [node]
    if (node.tagName === 'BR') return [cell.ownerDocument.createTextNode(' ')]
    return BLOCKS.has(node.tagName) ? [...wordsOf(node), cell.ownerDocument.createTextNode(' ')] : [node]
  })
}

/** Renames or unwraps elements that the editor does not support. */
function reduce(element: Element, kind: TextKind): void {
  const { tagName } = element
  if (element instanceof HTMLElement && element.dataset['plain'] !== undefined) return unwrap(element)
  if (kind === 'block' && /^H[1-6]$/.test(tagName)) {
    if (element instanceof HTMLElement) wrapContent(element, 'b')
    return rename(element, 'p')
  }
  if (/^H[4-6]$/.test(tagName)) return rename(element, 'h3')
  if (tagName === 'DIV') {
    if ([...element.children].some(isBlock)) return groupAndUnwrap(element)
    element.setAttribute(LINE, '')
    return rename(element, 'p')
  }
  if (tagName === 'BLOCKQUOTE') {
    if (element instanceof HTMLElement && ![...element.children].some(isBlock)) wrapContent(element, 'p')
    groupLines(element)
    return kind === 'block' ? unwrap(element) : undefined
  }
  if ((tagName === 'SPAN' || tagName === 'A') && element.attributes.length === 0) return unwrap(element)
  if (!KNOWN.has(tagName)) return unwrap(element)
}

/**
 * Attribute that marks a pasted paragraph as a single line: mail programs write each line as a div, and a blank line
 * between paragraphs.
 */
const LINE = 'data-line'

/** Joins the lines of each paragraph, and drops empty ones. */
function joinLines(body: Element): void {
  let last: Element | null = null
  for (const line of [...body.querySelectorAll('p, h1, h2, h3')]) {
    const isEmpty = (line.textContent ?? '').trim() === '' && line.querySelector('img') === null
    const isLine = line.hasAttribute(LINE)
    line.removeAttribute(LINE)
    if (isEmpty) {
      line.remove()
      last = null
    } else if (
      isLine &&
      last &&
      last.nextElementSibling === line &&
      last.getAttribute('style') === line.getAttribute('style')
    ) {
      last.append(body.ownerDocument.createElement('br'), ...line.childNodes)
      line.remove()
    } else {
      last = isLine ? line : null
    }
  }
}

/** Moves inner lists into the item they belong to: Google Docs writes them beside it. */
function nestLists(body: Element): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol'))
    list.previousElementSibling?.append(list)
}

const KNOWN = new Set([...BLOCKS, ...MARKS, 'A', 'BR', 'IMG', 'SPAN'])
const isBlock = (node: Node) => node instanceof Element && BLOCKS.has(node.tagName)

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

function rename(element: Element, name: string): void {
  const made = element.ownerDocument.createElement(name)
  for (const { name: attribute, value } of element.attributes) made.setAttribute(attribute, value)
  made.append(...element.childNodes)
  element.replaceWith(made)
}

function groupAndUnwrap(element: Element): void {
  groupLines(element)
  unwrap(element)
}

/**
 * Puts bare text between blocks into paragraphs, and lets a blank line separate paragraphs: Gmail and Outlook write each
 * line as a block of its own.
 */
function groupLines(root: Element): void {
  if (![...root.childNodes].some(isBlock)) return
  let line: Element | null = null
  for (const node of [...root.childNodes]) {
    if (isBlock(node)) line = null
    else if (node.nodeName === 'BR') {
      node.remove()
      line = null
    } else {
      if (!line) {
        line = root.ownerDocument.createElement('p')
        root.insertBefore(line, node)
      }
      line.append(node)
    }
  }
}
