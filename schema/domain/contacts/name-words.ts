/** Letters that have no accent to leave out. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' },
}
/** Letters that people write out in addresses and names of files. */
const TRANSCRIBED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** A text in lower case without accents, and the same with umlauts written out, if that is different. */
export function spellingsOf(text: string): string[] {
  const lower = text.normalize('NFC').toLowerCase()
  const plain = (each: string) =>
    each
      .replace(/[ßæœøłđı]/g, (letter) => PLAIN[letter] ?? letter)
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
  return [...new Set([plain(lower), plain(lower.replace(/[äöüøå]/g, (letter) => TRANSCRIBED[letter] ?? letter))])]
}

/** The words of a text with at least so many letters, in each of its spellings. */
export function wordsOf(text: string, least: number): string[] {
  return [...new Set(spellingsOf(text).flatMap(lettersOf))].filter((word) => word.length >= least)
}

/** The runs of letters in a text. */
export function lettersOf(text: string): string[] {
  return text.split(/[^\p{L}]+/u).filter((word) => word !== '')
}
