/** Characters of a text that are compared. */
const LENGTH_MAX = 800

/** ASCII of which only the case can change: most subjects, and much faster. */
const PLAIN = /^[ -)+-_a-~]*$/

/** Digits of other scripts, each from its zero: Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0x0e_50] as const

/**
 * The beginning of a text in the form in which words of other programs are looked for: in lower case, full-width signs and the digits of
 * other scripts as plain ones, with plain spaces and apostrophes, without emphasis and without marks of direction.
 */
export function comparableText(text: string): string {
  const beginning = text.slice(0, LENGTH_MAX)
  if (PLAIN.test(beginning) && !beginning.includes('  ')) return beginning.toLowerCase().trim()
  return (
    beginning
      .normalize('NFKC')
      // Turkish writes I as ı and İ as i, whatever the language of this process.
      .replaceAll('İ', 'i')
      .toLowerCase()
      .replaceAll('ı', 'i')
      .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff*]/gu, '')
      .replaceAll(/[’‘`´]/gu, "'")
      .replaceAll(/[٠-٩۰-۹०-९০-৯๐-๙]/gu, asciiDigit)
      .replaceAll(/\s+/gu, ' ')
      .trim()
  )
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code))
}
