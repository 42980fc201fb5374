import type { StyleKey } from '#domain/builder/element-properties.ts'

/** Words for choices whose stored names say too little; other choices show their name. */
const WORDS: Readonly<Partial<Record<StyleKey, Readonly<Record<string, string>>>>> = {
  hideOn: { none: 'All', phone: 'Desktop', desktop: 'Phones' },
  icons: { color: 'Color', dark: 'Dark', light: 'White', words: 'Words' },
}

/** The label of a choice of a style. */
export const choiceLabel = (style: StyleKey, choice: string): string => WORDS[style]?.[choice] ?? choice
