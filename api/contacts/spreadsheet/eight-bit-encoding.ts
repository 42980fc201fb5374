/**
 * Tells Windows-1252 (Western Europe), Windows-1250 and ISO 8859-2 (both Central Europe) apart by the letters that a text
 * would have: “Wałęsa” reads “Wa³êsa” in the wrong one. Uncertain texts are Windows-1252.
 */

type Encoding = 'windows-1252' | 'windows-1250' | 'iso-8859-2'

/** Letters beyond a to z by language, in lower case. */
const WESTERN = [
  ...['äöüßé', 'àâæçéèêëîïôœùûüÿ', 'áéíóúüñçº¿¡', 'àèéìòóùî', 'áâãàçéêíóôõúü', 'éèëïóöüáêç'],
  ...['æøåéö', 'åäöéü', 'áðéíóúýþæö'],
].map((letters) => new Set(letters))
const CENTRAL = [...['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ']].map(
  (letters) => new Set(letters),
)

/** The share of the letters that a language must have, and how far it must be ahead. */
const CERTAIN = 0.9
const AHEAD = 0.1
/** Different letters that only Central European languages have, where Windows-1252 has other letters in their place. */
const TELLING = 3
/** Bytes that are a sign in Windows-1252 and a letter at the start of words in the others: Ł, Ż, Ś, Ź and Ľ. */
const STARTERS = new Set([0xa3, 0xaf, 0xa6, 0xac, 0xa5])

/** The characters of the bytes from 128 on. */
function upperHalf(encoding: Encoding): string[] {
  const decoder = new TextDecoder(encoding)
  return Array.from({ length: 128 }, (_, index) => decoder.decode(Uint8Array.of(index + 128)).toLowerCase())
}

const TABLES: Readonly<Record<Encoding, readonly string[]>> = {
  'windows-1252': upperHalf('windows-1252'),
  'windows-1250': upperHalf('windows-1250'),
  'iso-8859-2': upperHalf('iso-8859-2'),
}
const charOf = (encoding: Encoding, byte: number) => TABLES[encoding][byte - 128] ?? ''
const isSign = (byte: number) => !/[a-zà-öø-ÿœšžß]/.test(charOf('windows-1252', byte))
const isLetter = (byte: number | undefined) =>
  byte !== undefined &&
  ((byte >= 192 && byte !== 0xd7 && byte !== 0xf7) ||
    (byte >= 128 && !isSign(byte)) ||
    /[a-z]/i.test(String.fromCharCode(byte)))

/** The encoding of a text that is neither UTF-8 nor UTF-16. */
export function eightBitEncoding(text: Uint8Array): Encoding {
  const letters = countLetters(text, false)
  const western = coverage(letters, 'windows-1252', WESTERN)
  const hasC1 = text.some((byte) => byte >= 128 && byte < 160)
  const possible = (['windows-1250', 'iso-8859-2'] as const).filter((encoding) => {
    if (hasC1 && encoding === 'iso-8859-2') return false
    const share = coverage(letters, encoding, CENTRAL)
    return share >= Math.max(CERTAIN, western + AHEAD) && isTelling(letters, encoding)
  })
  const withEnds = countLetters(text, true)
  const shareOf = (encoding: Encoding) => coverage(withEnds, encoding, CENTRAL)
  return possible.toSorted((one, other) => shareOf(other) - shareOf(one))[0] ?? 'windows-1252'
}

/** How often each byte is a letter, or could be one: a sign within a word, or at its end. */
function countLetters(text: Uint8Array, withEnds: boolean): Map<number, number> {
  const counts = new Map<number, number>()
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0
    if (byte < 128) continue
    const [before, after] = [isLetter(text[at - 1]), isLetter(text[at + 1])]
    const couldBe = after ? before || STARTERS.has(byte) : withEnds && before
    if (couldBe || !isSign(byte)) counts.set(byte, (counts.get(byte) ?? 0) + 1)
  }
  return counts
}

/** The share of the counted letters that the most fitting language has. */
function coverage(
  counts: ReadonlyMap<number, number>,
  encoding: Encoding,
  languages: readonly ReadonlySet<string>[],
): number {
  let all = 0
  const covered = languages.map(() => 0)
  for (const [byte, count] of counts) {
    const character = charOf(encoding, byte)
    all += count
    for (const [index, letters] of languages.entries())
      if (letters.has(character)) covered[index] = (covered[index] ?? 0) + count
  }
  return all === 0 ? 0 : Math.max(...covered) / all
}

/** Whether there are several letters, and of a kind that is no coincidence. */
function isTelling(counts: ReadonlyMap<number, number>, encoding: Encoding): boolean {
  const other = [...counts.keys()].filter((byte) => charOf(encoding, byte) !== charOf('windows-1252', byte))
  const hasSigns = other.some((byte) => isSign(byte))
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const isHungarian = other.length === 2 && other.every((byte) => 'őű'.includes(charOf(encoding, byte)))
  return hasSigns ? total >= 2 : other.length >= TELLING || (isHungarian && total >= 2 * TELLING)
}
