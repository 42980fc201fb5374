import { colorOf } from '../colors.ts'
import type { BuilderElement } from '../builder-document.ts'
import { imageAddressOf, lengthOf, percentOf } from '../style-values.ts'
import type { Look } from './element-styles.ts'
import type { Piece } from './imported-piece.ts'
import { at, isEmpty, note, type Place } from './import-position.ts'
import type { StyledElement } from './styled-tree.ts'

/** Converts pictures, lines and space of an imported email. */

/** Size in px up to which a picture counts as a tracking pixel. */
const PIXEL = 3
/** Converts a picture, unless it is a tracking pixel or cannot be shown. */
export function picturePieces(node: StyledElement, look: Look, place: Place): Piece[] {
  const size = (name: string) => lengthOf(node.styles.get(name)) ?? lengthOf(node.attributes.get(name))
  const [width, height] = [size('width'), size('height')]
  const alt = node.attributes.get('alt')?.trim() ?? ''
  if ((width !== null && width < PIXEL) || (height !== null && height < PIXEL)) {
    note(place, 'A picture that counts openings', alt)
    return []
  }
  const address = imageAddressOf(node.attributes.get('src'))
  if (!address) {
    note(place, 'A picture whose address emails cannot show', alt)
    return []
  }
  const percent = percentOf(node.styles.get('width') ?? node.attributes.get('width'))
  const radius = node.styles.get('border-radius')
  return [
    at(look, {
      type: 'image',
      content: address,
      ...(node.attributes.has('alt') ? { alt } : {}),
      ...(look.link ? { link: look.link } : {}),
      styles: {
        width: percent === null ? (width === null ? '100%' : `${width}px`) : `${percent}%`,
        textAlign: look.align,
        padding: '0',
        ...(radius ? { borderRadius: radius } : {}),
      },
    }),
  ]
}

/**
 * Splits the CSS border of an imported divider into its values, such as 1px, solid and #ccc: the top one, else the
 * bottom one.
 */
const borderWords = ({ styles }: StyledElement): string[] =>
  (styles.get('border-top') ?? styles.get('border-bottom') ?? styles.get('border') ?? '').split(/\s+/)

/** Converts an imported horizontal rule into a divider block. */
export function dividerOf(node: StyledElement, thickness?: number): Omit<BuilderElement, 'id'> {
  const words = borderWords(node)
  const color = words.map((word) => colorOf(word)).find((found) => found !== null)
  const width = thickness ?? words.map((word) => lengthOf(word)).find((found) => found)
  return {
    type: 'divider',
    content: '',
    styles: {
      backgroundColor: color ?? colorOf(node.styles.get('background-color')) ?? '#cccccc',
      height: `${width ?? 1}px`,
      margin: '0',
    },
  }
}

/**
 * Sizes of empty boxes in px: a higher one is no intended space (`most`), and a colored one that is lower is a line
 * (`line`).
 */
const EMPTY = { most: 400, line: 4 } as const

/** Converts a box without content into a line or space; null for other boxes. */
export function emptyBox(node: StyledElement, look: Look): Piece[] | null {
  if (!isEmpty(node)) return null
  const words = borderWords(node)
  const isDrawn = words.some((word) => /^(?:solid|dashed|dotted)$/.test(word)) && words.some((word) => lengthOf(word))
  if (isDrawn) return [at(look, dividerOf(node))]
  const height = lengthOf(node.styles.get('height')) ?? lengthOf(node.styles.get('line-height'))
  if (!height || height > EMPTY.most) return null
  if (height <= EMPTY.line && node.styles.has('background-color')) return [at(look, dividerOf(node, height))]
  return [at(look, { type: 'spacer', content: '', styles: { height: `${height}px` } })]
}
