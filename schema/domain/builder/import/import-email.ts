import { createElement } from '../new-element.ts'
import { colorOf } from '../colors.ts'
import {
  DEFAULT_GLOBAL_STYLES,
  DOCUMENT_VERSION,
  ELEMENTS_MAX,
  allElements,
  type BuilderDocument,
  type BuilderElement,
} from '../builder-document.ts'
import { importHtml } from '../import-html.ts'
import { FIELD_MAX, PREHEADER_MAX } from '../builder-limits.ts'
import { MAX_WIDTH_LEAST } from '../render-document.ts'
import { TEXT_LIMITS } from '../../content/text-limits.ts'
import { lengthOf } from '../style-values.ts'
import { withOwnTags, type MappedTags } from './foreign-tags.ts'
import { noteLostStyles } from './lost-styles.ts'
import { FIRST_LOOK, isHidden, lookOf, wordsOf, type Look } from './element-styles.ts'
import { blocksOf } from './imported-pieces.ts'
import type { Notes, Place } from './import-position.ts'
import type { Piece } from './imported-piece.ts'
import { readStyled, type StyledElement, type StyledNode } from './styled-tree.ts'

/**
 * Turns the HTML of any email into the builder's blocks: texts, pictures, buttons, columns and backgrounds, with their
 * styles. Content and styles that blocks cannot hold are listed, with their words.
 */

/** Part of an imported email that the document does not contain, in words for the person who imports. */
export interface LeftOut {
  readonly what: string
  /** the words that were lost with it, or the value of a style; '' if none */
  readonly text: string
}

export interface ImportedEmail {
  readonly document: BuilderDocument
  readonly leftOut: readonly LeftOut[]
  /** merge tags of other programs, rewritten */
  readonly tags: MappedTags['mapped']
}

/** Maximum characters of an email that are read. */
export const IMPORT_MAX = FIELD_MAX.content
/** Range of widths in px that the box around a whole email has. */
const WIDTHS = { least: 320, most: 900 } as const

/** Imports an email. Pure; never throws. Ids count from i1. */
export function importEmail(source: string): ImportedEmail {
  const cut = source.slice(0, IMPORT_MAX).toWellFormed()
  const { html, mapped, unknown } = withOwnTags(cut)
  const { body, title, lang, leftOut } = readStyled(html)
  const notes: Notes = { found: new Map(), preheader: null }
  const note = (what: string, text = '') => notes.found.set(`${what}\n${text}`, { what, text })
  if (source.length > cut.length) note(`Everything after the first ${IMPORT_MAX.toLocaleString('en-US')} characters`)
  for (const tag of unknown) note('Merge tag without an equivalent', tag)
  for (const what of leftOut) note(what)
  const frame = frameOf(body)
  const place: Place = { notes, inRow: false }
  const pieces = blocksOf(body, lookOf(body, { ...FIRST_LOOK, background: frame.inside }), place)
  noteLostStyles(body, place)
  if ((notes.preheader?.length ?? 0) > PREHEADER_MAX)
    note('The end of the preheader', notes.preheader?.slice(PREHEADER_MAX))
  const elements = withIds(banded(pieces))
  const isTooMany = allElements(elements).length > ELEMENTS_MAX
  if (isTooMany) note(`Separate blocks: there are more than ${ELEMENTS_MAX}, so the email is one HTML block`)
  const kept = isTooMany ? [htmlBlock(html, note)] : elements
  return {
    document: {
      version: DOCUMENT_VERSION,
      subject: title.slice(0, TEXT_LIMITS.subject).replace(/\s+/g, ' '),
      ...(notes.preheader ? { preheader: notes.preheader.slice(0, PREHEADER_MAX) } : {}),
      ...(/^[a-z]{2,3}(?:-[a-z\d]{2,8})?$/i.test(lang) ? { lang } : {}),
      elements: kept,
      globalStyles: {
        ...DEFAULT_GLOBAL_STYLES,
        backgroundColor: frame.outside,
        maxWidth: `${frame.width}px`,
        ...(frame.font ? { fontFamily: frame.font } : {}),
      },
    },
    leftOut: withoutRepeats([...notes.found.values()]),
    tags: mapped,
  }
}

/** Removes notes that repeat another note with the same text. */
const withoutRepeats = (all: readonly LeftOut[]): LeftOut[] =>
  all.filter(({ what, text }) => text !== '' || !all.some((other) => other.what === what && other.text !== ''))

