import { tagKey } from './tag-key.ts'

/** Titles in front of a name: “Herrn Prof. Dr. h.c.”, “Dipl.-Ing.”, “Madame”. */

const words = (text: string) => new Set(text.split(' '))

const TITLES = words(
  'mr mrs ms miss mx dr dra drs prof sir herr herrn frau mme mlle madame mademoiselle monsieur sig sigra sigrina signor signora signorina sr sra srta señor señora señorita dott dottssa profssa dhr mevr mevrouw mw pani mudr mddr mvdr rndr phdr judr paeddr',
)
/** Titles that are names or initials too, unless they end with a dot. */
const DOTTED = words('mag mgr dipl ing inż arch avv lic lek hr fr pd rev univ priv doz doc bc')
/** Titles that count as first names or initials if only one word follows. */
const BEFORE_TWO = words('m pan')
/** Words that follow an academic title and mean nothing without it. */
const SUBJECTS = words(
  'med dent vet phil rer nat pol oec iur jur theol techn sc math agr soc psych paed hc eh mult habil hab ing inż',
)
/** Words that follow a hyphen in a title, as in Dipl.-Kfm. */
const DIPLOMAS = words(
  'ing kfm kff kfr inf wirt wirting volksw betriebsw phys chem biol math psych päd soz dolm prof doz',
)
/** Titles of two words. */
const PAIRS = new Set(['h. c.', 'e. h.', 'E. h.'])

/** A regular expression for SQL, in any case, of names that may be nothing but titles; {@link splitTitles} decides. */
export const MAYBE_ONLY_TITLES = (() => {
  const word = `(\\S*[^[:alpha:][:space:]]\\S*|et|de|heer|${[...TITLES].join('|')})`
  return `^\\s*${word}(\\s+${word})*\\s*$`
})()

/** Sets the titles at the start of a name apart, unless nothing else is left. */
export function withoutTitles(name: readonly string[]): { words: readonly string[]; title: string } {
  let start = 0
  while (start < name.length) {
    const length = titleLength(name, start)
    if (length === 0) return { words: name.slice(start), title: name.slice(0, start).join(' ') }
    start += length
  }
  return { words: name, title: '' }
}

/** A first or last name and the titles before it: “Dr. Anna”. The name is empty if there is nothing but titles. */
export function splitTitles(name: string): { name: string; title: string } {
  const all = name.trim().split(/\s+/)
  let start = 0
  while (start < all.length) {
    // In front of a first name alone, “M.” and “Pan” are parts of it.
    const length = BEFORE_TWO.has(tagKey(all[start] ?? '')) ? 0 : titleLength(all, start)
    if (length === 0) break
    start += length
  }
  return start === 0 ? { name, title: '' } : { name: all.slice(start).join(' '), title: all.slice(0, start).join(' ') }
}

/** Returns how many words the title at a place has; 0: there is none. */
function titleLength(name: readonly string[], at: number): number {
  const [word = '', next = ''] = [name[at], name[at + 1]]
  if (at === 0 ? /^de heer$/i.test(`${word} ${next}`) : PAIRS.has(`${word} ${next}`)) return 2
  return isTitle(word, at, name.length) || (at > 0 && isSubject(word)) ? 1 : 0
}

function isTitle(word: string, at: number, length: number): boolean {
  const key = tagKey(word)
  if (TITLES.has(key)) return true
  if (BEFORE_TWO.has(key)) return at + 2 < length
  const [first = '', ...others] = word.split(/(?<=\.)-?|-/).filter((part) => part !== '')
  const isFirst = TITLES.has(tagKey(first)) || (first.endsWith('.') && DOTTED.has(tagKey(first)))
  return isFirst && others.every((part) => DIPLOMAS.has(tagKey(part)) || SUBJECTS.has(tagKey(part)))
}

/**
 * Returns whether a word continues an academic title, such as “med.”, “h.c.”, “rer.nat.”, “(FH)” and the “et” between
 * two.
 */
function isSubject(word: string): boolean {
  if (/^\((?:FH|TH|BA|Univ)\.?\)$/.test(word) || /^(?:et|and|und|&)$/.test(word)) return true
  if (!word.endsWith('.') || word === word.toUpperCase()) return false
  return (
    SUBJECTS.has(tagKey(word)) ||
    word
      .slice(0, -1)
      .split('.')
      .every((part) => SUBJECTS.has(tagKey(part)))
  )
}
