/** Characters of a text that are compared. */
const LENGTH_MAX = 800

/**
 * The beginning of a text in the form in which words of other programs are looked for: in lower case, full-width signs as plain ones, with
 * plain spaces and apostrophes, without emphasis and without marks of direction.
 */
export function comparableText(text: string): string {
  return (
    text
      .slice(0, LENGTH_MAX)
      .normalize('NFKC')
      // Turkish writes I as ı and İ as i, whatever the language of this process.
      .replaceAll('İ', 'i')
      .toLowerCase()
      .replaceAll('ı', 'i')
      .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff*]/gu, '')
      .replaceAll(/[’‘`´]/gu, "'")
      .replaceAll(/\s+/gu, ' ')
      .trim()
  )
}
