import { tagKey } from './tag-key.ts'
import { splitTitles, withoutTitles } from './name-titles.ts'
import { trimEndOf } from '../trim-text.ts'

/** Contacts: fields, valid addresses, and the wording of names and import results (product: contacts). */

export const CONTACT_LIMITS = {
  /** characters of a first or last name */
  name: 200,
  /** characters of an address (RFC 5321) */
  email: 254,
  /** characters of a custom field's name */
  fieldName: 60,
  /** characters of a custom field's value */
  fieldText: 2_000,
  /** maximum integer, because numbers are stored with 32 bits */
  integer: 2_147_483_647,
} as const

/** The toast for an upload that is not a spreadsheet. */
export const INVALID_FILE_TYPE = {
  title: 'Invalid File Type',
  description: 'Please upload an Excel file (.xlsx or .xls)',
} as const

const EXCEL_TYPES = ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.ms-excel']
/** File types declared for CSV; Windows declares it as Excel if Excel is installed. */
const TEXT_TYPES = [
  'text/csv',
  'application/csv',
  'text/comma-separated-values',
  'text/tab-separated-values',
  'text/plain',
  'application/vnd.ms-excel',
]

/** The types that a file of each extension may declare. */
const DECLARED_TYPES: Readonly<Record<string, readonly string[]>> = {
  '.xlsx': EXCEL_TYPES,
  '.xls': EXCEL_TYPES,
  '.ods': ['application/vnd.oasis.opendocument.spreadsheet'],
  '.csv': TEXT_TYPES,
  '.tsv': TEXT_TYPES,
  '.tab': TEXT_TYPES,
  '.txt': TEXT_TYPES,
}

export const SPREADSHEET_EXTENSIONS: readonly string[] = Object.keys(DECLARED_TYPES)
export const SPREADSHEET_CONTENT_TYPES: readonly string[] = [...new Set(Object.values(DECLARED_TYPES).flat())]
/** The accepted files, for people. */
export const SPREADSHEET_NAMES = 'Excel (.xlsx, .xls), OpenDocument (.ods), CSV or TSV'

/** Types that programs declare when they do not know: the file's name then decides. */
const UNDECLARED_TYPES = ['', 'application/octet-stream', 'binary/octet-stream']

/**
 * Returns whether an upload is declared as a spreadsheet (product: import.file-types), by type and name. Only its bytes
 * prove it; the import checks those.
 */
export function isSpreadsheetUpload(file: { name: string; type?: string | null | undefined }): boolean {
  const type = (file.type ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const extension = /\.[^./\\]*$/.exec(file.name.trim().toLowerCase())?.[0] ?? ''
  if (extension === '') return SPREADSHEET_CONTENT_TYPES.includes(type)
  const types = Object.hasOwn(DECLARED_TYPES, extension) ? DECLARED_TYPES[extension] : undefined
  return types !== undefined && (UNDECLARED_TYPES.includes(type) || types.includes(type))
}

const LOCAL_PART = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u

/**
 * Returns whether email can be sent to `email` as is (untrimmed). Accepts letters of any script on both sides of the @
 * (EAI, IDN). Rejects quoted local parts, comments, address literals and domains without a dot, because no mail
 * provider accepts them. A valid address contains no space, control or invisible character, so it is safe in a header.
 */
export function isValidEmail(email: string): boolean {
  if (email.length > CONTACT_LIMITS.email) return false
  const at = email.indexOf('@')
  if (at < 1 || at > 64 || !LOCAL_PART.test(email.slice(0, at))) return false
  const labels = email.slice(at + 1).split('.')
  if (labels.length < 2 || labels.some((label) => label.length > 63 || !DOMAIN_LABEL.test(label))) return false
  const top = labels.at(-1) ?? ''
  return top.length >= 2 && !/^\d+$/.test(top)
}

/** Returns the email address as it is compared for duplicates: trimmed, in lower case, composed Unicode. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Zero-width and direction marks from pasted text; joiners are part of some scripts and stay. */
const INVISIBLE = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** Plain texts only need trimming. */
const PLAIN = /^[\x20-\x7e]*$/

/**
 * Cleans a line of text: control characters and white space collapse to one space, invisible marks are removed, ends
 * are trimmed.
 */
export function cleanLine(text: string): string {
  const marked = PLAIN.test(text) ? text : text.toWellFormed().normalize('NFC').replace(INVISIBLE, '')
  return marked.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/**
 * Well-formed multi-line text: keeps line breaks (as \n), removes other control characters and invisible marks, trims
 * the ends.
 */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text.trim()
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, ' ')
    .trim()
}