function htmlBlock(html: string, note: (what: string) => void): BuilderElement {
  const { html: content, removed } = importHtml(html)
  for (const each of removed) note(`<${each}>`)
  return { ...createElement('html', 'i1'), content: content.slice(0, FIELD_MAX.content) }
}

interface Frame {
  /** color around the email, and behind its content */
  outside: string
  inside: string
  /** width of the email in px */
  width: number
  font: string | null
}

/** The email's own width and colors, from the boxes around all of its content. */
function frameOf(body: StyledElement): Frame {
  let look: Look = lookOf(body, FIRST_LOOK)
  const isColored = (element: StyledElement) => colorOf(element.styles.get('background-color')) !== null
  let outside = isColored(body) ? look.background : '#ffffff'
  let box: StyledElement | null = body
  let width = 600
  while (box) {
    const own = widthIn(box)
    if (own !== null) {
      width = own
      break
    }
    look = lookOf(box, look)
    outside = look.background
    box = onlyChild(box)
  }
  const found = box ?? widest(body)
  if (!box && found) width = widthIn(found) ?? width
  return { outside, inside: '#ffffff', width: Math.max(MAX_WIDTH_LEAST, width), font: look.fontFamily }
}

function widthIn({ name, styles }: StyledElement): number | null {
  if (name === 'img' || name === 'body') return null
  const sizes = [styles.get('max-width'), styles.get('width')].map((value) => lengthOf(value))
  return sizes.find((size) => size !== null && size >= WIDTHS.least && size <= WIDTHS.most) ?? null
}

const shown = (nodes: readonly StyledNode[]) =>
  nodes.filter((node) =>
    node.kind === 'text' ? node.text.trim() !== '' : !isHidden(node) && !['br', 'wbr'].includes(node.name),
  )

function onlyChild(element: StyledElement): StyledElement | null {
  const [only, ...more] = shown(element.children)
  return only?.kind === 'element' && more.length === 0 ? only : null
}

/** The first box inside that has the width of an email. */
function widest(element: StyledElement): StyledElement | null {
  for (const child of element.children) {
    if (child.kind === 'text') continue
    if (widthIn(child) !== null) return child
    const inner = widest(child)
    if (inner) return inner
  }
  return null
}

/** Blocks in a row with the same background become bands; rows of columns take the background themselves. */
function banded(pieces: readonly Piece[]): Omit<BuilderElement, 'id'>[] {
  const result: Omit<BuilderElement, 'id'>[] = []
  for (let at = 0; at < pieces.length;) {
    const first = pieces[at]
    if (!first) break
    let end = at + 1
    const isRow = first.element.type === 'columns'
    while (!isRow && end < pieces.length && isSameBand(first, pieces[end])) end += 1
    const group = pieces.slice(at, end)
    at = end
    const isPlain = first.background === '#ffffff' && first.picture === null
    if (isPlain) for (const { element } of group) result.push(element)
    else result.push(isRow ? inBackground(first) : bandOf(first, group))
  }
  return result
}

const isSameBand = (one: Piece, other: Piece | undefined) =>
  other !== undefined &&
  other.element.type !== 'columns' &&
  other.background === one.background &&
  other.picture?.owner === one.picture?.owner

const inBackground = ({ element, background, picture }: Piece): Omit<BuilderElement, 'id'> => ({
  ...element,
  styles: { ...element.styles, backgroundColor: background },
  ...(picture ? { background: picture.address } : {}),
})

const bandOf = (first: Piece, group: readonly Piece[]): Omit<BuilderElement, 'id'> => ({
  type: 'columns',
  content: '',
  styles: { backgroundColor: first.background, padding: '0px' },
  ...(first.picture ? { background: first.picture.address } : {}),
  columns: [{ elements: group.map(({ element }) => ({ ...element, id: '' })) }],
})

function withIds(elements: readonly Omit<BuilderElement, 'id'>[]): BuilderElement[] {
  let count = 0
  const next = () => `i${(count += 1)}`
  return elements.map(({ columns, ...element }) => {
    const id = next()
    if (!columns) return { ...element, id }
    return {
      ...element,
      id,
      columns: columns.map((column) => ({
        ...column,
        elements: column.elements.map((inner) => ({ ...inner, id: next() })),
      })),
    }
  })
}

/** All words of what was left out, for {@link importEmail}'s promise that no text is lost silently. */
export const wordsLeftOut = (leftOut: readonly LeftOut[]): string => leftOut.map(({ text }) => text).join(' ')

/** The words that the source shows. */
export const wordsShown = (source: string): string => wordsOf([readStyled(withOwnTags(source).html).body])
