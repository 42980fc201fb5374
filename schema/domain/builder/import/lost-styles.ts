import { lengthOf } from '../style-values.ts'
import { elementsNamed, isHidden, pictureBehind, wordsOf, type Look } from './element-styles.ts'
import { isEmpty, note, type Place } from './import-position.ts'
import type { Run } from './text-runs.ts'
import type { StyledElement } from './styled-tree.ts'

/**
 * Lists the styles of an imported email that no block keeps. Everything is listed except the styles in {@link TAKEN}.
 */

/** Styles that blocks keep, or that decide how the email becomes blocks. */
const TAKEN = new Set(
  (
    'background-color background-image color display float font-family font-size font-style font-weight height ' +
    'line-height max-height max-width mso-hide text-align text-decoration text-decoration-line vertical-align visibility width ' +
    ['padding', 'margin'].flatMap((box) => ['top', 'right', 'bottom', 'left'].map((side) => `${box}-${side}`)).join(' ')
  ).split(' '),
)
/** Matches styles that change nothing for a reader, and those for single email programs. */
const WITHOUT_EFFECT =
  /^(?:-|mso-|border-(?:collapse|spacing|color|width)$|box-sizing$|clear$|cursor$|empty-cells$|hyphens$|outline|overflow|pointer-events$|table-layout$|text-decoration-(?:color|skip|style|thickness)|text-rendering$|text-size-adjust$|transition|user-select$|word-break$|word-wrap$|overflow-wrap$|image-rendering$|font-smooth)/
/** Matches style values that have the same effect as no style. */
const NEUTRAL =
  /^(?:none|normal|auto|inherit|initial|unset|visible|static|separate|baseline|ltr|repeat|scroll|0(?:px|em|pt|%)?(?: 0(?:px|em|pt|%)?){0,3}|100%)$/i
/** Elements whose own look no block has. */
const UNSTYLED = new Set('abbr big blockquote code dfn kbd mark q samp small sub sup tt var'.split(' '))

/** Notes the styles in the email that no block takes. */
export function noteLostStyles(body: StyledElement, place: Place): void {
  const open = [body]
  for (let node = open.pop(); node; node = open.pop()) {
    if (isHidden(node)) continue
    for (const [property, value] of node.styles)
      if (isLost(node, property, value)) note(place, `The style ${property}`, value.slice(0, 60))
    if (UNSTYLED.has(node.name) && wordsOf([node]) !== '') note(place, `The look of <${node.name}>`)
    if (/^rtl$/i.test(node.attributes.get('dir') ?? '')) note(place, 'Text from right to left')
    for (const child of node.children) if (child.kind === 'element') open.push(child)
  }
}

function isLost(node: StyledElement, property: string, value: string): boolean {
  const isBox = /^(?:padding|margin)-/.test(property)
  if (isBox) return /^-\d/.test(value)
  if (property === 'background-image') return !NEUTRAL.test(value) && pictureBehind(node) === null
  if (property === 'text-align') return /^(?:justify|end)$/i.test(value)
  if (property === 'opacity') return Number.parseFloat(value) < 1
  if (TAKEN.has(property) || WITHOUT_EFFECT.test(property) || NEUTRAL.test(value)) return false
  if (property === 'border-radius') return lengthOf(value) !== 0 && node.name !== 'img' && !isButton(node)
  if (/^border(?:-|$)/.test(property)) return isDrawn(value) && !isLine(node)
  return true
}

/** Returns whether a border is visible. */
const isDrawn = (value: string) =>
  !/\b(?:none|hidden)\b/i.test(value) && !value.split(/\s+/).some((word) => lengthOf(word) === 0)

/** Returns whether an element's border becomes a divider. */
const isLine = (node: StyledElement) => node.name === 'hr' || (/^(?:td|div|p)$/.test(node.name) && isEmpty(node))

/**
 * Returns whether an element is a link, or contains only a link, so that it becomes a button and keeps its rounded
 * corners.
 */
function isButton(node: StyledElement): boolean {
  const [link, ...more] = elementsNamed(node, 'a')
  return link !== undefined && more.length === 0 && wordsOf([node]) === wordsOf(link.children)
}

/** Lists the looks of words that a text block cannot show: it has one font, and no color behind the words. */
export function noteLostLooks(runs: readonly Run[], base: Look, place: Place): void {
  for (const { text, look } of runs) {
    if (text.trim() === '') continue
    if (look.fontFamily !== base.fontFamily && look.fontFamily) note(place, 'The font of some words', look.fontFamily)
    if (look.background !== base.background) note(place, 'The color behind some words', look.background)
    if (base.bold && !look.bold) note(place, 'Words in bold text that are not bold')
    if (look.lineHeight !== base.lineHeight && look.lineHeight)
      note(place, 'The line height of some words', look.lineHeight)
  }
}
