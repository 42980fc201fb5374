import { decode } from 'iconv-lite'
import { detectAll } from 'jschardet'
import { TEXT_ENCODINGS, type TextEncoding } from '#domain/contacts/text-encoding-labels.ts'

/**
 * Guesses the encoding of text that is not Unicode from its words beyond ASCII. A library knows all encodings, but
 * confuses the Latin ones in lists of names, where letters decide: those that a language has, in the case that they have
 * within words.
 */

/** The library's names that are not ours. */
const ALIASES: Readonly<Record<string, TextEncoding>> = {
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  cp874: 'windows-874',
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  'iso8859-13': 'iso-8859-13',
  ibm855: 'cp855',
  ibm866: 'cp866',
  macroman: 'macintosh',
  maclatin2: 'maccenteuro',
}

/** Encodings of Latin letters that nearly no file has: they can be chosen, but a guess would be wrong. */
const RARE = new Set<TextEncoding>([
  ...(['iso-8859-3', 'iso-8859-4', 'iso-8859-10', 'iso-8859-14', 'iso-8859-15', 'iso-8859-16'] as const),
  ...(['cp775', 'windows-1258'] as const),
])

/** Languages that share encodings, by their letters beyond a to z. */
interface Languages {
  each: readonly string[]
  /** letters used in several languages, and the weight of such a language beside the others */
  mixes: readonly { letters: string; worth: number }[]
}

const ICELANDIC = 'áðéíóúýþæö'
const WESTERN_EACH = [
  ...['äöüßé', 'àâæçéèêëîïôœùûüÿ', 'áéíóúüñçºª¿¡', 'àèéìòóùî', 'áâãàçéêíóôõúü', 'éèëïóöüáêç', 'æøåéö'],
  'åäöéü',
]
/**
 * Letters of Western European languages: customer lists there often mix several of them. Beside their letters, þ, ð and
 * ý may be Turkish.
 */
const WESTERN: Languages = {
  each: [...WESTERN_EACH, ICELANDIC],
  mixes: [
    { letters: WESTERN_EACH.join(''), worth: 0.985 },
    { letters: WESTERN_EACH.join('') + ICELANDIC, worth: 0.975 },
  ],
}

function elsewhere(...each: string[]): Languages {
  return { each, mixes: [{ letters: each.join(''), worth: 0.96 }] }
}

const CENTRAL = elsewhere('ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţșț')
const BALTIC = elsewhere('ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž')
const TURKISH = elsewhere('çğıİöşüâîû')
/** Latin encodings, the most likely first. */
const LATIN: readonly [encoding: TextEncoding, languages: Languages][] = [
  ['windows-1252', WESTERN],
  ['windows-1250', CENTRAL],
  ['iso-8859-2', CENTRAL],
  ['windows-1254', TURKISH],
  ['windows-1257', BALTIC],
  ['iso-8859-13', BALTIC],
  ['macintosh', WESTERN],
  ['cp850', WESTERN],
  ['cp437', WESTERN],
  ['cp852', CENTRAL],
  ['maccenteuro', CENTRAL],
  ['cp857', TURKISH],
  ['macturkish', TURKISH],
]
const OF_WINDOWS = new Set<TextEncoding>([
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'windows-1254',
  'windows-1257',
  'iso-8859-13',
])
/** Punctuation that stands right before or right after letters. */
const BEFORE_LETTERS = '“”‘’‚„«»‹›¡¿©®'
const AFTER_LETTERS = '“”‘’«»‹›…™®°ªº²³'
const SIGNS = new Set('–—‘’‚“”„«»‹›…•·€£©®™°±§²³½¼¾´`\u00a0¡¿')

/**
 * Minimum share of letters and signs (0 to 1) that must make sense, and how much worse the library's choice of encoding
 * may be.
 */
const SENSIBLE = 0.6
const TIE = 0.02
/** Different letters that say nothing yet. */
const INCONCLUSIVE_LETTERS_MAX = 1
/** Share of a word's letters beyond ASCII (0 to 1) from which on the word is not in a Latin script. */
const FOREIGN = 0.5
const FOREIGN_BYTES = 4
/** Maximum bytes of words that a guess looks at. */
const PROBE = 32_768

