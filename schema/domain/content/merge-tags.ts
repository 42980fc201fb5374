import { formatOf, formatText, formatValue, type Format } from './tag-formats.ts'
import { decodeText, escapeHtml } from '../html/html-escaping.ts'
import { readForAllClients } from '../html/html-tokenizer.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from './email-languages.ts'
import { fitsPlace, placeBetween, writtenAt, type Place } from './tag-places-in-links.ts'
import { addRowValues, rowSuffix, type MergeRow } from './merge-rows.ts'
import { CONTACT_FIELD_NAMES, entryOf, type GivenContactValues } from '../contacts/contact-fields.ts'
import { salutationOf } from '../contacts/salutations.ts'
import { tagKey } from '../contacts/tag-key.ts'
import { splitTitles } from '../contacts/name-titles.ts'

/**
 * Merge tags: {firstName}, {lastName}, {fullName}, {email}, {serialNumber}, {formalSalutation}, {signature},
 * {unsubscribeUrl}, any imported column, with a fallback {firstName|there}, a format {Due|date:long}, or both {Due|date:long|soon} (product:
 * email.merge-tags). Case and spacing do not matter: {First Name}, {first_name} and {firstname} are the same tag.
 */

/** The recipient's values for merging an email. */
export interface MergeValues extends GivenContactValues {
  /** imported columns: header → value */
  fields: Readonly<Record<string, string>>
  /** the contact's tags, where a condition asks for them */
  tags?: readonly string[] | undefined
  /** the rows of the campaign's sheet that this email is about */
  rows?: readonly MergeRow[] | undefined
}

/** Key of {unsubscribeUrl}, which places the unsubscribe link; no imported column can override it. */
export const UNSUBSCRIBE_TAG = 'unsubscribeurl'
/** Key of {signature}, which places the signature of the sending mailbox; no imported column can override it. */
export const SIGNATURE_TAG = 'signature'

/** Key of {formalSalutation}, made of the contact's names and titles. */
export const SALUTATION_TAG = 'formalsalutation'

/** Context in which a value is inserted, which determines how it is escaped. */
export type MergeTarget = 'html' | 'text' | 'subject'

/** A merge tag in a text; `name` as typed. */
export interface MergeTag {
  key: string
  name: string
  /** text in place of an empty value; null: none was written; '': deliberately nothing */
  fallback: string | null
  /** format in which the value is written, and its language; absent: as it is */
  format?: (Format & { language: EmailLanguage }) | undefined
  /** place of the tag in a URL, which decides how the value is encoded */
  place?: Place | undefined
}

type Part = string | MergeTag

/** A text compiled once, to be filled many times. */
export interface MergeTemplate {
  readonly parts: readonly Part[]
}

/**
 * A name consists of letters, digits, spaces and some punctuation, so that the braces of a style sheet are not merge
 * tags.
 */
