import { comparableText } from '../../content/comparable-text.ts'
import { trimOf } from '../../trim-text.ts'
import { STARTS_WITH_ON, WROTE } from './quote-words.ts'

/** Recognizes the line that mail programs write above a quoted email: “On Monday, 27 July 2026 at 09:00, Ada <ada@x.test> wrote:”. */

/** Lines over which an introduction may be wrapped. */
const LINES_MAX = 4
/** Characters of an introduction. */
const LENGTH_MAX = 400
/** Minimum length of a wrapped line, unless it ends like one. */
const WRAPPED_LENGTH = 40

/** Characters of a line with nothing but the verb. */
const VERB_LENGTH = 24

/** A day with its year, also in the Thai and the Persian calendar. */
const DATE = /(?<!\d)(?:14|19|20|25)\d\d(?!\d)|(?<!\d)\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}(?!\d)/u
const TIME = /(?<!\d)[0-2]?\d\s?[:.h]\s?[0-5]\d(?!\d)|(?<!\d)\d{1,2}\s?[ap]\.?m\b|[時时点點시]\s?\d/iu
const ADDRESS = /[^\s@<>()[\]"']@[^\s@<>()[\]"']/u
/** An address in brackets at the very end. */
const ENDS_WITH_ADDRESS = /[<([][^\s<>()[\]]{1,200}@[^\s<>()[\]]{1,200}[>)\]]+$/u
/** "27 July", "pon., 27 lip", "(27.7.": a day or a short weekday and a number. */
const STARTS_WITH_DAY = /^\W{0,2}(?:\p{L}{1,12}[.,]{0,2}\s)?\W?\d/u
const COLON = /[:：﹕։՝៖፦]$/u
/** The end of a sentence, after which nobody wraps a line. */
const SENTENCE_END = /[.!?。！？…]["')»”]?$/u

/** Kind of the line after an introduction: another line, or a quoted one, which is further evidence. */
interface Following {
  isQuoted: boolean
}

/** Returns whether a text, which may be several lines joined, introduces a quoted email. */
export function isIntroduction(text: string, { isQuoted }: Following): boolean {
  const whole = comparableText(text)
  if (whole.length < 4 || whole.length > LENGTH_MAX) return false
  const body = withoutDashes(whole)
  const hasColon = COLON.test(body)
  const said = hasColon ? body.slice(0, -1).trimEnd() : body
  const [hasVerb = false, hasDate = false, hasTime = false, hasAddress = false] = [WROTE, DATE, TIME, ADDRESS].map(
    (pattern) => pattern.test(said),
  )
  if (!hasColon && !endsWithVerb(said) && !(isQuoted && hasDate && ENDS_WITH_ADDRESS.test(said))) return false
  if (hasVerb && (hasDate || (startsLikeOne(said) && hasTime)) && (hasTime || hasAddress)) return true
  if (hasDate && hasTime && ENDS_WITH_ADDRESS.test(said)) return true
  if (!isQuoted) return false
  return hasVerb || hasAddress || (hasDate && startsLikeOne(said))
}

const endsWithVerb = (text: string): boolean =>
  WROTE.test(text.slice(-VERB_LENGTH)) && new RegExp(`(?:${WROTE.source})$`, 'u').test(text)

const startsLikeOne = (text: string): boolean => STARTS_WITH_ON.test(text) || STARTS_WITH_DAY.test(text)

/** Removes dashes around an introduction: “---- On Monday … wrote ----”. */
const withoutDashes = (text: string): string => trimOf(text, '-–—_ ')

/**
 * Finds where an introduction that ends with line `end` begins.
 *
 * @param isUsable whether a line may belong to one: it is neither blank nor quoted.
 * @returns its first line, or null if there is none.
 */
export function introductionEndingAt(
  lines: readonly string[],
  end: number,
  isUsable: (index: number) => boolean,
  following: Following,
): number | null {
  const last = comparableText(lines[end] ?? '')
  const looksLikeEnd =
    COLON.test(withoutDashes(last)) || WROTE.test(last.slice(-40)) || (following.isQuoted && ADDRESS.test(last))
  if (!looksLikeEnd) return null
  let text = ''
  let best: number | null = null
  let isComplete = false
  for (let start = end; start > end - LINES_MAX && start >= 0; start -= 1) {
    if (!isUsable(start) || (start < end && !mayBeWrapped(lines[start] ?? '', lines[start + 1] ?? ''))) break
    text = `${lines[start] ?? ''} ${text}`
    if (!isIntroduction(text, following)) continue
    const said = withoutDashes(comparableText(text))
    const [hasWriter, hasDay] = [WROTE.test(said) || ADDRESS.test(said), DATE.test(said) || TIME.test(said)]
    const isOn = STARTS_WITH_ON.test(said)
    const begins = isOn ? /\d/u.test(lines[start] ?? '') : STARTS_WITH_DAY.test(said)
    // “27 July 2026” or “at 09:00” may be the second line of one.
    if (begins && hasWriter && ((isOn && DATE.test(said)) || !continuesAbove(lines, start, isUsable))) return start
    if (best === null || !isComplete) best = start
    isComplete ||= hasWriter && hasDay
  }
  return best
}

function continuesAbove(lines: readonly string[], start: number, isUsable: (index: number) => boolean): boolean {
  const above = lines[start - 1] ?? ''
  return (
    start > 0 &&
    isUsable(start - 1) &&
    mayBeWrapped(above, lines[start] ?? '') &&
    /\d/u.test(above) &&
    STARTS_WITH_ON.test(withoutDashes(comparableText(above)))
  )
}

/** Returns whether an introduction may be wrapped between two lines. */
function mayBeWrapped(line: string, next: string): boolean {
  const [before, after] = [line.trim(), next.trim()]
  if (SENTENCE_END.test(before) && !/\d\.$/u.test(before)) return false
  // Claws, Sylpheed and Becky give the day a line of its own.
  const said = comparableText(before)
  if (STARTS_WITH_ON.test(said) && DATE.test(said) && TIME.test(said)) return true
  if (before.length >= WRAPPED_LENGTH || /[,<(["]$/u.test(before) || /^[<(["]/u.test(after)) return true
  return after.length < VERB_LENGTH && /[\d>)]/u.test(before) && WROTE.test(comparableText(after))
}

/**
 * Returns where an introduction begins within a line, after something else: “Yes. On Monday, … wrote:”; null if none
 * does.
 */
export function introductionWithin(line: string): number | null {
  if (line.length > LENGTH_MAX || !COLON.test(line.trimEnd()) || startsLikeOne(withoutDashes(comparableText(line))))
    return null
  for (const { index, 0: gap } of line.matchAll(/[\s-]{1,20}(?=\p{Lu}\p{Ll}{0,8}\s\D{0,14}\d)/gu)) {
    const rest = line.slice(index + gap.length)
    if (STARTS_WITH_ON.test(comparableText(rest.slice(0, 20))) && isIntroduction(rest, { isQuoted: false }))
      return index
  }
  return null
}

/**
 * Returns the end of an introduction whose line continues with the quote, as in Yahoo’s plain text: “On Monday, …
 * wrote: Hello”; null if there is none.
 */
export function introductionBefore(line: string): number | null {
  const [head] = /^[^\n]{4,400}?[:：]\s{2,20}(?=\S)/u.exec(line) ?? []
  if (head === undefined || !startsLikeOne(withoutDashes(comparableText(head)))) return null
  return isIntroduction(head, { isQuoted: false }) ? head.length : null
}
