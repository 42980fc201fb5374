/**
 * Merge tags: {firstName}, {lastName}, {fullName}, {email}, {unsubscribeUrl}, any imported column, and a fallback {firstName|there}
 * (design decision 7).
 * A tag is found whatever its case and spacing: {First Name}, {first_name} and {firstname} are one.
 */

/** What a recipient is made of when a mail is merged. */
export interface MergeValues {
  firstName: string
  lastName: string
  email: string
  /** imported columns: header → value */
  fields: Readonly<Record<string, string>>
}

/** Key of {unsubscribeUrl}, with which an author places the unsubscribe link; no imported column can take its place. */
export const UNSUBSCRIBE_TAG = 'unsubscribeurl'

/** Where a value lands: it is escaped for that place. */
export type MergeTarget = 'html' | 'text' | 'subject'

/**
 * Where in an address a tag of HTML stands: it is the beginning of the address, it is (part of) the host, or it comes later. There a value is
 * no text but an address or a part of one, and is written as such.
 */
type Place = 'address' | 'host' | 'path'

/** A tag in a text; `name` as it was typed. */
export interface MergeTag {
  key: string
  name: string
  fallback: string
  place?: Place | undefined
}

type Part = string | MergeTag

/** A text cut at its tags once, to be filled many times. */
export interface MergeTemplate {
  readonly parts: readonly Part[]
}

/** A name holds letters, digits, spaces and a little punctuation, so that the braces of a style sheet are no tags. */
const TAG = /\{([\p{L}\p{N}_][\p{L}\p{N}\p{M}_ .\-/&()#'’]{0,99})(?:\|([^{}\r\n]{0,200}))?\}/gu

/** The name of a tag or column as it is compared: letters and digits only, in lower case. */
export function tagKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Cuts `text` at its tags. */
export function compileTemplate(text: string): MergeTemplate {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(TAG)) {
    if (match.index > end) parts.push(text.slice(end, match.index))
    const name = (match[1] ?? '').trim()
    parts.push({ key: tagKey(name), name, fallback: (match[2] ?? '').trim(), place: placeIn(text, match.index) })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return { parts }
}

/** A compiled text with a mark in place of each tag, for whoever must read what is around them; no keyboard types these marks. */
export function markTags(template: MergeTemplate): string {
  return template.parts
    .map((part, index) => (typeof part === 'string' ? part.replace(MARKS, '') : markOf(index)))
    .join('')
}

/** The mark of the tag that stands at `index` among a template's parts. */
export function markOf(index: number): string {
  return `\uE000${index}\uE001`
}

/** A marked text cut at its marks again; each stands for one of `parts`. */
export function unmarkTags(text: string, parts: readonly Part[]): MergeTemplate {
  const pieces = text.split(/\uE000(\d+)\uE001/)
  const found = pieces.map((piece, index) => (index % 2 === 0 ? piece : (parts[Number(piece)] ?? '')))
  return { parts: found.filter((part) => part !== '') }
}

const MARKS = /[\uE000\uE001]/g

/** The names of the tags in `text`, each once, in order. */
export function findTags(text: string): string[] {
  const names = new Map<string, string>()
  for (const part of compileTemplate(text).parts) {
    if (typeof part !== 'string' && !names.has(part.key)) names.set(part.key, part.name)
  }
  return [...names.values()]
}

/** The value of every tag of a recipient: key → value. The unsubscribe link is filled in by whoever sends the mail. */
export function tagValues(values: MergeValues): Map<string, string> {
  const table = new Map<string, string>()
  for (const [header, value] of Object.entries(values.fields)) table.set(tagKey(header), value)
  table.set('firstname', values.firstName)
  table.set('lastname', values.lastName)
  table.set('fullname', `${values.firstName} ${values.lastName}`.trim())
  table.set('email', values.email)
  table.set(UNSUBSCRIBE_TAG, '')
  return table
}

/** Fills a compiled text. */
export function fillTemplate(template: MergeTemplate, values: Map<string, string>, target: MergeTarget): string {
  let result = ''
  for (const part of template.parts) result += typeof part === 'string' ? part : fillTag(part, values, target)
  return target === 'subject' ? oneLine(result) : result
}

/** What stands in place of a tag: its value or, where that is empty or unknown, its fallback, and without one nothing. */
export function fillTag(tag: MergeTag, values: Map<string, string>, target: MergeTarget): string {
  const value = values.get(tag.key)
  const text = value?.trim() ? value : tag.fallback
  return escapeFor(target, tag.place ? inAddress(tag.place, text) : text)
}

/** The open tag that a place of a text lies in, up to the address that has begun there. */
const ADDRESS =
  /^<[a-z][^\s"'<>/=]*(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))?)*\s+(?:href|src)\s*=\s*(?:"([^"]*)|'([^']*))$/i
const TAG_MAX = 2_500
/** `<` that may stand within the attributes before it */
const OPENINGS_MAX = 6

function placeIn(text: string, index: number): Place | undefined {
  const before = text.slice(Math.max(0, index - TAG_MAX), index)
  let at = before.length
  for (let count = 0; count < OPENINGS_MAX && at > 0; count += 1) {
    at = before.lastIndexOf('<', at - 1)
    if (at === -1) return undefined
    const match = ADDRESS.exec(before.slice(at))
    if (match) {
      const address = (match[1] ?? match[2] ?? '').trimStart()
      if (address === '') return 'address'
      return /^[a-z]+:\/\/[^/?#]*$/i.test(address) ? 'host' : 'path'
    }
    if (/>/.test(before.slice(at).replace(/"[^"]*"|'[^']*'/g, ''))) return undefined
  }
  return undefined
}

/** A value as an address or a part of one: it leads somewhere harmless and adds nothing but itself. */
function inAddress(place: Place, value: string): string {
  const text = value.trim().toWellFormed()
  if (place === 'path') return encodeURIComponent(text).replaceAll('%40', '@')
  if (place === 'address' && !/^(?:https?:\/\/|mailto:|tel:)[^\s\\]/i.test(text)) {
    return /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,24}(?:[/?#]|$)/u.test(text) ? `https://${spacesEncoded(text)}` : ''
  }
  return spacesEncoded(text)
}

const spacesEncoded = (text: string) => text.replace(/[\p{Z}\p{C}"<>\\^`{}]/gu, encodeURIComponent)

/** Escapes a value for the place it lands in. */
export function escapeFor(target: MergeTarget, value: string): string {
  if (target === 'html') return escapeHtml(value)
  return target === 'subject' ? oneLine(value) : value
}

export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character)
}

const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** No value can start a new header line. */
function oneLine(value: string): string {
  return value.replace(/[\r\n\0\u2028\u2029]+/g, ' ')
}
