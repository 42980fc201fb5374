import type { BuilderElement } from '../builder-document.ts'
import { addBoxes, boxCss, boxOf, NO_BOX, type Box } from '../style-values.ts'
import type { Look } from './element-styles.ts'

/** Block found in an imported email, with the background that it has there. */
export interface Piece {
  readonly element: Omit<BuilderElement, 'id'>
  readonly background: string
  readonly picture: Look['picture']
  /** ends with a blank line when it is joined with the next text; otherwise with a line break */
  readonly isParagraph?: boolean
}

/** Blocks whose space is a margin instead of a padding. */
const BY_MARGIN = new Set(['button', 'divider'])

/** Pieces inside a box: its sides go to all of them, its top to the first and its bottom to the last. */
export function inBox(pieces: readonly Piece[], [top, right, bottom, left]: Box): Piece[] {
  if (top + right + bottom + left === 0) return [...pieces]
  return pieces.map((piece, at) =>
    withSpace(piece, [at === 0 ? top : 0, right, at === pieces.length - 1 ? bottom : 0, left]),
  )
}

function withSpace(piece: Piece, box: Box): Piece {
  const { element } = piece
  if (element.type === 'spacer') return piece
  const key = BY_MARGIN.has(element.type) ? 'margin' : 'padding'
  const space = boxCss(addBoxes(boxOf(element.styles[key]) ?? NO_BOX, box))
  return { ...piece, element: { ...element, styles: { ...element.styles, [key]: space } } }
}

/** Neighboring texts of the same look as one, which is how people edit them. */
export function joinTexts(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last && isSameText(last, piece)) {
      const content = `${last.element.content}${last.isParagraph ? '\n\n' : '\n'}${piece.element.content}`
      joined[joined.length - 1] = { ...piece, element: { ...last.element, content } }
    } else {
      joined.push(piece)
    }
  }
  return joined
}

function isSameText(one: Piece, other: Piece): boolean {
  const [a, b] = [one.element, other.element]
  return (
    a.type === 'text' &&
    b.type === 'text' &&
    a.heading === undefined &&
    b.heading === undefined &&
    one.background === other.background &&
    one.picture?.owner === other.picture?.owner &&
    JSON.stringify(a.styles) === JSON.stringify(b.styles) &&
    a.content.length + b.content.length < 20_000
  )
}
