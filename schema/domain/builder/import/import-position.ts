import type { BuilderElement } from '../builder-document.ts'
import { linkOf } from '../style-values.ts'
import { elementsNamed, wordsOf, type Look } from './element-styles.ts'
import type { Piece } from './imported-piece.ts'
import type { StyledElement } from './styled-tree.ts'

/** Context of an import: the place where blocks are looked for, and the notes made on the way. */

export interface Notes {
  /** parts left out: their kind and text */
  readonly found: Map<string, { what: string; text: string }>
  /** hidden text at the start, which mailboxes show after the subject */
  preheader: string | null
}

export interface Place {
  readonly notes: Notes
  /** true inside columns: rows cannot be nested */
  readonly inRow: boolean
}

/** Elements inside a line of text. */
export const INLINE = new Set(
  'a abbr b bdi bdo big br cite code del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
/** Notes something that is left out, with its text. */
export const note = ({ notes }: Place, what: string, text = '') => {
  notes.found.set(`${what}\n${text}`, { what, text })
}

/** Makes a block at the present place, with this look. */
export const at = (look: Look, element: Omit<BuilderElement, 'id'>): Piece => ({
  element,
  background: look.background,
  picture: look.picture,
})

/** Returns whether an element shows neither words nor pictures. */
export const isEmpty = (node: StyledElement): boolean =>
  wordsOf(node.children) === '' && elementsNamed(node, 'img').length === 0

/** Returns the URL of a link; null if an email cannot use it. */
export function linkIn(node: StyledElement, place: Place): string | null {
  const href = node.attributes.get('href')?.trim()
  const link = linkOf(href)
  if (href && href !== '#' && !link) note(place, 'A link that emails cannot have', href.slice(0, 100))
  return link
}
