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
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).trim()
}

/** Compiles a name with merge tags. */
export const compilePattern = (pattern: string): MergeTemplate => compileTemplate(pattern)

/** The names of one recipient's files; a column can hold several, separated by semicolons. */
export function wantedFiles(pattern: MergeTemplate, values: Map<string, string>): string[] {
  const names = fillTemplate(pattern, values, 'text').split(/[;\r\n]+/)
  const wanted = new Map(names.map((name) => [fileKey(name), name.trim()]))
  wanted.delete('')
  return [...wanted.values()].slice(0, RECIPIENT_FILES.perRecipient)
}

/** Finds files by their names; a name without its extension is enough if only one file has it. */
export function fileFinder<File extends { name: string }>(files: readonly File[]): (wanted: string) => File | null {
  const byName = new Map(files.map((file) => [fileKey(file.name), file]))
  const byStem = new Map<string, File | null>()
  for (const [key, file] of byName) {
    const stem = key.replace(/\.[a-z0-9]{1,5}$/, '')
    byStem.set(stem, byStem.has(stem) ? null : file)
  }
  return (wanted) => byName.get(fileKey(wanted)) ?? byStem.get(fileKey(wanted)) ?? null
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
