/**
 * Repairs text that was decoded in the wrong encoding before it was saved: “JÃ¼rgen” for “Jürgen”, and control
 * characters in place of the dashes and quotation marks of Windows-1252.
 */

/** The characters of Windows-1252 by byte from 128 to 159; undefined bytes are control characters. */
const WINDOWS_1252 = Array.from({ length: 32 }, (_, at) =>
  new TextDecoder('windows-1252').decode(Uint8Array.of(at + 128)),
)
const BYTES = new Map(WINDOWS_1252.map((character, at) => [character, at + 128]))

/** Characters whose bytes continue a character of UTF-8, and those among them that also follow a capital letter. */
const CONTINUES = `\\u0080-\\u00bf${WINDOWS_1252.join('')}`
const PUNCTUATION = '\\u00a0«»‘’“”™…®©°´·'
const CERTAIN = `(?![${PUNCTUATION}])[${CONTINUES}]`

/**
 * A control character of ISO 8859-1, a lost character, or what UTF-8 looks like in Windows-1252. “É’” and “é »” do as
 * well but are French, so a sequence must be usual or stand beside another.
 */
const SUSPECT = new RegExp(
  [
    String.raw`[\u0080-\u009f\ufffd]`,
    // Western letters and signs
    `[\\u00c2\\u00c3][${CONTINUES}]`,
    // Central European, Greek, Cyrillic, Hebrew and Arabic letters
    `[\\u00c4\\u00c5\\u00ce-\\u00d1\\u00d7-\\u00d9]${CERTAIN}`,
    // punctuation and the euro sign
    `\\u00e2[€‚„\\u0080\\u0082\\u0084][${CONTINUES}]`,
    // East Asian letters
    `(?:[\\u00e0-\\u00ef][${CONTINUES}]{2}){2}`,
    // emoji
    `\\u00f0[\\u0178\\u009f][${CONTINUES}]`,
  ].join('|'),
)
/** Maximum number of times that a text may have been wrongly encoded. */
const TIMES = 3

export interface Repair {
  text: string
  /** `garbled`: the text looks wrong, but the original cannot be told */
  outcome: 'repaired' | 'garbled'
}

/** The text without traces of a wrong encoding; null if it has none. */
export function repairText(text: string): Repair | null {
  if (!SUSPECT.test(text)) return null
  let repaired = text
  for (let time = 0; time < TIMES && SUSPECT.test(repaired); time += 1) repaired = decodedAgain(repaired) ?? repaired
  repaired = repaired.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 128] ?? control)
  const isGarbled = SUSPECT.test(repaired)
  if (repaired === text && !isGarbled) return null
  return { text: repaired, outcome: isGarbled ? 'garbled' : 'repaired' }
}

/** The text whose UTF-8 bytes these characters are in Windows-1252; null if they are not. */
function decodedAgain(text: string): string | null {
  const bytes: number[] = []
  for (const character of text) {
    const byte = BYTES.get(character) ?? character.charCodeAt(0)
    if (byte > 255 || character.length > 1) return null
    bytes.push(byte)
  }
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
    return decoded === text ? null : decoded
  } catch {
    return null
  }
}
