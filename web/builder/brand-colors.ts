import { createContext, useContext } from 'react'

const BrandColorsContext = createContext<readonly string[]>([])

/** Provides the brand's colors to color pickers. */
export const BrandColorsProvider = BrandColorsContext.Provider

/** The brand's colors, which pickers offer first. */
export const useBrandColors = (): readonly string[] => useContext(BrandColorsContext)

/** Empty list for color pickers that need no brand colors, because the brand is offered next to them. */
export const NO_COLORS: readonly string[] = []
