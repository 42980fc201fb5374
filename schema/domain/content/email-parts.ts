import { decodeText } from '../html/html-escaping.ts'
import { tagKey } from '../contacts/tag-key.ts'
import {
  CONDITION_LIMITS,
  conditionOf,
  conditionText,
  folded,
  heldBy,
  measured,
  type Condition,
} from './tag-conditions.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from './email-languages.ts'
import { rowKeys, type MergeRow } from './merge-rows.ts'
import { repairMergeTags } from './merge-tag-repair.ts'
import { textOfRow, type MergeValues } from './merge-tags.ts'

/**
 * The parts of an email that not everybody sees, or not once: `{#if …} … {#else} … {/if}` (product: email.conditions), and
 * `{#rows} … {#else} … {/rows}`, once for each row of a person, in an order if wanted: `{#rows by "Due" descending}`
 * (product: email.rows). They are resolved for a recipient before the email is compiled, so links, files and the plain text
 * of a part that is not shown are not there either.
 */

/** Part of a text, with the condition or rows that show it. */
export type Piece =
  | string
  | { condition: Condition; source: string; shown: readonly Piece[]; otherwise: readonly Piece[] }
  /** part shown once for each row; otherwise, if there are none */
  | { condition: null; order: RowOrder | null; source: string; shown: readonly Piece[]; otherwise: readonly Piece[] }

/** The column by which rows are ordered. */
interface RowOrder {
  column: string
  isDescending: boolean
}

