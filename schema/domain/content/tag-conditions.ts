import { dateOrderOf, readDate, readNumber, type DateOrder } from './tag-formats.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from './email-languages.ts'
import { decodeText } from '../html/html-escaping.ts'
import { tagValues, type MergeValues } from './merge-tags.ts'
import { tagKey } from '../contacts/tag-key.ts'

/**
 * Conditional parts of an email, for some recipients only: {#if Country is "Germany"} … {#else} … {/if}, in the subject
 * and the content alike (product: email.conditions). This file defines the language of conditions; `email-parts.ts`
 * finds them in a text.
 */

/** Tests of a merge field, or of the contact's tags. */
export const OPERATORS = ['is', 'is not', 'contains', 'is empty', 'is not empty', 'above', 'below'] as const
export type Operator = (typeof OPERATORS)[number]
export const TAG_OPERATORS = ['has', 'has not'] as const

export type ConditionTest =
  | { field: string; operator: Operator; value: string }
  | { tag: string; operator: (typeof TAG_OPERATORS)[number] }

export interface Condition {
  /** true if the condition is reversed: it holds for everyone else */
  not?: boolean | undefined
  /** true if all tests must hold, false if any one is enough */
  all: boolean
  tests: readonly ConditionTest[]
}

export const CONDITION_LIMITS = {
  /** conditions in one email */
  conditions: 50,
  /** conditions inside each other */
  depth: 5,
  /** tests of one condition */
  tests: 10,
} as const

const FIELD = String.raw`[\p{L}\p{N}_][\p{L}\p{N}\p{M}_ .\-/&()#'’]{0,99}`
const VALUE = '"([^"{}<>\\r\\n]{0,200})"'
const TEST = new RegExp(
  String.raw`^(?:tag (has|has not) ${VALUE}|(${FIELD}?) (?:(is not|is|contains|above|below) ${VALUE}|(is empty|is not empty)))$`,
  'u',
)

/** Reads the text after {#if; null if it is not a valid condition. */
export function conditionOf(text: string): Condition | null {
  const decoded = decodeText(text).replace(/\s+/g, ' ').replace(/[“”„]/g, '"').trim()
  const turned = /^not \((.+)\)$/.exec(decoded)?.[1]
  const condition = plainConditionOf(turned?.trim() ?? decoded)
  return condition && turned !== undefined ? { not: true, ...condition } : condition
}

function plainConditionOf(decoded: string): Condition | null {
  const written = partsOutsideQuotes(decoded)
  const joins = new Set(written.joins)
  if (joins.size > 1 || written.parts.length > CONDITION_LIMITS.tests) return null
  const tests = written.parts.map(testOf)
  return tests.every((test) => test !== null) ? { all: !joins.has('or'), tests } : null
}

/** Splits at “and” and “or”, except inside quotes. */
function partsOutsideQuotes(text: string): { parts: string[]; joins: string[] } {
  const parts = ['']
  const joins: string[] = []
  for (const [index, piece] of text.split(/("[^"]*")/).entries()) {
    const words = index % 2 === 1 ? [piece] : piece.split(/ (and|or) /)
    for (const [place, word] of words.entries()) {
      if (place % 2 === 1) {
        joins.push(word)
        parts.push('')
      } else parts.push((parts.pop() ?? '') + word)
    }
  }
  return { parts: parts.map((part) => part.trim()), joins }
}

function testOf(text: string): ConditionTest | null {
  const found = TEST.exec(text)
  if (!found) return null
  const [, has, tag = '', field = '', compared, value = '', bare] = found
  if (has === 'has' || has === 'has not') return tag.trim() === '' ? null : { tag: tag.trim(), operator: has }
  const operator = OPERATORS.find((each) => each === (compared ?? bare))
  return operator ? { field: field.trim(), operator, value: value.trim() } : null
}

/** A condition as it is written after {#if. */
export function conditionText({ not, all, tests }: Condition): string {
  const clean = (text: string) => text.replace(/["{}<>\r\n]/g, '').trim()
  const text = tests
    .map((test) => {
      if ('tag' in test) return `tag ${test.operator} "${clean(test.tag)}"`
      const value = isUnary(test.operator) ? '' : ` "${clean(test.value)}"`
      return `${test.field} ${test.operator}${value}`
    })
    .join(all ? ' and ' : ' or ')
  return not ? `not (${text})` : text
}

/** Returns the condition that holds for everyone else; null if the text is no valid condition. */
export function elseOf(text: string): string | null {
  const condition = conditionOf(text)
  return condition && conditionText({ ...condition, not: !condition.not })
}

/** Returns whether an operator compares with nothing. */
export function isUnary(operator: Operator): boolean {
  return operator === 'is empty' || operator === 'is not empty'
}

/** Returns whether a condition holds for a recipient. Upper and lower case do not matter. */
export function conditionHolds({ not = false, all, tests }: Condition, recipient: Recipient): boolean {
  const held = (test: ConditionTest) => testHolds(test, recipient)
  return (all ? tests.every(held) : tests.some(held)) !== not
}

interface Recipient {
  /** merge values by tag key */
  values: ReadonlyMap<string, string>
  tags: readonly string[]
  /** language of the email, which tells the order of dates such as 01/07/2026 */
  language: EmailLanguage
}

function testHolds(test: ConditionTest, { values, tags, language }: Recipient): boolean {
  if ('tag' in test) {
    const has = tags.some((tag) => folded(tag) === folded(test.tag))
    return test.operator === 'has' ? has : !has
  }
  const value = folded(values.get(tagKey(test.field)) ?? '')
  const wanted = folded(test.value)
  switch (test.operator) {
    case 'is':
      return value === wanted
    case 'is not':
      return value !== wanted
    case 'contains':
      return wanted !== '' && value.includes(wanted)
    case 'is empty':
      return value === ''
    case 'is not empty':
      return value !== ''
    case 'above':
    case 'below':
      return compares([values.get(tagKey(test.field)) ?? '', test.value], test.operator, dateOrderOf(language))
  }
}

export const folded = (text: string) => text.normalize('NFC').trim().toLocaleLowerCase('en')

/** Returns whether a number, date or time is above or below another of its kind; anything else is neither. */
function compares(
  [value, wanted]: [string, string],
  operator: 'above' | 'below',
  order: DateOrder | undefined,
): boolean {
  const [one, other] = [measured(value.trim(), order), measured(wanted.trim(), order)]
  if (!one || one.kind !== other?.kind) return false
  return operator === 'above' ? one.size > other.size : one.size < other.size
}

/** A value that can be compared. Dates are of the kind in which they are written. */
export function measured(text: string, order: DateOrder | undefined): { kind: string; size: number } | null {
  const number = readNumber(text, true)
  if (number !== null) return { kind: 'number', size: Number(number) }
  const date = readDate(text, order)
  if (!date) return null
  const separator = /^\d{4}-/.test(text) ? 'iso' : (/^\d{1,2}([./:-])\s?\d/.exec(text)?.[1] ?? 'words')
  return { kind: separator, size: ((date.year * 12 + date.month) * 31 + date.day) * 1_440 + (date.minutes ?? 0) }
}

/** Makes the function that says which conditions hold for a recipient of an email in a language. */
export function heldBy(
  recipient: MergeValues,
  language: EmailLanguage = DEFAULT_LANGUAGE,
): (condition: Condition) => boolean {
  const asked = { values: tagValues(recipient, language), tags: recipient.tags ?? [], language }
  return (condition) => conditionHolds(condition, asked)
}
