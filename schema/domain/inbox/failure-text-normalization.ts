/** Reduces the text of a bounce report to plain words, for the phrase tables of bounce-reasons.ts and sender-notices.ts. */

/** Maximum characters searched for the reason of a failure. */
const WORDS_MAX = 4_000

/** Matches what separates two words of a bounce report. The separators are kept: they show where a sentence ends. */
const BETWEEN_WORDS = /([\s<>()[\]{}"'“”„«»,;:（）【】「」，。；：、]+)/

/** Mark for the end of a sentence. */
const STOP = '§'

/** Up to `most` words within a sentence, each with the space after it. For the tables of phrases. */
export const upTo = (most: number) => `(?:[^ ${STOP}]+ ){0,${most}}?`

/**
 * Reduces a text to lower-case words with one space between them, and {@link STOP} between sentences. Addresses become
 * "addr", since an address can contain any word; codes, line breaks and punctuation disappear.
 */
export function failureWords(text: string): string {
  const words = text
    .slice(0, WORDS_MAX)
    .normalize('NFKC')
    .replaceAll(/[’‘`´]/g, "'")
    .split(BETWEEN_WORDS)
    .map((word) => (word.includes('@') ? ` addr${/[.;!?]$/.test(word) ? '. ' : ' '}` : word))
    .join('')
    .toLowerCase()
    .replaceAll(/\b[245]\d\d-|\b[245]\.\d{1,3}\.\d{1,3}\b/g, ' ')
    .replaceAll(/[.;!?。](?=\s|$)/g, ` ${STOP} `)
    .replaceAll(/[^\p{L}\p{N}'§]+/gu, ' ')
    .replaceAll(/ '|'(?= |$)/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
  return ` ${words.trim()} `
}