const TAG = /\{([\p{L}\p{N}_][\p{L}\p{N}\p{M}_ .\-/&()#'’]{0,99})(?:\|([^{}\r\n]{0,200}))?\}/gu

/** Compiles `text`, which may be HTML, into literals and merge tags. Formats are written in `language`. */
export function compileTemplate(text: string, language: EmailLanguage = DEFAULT_LANGUAGE): MergeTemplate {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(TAG)) {
    if (match.index > end) parts.push(text.slice(end, match.index))
    const name = (match[1] ?? '').trim()
    const place = placeInWords(text, match)
    parts.push({ key: tagKey(name), name, ...afterName(match[2], language), place })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  if (end > 0 && text.includes('<')) placeInAddresses(parts)
  return { parts }
}

/** Format and fallback, from what follows the name's bar. An empty format lets a fallback look like one: {Job||title}. */
function afterName(text: string | undefined, language: EmailLanguage): Pick<MergeTag, 'fallback' | 'format'> {
  if (text === undefined) return { fallback: null }
  const bar = text.indexOf('|')
  const first = bar < 0 ? text : text.slice(0, bar)
  const rest = bar < 0 ? null : text.slice(bar + 1).trim()
  const format = formatOf(first)
  if (format) return { fallback: rest, format: { ...format, language } }
  return { fallback: first.trim() === '' && rest !== null ? rest : text.trim() }
}

/** A text of `{#rows}` for one row: its merge tags that are among `keys` name the values of that row. */
export function textOfRow(text: string, index: number, keys: ReadonlySet<string>): string {
  return text.replace(TAG, (source, name: string, after?: string) =>
    keys.has(tagKey(name)) ? `{${name.trim()}${rowSuffix(index)}${after === undefined ? '' : `|${after}`}}` : source,
  )
}

/** The merge tags in a text, as typed. */
export function tagsIn(text: string): { index: number; source: string }[] {
  return [...text.matchAll(/\{[^{}<>\r\n]{1,302}\}/g)]
    .filter(({ 0: source }) => isTag(source))
    .map(({ index, 0: source }) => ({ index, source }))
}

/** Returns whether a text is one merge tag and nothing else. */
export function isTag(source: string): boolean {
  const [found] = source.matchAll(TAG)
  return found?.[0] === source
}

/**
 * Returns a compiled text with a mark in place of each merge tag, for parsing the text around them; the marks cannot be
 * typed.
 */
export function markTags(template: MergeTemplate): string {
  return template.parts
    .map((part, index) => (typeof part === 'string' ? part.replace(MARKS, '') : markOf(index)))
    .join('')
}

/** The mark of the merge tag at `index` among a template's parts. */
export function markOf(index: number): string {
  return `\uE000${index}\uE001`
}

/** Splits a marked text at its marks; each represents one of `parts`. */
export function unmarkTags(text: string, parts: readonly Part[]): MergeTemplate {
  const pieces = text.split(/\uE000(\d+)\uE001/)
  const found = pieces.map((piece, index) => (index % 2 === 0 ? piece : (parts[Number(piece)] ?? '')))
  return { parts: found.filter((part) => part !== '') }
}

const MARKS = /[\uE000\uE001]/g

/** The names of the merge tags in `text`, deduplicated, in order. */
export function findTags(text: string): string[] {
  const names = new Map<string, string>()
  for (const part of compileTemplate(text).parts) {
    if (typeof part !== 'string' && !names.has(part.key)) names.set(part.key, part.name)
  }
  return [...names.values()]
}

/**
 * The values of all merge tags for a recipient, in the language of the email: key → value. The sender fills in the
 * unsubscribe link.
 */
export function tagValues(values: MergeValues, language: EmailLanguage = DEFAULT_LANGUAGE): Map<string, string> {
  const table = new Map<string, string>()
  for (const [header, value] of Object.entries(values.fields)) table.set(tagKey(header), value)
  if (values.rows) addRowValues(table, values.rows)
  for (const name of CONTACT_FIELD_NAMES) {
    const { tags } = entryOf(name)
    // A number that is none is a custom field of this name.
    const value = values[name]?.toString() ?? table.get(tags[0])
    if (value !== undefined) for (const key of tags) table.set(key, value)
  }
  table.set('firstname', splitTitles(values.firstName).name)
  table.set('fullname', `${values.firstName} ${values.lastName}`.trim())
  table.set(SALUTATION_TAG, salutationOf(values, language))
  table.set(UNSUBSCRIBE_TAG, '')
  table.set(SIGNATURE_TAG, '')
  return table
}

/** The values by which a recipient's own files are named: the first name with its titles, as in the contact. */
export function fileNameValues(values: MergeValues): Map<string, string> {
  return tagValues(values).set('firstname', values.firstName)
}

/** Fills a compiled text. */
export function fillTemplate(template: MergeTemplate, values: Map<string, string>, target: MergeTarget): string {
  let result = ''
  for (const part of template.parts) result += typeof part === 'string' ? part : fillTag(part, values, target)
  return target === 'subject' ? oneLine(result) : result
}

/** The output of a merge tag: its value, or its fallback if the value is empty, unknown or invalid, or else nothing. */
export function fillTag(tag: MergeTag, values: Map<string, string>, target: MergeTarget): string {
  const text = textFor(tag, values) ?? ''
  return escapeFor(target, tag.place && text !== '' ? writtenAt(tag.place, text) : text)
}

/** The text of a merge tag; null in an address if neither its value nor its fallback is allowed there. */
export function textFor({ key, fallback, format, place }: MergeTag, values: Map<string, string>): string | null {
  const given = values.get(key) ?? ''
  const hasValue = given.trim() !== ''
  const value = hasValue && format ? (formatValue(given, format, format.language) ?? given) : given
  const otherwise = fallback ?? ''
  if (!place) return hasValue ? value : otherwise
  if (hasValue && fitsPlace(place, value)) return value
  return (!hasValue || otherwise !== '') && fitsPlace(place, otherwise) ? otherwise : null
}

/** Maximum length of a host: characters searched around a merge tag. */
const HOST_MAX = 300
/** Maximum length of a URL: number of characters searched around a merge tag. */
const ADDRESS_MAX = 8_000

/** Sets the place of each merge tag in the URLs of links and images. */
function placeInAddresses(parts: readonly Part[]): void {
  for (const token of readForAllClients(markTags({ parts }))) {
    if (token.kind !== 'open') continue
    for (const name of ['href', 'src']) {
      const address = token.attributes.get(name)
      if (!address?.includes('\uE000')) continue
      const inside = unmarkTags(address, parts).parts
      for (const [index, place] of placesOf(inside).entries()) {
        const part = inside[index]
        if (typeof part === 'object') part.place = place
      }
    }
  }
}

/** Returns the place of each merge tag in a URL; undefined for literal text. */
export function placesOf(address: readonly Part[]): (Place | undefined)[] {
  const written = address.map((part) => (typeof part === 'string' ? part : tagText(part)))
  const whole = written.join('')
  let start = 0
  let isPath = false
  return address.map((part, index) => {
    const before = start
    start += written[index]?.length ?? 0
    if (typeof part === 'string') return undefined
    if (isPath) return 'path'
    // A text longer than any host is not a host.
    const place =
      before > ADDRESS_MAX ? 'none' : placeBetween(whole.slice(0, before), whole.slice(start, start + HOST_MAX))
    // Everything after the host is path.
    isPath = place === 'path'
    return place
  })
}

/** A merge tag as typed. */
export function tagText({ name, fallback, format }: Pick<MergeTag, 'name' | 'fallback' | 'format'>): string {
  const written = [name]
  if (format) written.push(formatText(format))
  else if (fallback !== null && formatOf(fallback.split('|', 1)[0] ?? '')) written.push('')
  if (fallback !== null) written.push(fallback)
  return `{${written.join('|')}}`
}

/**
 * Sets the place of merge tags in URLs written as text, because email programs turn those into links: there too a value
 * must not change the host. Anything after the host is free text.
 */
function placeInWords(text: string, { 0: source, index }: RegExpExecArray): Place | undefined {
  const before = text.slice(Math.max(0, index - HOST_MAX), index)
  const end = index + source.length
  const [word = ''] = before.split(/[\s<>"']/).slice(-1)
  const start = word.search(/https?:\/\/|www\./i)
  if (start < 0) return undefined
  const address = /^www/i.test(word.slice(start)) ? `https://${word.slice(start)}` : word.slice(start)
  const after = /^[^<>"']*/.exec(text.slice(end, end + HOST_MAX))?.[0] ?? ''
  const place = placeBetween(decodeText(address), decodeText(after))
  return place === 'path' ? undefined : place
}

/** Escapes a value for its context. */
export function escapeFor(target: MergeTarget, value: string): string {
  if (target === 'html') return escapeHtml(value)
  return target === 'subject' ? oneLine(value) : value
}

/** Joins the lines of a value, so that no value can start a new header line. */
function oneLine(value: string): string {
  return value.replace(/[\r\n\0\u2028\u2029]+/g, ' ')
}
