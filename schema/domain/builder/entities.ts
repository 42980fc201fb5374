/** Character references of HTML: the common ones by name, and all that are numbers. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  zwnj: '\u200C',
  zwj: '\u200D',
  trade: '™',
  euro: '€',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  bull: '•',
  lsaquo: '‹',
  rsaquo: '›',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  larr: '←',
  uarr: '↑',
  rarr: '→',
  darr: '↓',
  hearts: '♥',
  check: '✓',
  Tab: '\t',
  NewLine: '\n',
  colon: ':',
  sol: '/',
  lpar: '(',
  rpar: ')',
  lbrace: '{',
  lcub: '{',
  rbrace: '}',
  rcub: '}',
}
/** U+00A0 to U+00FF in order. */
const LATIN = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ' +
  'ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc ' +
  'Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml ' +
  'aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave ' +
  'uacute ucirc uuml yacute thorn yuml'
).split(' ')
const BY_NAME = new Map([
  ...Object.entries(NAMED),
  ...LATIN.map((name, index): [string, string] => [name, String.fromCodePoint(160 + index)]),
])
/** Numbers that HTML reads as Windows-1252. */
const WINDOWS = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'
const REFERENCE = /&(?:#(\d{1,8})|#x([\da-f]{1,7})|([a-z][a-z\d]{1,30}));?/gi

/** A text without its character references; names nobody knows, and names without their semicolon, stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (source, decimal?: string, hex?: string, name?: string) => {
    if (name) return (source.endsWith(';') ? BY_NAME.get(name) : undefined) ?? source
    return character(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16))
  })
}

function character(code: number): string {
  const windows = code >= 128 && code < 160 ? WINDOWS[code - 128] : undefined
  if (windows && windows !== '\0') return windows
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
  return isNone ? '\uFFFD' : String.fromCodePoint(code)
}
