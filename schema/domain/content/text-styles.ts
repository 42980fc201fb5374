import { colorOf } from '../builder/colors.ts'
import { lengthOf, wordOf } from '../builder/style-values.ts'

/**
 * The styles that written text keeps, in Simple Text and in the builder's texts alike. Everything else in a style
 * attribute is dropped.
 */

/** Alignment and direction of a paragraph, a heading or a list item. */
export interface BlockLook {
  readonly align?: 'left' | 'center' | 'right' | undefined
  readonly dir?: 'ltr' | 'rtl' | undefined
}

/** Color and size of words. */
export interface WordLook {
  /** #rrggbb */
  readonly color?: string | undefined
  /** in px */
  readonly size?: number | undefined
}

type Attributes = ReadonlyMap<string, string>

/** Font sizes of words in px; others are moved into this range. */
export const WORD_SIZES = { min: 8, max: 72 } as const

/** The look of a block from its attributes. */
export function blockLookOf(attributes: Attributes): BlockLook {
  const align = wordOf(stylesOf(attributes.get('style') ?? '').get('text-align') ?? attributes.get('align'), [
    'left',
    'center',
    'right',
  ])
  const dir = wordOf(attributes.get('dir'), ['ltr', 'rtl'])
  return { ...(align ? { align } : {}), ...(dir ? { dir } : {}) }
}

/** The look of words from the attributes of a span. */
export function wordLookOf(attributes: Attributes): WordLook {
  const styles = stylesOf(attributes.get('style') ?? '')
  const color = colorOf(styles.get('color'))
  const size = wordSizeOf(styles.get('font-size'))
  return { ...(color ? { color } : {}), ...(size ? { size } : {}) }
}

/** A font size in whole px; null when it is none. */
export function wordSizeOf(value: string | undefined): number | null {
  const size = lengthOf(value)
  return size === null || size === 0 ? null : Math.max(WORD_SIZES.min, Math.min(WORD_SIZES.max, size))
}

/** A block's look as attributes, with a space before each; `css` is further style. */
export function blockAttributes({ align, dir }: BlockLook, css = ''): string {
  const style = [css, align && `text-align:${align}`].filter(Boolean).join(';')
  return `${style ? ` style="${style}"` : ''}${dir ? ` dir="${dir}"` : ''}`
}

/** The look of words as CSS; '' when they have none. */
export function wordCss({ color, size }: WordLook): string {
  return [color && `color:${color}`, size && `font-size:${size}px`].filter(Boolean).join(';')
}

/** Parses a style attribute; sufficient for values without strings or comments, the only ones allowed. */
export function stylesOf(css: string): Map<string, string> {
  const styles = new Map<string, string>()
  for (const declaration of css.split(';')) {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim()
    if (colon > 0 && value !== '') styles.set(property, value)
  }
  return styles
}
