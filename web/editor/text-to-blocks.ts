import { getSchema } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import { createElement } from '#domain/builder/new-element.ts'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import { conditionOf, conditionText, elseOf } from '#domain/content/tag-conditions.ts'
import { markerOf } from '#domain/content/email-parts.ts'
import { extensionsOf } from './editor-extensions.ts'
import { storedText } from './serialize-content.ts'
import { htmlOf } from './stored-html.ts'

/**
 * Simple Text as blocks of the builder: texts with their formatting, merge tags and conditions, and between them the
 * pictures, with their links and widths. A heading becomes a bold line, as it may be followed by other text. A condition
 * around a picture becomes one of the texts before and after it, and of the picture.
 */
export function blocksOf(content: string, newId: () => string): BuilderElement[] {
  const box = document.createElement('div')
  box.innerHTML = htmlOf(content, 'simple')
  for (const heading of box.querySelectorAll('h1, h2, h3')) {
    const line = document.createElement('p')
    const bold = document.createElement('b')
    bold.append(...heading.childNodes)
    line.append(bold)
    heading.replaceWith(line)
  }
  const blocks: BuilderElement[] = []
  let open: readonly string[] = []
  let from: Node | null = null
  const addText = (until: Node | null, openAfter: readonly string[]) => {
    const part = partOf(box, from, until)
    const text = withMarkers(textOf(part), open, openAfter)
    if (text !== '') blocks.push({ ...createElement('text', newId()), content: text })
  }
  for (const picture of box.querySelectorAll('img')) {
    const around = conditionsAround(box, picture)
    addText(picture, around)
    blocks.push(pictureBlock(picture, around, newId()))
    open = around
    from = picture
  }
  addText(null, [])
  return blocks
}

function pictureBlock(picture: HTMLImageElement, around: readonly string[], id: string): BuilderElement {
  const plain = createElement('image', id)
  const width = Number(picture.getAttribute('width'))
  const link = picture.closest('a')?.getAttribute('href')
  const condition = allOf(around)
  return {
    ...plain,
    content: picture.src,
    alt: picture.alt,
    ...(link ? { link } : {}),
    ...(width > 0 ? { styles: { ...plain.styles, width: `${Math.round(width)}px` } } : {}),
    ...(condition ? { condition } : {}),
  }
}

/** Joins nested conditions into one: all of them if that is possible, otherwise the innermost. */
function allOf(conditions: readonly string[]): string | undefined {
  const read = conditions.map(conditionOf)
  const tests = read.flatMap((each) => (each && !each.not && (each.all || each.tests.length === 1) ? each.tests : []))
  const isPlain = read.every((each) => each && !each.not && (each.all || each.tests.length === 1))
  const joined = conditionText({ all: true, tests })
  return conditions.length > 1 && isPlain && conditionOf(joined) ? joined : conditions.at(-1)
}

/** Returns the conditions around a picture, outermost first; after {#else}, the negated condition. */
function conditionsAround(box: Element, picture: Element): string[] {
  const open: string[] = []
  for (const chip of box.querySelectorAll('[data-merge-tag]')) {
    if (!(chip.compareDocumentPosition(picture) & Node.DOCUMENT_POSITION_FOLLOWING)) break
    const marker = markerOf(chip.getAttribute('data-merge-tag') ?? '')
    if (marker === 'end') open.pop()
    else if (marker === 'else') open.push(elseOf(open.pop() ?? '') ?? '')
    else if (marker) open.push(conditionText(marker))
  }
  return open.filter(Boolean)
}

/** Returns the content between two nodes, with the elements around it. */
function partOf(box: Element, from: Node | null, until: Node | null): Element {
  const range = document.createRange()
  range.selectNodeContents(box)
  if (from) range.setStartAfter(from)
  if (until) range.setEndBefore(until)
  const part = document.createElement('div')
  part.append(range.cloneContents())
  for (const edge of ['firstChild', 'lastChild'] as const) trimEdge(part, edge)
  return part
}

/** Removes empty elements and spaces at one end of a part: cutting leaves them. */
function trimEdge(part: Element, edge: 'firstChild' | 'lastChild'): void {
  for (;;) {
    let node: Node = part
    while (node[edge]) node = node[edge]
    if (node === part) return
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.nodeValue ?? ''
      node.nodeValue = edge === 'firstChild' ? text.trimStart() : text.trimEnd()
      if (node.nodeValue !== '') return
    }
    node.parentNode?.removeChild(node)
  }
}

function textOf(part: Element): string {
  const schema = getSchema(
    extensionsOf('block', {
      ...{ placeholder: '', fields: () => [] },
      ...{ onList: () => undefined, onEdit: () => undefined, onPicture: () => undefined },
    }),
  )
  return storedText(DOMParser.fromSchema(schema).parse(part, { preserveWhitespace: true }), 'block').trim()
}

/**
 * Completes a part of a text: opens the conditions that are open at its start, and closes those that are open at its
 * end.
 */
function withMarkers(text: string, openAtStart: readonly string[], openAtEnd: readonly string[]): string {
  const opening = openAtStart.map((condition) => `{#if ${condition}}`).join('')
  const closing = openAtEnd.map(() => '{/if}').join('')
  const before = opening !== '' && text.startsWith('<') ? '\n\n' : ''
  const after = closing !== '' && /<\/(?:[uo]l|p|blockquote)>$/.test(text) ? '\n\n' : ''
  let whole = `${opening}${before}${text}${after}${closing}`
  for (let last = ''; last !== whole;) {
    last = whole
    whole = whole.replace(/\{#if [^{}]*\}\s*(?:\{#else\}\s*)?\{\/if\}/g, '')
  }
  return whole.trim()
}
