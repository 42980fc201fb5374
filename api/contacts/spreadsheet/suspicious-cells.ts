/** Cells whose text was no value for the person who made the spreadsheet. */

/** Words by which programs and people write that there is no value, in lower case. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  // R, pandas, databases and programming languages
  ...['na', '<na>', 'nan', '-nan', 'nat', 'null', '(null)', '[null]', '<null>', 'nil', 'none', 'undefined', '\\n'],
  // people
  ...[
    'n/a',
    'n.a.',
    'n. a.',
    '#na',
    'n/d',
    'k.a.',
    'k. a.',
    '(none)',
    '(blank)',
    '(empty)',
    '-',
    '--',
    '---',
    '–',
    '—',
    '?',
    'unknown',
    'not available',
    'not applicable',
    'not provided',
    'not specified',
    'unbekannt',
    'keine angabe',
    'inconnu',
    'non renseigné',
    'desconocido',
    'brak danych',
    'нет данных',
    '未填写',
  ],
  // Eventbrite, HubSpot
  ...['info requested', '(no value)', 'no value'],
  // dates that are none: Outlook, SAP, MySQL, Excel
  ...['0.0.00', '00.00.0000', '0000-00-00', '0000-00-00 00:00:00', '0/0/00', '00/00/0000', '1900-01-00'],
])
/** An error of a spreadsheet program in any language (#N/A, #WERT!, #¿NOMBRE?), or a number that its column is too narrow for. */
const CELL_ERROR = /^(?:#(?:N\/[AD]|NV|¡?[\p{Lu}\d/_]{2,14}!|¿?\p{Lu}{2,14}\?|#{2,})|Err:\d{3})$/u
/** 1.23457E+16, as a spreadsheet program shows and exports a long number. */
const SHORTENED_NUMBER = /^[+-]?\d(?:[.,]\d{1,15})?E\+?\d{1,3}$/i
const LONGEST = 24
const NINE = '9'.charCodeAt(0)
/** The first letters of placeholders: most cells have another. */
const BEGINNINGS = new Set(
  ['#', 'E', ...PLACEHOLDERS].flatMap((word) => [word.charAt(0), word.charAt(0).toUpperCase()]),
)

/** Returns whether a text is a placeholder for a missing value. */
export function isPlaceholder(text: string): boolean {
  if (text.length > LONGEST || !BEGINNINGS.has(text.charAt(0))) return false
  return PLACEHOLDERS.has(text.toLowerCase()) || isCellError(text)
}

/** Returns whether a text is how a spreadsheet program shows an error. */
export function isCellError(text: string): boolean {
  return CELL_ERROR.test(text)
}

/** Returns whether a text is a number whose last digits were lost. */
export function isShortenedNumber(text: string): boolean {
  return text.length <= LONGEST && text.length > 3 && text.charCodeAt(0) <= NINE && SHORTENED_NUMBER.test(text)
}

/** Letters that an encoding could not write: “????”, or “J?rgen” outside of an address of the web. */
const LOST_LETTERS = /^\?[? ]{0,100}\?$|\p{L}\?\p{L}/u
/** Letter written as an HTML entity: M&uuml;ller, O&#39;Neil. */
const HTML_LETTER = /&(?:[a-z]{2,8}|#\d{2,6}|#x[\da-f]{2,5});/i

/** Returns whether letters were replaced by question marks or by their names in HTML. */
export function hasLostLetters(text: string): boolean {
  if (text.includes('&') && HTML_LETTER.test(text)) return true
  return text.includes('?') && LOST_LETTERS.test(text) && !/[/=&]/.test(text)
}