/** Cleans a pasted address: “Ann Lee <ann@example.com>”, “mailto:ann@example.com” and a trailing separator. */
export function cleanEmail(text: string): string {
  const line = cleanLine(text).replace(/[\u200c\u200d]/g, '')
  const written = trimEndOf(line, ' ;,')
  const bracketed = written.endsWith('>') ? /<([^<>]+)>$/.exec(written.slice(written.lastIndexOf('<')))?.[1] : undefined
  return trimEndOf((bracketed ?? line).trim().replace(/^mailto:/i, ''), ' ;,').trim()
}

export interface PersonName {
  firstName: string
  lastName: string
}

/** First and last name combined; empty if there are none. */
export function fullName(person: PersonName): string {
  return `${person.firstName} ${person.lastName}`.trim()
}

/** Returns one or two capital letters for a contact's avatar, from the names, else the email address. */
export function initials(person: PersonName & { email: string }): string {
  const letters = [person.firstName, person.lastName].map(firstLetter).join('')
  return (letters || firstLetter(person.email) || '?').toUpperCase()
}

function firstLetter(text: string): string {
  return /[\p{L}\p{N}]\p{M}*/u.exec(text)?.[0] ?? ''
}

const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々\s]+$/u

/** A full name in parts; the title is as written, such as “Prof. Dr.”, or empty. */
export interface TitledName extends PersonName {
  title: string
}

/**
 * Splits a full name so that {firstName} works in a greeting: titles are set apart, the first word is the first name and
 * the rest the last name (“Ludwig van Beethoven”). “Lee, Ann” and Chinese, Japanese or Korean names have the family
 * name first.
 */
export function splitFullName(text: string): TitledName {
  const line = cleanLine(text)
  const [before = '', ...after] = line.split(',').map((part) => part.trim())
  const behind = Object.groupBy(after, (part) =>
    isSuffix(part, before) ? 'suffixes' : splitTitles(part).name === '' ? 'titles' : 'names',
  )
  const { suffixes = [], titles = [], names = [] } = behind
  const suffixed = (lastName: string) => [lastName, ...suffixes].join(', ')
  const titled = (...found: string[]) => [...found, ...titles].filter(Boolean).join(' ')
  const [given = ''] = names
  if (before !== '' && names.length === 1) {
    const [first, last] = [withoutTitles(given.split(' ')), withoutTitles(before.split(' '))]
    const title = titled(last.title, first.title)
    return { title, firstName: first.words.join(' '), lastName: suffixed(last.words.join(' ')) }
  }
  const { words, title: found } = withoutTitles((names.length === 0 ? before : line).split(' '))
  const title = titled(found)
  const [head = '', ...tail] = words
  if (tail.length > 0 && FAMILY_FIRST.test(line)) return { title, firstName: tail.join(' '), lastName: head }
  if (tail.length > 0)
    return { title, firstName: head, lastName: names.length > 1 ? tail.join(' ') : suffixed(tail.join(' ')) }
  return title || suffixes.length > 0
    ? { title, firstName: '', lastName: suffixed(head) }
    : { title, firstName: head, lastName: '' }
}

/** Degrees and certificates that follow a name after a comma, by tag key. */
const SUFFIXES = new Set(
  (
    'phd mba emba cpa msc bsc mphil dphil dds dmd dvm llm llb csc drsc bsn msn mph mpa esq ' +
    'cfa cfp acca pmp cissp cism phr sphr shrmcp shrmscp lcsw mrcp frcs frcp facs'
  ).split(' '),
)
/** Suffixes that are initials or first names too. */
const DOUBTFUL_SUFFIXES = new Set('ma ba ms bs md jd rn np pe edd'.split(' '))
const PARTICLE = /^(?:al|bin|da|de|del|den|der|di|dos|du|el|la|le|st|ten|ter|van|vom|von|zu|zum)\s/i

function isSuffix(part: string, name: string): boolean {
  if (/^(?:jr|sr|ii|iii|iv)\.?$/i.test(part)) return true
  const key = tagKey(part)
  if (SUFFIXES.has(key)) return true
  if (!DOUBTFUL_SUFFIXES.has(key) || part !== part.toUpperCase()) return false
  return name.includes(' ') && name !== name.toUpperCase() && !PARTICLE.test(name)
}

export interface ImportCounts {
  added: number
  /** existing contacts with new values */
  changed?: number
  /** number of rows whose email address occurs earlier in the file or already exists in the workspace */
  ignored: number
  /** rows without a valid address, or with a value that cannot be stored */
  rejected: number
}

/** The result of an upload (product: import.message): “3 contacts added, 1 duplicate ignored, 2 rows rejected.” */
export function importMessage({ added, changed = 0, ignored, rejected }: ImportCounts): string {
  const updated = changed > 0 ? `${changed.toLocaleString('en-US')} changed, ` : ''
  return `${count(added, 'contact')} added, ${updated}${count(ignored, 'duplicate')} ignored, ${count(rejected, 'row')} rejected.`
}

/** Formats a number with its noun, which gets an s unless the number is 1: “1 contact”, “2,000 contacts”. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`
}
