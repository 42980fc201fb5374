import { compileTemplate, fillTemplate, type MergeTemplate } from '../content/merge-tags.ts'
import { lettersOf, wordsOf } from '../contacts/name-words.ts'

/**
 * A file of their own for each recipient, found by its name: a name with merge tags such as `Invoice-{Number}.pdf`, or
 * `{File}` for a column with the names (product: email.recipient-files). A recipient whose file is missing gets no
 * email: a wrong or missing personal document is worse than a late one.
 */

const MB = 1_048_576
export const RECIPIENT_FILES = {
  /** maximum files of one campaign */
  files: 5_000,
  /** maximum bytes of one file */
  each: 10 * MB,
  /** maximum bytes of an archive that is uploaded */
  archive: 40 * MB,
  /** maximum bytes of all files of one campaign */
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
/** Minimum days since the last upload for which the files of a draft are kept. */
export const DRAFT_FILES_KEPT = 30

/**
 * Problems of the file that one recipient is to get, worst first: there is no such file, its name is another recipient's, or
 * other recipients get it too.
 */
export const FILE_PROBLEMS = ['missing', 'doubtful', 'shared'] as const
export type FileProblem = (typeof FILE_PROBLEMS)[number]

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

/** Compiles a file name with merge tags. Folders that it names are left out, as files are kept without theirs. */
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

/**
 * Minimum letters of a word that names a person anywhere in a file name; a shorter word counts only as a whole last
 * name.
 */
const TELLING = 4
/** Number of files from which on a word in most of them says nothing about a recipient, as in `Invoice-May-7.pdf`. */
const COMPARED = 3

/**
 * Finds whose last names a word is, for {@link namesAnother}. Words that most of the file names contain are left out.
 */
export function lastNames(people: Iterable<NamedPerson>, fileNames: readonly string[]): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>()
  for (const { id, lastName } of people) {
    const isOneWord = lettersOf(lastName).length === 1
    for (const word of wordsOf(lastName, isOneWord ? 2 : TELLING)) {
      const known = owners.get(word)
      if (known) known.add(id)
      else owners.set(word, new Set([id]))
    }
  }
  if (fileNames.length < COMPARED) return owners
  const uses = new Map<string, number>()
  for (const word of fileNames.flatMap((name) => wordsOf(name, 2))) uses.set(word, (uses.get(word) ?? 0) + 1)
  for (const [word, count] of uses) if (count > fileNames.length / 2) owners.delete(word)
  return owners
}

/** A file that several recipients get. */
export interface SharedFile<File> {
  file: File
  /** number of recipients who get the file */
  count: number
}

/**
 * The files that more than one recipient gets: those named after a recipient first, then by how many get them. A file that
 * all recipients get is left out, unless it is named after one. `uses`: how many recipients get each file. Pure.
 */
export function sharedFiles<File extends { name: string }>(
  uses: ReadonlyMap<File, number>,
  recipients: number,
  owners: ReadonlyMap<string, unknown>,
): SharedFile<File>[] {
  return [...uses]
    .filter(([, count]) => count > 1)
    .map(([file, count]) => ({ file, count, isNamed: wordsOf(file.name, 2).some((word) => owners.has(word)) }))
    .filter(({ count, isNamed }) => isNamed || count < recipients)
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.count - a.count)
    .map(({ file, count }) => ({ file, count }))
}

/** Returns whether a file's name has the last name of another recipient, and none of this one's names. */
export function namesAnother(fileName: string, person: NamedPerson, owners: Map<string, Set<string>>): boolean {
  const words = wordsOf(fileName, 2)
  const own = new Set(wordsOf(`${person.firstName} ${person.lastName}`, 2))
  if (words.some((word) => own.has(word) && (word.length > 2 || owners.has(word)))) return false
  return words.some((word) => owners.get(word)?.has(person.id) === false)
}