/** The most likely encoding of text that is neither UTF-8 nor UTF-16. */
export function guessEncoding(text: Buffer): TextEncoding {
  const words = wordsBeyondAscii(text)
  const found = detectAll(words, { minimumThreshold: 0 }).flatMap(({ encoding }) => ours(encoding))
  const latin = isForeign(words)
    ? []
    : LATIN.map(([encoding, languages]) => ({ encoding, share: sensibleShare(words, encoding, languages) }))
  const best = Math.max(...latin.map(({ share }) => share))
  if (best < SENSIBLE) {
    return found.find((encoding) => !isLatinEncoding(encoding)) ?? 'windows-1252'
  }
  const likely = latin.find(({ share }) => share === best)?.encoding ?? 'windows-1252'
  const possible = latin.flatMap(({ encoding, share }) => (share >= best - TIE ? [encoding] : []))
  // A letter or two say nothing, and the most frequent encoding is the best guess.
  if (lettersIn(words) <= INCONCLUSIVE_LETTERS_MAX && possible.includes('windows-1252')) return 'windows-1252'
  // Of the others, those for Western Europe are by far the most frequent.
  return OF_WINDOWS.has(likely) ? (found.find((encoding) => possible.includes(encoding)) ?? likely) : likely
}

/** Returns how many different bytes beyond ASCII there are. */
const lettersIn = (words: Buffer) => new Set(words.filter((byte) => byte >= 0x80)).size

/** Returns whether most letters of the words are beyond ASCII. */
function isForeign(words: Buffer): boolean {
  // Signs, without any letter.
  if (sensibleShare(words, 'windows-1252', elsewhere()) === 1) return false
  let [beyond, within] = [0, 0]
  for (const byte of words) {
    if (byte >= 0x80) beyond += 1
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) within += 1
  }
  return within === 0 || (beyond >= FOREIGN_BYTES && beyond > (beyond + within) * FOREIGN)
}

/** Returns whether an encoding is for Latin letters, and a byte is a character. */
export function isLatinEncoding(encoding: TextEncoding): boolean {
  return LATIN.some(([one]) => one === encoding)
}

function ours(name: string | null): TextEncoding[] {
  const key = name?.toLowerCase() ?? ''
  const known = ALIASES[key] ?? TEXT_ENCODINGS.find((encoding) => encoding === key)
  return known && !RARE.has(known) ? [known] : []
}

/** Returns the cells of a text that have bytes beyond ASCII, without the others, which would hide the pattern. */
function wordsBeyondAscii(text: Buffer): Buffer {
  const words: Buffer[] = []
  let [start, size, isBeyond] = [0, 0, false]
  for (let at = 0; at <= text.length && size < PROBE; at += 1) {
    const byte = text[at] ?? 0x0a
    if (byte >= 0x80) isBeyond = true
    if (!BETWEEN.has(byte)) continue
    if (isBeyond) {
      const word = text.subarray(start, at)
      words.push(word, LINE)
      size += word.length + 1
    }
    start = at + 1
    isBeyond = false
  }
  return Buffer.concat(words)
}

/** Line breaks, tabs, quotation marks, commas, semicolons and spaces: no second bytes of East Asian characters. */
const BETWEEN = new Set(Buffer.from('\n\r\t",; '))
const LINE = Buffer.from('\n')

/** The share of characters beyond ASCII that are letters of a language in their usual case, or signs beside words. */
function sensibleShare(words: Buffer, encoding: TextEncoding, { each, mixes }: Languages): number {
  const characters = Array.from(decode(words, encoding))
  let [all, signs] = [0, 0]
  const letters: string[] = []
  for (const [at, character] of characters.entries()) {
    if (character < '\u0080') continue
    all += 1
    const [before = '\n', after = '\n'] = [characters[at - 1], characters[at + 1]]
    if (SIGNS.has(character)) signs += isBeside(character, before, after) ? 1 : 0
    else if (!(isUpper(character) && isLower(before))) letters.push(character)
  }
  if (all === 0) return 1
  const share = (language: string) => (signs + letters.filter((letter) => hasLetter(language, letter)).length) / all
  return Math.max(signs / all, ...each.map(share), ...mixes.map(({ letters: mix, worth }) => share(mix) * worth))
}

/** Returns whether a punctuation mark may stand between these two characters. */
function isBeside(sign: string, before: string, after: string): boolean {
  if (sign === '’') return true
  return (
    (!isLetter(before) || AFTER_LETTERS.includes(sign)) &&
    (!isLetter(after) || (BEFORE_LETTERS.includes(sign) && !isLetter(before)))
  )
}

const hasLetter = (language: string, letter: string) =>
  language.includes(letter) || language.includes(letter.toLowerCase())
const isLetter = (character: string) => /\p{L}/u.test(character)
const isLower = (character: string) => /\p{Ll}/u.test(character)
const isUpper = (character: string) => /\p{Lu}/u.test(character)
