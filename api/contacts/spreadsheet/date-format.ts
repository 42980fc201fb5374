/**
 * Date formats of spreadsheets (ECMA-376 part 1, 18.8.31). Names of months and days follow the language that the format
 * names, [$-407] for German; the library that writes dates knows English only.
 */

/** Languages by the lower ten bits of a Windows locale id ([MS-LCID]). */
const LANGUAGES: Readonly<Record<number, string>> = {
  0x02: 'bg',
  0x03: 'ca',
  0x04: 'zh',
  0x05: 'cs',
  0x06: 'da',
  0x07: 'de',
  0x08: 'el',
  0x09: 'en',
  0x0a: 'es',
  0x0b: 'fi',
  0x0c: 'fr',
  0x0e: 'hu',
  0x10: 'it',
  0x11: 'ja',
  0x12: 'ko',
  0x13: 'nl',
  0x14: 'nb',
  0x15: 'pl',
  0x16: 'pt',
  0x18: 'ro',
  0x19: 'ru',
  0x1a: 'hr',
  0x1b: 'sk',
  0x1d: 'sv',
  0x1f: 'tr',
  0x22: 'uk',
  0x24: 'sl',
  0x25: 'et',
  0x26: 'lv',
  0x27: 'lt',
}

/** A locale id with a Gregorian calendar and western digits: [$-10409], [$-1010409]. */
const PLAIN_LOCALE = /^(?:0?[01])?(?:0?[012])?(?<id>[\da-f]{4})$/i

/** A piece of a format: a literal, a bracket, a run of one letter, a fraction of seconds, or any other character. */
const PIECES = /"[^"]*"|\\[^]|[_*][^]|\[[^[\]]*\]|am\/pm|a\/p|y+|m+|d+|h+|s+|\.0+|[^]/gi

/** The format's language; undefined if it names none, null if it depends on the reader's machine or calendar. */
function languageOf(brackets: readonly string[]): string | null | undefined {
  for (const bracket of brackets) {
    const locale = /^\[\$[^-]*-([^\]]+)\]$/.exec(bracket)?.[1]
    if (locale === undefined) continue
    if (/^x-sys/i.test(locale)) return null
    const tag = /^([a-z]{2,3})(?:-[a-z]+)*(?:,\d+)?$/i.exec(locale)?.[1]
    // “ADE” is a language tag and a hexadecimal number. Locale ids have at least three digits.
    if (tag !== undefined && !/^[\da-f]+$/i.test(locale)) return knownLanguage(tag)
    const id = PLAIN_LOCALE.exec(locale.padStart(4, '0'))?.groups?.['id']
    const language = id === undefined ? undefined : LANGUAGES[Number.parseInt(id, 16) & 0x3ff]
    return id === undefined || Number.parseInt(id, 16) >= 0xf000 || language === undefined ? null : language
  }
  return undefined
}

function knownLanguage(tag: string): string | null {
  return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? null
}

/**
 * The format for one date as the library understands it, with names written out; null if the date would look different
 * on another machine. `month` and `weekday` from 0 (January, Sunday).
 */
export function dateFormatFor(format: string, date: { month: number; weekday: number }): string | null {
  const pieces: string[] = []
  for (const [piece] of format.matchAll(PIECES)) {
    if (piece === ';') break
    pieces.push(piece)
  }
  const language = languageOf(pieces.filter((piece) => piece.startsWith('[')))
  if (language === null || pieces.some((piece) => /^[gbe]$/i.test(piece))) return null
  const names =
    language === undefined
      ? null
      : namesIn(
          language,
          pieces.some((piece) => /^dd?$/i.test(piece)),
        )
  return pieces.map((piece) => pieceFor(piece, names, date)).join('')
}

function pieceFor(piece: string, names: Names | null, { month, weekday }: { month: number; weekday: number }): string {
  if (/^(?:"[^]*"|\\[^])$/.test(piece)) return piece
  if (/^[_*[]./.test(piece)) return ''
  if (names && /^m{3,}$/i.test(piece)) return quoted(ofLength(piece, 3, names.months[month]))
  if (names && /^d{3,}$/i.test(piece)) return quoted(ofLength(piece, 3, names.days[weekday]))
  if (names && piece === '/') return quoted(names.separator)
  if (/^(?:y+|m+|d+|h+|s+|\.0+|am\/pm|a\/p|[ :/-])$/i.test(piece)) return piece
  return `\\${piece}`
}

const quoted = (text: string) => `"${text}"`

/** Three letters mean the short name, four the long one, five the first letter. */
function ofLength(piece: string, short: number, name: { short: string; long: string } | undefined): string {
  if (!name) return ''
  if (piece.length === short) return name.short
  return piece.length === short + 2 ? name.long.slice(0, 1) : name.long
}

interface Names {
  months: { short: string; long: string }[]
  days: { short: string; long: string }[]
  separator: string
}

const known = new Map<string, Names>()

/** Names in a language; besides a day, months are declined where a language does so (1 lipca). */
function namesIn(language: string, besideDay: boolean): Names {
  const key = `${language} ${besideDay}`
  const found = known.get(key)
  if (found) return found
  const part = (options: Intl.DateTimeFormatOptions, type: string, date: Date): string => {
    const parts = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).formatToParts(date)
    const at = parts.findIndex((each) => each.type === type)
    // 七月 and 7월 have their unit in the text that follows.
    const unit = /^[月월]/.exec(parts[at + 1]?.value ?? '')?.[0] ?? ''
    return `${parts[at]?.value ?? ''}${unit}`.replace(/\.$/, '')
  }
  const names: Names = {
    months: Array.from({ length: 12 }, (_, month) => {
      const date = new Date(Date.UTC(2023, month, 1))
      const long = part(besideDay ? { month: 'long', day: 'numeric' } : { month: 'long' }, 'month', date)
      return { short: part({ month: 'short' }, 'month', date), long }
    }),
    // 2023 began on a Sunday.
    days: Array.from({ length: 7 }, (_, day) => {
      const date = new Date(Date.UTC(2023, 0, 1 + day))
      return { short: part({ weekday: 'short' }, 'weekday', date), long: part({ weekday: 'long' }, 'weekday', date) }
    }),
    separator:
      new Intl.DateTimeFormat(language, { timeZone: 'UTC' })
        .formatToParts(new Date(0))
        .find(({ type }) => type === 'literal')
        ?.value.trim() ?? '/',
  }
  known.set(key, names)
  return names
}