/** Double braces are another program's. */
const MARKER =
  /(?<!\{)\{(?:#if ([^{}<>\r\n]{1,2000})|(#else)|(\/if)|#(rows(?: by [^{}<>\r\n]{1,200})?)|(\/rows))\}(?!\})/g
const ROW_ORDER = /^rows by ["“”„]([^"“”„]{1,100})["“”„]( descending)?$/

/** Parses a text that is exactly one marker of a condition; null if it is no valid marker. */
export function markerOf(source: string): 'else' | 'end' | Condition | null {
  const [found] = source.matchAll(MARKER)
  if (!found || found[0] !== source || found[4] || found[5]) return null
  if (found[1] === undefined) return found[2] ? 'else' : 'end'
  return conditionOf(found[1])
}

/** Returns whether a text has a marker of a condition, one that cannot be read included. */
export function hasMarker(text: string): boolean {
  return /\{(?:#if |#else\}|\/if\}|#rows|\/rows\})/.test(text)
}

/** A marker of a condition, or of rows, in a text. */
export interface Marker {
  kind: 'if' | 'else' | 'end' | 'rows' | 'rows end'
  condition: Condition | null
  /** order of rows; undefined if it cannot be read */
  order?: RowOrder | null | undefined
  source: string
  /** position in the text */
  index: number
  /** position of the text that the marker replaces, including an otherwise empty line or paragraph around it */
  start: number
  end: number
}

/** The markers of a text in order, whether or not they fit together. */
export function markersIn(text: string): Marker[] {
  return [...text.matchAll(MARKER)].map(({ 0: source, 1: asked, 2: otherwise, 4: rows, 5: rowsEnd, index }) => ({
    kind: asked !== undefined ? 'if' : otherwise ? 'else' : rows ? 'rows' : rowsEnd ? 'rows end' : 'end',
    condition: asked === undefined ? null : conditionOf(asked),
    ...(rows && { order: orderOf(rows) }),
    ...{ source, index },
    ...aloneIn(text, index, index + source.length),
  }))
}

function orderOf(text: string): RowOrder | null | undefined {
  if (text === 'rows') return null
  const found = ROW_ORDER.exec(decodeText(text).replace(/\s+/g, ' ').trim())
  return found ? { column: (found[1] ?? '').trim(), isDescending: found[2] !== undefined } : undefined
}

const OPENING = /<(p|div|h[1-3])(?:\s[^<>]{0,300})?>\s{0,20}$/i
const CLOSING = /^\s{0,20}<\/(p|div|h[1-3])>/i

/** Returns whether a marker is alone in a paragraph or on a line, so that it stands for all of it. */
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
 * Splits a text at its `{#if}`, `{#else}` and `{#rows}` markers into the pieces that depend on the recipient.
 * @returns `problem` as one sentence if the markers cannot be read or do not fit together; the whole text is then one piece,
 * with its markers as written
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
    if (marker.kind === 'rows') {
      if (marker.order === undefined) return wrong(`${marker.source} cannot be read. Write {#rows by "Column"}.`)
      if (stack.some(({ opened }) => opened?.kind === 'rows')) return wrong('{#rows} cannot stand inside {#rows}.')
      stack.push({ opened: marker, shown: [], otherwise: null })
      continue
    }
    if (marker.kind === 'if') {
      if (!marker.condition) return wrong(`The condition ${marker.source} cannot be read.`)
      count += 1
      if (count > CONDITION_LIMITS.conditions) return wrong(`Use at most ${CONDITION_LIMITS.conditions} conditions.`)
      if (stack.length > CONDITION_LIMITS.depth)
        return wrong(`Put at most ${CONDITION_LIMITS.depth} conditions inside each other.`)
      stack.push({ opened: marker, shown: [], otherwise: null })
      continue
    }
    const opens = { if: 'else', rows: 'else', 'rows end': 'rows', end: 'if', else: null }[marker.kind]
    if (!frame.opened || (opens !== null && frame.opened.kind !== opens))
      return wrong(`${marker.source} has no ${marker.kind === 'rows end' ? '{#rows}' : '{#if …}'} before it.`)
    if (marker.kind === 'else') {
      if (frame.otherwise) return wrong(`A condition has two {#else}.`)
      frame.otherwise = []
      continue
    }
    const { condition, order = null, source } = frame.opened
    const parts = { source, shown: frame.shown, otherwise: frame.otherwise ?? [] }
    stack.pop()
    const outer = stack.at(-1) ?? root
    ;(outer.otherwise ?? outer.shown).push(condition ? { condition, ...parts } : { condition: null, order, ...parts })
  }
  const open = stack.at(-1)?.opened
  if (open?.kind === 'rows') return wrong('{#rows} has no {/rows}.')
  if (open) return wrong(`The condition ${open.source} has no {/if}.`)
  if (at < text.length) root.shown.push(text.slice(at))
  return { pieces: root.shown, problem: null }
}

/** The conditions of a text, each once, outer ones first. Those of single rows only `withRows`. */
export function conditionsIn(texts: readonly string[], { withRows = false } = {}): Condition[] {
  const found = new Map<string, Condition>()
  const collect = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      if (typeof piece === 'string') continue
      if (piece.condition) found.set(conditionText(piece.condition), piece.condition)
      if (piece.condition || withRows) collect(piece.shown)
      collect(piece.otherwise)
    }
  }
  for (const text of texts) collect(piecesOf(text).pieces)
  return [...found.values()]
}

/** Facts that decide which parts of an email a reader sees. */
export interface Reader {
  holds: (condition: Condition) => boolean
  rows: readonly {
    values: MergeRow
    /** Returns whether a condition holds for this row */
    holds: (condition: Condition) => boolean
  }[]
}

/** Describes a recipient of an email in a language, for {@link resolveConditions}. */
export function readerOf(recipient: MergeValues, language: EmailLanguage = DEFAULT_LANGUAGE): Reader {
  const { rows = [], ...person } = recipient
  return {
    holds: heldBy(recipient, language),
    rows: rows.map((values) => {
      let held: ReturnType<typeof heldBy> | null = null
      const holds = (condition: Condition) =>
        (held ??= heldBy({ ...person, fields: { ...person.fields, ...values } }, language))(condition)
      return { values, holds }
    }),
  }
}

/** Returns the rows of a reader in an order, with their positions in the sheet. */
function inOrder({ rows }: Reader, order: RowOrder | null) {
  const places = rows.map((row, index) => ({ ...row, index }))
  if (!order) return places
  const key = tagKey(order.column)
  const valueOf = ({ values }: (typeof places)[number]) =>
    Object.entries(values).find(([header]) => tagKey(header) === key)?.[1] ?? ''
  const sorted = places.toSorted((one, other) => compareValues(valueOf(one), valueOf(other)))
  return order.isDescending ? sorted.toReversed() : sorted
}

/** Returns the rows of a reader as a marker orders them, such as `rows by "Due" descending`, with their places in the sheet. */
export const rowsFor = (reader: Reader, marker: string) => inOrder(reader, orderOf(marker) ?? null)

/** Compares two values: numbers and dates by size, texts by the alphabet; empty values come first. */
function compareValues(one: string, other: string): number {
  const [first, second] = [measured(one.trim(), undefined), measured(other.trim(), undefined)]
  if (first && second && first.kind === second.kind) return first.size - second.size
  return folded(one).localeCompare(folded(other), 'en')
}

/**
 * Resolves the conditions and row parts of a text for one reader: keeps the branch of each condition that holds, and repeats
 * each row part for every row of the reader.
 */
export function resolveConditions(text: string, reader: Reader): string {
  const keys = rowKeys(reader.rows.map(({ values }) => values))
  const write = (pieces: readonly Piece[], holds: Reader['holds']): string =>
    pieces
      .map((piece) => {
        if (typeof piece === 'string') return piece
        if (piece.condition) return write(holds(piece.condition) ? piece.shown : piece.otherwise, holds)
        if (reader.rows.length === 0) return write(piece.otherwise, holds)
        return inOrder(reader, piece.order)
          .map((row) => textOfRow(repairMergeTags(write(piece.shown, row.holds)), row.index, keys))
          .join('')
      })
      .join('')
  return write(piecesOf(text).pieces, reader.holds)
}

/**
 * Makes a function that names the version of some texts that a reader sees. Readers with the same name see the same
 * text around their values, so it is compiled once for all of them.
 */
export function versionNamer(texts: readonly string[]): (reader: Reader) => string {
  const parsed = texts.map((text) => piecesOf(text).pieces)
  if (parsed.every((pieces) => pieces.every((piece) => typeof piece === 'string'))) return () => ''
  const hasRows = (pieces: readonly Piece[]): boolean =>
    pieces.some(
      (piece) => typeof piece !== 'string' && (!piece.condition || hasRows([...piece.shown, ...piece.otherwise])),
    )
  const repeats = parsed.some(hasRows)
  return (reader) => {
    const name = (pieces: readonly Piece[], holds: Reader['holds']): string =>
      pieces
        .map((piece) => {
          if (typeof piece === 'string') return ''
          if (piece.condition) {
            const held = holds(piece.condition)
            return `${Number(held)}${name(held ? piece.shown : piece.otherwise, holds)}`
          }
          const rows = inOrder(reader, piece.order).map((row) => `${row.index}${name(piece.shown, row.holds)}`)
          return `[${rows.join() || name(piece.otherwise, holds)}]`
        })
        .join('')
    const columns = repeats ? [...rowKeys(reader.rows.map(({ values }) => values))].toSorted().join() : ''
    return `${parsed.map((pieces) => name(pieces, reader.holds)).join('/')}${columns}`
  }
}

/** Returns a text with all its conditional parts, for checks and for the links of all recipients; row parts once. */
export const withAllParts = (text: string): string => allOf(piecesOf(text).pieces)

const allOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : allOf(piece.shown) + allOf(piece.otherwise))).join('')

/** Returns the parts of a text that are written for each row. */
export function partsOfRows(text: string): string {
  const write = (pieces: readonly Piece[]): string =>
    pieces
      .map((piece) => {
        if (typeof piece === 'string') return ''
        return piece.condition ? write(piece.shown) + write(piece.otherwise) : allOf(piece.shown)
      })
      .join('')
  return write(piecesOf(text).pieces)
}

/** Returns the email with only the parts that one recipient sees. */
export function mailFor<Mail extends { subject: string; content: string; language?: EmailLanguage }>(
  mail: Mail,
  recipient: MergeValues,
): Mail {
  const reader = readerOf(recipient, mail.language)
  return {
    ...mail,
    subject: resolveConditions(mail.subject, reader),
    content: resolveConditions(mail.content, reader),
  }
}

/** Returns whether an email has a condition on tags. */
export function asksForTags(...texts: readonly string[]): boolean {
  return conditionsIn(texts, { withRows: true }).some(({ tests }) => tests.some((test) => 'tag' in test))
}
