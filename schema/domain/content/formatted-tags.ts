import { canFormat, readDate, type Format } from './tag-formats.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from './email-languages.ts'
import { compileTemplate, tagText } from './merge-tags.ts'

/** Maximum number of formatted merge tags examined in one email. */
const EXAMINED = 50

/** A merge tag whose value has to be read to be written in its format. */
export interface FormattedTag {
  key: string
  /** the tag as typed, without its fallback */
  text: string
  format: Format & { language: EmailLanguage }
}

/**
 * The merge tags with a date, a time, a number or an amount: one for each column and way of reading it, at most
 * {@link EXAMINED}. `language`: that of the email.
 */
export function formattedTags(texts: readonly string[], language: EmailLanguage = DEFAULT_LANGUAGE): FormattedTag[] {
  const found = new Map<string, FormattedTag>()
  for (const part of texts.flatMap((text) => compileTemplate(text, language).parts)) {
    if (found.size === EXAMINED) break
    if (typeof part === 'string' || !part.format) continue
    const { format } = part
    const read = readAs(format)
    const key = `${part.key} ${read}`
    if (read === null || found.has(key)) continue
    found.set(key, { key: part.key, text: tagText({ ...part, fallback: null }), format })
  }
  return [...found.values()]
}

/** Returns what kind of value a format reads, such as a date; null for formats that take any text. */
function readAs(format: Format): string | null {
  if (format.kind === 'date') return `date ${format.order}`
  if (format.kind === 'currency') return format.currency
  return format.kind === 'number' || format.kind === 'time' ? format.kind : null
}

/** The value of a merge tag that its format cannot write, so that it is sent as it is; null if there is none. */
export function unreadValue({ key, format }: FormattedTag, values: ReadonlyMap<string, string>): string | null {
  const value = values.get(key) ?? ''
  return value.trim() === '' || canFormat(value, format, format.language) ? null : value
}

const KINDS: Partial<Record<Format['kind'], string>> = { date: 'a date', time: 'a time', number: 'a number' }
/** Maximum characters of a value that are quoted. */
const QUOTED = 40

/**
 * Makes the sentence which says that a format cannot write the values of this many recipients. `example`: one of the
 * values; null: not to be shown. Pure.
 */
export function unreadText({ text, format }: FormattedTag, count: number, example: string | null): string {
  const who = count === 1 ? 'One recipient has' : `${count.toLocaleString('en-US')} recipients have`
  const what = format.kind === 'currency' ? `an amount in ${format.currency}` : (KINDS[format.kind] ?? 'text')
  const shown = example?.trim().replace(/\s+/g, ' ') ?? ''
  const quoted = shown.length > QUOTED ? `${shown.slice(0, QUOTED - 1).toWellFormed()}…` : shown
  const named = example === null ? '' : count === 1 ? `, “${quoted}”` : `, such as “${quoted}”`
  const isOrder = format.kind === 'date' && example !== null && readDate(example, 'dmy') !== null
  const correct = count === 1 ? 'correct the value' : 'correct the values'
  const advice = isOrder
    ? `Choose in the format whether the day or the month comes first, or ${correct}.`
    : `Choose another format, or ${correct}.`
  return `${who} a value for ${text} that is not clearly ${what}${named}. It is sent as it is. ${advice}`
}
