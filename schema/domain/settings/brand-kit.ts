import { z } from 'zod'

/** A workspace's logo, colors and fonts, with which its emails begin (product: settings.brand). */
export interface BrandKit {
  /** URL of a picture; null = none */
  readonly logo: string | null
  /** #rrggbb; the first is the main color, of buttons and links */
  readonly colors: string[]
  /** names of fonts, separated by commas; null = as the email has them */
  readonly headingFont: string | null
  readonly bodyFont: string | null
}

export const NO_BRAND: BrandKit = { logo: null, colors: [], headingFont: null, bodyFont: null }
export const BRAND_COLORS_MAX = 8
/** Maximum characters of a font list. */
export const BRAND_FONT_MAX = 120

const font = (label: string) =>
  z
    .string(`${label} must be a string`)
    .trim()
    .max(BRAND_FONT_MAX, `${label} can have at most ${BRAND_FONT_MAX} characters`)
    .refine((names) => /^[\p{L}\p{N} ,'"_-]*$/u.test(names), `${label} must be names of fonts, separated by commas`)
    .transform((names) => names || null)
    .nullish()
    .transform((names) => names ?? null)

/** Input of the brand kit; omitted fields are cleared. A kit without anything is null. */
export const brandKitInput = z
  .object({
    logo: z
      .string('The logo must be the address of a picture')
      .trim()
      .max(2_000, 'The address of the logo can have at most 2,000 characters')
      .refine(
        (address) => /^https?:\/\/[^\s{}"'<>]+$/i.test(address),
        'The logo must be the address of a picture that begins with https://',
      )
      .nullish()
      .transform((address) => address ?? null),
    colors: z
      .array(
        z
          .string('A color must be a string')
          .toLowerCase()
          .regex(/^#[\da-f]{6}$/, 'A color must be written like #1a2b3c'),
      )
      .max(BRAND_COLORS_MAX, `A brand can have at most ${BRAND_COLORS_MAX} colors`)
      .transform((colors) => [...new Set(colors)])
      .nullish()
      .transform((colors) => colors ?? []),
    headingFont: font('The font of headings'),
    bodyFont: font('The font of texts'),
  })
  .transform((kit): BrandKit | null => (isEmptyKit(kit) ? null : kit))

/** Returns whether a kit holds nothing. */
const isEmptyKit = ({ logo, colors, headingFont, bodyFont }: BrandKit): boolean =>
  logo === null && colors.length === 0 && headingFont === null && bodyFont === null
