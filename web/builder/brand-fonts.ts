import { createContext, useContext } from 'react'
import type { BrandKit } from '#domain/settings/brand-kit.ts'

const BrandFontsContext = createContext<readonly string[]>([])

/** Provides the brand's fonts to font fields. */
export const BrandFontsProvider = BrandFontsContext.Provider

/** The brand's fonts, which font fields offer first. */
export const useBrandFonts = (): readonly string[] => useContext(BrandFontsContext)

/** The fonts of texts and headings, each once. */
export function fontsOfKit(kit: BrandKit | null): readonly string[] {
  return [...new Set([kit?.bodyFont, kit?.headingFont].filter((font) => font != null))]
}
