import { DAY, dayOf, dayOrderIn, namedDays, type DayOrder, type NamedDay } from './dates-in-text.ts'
import { AWAY_WORDS } from './away-words-by-language.ts'
import { isOfOtherMatter } from './dates-of-other-matters.ts'

/** Characters of a note that are read. */
const READ_MAX = 4_000
/** Characters before and after a date in which its meaning is looked for. */
const CONTEXT = 60
/** Maximum days of an absence; a later date is about something else. */
const ABSENCE_MAX_DAYS = 550

const languages = Object.values(AWAY_WORDS)
const longestFirst = (words: readonly string[]) => [...new Set(words)].toSorted((a, b) => b.length - a.length)
const THROUGH = longestFirst(languages.flatMap(({ through }) => through))
const UNTIL = longestFirst(languages.flatMap(({ until }) => until))
const BACK = longestFirst(languages.flatMap(({ back }) => back))
const AGAIN_WORDS = new Set(languages.flatMap(({ again }) => again))
const TO = new Set([...languages.flatMap(({ to }) => to), '-', '–', '—', '~'])
const INCLUSIVE = new Set(languages.flatMap(({ inclusive }) => inclusive))
const WEEKDAYS = languages.flatMap(({ weekdays }) => weekdays.flatMap((forms) => forms.split('|')))
const FILLERS = new Set([...languages.flatMap(({ fillers }) => fillers), ...INCLUSIVE, ...WEEKDAYS])
/** Matches characters of scripts that do not separate words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const UNSPACED_AGAIN = [...AGAIN_WORDS].filter((word) => UNSPACED.test(word))
const UNTIL_AFTER = languages.flatMap(({ untilAfter }) => untilAfter)

/** Kinds of phrases that tell the day of return, the most reliable first. */
const RANKS = ['back', 'until', 'again'] as const

