import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

/**
 * Estimates how hard a password is to guess. The server decides with it, screens only advise. Load this module when it
 * is needed: its word lists are large.
 */

/** Words that everybody who knows a person would try first. */
export interface PersonalWords {
  name?: string | null | undefined
  username?: string | null | undefined
  email?: string | null | undefined
  workspace?: string | null | undefined
}

/** The lowest score (0 to 4) that is accepted: 2 takes at least a million guesses, and sign-ins are throttled. */
const ACCEPTED = 2
/**
 * Maximum number of characters of a password that are scored. With more the cost grows faster than the length, and
 * these suffice.
 */
const SCORED_MAX = 32
/** Spellings that are tried for letters replaced by digits or signs; bounds the cost. */
const SPELLINGS_MAX = 3
/** Minimum letters of a personal word that a password must not contain. */
const WORD_MIN = 4

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: SCORED_MAX,
  l33tMaxSubstitutions: SPELLINGS_MAX,
})

const TOO_COMMON = 'Password too common: Attackers try this first.'

/** Reasons why a password is easy to guess: key of the library → beginning of our message. */
const WHY: Record<string, string> = {
  topTen: TOO_COMMON,
  topHundred: TOO_COMMON,
  common: TOO_COMMON,
  pwned: TOO_COMMON,
  similarToCommon: 'Password too easy to guess: It is similar to a common password.',
  straightRow: 'Password too easy to guess: Keyboard patterns are easy to guess.',
  keyPattern: 'Password too easy to guess: Keyboard patterns are easy to guess.',
  simpleRepeat: 'Password too easy to guess: Repeated characters are easy to guess.',
  extendedRepeat: 'Password too easy to guess: Repeated parts are easy to guess.',
  sequences: 'Password too easy to guess: Sequences such as “abc” or “6543” are easy to guess.',
  recentYears: 'Password too easy to guess: Years are easy to guess.',
  dates: 'Password too easy to guess: Dates are easy to guess.',
  wordByItself: 'Password too easy to guess: It is mostly one word.',
  namesByThemselves: 'Password too easy to guess: Names are easy to guess.',
  commonNames: 'Password too easy to guess: Names are easy to guess.',
}
const TOO_EASY = 'Password too easy to guess: It is too short or too regular.'

/** Advice for a better password: key of the library → sentence that goes before the general advice. */
const HOW: Record<string, string> = {
  l33t: 'Replacing letters as in “p@ssw0rd” does not help.',
  reverseWords: 'Writing a word backwards does not help.',
  capitalization: 'A capital letter at the start does not help.',
  allUppercase: 'Capital letters alone do not help.',
}
const ADVICE = 'Use four or more unrelated words, or let a password manager choose one.'

const PERSONAL: Record<keyof PersonalWords, string> = {
  name: 'name',
  username: 'username',
  email: 'email address',
  workspace: 'name of the workspace',
}

const KINDS = Object.keys(PERSONAL) as (keyof PersonalWords)[]

/** Returns why a password must not be used and how to choose a better one; null if it may be used. */
export function passwordProblem(password: string, words: PersonalWords): string | null {
  const contained = containedIn(password, words)
  if (contained) {
    return `Password contains the ${PERSONAL[contained]}: Anyone who knows it will try that first. ${ADVICE}`
  }
  const { score, feedback } = estimator.check(
    password,
    KINDS.flatMap((kind) => partsOf(words[kind])),
  )
  if (score >= ACCEPTED) return null
  const why = WHY[feedback.warning ?? ''] ?? TOO_EASY
  const how = feedback.suggestions.flatMap((key) => HOW[key] ?? []).slice(0, 1)
  return [why, ...how, ADVICE].join(' ')
}

/** Returns which personal word a password contains, ignoring case, accents and punctuation. */
function containedIn(password: string, words: PersonalWords): keyof PersonalWords | null {
  const plain = plainOf(password)
  const isIn = (part: string) => part.length >= WORD_MIN && plain.includes(part)
  return KINDS.find((kind) => partsOf(words[kind]).some(isIn)) ?? null
}

/** A text without what separates its words, and each of its words; of an email address only what is before the @. */
function partsOf(text: string | null | undefined): string[] {
  const own = (text ?? '').split('@', 1)[0] ?? ''
  const words = own.split(/[^\p{L}\p{N}]+/u).map(plainOf)
  return [...new Set([plainOf(own), ...words])].filter((word) => word !== '')
}

/** Letters without case and accents, and digits. */
function plainOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
