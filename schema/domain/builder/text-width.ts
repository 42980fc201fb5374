import { FONT_WIDTHS } from './font-widths.ts'

/** Estimates the width of text without a browser: Outlook for Windows draws buttons of a fixed size only. */

export interface FontLook {
  /** a CSS list of fonts */
  readonly fontFamily: string
  readonly isBold: boolean
  readonly isItalic: boolean
}

type Widths = readonly number[]

const FIRST = 0x20
/** Widths, as a share of an em, of characters that the font does not have. */
const OTHER = { wide: 1.1, letter: 0.75 }
/** Code point from which characters are as wide as an em: CJK, symbols and emoji. */
const WIDE_FROM = 0x1100
/** Slanted letters reach a little beyond their last advance. */
const SLANT = 0.1

/** Fonts with the widths of another font, and the fonts that Word uses for generic families. */
const SAME: Readonly<Record<string, string>> = {
  helvetica: 'arial',
  'helvetica neue': 'arial',
  'sans-serif': 'arial',
  times: 'times new roman',
  serif: 'times new roman',
  courier: 'courier new',
  monospace: 'courier new',
  geneva: 'verdana',
}

const read = (text: string): Widths => text.split(' ').map((hundredths) => Number(hundredths) / 100)
const WIDTHS = new Map(
  Object.entries(FONT_WIDTHS).map(([name, { normal, bold }]) => [name, { normal: read(normal), bold: read(bold) }]),
)

/**
 * The width of a line in px, at `size` px: the first known font of the list counts, Arial if none is known. Advances count
 * as Word draws them, in whole px, where that is wider.
 */
export function textWidth(text: string, size: number, { fontFamily, isBold, isItalic }: FontLook): number {
  const widths = widthsOf(fontFamily)[isBold ? 'bold' : 'normal']
  const advances = Array.from(text.normalize('NFC'), (character) => advanceOf(character, widths) * size)
  const exact = advances.reduce((sum, advance) => sum + advance, 0)
  const whole = advances.reduce((sum, advance) => sum + Math.round(advance), 0)
  return Math.ceil(Math.max(exact, whole) + (isItalic ? SLANT * size : 0))
}

function widthsOf(fontFamily: string): { normal: Widths; bold: Widths } {
  const names = fontFamily.split(',').map((name) =>
    name
      .trim()
      .replace(/^['"]|['"]$/g, '')
      .toLowerCase(),
  )
  const found = names.map((name) => WIDTHS.get(SAME[name] ?? name)).find((each) => each !== undefined)
  return found ?? WIDTHS.get('arial') ?? { normal: [], bold: [] }
}

function advanceOf(character: string, widths: Widths): number {
  const code = character.codePointAt(0) ?? 0
  if (code >= WIDE_FROM) return OTHER.wide
  if (/\p{M}|\p{Cf}/u.test(character)) return 0
  const base = code > 0x7e ? (character.normalize('NFD').codePointAt(0) ?? code) : code
  return widths[base - FIRST] ?? OTHER.letter
}
