import { readNumber } from '#domain/content/tag-formats.ts'
import type { EmailLanguage } from '#domain/content/email-languages.ts'

/**
 * Numbers as a spreadsheet shows them on a machine of a language: a format such as #,##0.00 stands for 1.180,00 on a
 * German one (ECMA-376 part 1, 18.8.31).
 */

interface Separators {
  group: string
  decimal: string
}

const known = new Map<EmailLanguage, Separators>()

function separatorsOf(language: EmailLanguage): Separators {
  const found = known.get(language)
  if (found) return found
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5)
  const textOf = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? ''
  const separators = { group: textOf('group'), decimal: textOf('decimal') }
  known.set(language, separators)
  return separators
}

/** Returns whether a language writes numbers as English does: 1,234.5. */
export function looksEnglish(language: EmailLanguage): boolean {
  const { group, decimal } = separatorsOf(language)
  return group === ',' && decimal === '.'
}

/** In place of the dots and commas of a format's own words, which stay. */
const DOT = '\uE000'
const COMMA = '\uE001'
/** Literal words in a number format: quoted, escaped, or in place of a currency symbol. */
const WORDS = /"[^"]*"|\\.|\[\$[^\]-]*/g

/** A number format whose own words have no dots and commas, for {@link localNumber}. */
export function withoutSeparatorsInWords(format: string): string {
  return format.replace(WORDS, (words) => words.replaceAll('.', DOT).replaceAll(',', COMMA))
}

const withWords = (text: string) => text.replaceAll(DOT, '.').replaceAll(COMMA, ',')

/**
 * A number in the separators of a language, from the English text that a format without separators in its words gives.
 * Merge tags and conditions must read the same number: one group of three digits, which could be decimals, is written
 * without separator (1180 for 1,180), and three decimals, which could be a group, with a zero (1,1250 for 1.125).
 */
export function localNumber(text: string, language: EmailLanguage): string {
  const { group, decimal } = separatorsOf(language)
  const written = (groups: string) =>
    withWords(text.replace(/[.,]/g, (separator) => (separator === '.' ? decimal : groups)))
  const number = readNumber(withWords(text), true)
  const [grouped, plain] = [written(group), written('')]
  const fits = [grouped, plain].find((candidate) => readNumber(candidate, true) === number)
  return fits ?? plain.replace(/(?<=[.,]\d{3})(?!\d)/, '0')
}