/** Returns a note in the form in which it is compared: lower case, with plain apostrophes and spaces. */
export const plainWords = (text: string): string =>
  text
    .slice(0, READ_MAX)
    .normalize('NFKC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/[^\S\n]/g, ' ')

/**
 * The day on which the writer of an out-of-office note is back, in ms at 00:00 UTC; null if the note does not say so.
 * "Until 3 August" means back on that day, "until 3 August inclusive" on the next one. Days count from `written`, when
 * the note was sent; an absence that ended before tells nothing.
 */
export function backOn(text: string, written: Date): number | null {
  const words = plainWords(text)
  const days = namedDays(words, dayOf(written), dayOrderIn(words) ?? languageOrder(words))
  const told = days.flatMap((day, index) =>
    isOfOtherMatter(words, day) ? [] : (meaningOf(words, day, days[index - 1], days[index + 1]) ?? []),
  )
  const [only] = days
  if (only?.day != null && days.length === 1 && isAlone(words, only)) told.push({ rank: 'until', back: only.day })
  const likely = told.filter(({ back }) => back >= dayOf(written) && back <= dayOf(written) + ABSENCE_MAX_DAYS * DAY)
  for (const rank of RANKS) {
    const found = likely.find((each) => each.rank === rank)
    if (found) return found.back
  }
  return null
}

/** Returns whether a note names a date of something else, such as the end of an offer. */
export function namesOtherDate(text: string, written: Date): boolean {
  const words = plainWords(text)
  return namedDays(words, dayOf(written), dayOrderIn(words)).some((day) => isOfOtherMatter(words, day))
}

/** Returns the order of day and month in a language; only English is written in both orders. */
const languageOrder = (words: string): DayOrder =>
  DAY_FIRST.some((phrase) => words.includes(phrase)) ? 'day first' : null
/** Longer phrases of all other languages: short ones occur within English words. */
const DAY_FIRST = Object.entries(AWAY_WORDS).flatMap(([language, { away, back }]) =>
  language === 'en' ? [] : [...away, ...back].filter((phrase) => phrase.length > 6),
)

/** Returns whether a text consists of only a date and a word or two. */
const isAlone = (text: string, { start, end }: NamedDay): boolean =>
  (`${text.slice(0, start)} ${text.slice(end)}`.match(/\p{L}+/gu) ?? []).length < 3

function meaningOf(
  text: string,
  { start, end, day, endsRange }: NamedDay,
  previous: NamedDay | undefined,
  next: NamedDay | undefined,
): { rank: (typeof RANKS)[number]; back: number } | null {
  if (day === null) return null
  const after = text.slice(text[end] === '.' ? end + 1 : end, Math.min(end + CONTEXT, next?.start ?? text.length))
  const before = cueBefore(text.slice(Math.max(0, start - CONTEXT), start))
  const included = before.inclusive || INCLUSIVE.has(firstWord(after))
  const isRange = endsRange || startsRange(text.slice(Math.max(0, start - CONTEXT), start))
  if (isRange || (previous && TO.has(between(text, previous.end, start)))) return { rank: 'until', back: day + DAY }
  if (before.cue === 'through') return { rank: 'until', back: day + DAY }
  if (before.cue === 'back') return { rank: 'back', back: day }
  if (before.cue === 'until') return { rank: 'until', back: included ? day + DAY : day }
  if (saysUntilAfter(after)) return { rank: 'until', back: day + DAY }
  if (next && TO.has(between(text, end, next.start))) return null
  const sentence = after.split(/[.!?] |[\n。]/u)[0] ?? ''
  const isBack =
    UNSPACED_AGAIN.some((word) => after.includes(word)) ||
    (sentence.match(/\p{L}+/gu) ?? []).some((word) => AGAIN_WORDS.has(word))
  return isBack ? { rank: 'again', back: day } : null
}

/**
 * Returns whether a word after a date says “until”, perhaps behind a weekday or an ending: “8月7日（金）まで”, “14 Aralık'a
 * kadar”, “14-ig”.
 */
function saysUntilAfter(after: string): boolean {
  const rest = after
    .replace(/^\.? ?(?:\([^()]{1,4}\) ?|日|일)?/u, '')
    .replace(/^'\p{L}{1,4} (?=\p{L})/u, '')
    .replace(/^[-']/, '')
  return UNTIL_AFTER.some(
    (word) => rest.startsWith(word) && (UNSPACED.test(word) || !/^\p{L}/u.test(rest.slice(word.length))),
  )
}

/**
 * Returns whether a text is the first day of a range without its month, before the last one: “vom 1. bis 14. Dezember”,
 * “1-14 December”.
 */
function startsRange(before: string): boolean {
  const [, word = ''] =
    /(?<!\d)\d{1,2}(?:\.|er|st|nd|rd|th|º)?\s{0,2}(\p{L}{1,9}(?: el| le)?|[-–—~])\s{0,2}$/u.exec(before) ?? []
  return TO.has(word)
}

/** Returns the text between two dates, without the words that may precede a date. */
function between(text: string, from: number, to: number): string {
  if (to <= from || to - from > CONTEXT) return 'too far apart'
  const gap = text.slice(from, to)
  if (gap.includes('\n')) return 'on another line'
  const words = gap.split(/[\s,.()]+/u).filter(Boolean)
  while (words.length > 1 && FILLERS.has(words.at(-1) ?? '')) words.pop()
  return words.length === 0 ? 'nothing' : words.join(' ')
}

/**
 * Finds the last phrase before a date that gives it a meaning (until, through, back), skipping words that may stand
 * between.
 */
function cueBefore(context: string): { cue: 'through' | 'until' | 'back' | null; inclusive: boolean } {
  let rest = trimmed(context)
  let inclusive = false
  for (;;) {
    const cue = cueAtEnd(rest)
    if (cue) return { cue, inclusive }
    const word = lastWord(rest)
    if (!FILLERS.has(word)) return { cue: null, inclusive }
    inclusive ||= INCLUSIVE.has(word)
    rest = trimmed(rest.slice(0, rest.length - word.length))
  }
}

function cueAtEnd(text: string): 'through' | 'until' | 'back' | null {
  if (THROUGH.some((cue) => endsWithWord(text, cue))) return 'through'
  if (UNTIL.some((cue) => endsWithWord(text, cue))) return 'until'
  return BACK.some((cue) => endsWithWord(text, cue)) ? 'back' : null
}

function endsWithWord(text: string, cue: string): boolean {
  if (!text.endsWith(cue)) return false
  const before = text.at(-cue.length - 1)
  return before === undefined || UNSPACED.test(cue) || !/\p{L}/u.test(before)
}

/** Removes punctuation at the end of a text, and the full stop of an abbreviation such as “incl.”. */
function trimmed(text: string): string {
  let end = text.length
  while (end > 0 && ' ,:(*_\n'.includes(text[end - 1] ?? '')) end -= 1
  const short = text.slice(0, end)
  const isShort = short.endsWith('.') && FILLERS.has(lastWord(short.slice(0, -1)))
  return isShort ? short.slice(0, -1) : short
}

const lastWord = (text: string): string =>
  text
    .slice(-30)
    .split(/[^\p{L}']/u)
    .at(-1) ?? ''
const firstWord = (text: string): string => /^[\s,.()]*(\p{L}+)/u.exec(text)?.[1] ?? ''
