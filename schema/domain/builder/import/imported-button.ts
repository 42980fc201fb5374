import { colorOf } from '../colors.ts'
import { addBoxes, boxCss, linkOf, NO_BOX } from '../style-values.ts'
import { boxAround, elementsNamed, lookOf, wordsOf, type Look } from './element-styles.ts'
import type { Piece } from './imported-piece.ts'
import { richTextOf, tidied, type Run } from './text-runs.ts'
import type { StyledElement } from './styled-tree.ts'

/** Buttons: links that look like one. */

/** Maximum levels from a table around a button to its link. */
const LEVELS_MAX = 5

/** A link, or a cell with only a link, that looks like a button. */
export function buttonIn(node: StyledElement, around: Look): Piece | null {
  const links = elementsNamed(node, 'a')
  const [link] = links
  if (!link || links.length !== 1 || elementsNamed(node, 'img').length > 0) return null
  const label = wordsOf(link.children)
  if (label === '' || label.length > 80 || wordsOf([node]) !== label) return null
  const line = pathTo(node, link)
  const painted = line.findLast(({ styles }) => colorOf(styles.get('background-color')) !== null)
  const look = line.reduce((outer, each) => lookOf(each, outer), around)
  const space = line.map((each) => boxAround(each, 'padding'))
  const isPadded = space.some(([top, right]) => top + right > 0) || /block/.test(link.styles.get('display') ?? '')
  if (!painted || line.length > LEVELS_MAX || !isPadded) return null
  const from = line.indexOf(painted)
  const inside = space.slice(from).reduce((sum, box) => addBoxes(sum, box), NO_BOX)
  const margin = space.slice(0, from).reduce((sum, box) => addBoxes(sum, box), NO_BOX)
  const outer = line.slice(0, from).reduce((outside, each) => lookOf(each, outside), around)
  const radius = line.map(({ styles }) => styles.get('border-radius')).find((each) => each !== undefined)
  const inline = textRuns(link, look)
  if (outer.background === look.background) return null
  return {
    background: outer.background,
    picture: outer.picture,
    element: {
      type: 'button',
      content: richTextOf(tidied(inline), { ...look, link: null }),
      link: linkOf(link.attributes.get('href')) ?? '',
      styles: {
        backgroundColor: look.background,
        color: look.color,
        fontSize: `${look.fontSize}px`,
        fontWeight: look.bold ? 'bold' : 'normal',
        textAlign: outer.align,
        padding: boxCss(inside),
        margin: boxCss(margin),
        borderRadius: radius ?? '0px',
        ...(look.fontFamily ? { fontFamily: look.fontFamily.replaceAll("'", '') } : {}),
      },
    },
  }
}

function textRuns(node: StyledElement, look: Look): Run[] {
  return node.children.flatMap((child) => {
    if (child.kind === 'text') return [{ text: child.text, look: { ...look, link: null } }]
    return child.name === 'br' ? [{ text: '\n', look }] : textRuns(child, lookOf(child, look))
  })
}

function pathTo(from: StyledElement, to: StyledElement): StyledElement[] {
  if (from === to) return [from]
  for (const child of from.children) {
    if (child.kind === 'text') continue
    const rest = pathTo(child, to)
    if (rest.length > 0) return [from, ...rest]
  }
  return []
}
