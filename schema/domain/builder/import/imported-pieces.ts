import { BLOCKS } from '../blocks.ts'
import { COLUMNS_MAX } from '../builder-limits.ts'
import type { BuilderElement, Column } from '../builder-document.ts'
import type { Heading } from '../element-properties.ts'
import { TABLE_MAX } from '../builder-limits.ts'
import { addBoxes, lengthOf, percentOf, type Box } from '../style-values.ts'
import { buttonIn } from './imported-button.ts'
import { dividerOf, emptyBox, picturePieces } from './leaf-blocks.ts'
import { listPieces } from './imported-lists.ts'
import { boxAround, elementsNamed, isHidden, lookOf, wordsOf, type Look } from './element-styles.ts'
import { noteLostLooks } from './lost-styles.ts'
import { inBox, joinTexts, type Piece } from './imported-piece.ts'
import { at, INLINE, isEmpty, linkIn, note, type Place } from './import-position.ts'
import { mainLook, richTextOf, textStyles, tidied, type Run } from './text-runs.ts'
import { socialItemsOf } from './social-icons.ts'
import { FOREIGN, type StyledElement, type StyledNode } from './styled-tree.ts'

/** Finds the blocks of an email in its styled tree. */

const HEADINGS: Readonly<Record<string, Heading>> = { h1: 1, h2: 2, h3: 3 }
/** px of space below a paragraph or heading that sets none itself. */
const BELOW = 12
/** Returns whether a node belongs inside a line of text. */

const isInline = (node: StyledNode): boolean =>
  node.kind === 'text' ||
  (INLINE.has(node.name) &&
    !/^(?:block|table|flex|grid|list-item)/.test(node.styles.get('display') ?? '') &&
    node.children.every(isInline))

/** The blocks inside an element, `look` being its own. */
export function blocksOf(element: StyledElement, look: Look, place: Place): Piece[] {
  const pieces: Piece[] = []
  let runs: Run[] = []
  const flush = () => {
    pieces.push(...textPiece(runs, look, element, place))
    runs = []
  }
  const visit = (node: StyledNode, around: Look) => {
    if (node.kind === 'text') {
      runs.push({ text: node.text, look: around })
      return
    }
    const found = special(node, around, place)
    if (found) {
      flush()
      for (const piece of found) pieces.push(piece)
      return
    }
    const own = lookOf(node, node.name === 'a' ? { ...around, link: linkIn(node, place) ?? around.link } : around)
    if (node.name === 'br') runs.push({ text: '\n', look: around })
    else if (INLINE.has(node.name)) for (const child of node.children) visit(child, own)
    else {
      flush()
      for (const piece of boxed(node, own, place)) pieces.push(piece)
    }
  }
  const row = sideBySide(element, look, place)
  if (row) return row
  for (const child of element.children) visit(child, look)
  flush()
  return joinTexts(pieces)
}

function boxed(node: StyledElement, own: Look, place: Place): Piece[] {
  const pieces = node.name === 'table' ? tablePieces(node, own, place) : blocksOf(node, own, place)
  const isText = /^(?:p|h[1-6])$/.test(node.name)
  const margin = boxAround(node, 'margin')
  const hasMargin = ['margin-bottom', 'margin-top'].some((side) => node.styles.has(side))
  const outside: Box = isText && !hasMargin ? [0, 0, node.name === 'p' ? 0 : BELOW, 0] : margin
  return inBox(pieces, addBoxes(boxAround(node, 'padding'), outside))
}

/** Blocks that are not text: hidden and foreign elements, pictures, lines, lists and buttons; null for all others. */
function special(node: StyledElement, around: Look, place: Place): Piece[] | null {
  if (isHidden(node)) return hiddenPieces(node, place)
  if (FOREIGN.has(node.name)) {
    note(place, `<${node.name}>`, wordsOf(node.children))
    return []
  }
  const own = lookOf(node, around)
  if (node.name === 'img') return picturePieces(node, own, place)
  if (node.name === 'hr') return [at(own, dividerOf(node))]
  if (node.name === 'ul' || node.name === 'ol') return listPieces(node, own, place)
  const social = node.name === 'a' ? null : socialItemsOf(node)
  if (social)
    return [
      at(own, {
        type: 'social',
        content: '',
        items: social,
        styles: { ...BLOCKS.social.styles, textAlign: own.align },
      }),
    ]
  const button = buttonIn(node, around)
  if (button) return [button]
  return /^(?:td|div|p)$/.test(node.name) ? emptyBox(node, own) : null
}

