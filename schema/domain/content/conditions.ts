import { dateOrderOf, readDate, readNumber, type DateOrder } from './formats.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from './languages.ts'
import { decodeText } from '../html/characters.ts'
import { tagValues, type MergeValues } from './merge-tags.ts'
import { tagKey } from '../contacts/tag-key.ts'

/**
 * Parts of an email for some recipients: {#if Country is "Germany"} … {#else} … {/if}, in the subject and the content
 * alike (product: email.conditions). They are resolved for a recipient before the email is compiled, so links, files and
 * the plain text of a part that is not shown are not there either.
 */

/** What a test asks of a merge field, or of the contact's tags. */
export const OPERATORS = ['is', 'is not', 'contains', 'is empty', 'is not empty', 'above', 'below'] as const
export type Operator = (typeof OPERATORS)[number]
export const TAG_OPERATORS = ['has', 'has not'] as const

export type ConditionTest =
  | { field: string; operator: Operator; value: string }
  | { tag: string; operator: (typeof TAG_OPERATORS)[number] }

export interface Condition {
  /** turned around: for everyone else */
  not?: boolean | undefined
  /** whether all tests must hold, or any one */
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

/** A text and what is shown of it. */
export type Piece =
  | string
  | { condition: Condition; source: string; shown: readonly Piece[]; otherwise: readonly Piece[] }

const FIELD = String.raw`[\p{L}\p{N}_][\p{L}\p{N}\p{M}_ .\-/&()#'’]{0,99}`
const VALUE = '"([^"{}<>\\r\\n]{0,200})"'
const TEST = new RegExp(
  String.raw`^(?:tag (has|has not) ${VALUE}|(${FIELD}?) (?:(is not|is|contains|above|below) ${VALUE}|(is empty|is not empty)))$`,
  'u',
)

/** Reads what follows {#if; null if it makes no sense. */
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

/** The condition that holds for everyone else; null if the text is none. */
export function elseOf(text: string): string | null {
  const condition = conditionOf(text)
  return condition && conditionText({ ...condition, not: !condition.not })
}

/** Whether an operator compares with nothing. */
export function isUnary(operator: Operator): boolean {
  return operator === 'is empty' || operator === 'is not empty'
}

/** Whether a condition holds for a recipient. Upper and lower case do not matter. */
export function conditionHolds({ not = false, all, tests }: Condition, recipient: Recipient): boolean {
  const held = (test: ConditionTest) => testHolds(test, recipient)
  return (all ? tests.every(held) : tests.some(held)) !== not
}

interface Recipient {
  /** merge values by tag key */
  values: ReadonlyMap<string, string>
  tags: readonly string[]
  /** of the email: it tells the order of dates such as 01/07/2026 */
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

const folded = (text: string) => text.normalize('NFC').trim().toLocaleLowerCase('en')

/** Whether a number, date or time is above or below another of its kind; anything else is neither. */
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
function measured(text: string, order: DateOrder | undefined): { kind: string; size: number } | null {
  const number = readNumber(text, true)
  if (number !== null) return { kind: 'number', size: Number(number) }
  const date = readDate(text, order)
  if (!date) return null
  const separator = /^\d{4}-/.test(text) ? 'iso' : (/^\d{1,2}([./:-])\s?\d/.exec(text)?.[1] ?? 'words')
  return { kind: separator, size: ((date.year * 12 + date.month) * 31 + date.day) * 1_440 + (date.minutes ?? 0) }
}

/** Double braces are another program's. */
const MARKER = /(?<!\{)\{(?:#if ([^{}<>\r\n]{1,2000})|(#else)|(\/if))\}(?!\})/g

/** What a marker of a condition says, if a text is one that can be read and nothing else. */
export function markerOf(source: string): 'else' | 'end' | Condition | null {
  const [found] = source.matchAll(MARKER)
  if (!found || found[0] !== source) return null
  if (found[1] === undefined) return found[2] ? 'else' : 'end'
  return conditionOf(found[1])
}

/** Whether a text has a marker of a condition, one that cannot be read included. */
export function hasMarker(text: string): boolean {
  return /\{(?:#if |#else\}|\/if\})/.test(text)
}

/** A marker of a condition in a text. */
export interface Marker {
  kind: 'if' | 'else' | 'end'
  condition: Condition | null
  source: string
  /** the text it takes the place of, with an otherwise empty line or paragraph around it */
  start: number
  end: number
}

/** The markers of a text in order, whether or not they fit together. */
export function markersIn(text: string): Marker[] {
  return [...text.matchAll(MARKER)].map(({ 0: source, 1: asked, 2: otherwise, index }) => ({
    kind: asked !== undefined ? 'if' : otherwise ? 'else' : 'end',
    condition: asked === undefined ? null : conditionOf(asked),
    source,
    ...aloneIn(text, index, index + source.length),
  }))
}

const OPENING = /<(p|div|h[1-3])(?:\s[^<>]{0,300})?>\s{0,20}$/i
const CLOSING = /^\s{0,20}<\/(p|div|h[1-3])>/i

/** A marker alone in a paragraph or on a line stands for all of it. */
function aloneIn(text: string, start: number, end: number): { start: number; end: number } {
  const before = OPENING.exec(text.slice(Math.max(0, start - 330), start))
  const after = CLOSING.exec(text.slice(end, end + 30))
  if (before && after && before[1]?.toLowerCase() === after[1]?.toLowerCase()) {
    return { start: start - before[0].length, end: end + after[0].length }
  }
  const begins = start === 0 || text.charAt(start - 1) === '\n'
  if (begins && text.charAt(end) === '\n') return { start, end: end + 1 }
  if (end === text.length && text.charAt(start - 1) === '\n') return { start: start - 1, end }
  return { start, end }
}

interface Frame {
  opened: Marker | null
  shown: Piece[]
  otherwise: Piece[] | null
}

/**
 * The parts of a text. What is wrong with its markers is in `problem`, as one sentence; they are then shown as written.
 */
export function piecesOf(text: string): { pieces: readonly Piece[]; problem: string | null } {
  if (!/\{[#/]/.test(text)) return { pieces: [text], problem: null }
  const root: Frame = { opened: null, shown: [], otherwise: null }
  const stack = [root]
  let at = 0
  let count = 0
  const wrong = (problem: string) => ({ pieces: [text], problem })
  for (const marker of markersIn(text)) {
    const frame = stack.at(-1) ?? root
    const pieces = frame.otherwise ?? frame.shown
    if (marker.start > at) pieces.push(text.slice(at, marker.start))
    at = Math.max(at, marker.end)
    if (marker.kind === 'if') {
      if (!marker.condition) return wrong(`The condition ${marker.source} cannot be read.`)
      count += 1
      if (count > CONDITION_LIMITS.conditions) return wrong(`Use at most ${CONDITION_LIMITS.conditions} conditions.`)
      if (stack.length > CONDITION_LIMITS.depth)
        return wrong(`Put at most ${CONDITION_LIMITS.depth} conditions inside each other.`)
      stack.push({ opened: marker, shown: [], otherwise: null })
      continue
    }
    if (!frame.opened?.condition) return wrong(`${marker.source} has no {#if …} before it.`)
    if (marker.kind === 'else') {
      if (frame.otherwise) return wrong(`A condition has two {#else}.`)
      frame.otherwise = []
      continue
    }
    const { condition, source } = frame.opened
    stack.pop()
    const outer = stack.at(-1) ?? root
    ;(outer.otherwise ?? outer.shown).push({ condition, source, shown: frame.shown, otherwise: frame.otherwise ?? [] })
  }
  const open = stack.at(-1)?.opened
  if (open) return wrong(`The condition ${open.source} has no {/if}.`)
  if (at < text.length) root.shown.push(text.slice(at))
  return { pieces: root.shown, problem: null }
}

/** The conditions of a text, each once, outer ones first. */
export function conditionsIn(...texts: readonly string[]): Condition[] {
  const found = new Map<string, Condition>()
  const collect = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      if (typeof piece === 'string') continue
      found.set(conditionText(piece.condition), piece.condition)
      collect(piece.shown)
      collect(piece.otherwise)
    }
  }
  for (const text of texts) collect(piecesOf(text).pieces)
  return [...found.values()]
}

/** The text with the parts of the conditions that hold. */
export function resolveConditions(text: string, holds: (condition: Condition) => boolean): string {
  const write = (pieces: readonly Piece[]): string =>
    pieces
      .map((piece) =>
        typeof piece === 'string' ? piece : write(holds(piece.condition) ? piece.shown : piece.otherwise),
      )
      .join('')
  return write(piecesOf(text).pieces)
}

/** The text with the parts for everybody, for checks and for the links of all recipients. */
export function withAllParts(text: string): string {
  const write = (pieces: readonly Piece[]): string =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : write(piece.shown) + write(piece.otherwise))).join('')
  return write(piecesOf(text).pieces)
}

/** Tells which conditions hold for a recipient of an email in a language. */
export function heldBy(
  recipient: MergeValues,
  language: EmailLanguage = DEFAULT_LANGUAGE,
): (condition: Condition) => boolean {
  const asked = { values: tagValues(recipient, language), tags: recipient.tags ?? [], language }
  return (condition) => conditionHolds(condition, asked)
}

/** An email with the parts that one recipient sees. */
export function mailFor<Mail extends { subject: string; content: string; language?: EmailLanguage }>(
  mail: Mail,
  recipient: MergeValues,
): Mail {
  const holds = heldBy(recipient, mail.language)
  return {
    ...mail,
    subject: resolveConditions(mail.subject, holds),
    content: resolveConditions(mail.content, holds),
  }
}

/** Whether an email has a condition on tags. */
export function asksForTags(...texts: readonly string[]): boolean {
  return conditionsIn(...texts).some(({ tests }) => tests.some((test) => 'tag' in test))
}
