import { lettersOf, spellingsOf, wordsOf } from './name-words.ts'
import { tagKey } from './tag-key.ts'

/**
 * Recognizes a spreadsheet in which one column was moved or sorted alone, so that people have the addresses of others.
 * An address counts as evidence only if it belongs to the name or company of another row; one that names no person,
 * such as info@, proves nothing.
 */

export interface ComparedRow {
  firstName: string
  lastName: string
  email: string
  fields: Readonly<Record<string, string>>
}

export interface ShiftedRows {
  columns: 'names' | 'companies'
  /** the index of the first row */
  from: number
  count: number
}

/** Points that a row adds to the suspicion; negative points make sure that most rows are evidence. */
const SCORE = { other: 1, own: -2, unknown: -0.25, notNeighbor: -0.5 }
/** Suspicion from which on rows are reported: by neighboring rows, or by any row (more in longer lists). */
const SUSPICION_MIN = 5
/** Rows between an address and the name it belongs to, after cells were deleted or inserted. */
const OFFSETS = [1, -1, 2, -2, 3, -3]
/** Minimum letters of a word that can be a name. */
const TELLING = 4

/**
 * The rows whose names or companies do not belong to their addresses but to those of other rows; null if there are none.
 * Rows are in the order of the spreadsheet. Takes time proportional to their number.
 */
export function shiftedRows(rows: readonly ComparedRow[]): ShiftedRows | null {
  return shiftedNames(rows) ?? shiftedCompanies(rows)
}

function shiftedNames(rows: readonly ComparedRow[]): ShiftedRows | null {
  const people = rows.map(nameOf)
  const addresses = rows.map(({ email }) => localPart(email))
  const known = new Set(people.flatMap(({ keys }) => keys.filter((key) => key.length >= TELLING)))
  const own = addresses.map((address, index) => isNameOf(people[index], address))
  const found = OFFSETS.map((offset) => {
    const scores = own.map((isOwn, index) => {
      if (isOwn) return SCORE.own
      return isNameOf(people[index + offset], addresses[index]) ? SCORE.other : SCORE.notNeighbor
    })
    return worstPart(scores, SUSPICION_MIN)
  })
  const anywhere = addresses.map((address, index) => {
    if (own[index]) return SCORE.own
    return [address.all, ...address.words].some((each) => known.has(each)) ? SCORE.other : SCORE.unknown
  })
  const [worst] = [...found, worstPart(anywhere, enoughIn(rows.length))]
    .filter((part) => part !== null)
    .toSorted((one, other) => other.count - one.count)
  return worst ? { columns: 'names', ...worst } : null
}

const enoughIn = (rows: number) => SUSPICION_MIN + Math.log2(Math.max(1, rows)) / 2

/** Finds the part of the rows with the highest sum of points; null if that is less than `enough`. */
function worstPart(scores: readonly number[], enough: number): { from: number; count: number } | null {
  let [sum, start, best] = [0, 0, 0]
  let part = { from: 0, count: 0 }
  for (const [index, score] of scores.entries()) {
    if (sum <= 0) [sum, start] = [0, index]
    sum += score
    if (sum > best) {
      best = sum
      part = { from: start, count: index + 1 - start }
    }
  }
  return best >= enough ? part : null
}

interface Address {
  words: readonly string[]
  /** words of the local part, joined */
  all: string
}

function localPart(email: string): Address {
  const [plain = ''] = spellingsOf(email.slice(0, Math.max(0, email.lastIndexOf('@'))))
  const words = lettersOf(plain)
  return { words, all: words.join('') }
}

interface Name {
  words: readonly string[]
  /** parts of addresses that name this person */
  keys: readonly string[]
  /** short words of names, which fit many people */
  short: ReadonlySet<string>
}

function nameOf({ firstName, lastName }: ComparedRow): Name {
  const [firsts, lasts] = [spellingsOf(firstName), spellingsOf(lastName)]
  const keys = new Set<string>()
  const short = new Set<string>()
  for (const first of firsts.map((each) => lettersOf(each).join(''))) {
    for (const last of lasts.map((each) => lettersOf(each).join(''))) {
      const [f, l] = [first.charAt(0), last.charAt(0)]
      if (last !== '') for (const key of [last, first + last, last + first, f + last, last + f]) keys.add(key)
      for (const key of [first, f + l, l + f, first + l, l + first]) short.add(key)
    }
  }
  for (const word of wordsOf(lastName, TELLING)) keys.add(word)
  short.delete('')
  return { words: wordsOf(`${firstName} ${lastName}`, 2), keys: [...keys], short }
}

/** Returns whether an address names a person, in one of the ways in which addresses are made. */
function isNameOf(name: Name | undefined, address: Address | undefined): boolean {
  if (!name || !address || address.all === '') return false
  const { words, all } = address
  if (name.short.has(all) || name.keys.includes(all)) return true
  return name.words.some((word) => (word.length > 2 ? all.includes(word) : words.includes(word)))
}

/** Columns with the company, by tag key. */
const COMPANY = new Set(
  [
    ...['company', 'company name', 'organization', 'organisation', 'employer', 'firm', 'firma', 'firmenname'],
    ...['unternehmen', 'arbeitgeber', 'entreprise', 'société', 'empresa', 'organización', 'azienda', 'ditta'],
    ...['società', 'organização', 'bedrijf', 'bedrijfsnaam', 'organisatie', 'nazwa firmy'],
  ].map(tagKey),
)

/** Words such as Ltd that many company names have. */
const LEGAL = new Set(
  'gmbh mbh ag kg ohg ug ek ev eg co cie inc ltd llc llp plc corp corporation company sa sas sarl srl spa bv nv sp zoo lda ltda group holding und and the'.split(
    ' ',
  ),
)

function shiftedCompanies(rows: readonly ComparedRow[]): ShiftedRows | null {
  const companies = rows.map(companyOf)
  const known = new Set(companies.flatMap((company) => company?.keys ?? []).filter((key) => key.length >= TELLING))
  const seen = new Set<string>()
  const scores = rows.map(({ email }, index) => {
    const company = companies[index]
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
    // Once per domain: companies of a group can share one.
    if (!company || seen.has(domain)) return 0
    seen.add(domain)
    const labels = domain
      .split('.')
      .slice(0, -1)
      .map((label) => lettersOf(spellingsOf(label)[0] ?? '').join(''))
    if (labels.some((label) => isDomainOf(company, label))) return SCORE.own
    return labels.some((label) => known.has(label)) ? SCORE.other : SCORE.unknown
  })
  const part = worstPart(scores, enoughIn(seen.size))
  return part && { columns: 'companies', ...part }
}

interface Company {
  words: readonly string[]
  keys: readonly string[]
}

function companyOf({ fields }: ComparedRow): Company | null {
  const [, text = ''] =
    Object.entries(fields).find(([column, value]) => COMPANY.has(tagKey(column)) && value !== '') ?? []
  const spelled = spellingsOf(text).map((each) => lettersOf(each).filter((word) => !LEGAL.has(word)))
  const keys = spelled.flatMap((words) => [
    words.join(''),
    words[0] ?? '',
    words.map((word) => word.charAt(0)).join(''),
  ])
  return text === '' ? null : { words: spelled.flat(), keys: keys.filter((key) => key !== '') }
}

function isDomainOf({ words, keys }: Company, label: string): boolean {
  if (label === '') return false
  if (keys.some((key) => key === label || (label.length > 2 && key.includes(label)))) return true
  return words.some((word) => word.length > 2 && label.includes(word))
}