/**
 * Leaves out hidden words and pictures, such as those of a carousel that only some email programs show, and lists them.
 */
function hiddenPieces(node: StyledElement, place: Place): Piece[] {
  for (const { attributes } of [...(node.name === 'img' ? [node] : []), ...elementsNamed(node, 'img')]) {
    const file = attributes.get('src')?.split(/[?#]/)[0]?.split('/').at(-1)
    const isDot = Number(attributes.get('width') ?? 9) < 3
    if (!isDot) note(place, 'A hidden picture', attributes.get('alt')?.trim() || (file ?? ''))
  }
  const words = wordsOf(node.children)
  if (words !== '' && place.notes.preheader === null) place.notes.preheader = words
  else if (words !== '') note(place, 'Hidden text', words)
  return []
}

function textPiece(runs: readonly Run[], look: Look, { name }: StyledElement, place: Place): Piece[] {
  const tidy = tidied(runs)
  if (tidy.every(({ text }) => text.trim() === '' || text === '\n')) return []
  const base = { ...mainLook(tidy, look), align: look.align, link: null }
  noteLostLooks(tidy, { ...base, background: look.background }, place)
  const heading = HEADINGS[name]
  const element: Omit<BuilderElement, 'id'> = {
    type: 'text',
    content: richTextOf(tidy, base),
    styles: textStyles(base),
    ...(heading ? { heading } : {}),
  }
  return [{ ...at(look, element), isParagraph: /^(?:p|h[1-6]|blockquote)$/.test(name) }]
}

/** A table: of data, of rows below each other, or of columns. */
function tablePieces(table: StyledElement, look: Look, place: Place): Piece[] {
  const data = dataTable(table, look, place)
  if (data) return [data]
  const button = buttonIn(table, look)
  if (button) return [button]
  return rowsOf(table).flatMap(({ row, cells }) => {
    const rowLook = lookOf(row, look)
    const filled = cells.filter((cell) => !isHidden(cell) && !isEmpty(cell))
    for (const cell of cells) if (isHidden(cell)) hiddenPieces(cell, place)
    const social = filled.length > 1 ? socialItemsOf(row) : null
    if (social)
      return [
        at(rowLook, {
          type: 'social',
          content: '',
          items: social,
          styles: { ...BLOCKS.social.styles, textAlign: rowLook.align },
        }),
      ]
    if (filled.length > 1) return rowPieces(filled, rowLook, place)
    return cells.flatMap((cell) =>
      filled.length === 0 || filled.includes(cell) ? cellPieces(cell, rowLook, place) : [],
    )
  })
}

function cellPieces(cell: StyledElement, around: Look, place: Place): Piece[] {
  return special(cell, around, place) ?? inBox(blocksOf(cell, lookOf(cell, around), place), boxAround(cell, 'padding'))
}

function rowsOf(table: StyledElement): { row: StyledElement; cells: StyledElement[] }[] {
  return table.children.flatMap((child) => {
    if (child.kind === 'text') return []
    if (child.name === 'tr') return [{ row: child, cells: child.children.filter((cell) => cell.kind === 'element') }]
    return /^(?:thead|tbody|tfoot)$/.test(child.name) ? rowsOf(child) : [{ row: child, cells: [child] }]
  })
}

/** Boxes beside each other as a row of columns; below each other where there are too many, or inside columns. */
function rowPieces(boxes: readonly StyledElement[], look: Look, place: Place): Piece[] {
  if (place.inRow || boxes.length > COLUMNS_MAX) {
    const why = place.inRow ? 'Columns inside columns' : `${boxes.length} columns`
    note(place, `${why}, now below each other`)
    return boxes.flatMap((box) => cellPieces(box, look, place))
  }
  const sizes = boxes.map(({ styles }) => percentOf(styles.get('width')) ?? lengthOf(styles.get('width')))
  const isSized = sizes.every((size) => size !== null && size > 0)
  const most = Math.max(...sizes.map((size) => size ?? 0))
  const columns = boxes.map((box, index): Column => {
    const pieces = joinTexts(cellPieces(box, look, { ...place, inRow: true }))
    const elements = pieces.map(({ element, background }) => ({
      ...element,
      styles:
        background === look.background || element.type === 'button'
          ? element.styles
          : { ...element.styles, backgroundColor: background },
      id: '',
    }))
    const weight = Math.max(0.1, Math.round(((sizes[index] ?? 1) / most) * 100) / 100)
    return isSized && new Set(sizes).size > 1 ? { elements, weight } : { elements }
  })
  const align = boxes[0]?.styles.get('vertical-align') ?? boxes[0]?.attributes.get('valign') ?? 'top'
  return [
    at(look, {
      type: 'columns',
      content: '',
      styles: { padding: '0', gap: '0px', verticalAlign: align, onPhones: 'stack' },
      columns,
    }),
  ]
}

/** Boxes that stand beside each other without a table, as MJML and others write columns. */
function sideBySide(element: StyledElement, look: Look, place: Place): Piece[] | null {
  const boxes = element.children.filter((child) => child.kind === 'element' && !isHidden(child) && !isEmpty(child))
  if (
    boxes.length < 2 ||
    boxes.length !==
      element.children.filter((child) => (child.kind === 'text' ? child.text.trim() !== '' : !isEmpty(child))).length
  )
    return null
  const isBeside = (box: StyledNode): box is StyledElement =>
    box.kind === 'element' &&
    /^(?:div|table|span)$/.test(box.name) &&
    !isInline(box) &&
    (/^(?:inline-block|inline-table|table-cell)$/.test(box.styles.get('display') ?? '') ||
      /^(?:left|right)$/.test(box.styles.get('float') ?? '') ||
      (box.name === 'table' && /^(?:left|right)$/i.test(box.attributes.get('align') ?? '')))
  const found = boxes.filter(isBeside)
  return found.length === boxes.length ? rowPieces(found, look, place) : null
}

/** A table of text with at least two rows and columns; null for layout. */
function dataTable(table: StyledElement, look: Look, place: Place): Piece | null {
  if (table.attributes.get('role') === 'presentation') return null
  const rows = rowsOf(table)
  const counts = new Set(rows.map(({ cells }) => cells.length))
  const [columns = 0] = counts
  const cells = rows.flatMap((row) => row.cells)
  const isText = cells.every(
    (cell) =>
      (cell.name === 'td' || cell.name === 'th') &&
      cell.children.every(isInline) &&
      elementsNamed(cell, 'a').length + elementsNamed(cell, 'img').length === 0,
  )
  const hasHead = cells.some(({ name }) => name === 'th')
  const fits =
    counts.size === 1 &&
    columns >= 2 &&
    columns <= TABLE_MAX.columns &&
    rows.length >= 2 &&
    rows.length <= TABLE_MAX.rows
  const hasLines = table.attributes.get('border') !== undefined && table.attributes.get('border') !== '0'
  if (!fits || !isText || !(hasHead || hasLines || rows.length >= 3)) return null
  const texts = rows.map((row) => row.cells.map((cell) => wordsOf(cell.children)))
  if (texts.flat().some((text) => text.length > 1_000)) return null
  if (cells.some(hasLook)) note(place, 'Fonts, colors, alignment and space in the cells of a table')
  const { styles } = BLOCKS.table
  return at(look, {
    type: 'table',
    content: '',
    rows: texts,
    hasHeader: rows[0]?.cells.every(({ name }) => name === 'th') ?? false,
    styles: {
      ...styles,
      color: look.color,
      fontSize: `${look.fontSize}px`,
      padding: '0',
      ...(look.fontFamily ? { fontFamily: look.fontFamily.replaceAll("'", '') } : {}),
    },
  })
}

/** Returns whether a cell has styles that a table's cells do not keep. */
const hasLook = ({ styles, children }: StyledElement): boolean =>
  [...styles.keys()].some((property) => /^(?:background|color|font|text-align|padding|line-height)/.test(property)) ||
  children.some((child) => child.kind === 'element' && child.name !== 'br')
