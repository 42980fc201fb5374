import { colorOf } from '../colors.ts'
import { boxOf, fontOf, imageAddressOf, lengthOf, NO_BOX, weightOf, type Box } from '../style-values.ts'
import type { StyledElement, StyledNode } from './styled-tree.ts'

/** Styles that a place in an email inherits, or that an element sets. */

export interface Look {
  readonly color: string
  readonly fontFamily: string | null
  /** font size in px */
  readonly fontSize: number
  readonly lineHeight: string | null
  readonly align: 'left' | 'center' | 'right'
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly strike: boolean
  /** color behind the element: #rrggbb */
  readonly background: string
  /** URL of the picture behind the element, and the element to which it belongs */
  readonly picture: { readonly address: string; readonly owner: StyledElement } | null
  readonly link: string | null
}

export const FIRST_LOOK: Look = {
  color: '#000000',
  fontFamily: null,
  fontSize: 16,
  lineHeight: null,
  align: 'left',
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  background: '#ffffff',
  picture: null,
  link: null,
}

const TAG_LOOKS: Readonly<Record<string, Partial<Look>>> = {
  b: { bold: true },
  strong: { bold: true },
  th: { bold: true, align: 'center' },
  i: { italic: true },
  em: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  h1: { fontSize: 32, bold: true },
  h2: { fontSize: 24, bold: true },
  h3: { fontSize: 20, bold: true },
  h4: { fontSize: 16, bold: true },
  h5: { fontSize: 14, bold: true },
  h6: { fontSize: 12, bold: true },
}

/** The look inside an element, given that around it. */
export function lookOf(element: StyledElement, around: Look): Look {
  const { styles } = element
  const by = { ...around, ...TAG_LOOKS[element.name] }
  const weight = styles.get('font-weight')
  const decoration = styles.get('text-decoration') ?? styles.get('text-decoration-line') ?? ''
  const align = styles.get('text-align')
  const background = styles.get('background-color')
  const picture = pictureBehind(element)
  return {
    color: colorOf(styles.get('color')) ?? by.color,
    fontFamily: fontOf(styles.get('font-family')) ?? by.fontFamily,
    fontSize: sizeOf(styles.get('font-size'), around.fontSize) ?? by.fontSize,
    lineHeight: styles.get('line-height') ?? by.lineHeight,
    align: align === 'left' || align === 'center' || align === 'right' ? align : by.align,
    bold: weight === undefined ? by.bold : weight === 'bolder' || weightOf(weight) === 'bold',
    italic: styles.has('font-style') ? /italic|oblique/.test(styles.get('font-style') ?? '') : by.italic,
    underline: by.underline || decoration.includes('underline'),
    strike: by.strike || decoration.includes('line-through'),
    background: (background === 'transparent' ? null : colorOf(background)) ?? by.background,
    picture: picture ? { address: picture, owner: element } : by.picture,
    link: by.link,
  }
}

function sizeOf(value: string | undefined, around: number): number | null {
  const percent = /^(\d{1,3})%$/.exec(value ?? '')?.[1]
  if (percent) return Math.round((around * Number(percent)) / 100)
  return lengthOf(value) || null
}

/** Returns the URL of the picture behind an element; null if there is none that an email can show. */
export function pictureBehind({ styles }: StyledElement): string | null {
  const address = /url\(\s*["']?([^"')]{1,2000})/i.exec(styles.get('background-image') ?? '')?.[1]
  return imageAddressOf(address)
}

/** Returns the padding or margin of an element in px; negative and unreadable sides count as 0. */
export function boxAround({ styles }: StyledElement, kind: 'padding' | 'margin'): Box {
  const side = (name: string) => boxOf(styles.get(`${kind}-${name}`))?.[0] ?? 0
  return styles.size === 0 ? NO_BOX : [side('top'), side('right'), side('bottom'), side('left')]
}

/** Returns whether readers never see the element. */
export function isHidden({ styles }: StyledElement): boolean {
  const zero = (name: string) => lengthOf(styles.get(name)) === 0
  return (
    styles.get('display') === 'none' ||
    styles.get('visibility') === 'hidden' ||
    styles.get('mso-hide') === 'all' ||
    (zero('max-height') && (styles.get('overflow') === 'hidden' || zero('font-size'))) ||
    (styles.get('opacity') === '0' && zero('max-height'))
  )
}

/** All text of nodes, with single spaces. */
export function wordsOf(nodes: readonly StyledNode[]): string {
  return nodes
    .map((node) => (node.kind === 'text' ? node.text : ` ${wordsOf(node.children)} `))
    .join('')
    .replace(/(?:[\s\u200B-\u200F\u00AD\uFEFF]|\u034F)+/g, ' ')
    .trim()
}

/** Every element of a name inside, itself included. */
export function elementsNamed(node: StyledNode, name: string): StyledElement[] {
  if (node.kind === 'text') return []
  return [...(node.name === name ? [node] : []), ...node.children.flatMap((child) => elementsNamed(child, name))]
}
