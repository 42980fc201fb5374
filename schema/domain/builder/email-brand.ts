import { BLOCKS } from './blocks.ts'
import type { BrandKit } from '../settings/brand-kit.ts'
import { escapeText } from '../html/html-writer.ts'
import { imprintOf } from '../settings/settings.ts'
import { colorOf, contrast } from './colors.ts'
import {
  allElements,
  DEFAULT_GLOBAL_STYLES,
  isLocked,
  type BuilderDocument,
  type BuilderElement,
} from './builder-document.ts'
import type { ElementStyles } from './element-properties.ts'
import { lengthOf } from './style-values.ts'

/** Applies a workspace's brand (logo, colors, fonts) to its emails. */

/** Size in px from which a text counts as a headline. */
const HEADLINE = 24
/** Minimum contrast of text; below it, text is hard to read. */
const READABLE = 4.5
const DARK = '#1d2433'
const WHITE = '#ffffff'
/** Example sender that the starter templates name, in one line. */
const EXAMPLE_SENDER = { company: 'Your company', address: 'Street 1, 12345 City' } as const
const LOGO_WORD = /\blogo\b/i

/** A workspace's brand as emails use it: with its company name and its postal address. */
export interface Brand extends BrandKit {
  readonly companyName: string | null
  readonly postalAddress: string | null
}

/** White or a dark color, whichever is easier to read on `background` (#rrggbb). */
const readableOn = (background: string) => (contrast(WHITE, background) >= contrast(DARK, background) ? WHITE : DARK)

/**
 * Applies a brand to an email: fonts, colors and logo. The main color replaces the email's own accent, which is the
 * color of its first button, wherever it is used. Texts on it stay readable. The logo replaces pictures that are called
 * a logo, or comes first; company name and address replace those of the example sender of a starter template. Saved
 * blocks stay as they are. `newId` makes the id of the logo's block.
 */
export function withBrand(document: BuilderDocument, kit: Brand, newId: () => string): BuilderDocument {
  const [main] = kit.colors
  const accent = accentOf(document)
  const recolored = (styles: ElementStyles): ElementStyles =>
    main && accent
      ? Object.fromEntries(
          Object.entries(styles).map(([key, value]) => [key, colorOf(value) === accent ? main : value]),
        )
      : styles
  const branded = (element: BuilderElement, behind: string): BuilderElement => {
    if (isLocked(element)) return element
    const own = recolored(element.styles)
    const inside = colorOf(own.backgroundColor) ?? behind
    const styles = inFonts(element, readable(element, withMain(element, own, main), inside, main), kit)
    const isLogo = kit.logo !== null && element.type === 'image' && LOGO_WORD.test(element.alt ?? '')
    return {
      ...element,
      ...(isLogo && kit.logo ? { content: kit.logo } : {}),
      ...(element.type === 'text' ? { content: withSender(element.content, kit) } : {}),
      styles,
      ...(element.columns && {
        columns: element.columns.map((column) => ({
          ...column,
          elements: column.elements.map((inner) => branded(inner, inside)),
        })),
      }),
    }
  }
  const elements = document.elements.map((element) => branded(element, WHITE))
  const hasLogo = allElements(elements).some(({ type, content }) => type === 'image' && content === kit.logo)
  return {
    ...document,
    elements: kit.logo === null || hasLogo ? elements : [logoBlock(kit.logo, newId()), ...elements],
    globalStyles: brandedStyles(document, kit),
  }
}

/** Replaces the example sender in a text by the workspace's name and postal address. */
function withSender(html: string, { companyName, postalAddress }: Brand): string {
  const { company, address } = EXAMPLE_SENDER
  const [first = '', ...more] = imprintOf({ companyName, postalAddress })?.split('\n') ?? []
  const sender = escapeText(more.length > 0 ? `${first} · ${more.join(', ')}` : first)
  const whole = `${company} · ${address}`
  if (postalAddress) return html.replaceAll(whole, () => sender)
  return companyName && html.includes(whole) ? html.replaceAll(company, () => sender) : html
}

/** The global styles of an email in a brand's font and color. */
export function brandedStyles({ globalStyles }: Pick<BuilderDocument, 'globalStyles'>, kit: BrandKit) {
  const [main] = kit.colors
  return {
    ...globalStyles,
    ...(kit.bodyFont && { fontFamily: kit.bodyFont }),
    ...(main && contrast(main, WHITE) >= READABLE && { linkColor: main }),
  }
}

/** A new element of an email in a brand's main color. */
export function brandedElement(element: BuilderElement, kit: BrandKit): BuilderElement {
  const [main] = kit.colors
  return { ...element, styles: inFonts(element, withMain(element, element.styles, main), kit) }
}

/** Returns whether nobody has styled an email yet. */
export const isUnstyled = ({ elements, globalStyles }: BuilderDocument): boolean =>
  elements.length === 0 &&
  globalStyles.fontFamily === DEFAULT_GLOBAL_STYLES.fontFamily &&
  globalStyles.backgroundColor === DEFAULT_GLOBAL_STYLES.backgroundColor &&
  globalStyles.linkColor === undefined

/** A block with the logo. */
function logoBlock(logo: string, id: string): BuilderElement {
  return {
    id,
    type: 'image',
    content: logo,
    alt: 'Logo',
    styles: { width: '160px', textAlign: 'left', padding: '24px 32px' },
  }
}

/** The color of the first button, if there is one. */
function accentOf({ elements }: BuilderDocument): string | null {
  const button = allElements(elements.filter((element) => !isLocked(element))).find(({ type }) => type === 'button')
  const color = button && colorOf(button.styles.backgroundColor)
  return color && color !== WHITE ? color : null
}

/** Gives buttons the main color. */
function withMain({ type }: BuilderElement, styles: ElementStyles, main: string | undefined): ElementStyles {
  return type === 'button' && main ? { ...styles, backgroundColor: main, color: readableOn(main) } : styles
}

/** Gives text in the main color, or on it, a color that can be read. */
function readable(
  { type }: BuilderElement,
  styles: ElementStyles,
  behind: string,
  main: string | undefined,
): ElementStyles {
  const color = colorOf(styles.color)
  if (!main || !color || type === 'button' || !BLOCKS[type].showsText || (color !== main && behind !== main))
    return styles
  return contrast(color, behind) < READABLE ? { ...styles, color: readableOn(behind) } : styles
}

/** Gives headlines the font of headings, and all other blocks the font of the email. */
function inFonts({ type, heading }: BuilderElement, styles: ElementStyles, kit: BrandKit): ElementStyles {
  const { fontFamily, ...rest } = styles
  const isHeadline = type === 'text' && (heading !== undefined || (lengthOf(styles.fontSize) ?? 0) >= HEADLINE)
  if (isHeadline && kit.headingFont) return { ...rest, fontFamily: kit.headingFont }
  return kit.bodyFont || !fontFamily ? rest : styles
}
