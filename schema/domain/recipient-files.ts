import { compileTemplate, fillTemplate, type MergeTemplate } from './merge-tags.ts'

/**
 * A file of their own for each recipient, found by its name: a name with merge tags such as `Invoice-{Number}.pdf`, or
 * `{File}` for a column with the names (product: email.recipient-files). A recipient whose file is missing gets no
 * email: a wrong or missing personal document is worse than a late one.
 */

const MB = 1_048_576
export const RECIPIENT_FILES = {
  /** files of one campaign */
  files: 5_000,
  /** bytes of one file */
  each: 10 * MB,
  /** bytes of an archive uploaded at once */
  archive: 40 * MB,
  /** bytes of all files of one campaign */
  total: 300 * MB,
  /** characters of the name with merge tags */
  pattern: 300,
  /** files of one recipient */
  perRecipient: 5,
  /** characters of a file's name */
  name: 200,
} as const

/** Days after the end of a campaign for which its files can be kept. */
export const FILES_KEPT_DAYS = [1, 7, 30, 90] as const
export const FILES_KEPT_DEFAULT = 30

/** A name for comparison: without folders, spelling of accents, upper and lower case. */
export function fileKey(name: string): string {
  return baseName(name).normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** A file's name without its folders. */
export function baseName(path: string): string {
  return path.slice(folderEnd(path)).trim()
}

const folderEnd = (path: string) => Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1

/** Characters that no file's name can have. What people write for them, such as `Letter 12-24.pdf` for the reference 12/24. */
const IMPOSSIBLE = /[\\/:*?"<>|]/g
const INSTEAD = ['-', '_', ' ']

/** Compiles a name with merge tags. Folders that it names are left out, as files are kept without theirs. */
export function compilePattern(pattern: string): MergeTemplate {
  const { parts } = compileTemplate(pattern)
  const at = parts.findLastIndex((part) => typeof part === 'string' && /[\\/]/.test(part))
  const part = parts[at]
  return { parts: typeof part === 'string' ? [part.slice(folderEnd(part)), ...parts.slice(at + 1)] : parts }
}

/**
 * The names of one recipient's files, as they can be stored; a column can hold several, separated by semicolons. A value
 * is a path only if it is the whole name and ends like a file: a slash in a number is part of it.
 */
export function wantedFiles(pattern: MergeTemplate, values: Map<string, string>): WantedFile[] {
  const isColumn = pattern.parts.length === 1 && typeof pattern.parts[0] !== 'string'
  const wanted = new Map<string, WantedFile>()
  for (const filled of fillTemplate(pattern, values, 'text').split(/[;\r\n]+/)) {
    const text = (isColumn && /\.[a-z][a-z0-9]{0,4}\s*$/i.test(filled) ? baseName(filled) : filled).trim()
    const [name = '', ...others] = new Set(INSTEAD.map((character) => text.replace(IMPOSSIBLE, character)))
    wanted.set(fileKey(name), { name, others })
  }
  wanted.delete('')
  return [...wanted.values()].slice(0, RECIPIENT_FILES.perRecipient)
}

/** A file of a recipient by its name, or by other spellings of it. */
export interface WantedFile {
  name: string
  others: readonly string[]
}

/**
 * Finds files by their names; a name without its extension is enough if only one file has it. None is found if several
 * files have spellings of the name.
 */
export function fileFinder<File extends { name: string }>(files: readonly File[]): (wanted: WantedFile) => File | null {
  const byName = new Map(files.map((file) => [fileKey(file.name), file]))
  const byStem = new Map<string, File | null>()
  for (const [key, file] of byName) {
    const stem = key.replace(/\.[a-z0-9]{1,5}$/, '')
    byStem.set(stem, byStem.has(stem) ? null : file)
  }
  const find = (name: string) => byName.get(fileKey(name)) ?? byStem.get(fileKey(name)) ?? null
  return ({ name, others }) => {
    const [found = null, ...more] = new Set([name, ...others].map(find).filter((file) => file !== null))
    return more.length > 0 ? null : found
  }
}

interface NamedPerson {
  id: string
  firstName: string
  lastName: string
}

/** Letters of a name part below which it proves nothing. */
const TELLING = 4

/** The words of a text that can name a person, without accents. */
function wordsOf(text: string, least: number): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}]+/u).filter((word) => word.length >= least)
}

/** Tells whose last names a word is: for {@link namesAnother}. */
export function lastNames(people: Iterable<NamedPerson>): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>()
  for (const { id, lastName } of people) {
    for (const word of wordsOf(lastName, TELLING)) {
      const known = owners.get(word)
      if (known) known.add(id)
      else owners.set(word, new Set([id]))
    }
  }
  return owners
}

/** Whether a file's name has the last name of another recipient, and none of this one's names. */
export function namesAnother(fileName: string, person: NamedPerson, owners: Map<string, Set<string>>): boolean {
  const words = wordsOf(fileName, TELLING)
  const own = new Set([...wordsOf(person.firstName, 3), ...wordsOf(person.lastName, 3)])
  if (wordsOf(fileName, 3).some((word) => own.has(word))) return false
  return words.some((word) => {
    const people = owners.get(word)
    return people !== undefined && !people.has(person.id)
  })
}

/** Rows that fit before the place where columns shift, and that do not fit after it. */
const SHIFT = { before: 10, after: 5, fits: 0.6, strays: 0.1 }

/**
 * The index of the first row from which names and addresses no longer belong together, as after sorting one column
 * alone; null if there is none. Rows are in the order of the spreadsheet. Takes time proportional to their number.
 */
export function shiftedFrom(rows: readonly { firstName: string; lastName: string; email: string }[]): number | null {
  const fits = rows.map(isAddressOf)
  const all = fits.filter(Boolean).length
  let before = 0
  for (const [index, fit] of fits.entries()) {
    const after = rows.length - index
    const strays = all - before
    const isShift =
      index >= SHIFT.before &&
      after >= SHIFT.after &&
      before >= index * SHIFT.fits &&
      strays <= after * SHIFT.strays &&
      !fit &&
      fits[index - 1] === true
    if (isShift) return index
    if (fit) before += 1
  }
  return null
}

/** Whether an address contains one of its person's names, with umlauts in either spelling. */
function isAddressOf({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }): boolean {
  const local = wordsOf(email.slice(0, email.lastIndexOf('@')), 1).join('')
  const name = `${firstName} ${lastName}`.toLowerCase().replaceAll('ß', 'ss')
  const spellings = [name, name.normalize('NFC').replace(/[äöü]/g, (letter) => TRANSCRIBED[letter] ?? letter)]
  return spellings.some((spelling) => wordsOf(spelling, 3).some((word) => local.includes(word)))
}

const TRANSCRIBED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
