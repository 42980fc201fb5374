/** Character references of HTML: the common ones by name, and all that are numbers. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  shy: '\u00AD',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  zwnj: '\u200C',
  zwj: '\u200D',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  deg: '°',
  plusmn: '±',
  times: '×',
  divide: '÷',
  frac12: '½',
  frac14: '¼',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  bull: '•',
  middot: '·',
  laquo: '«',
  raquo: '»',
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
/** Numbers that HTML reads as Windows-1252. */
const WINDOWS = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'
const REFERENCE = /&(?:#(\d{1,8})|#x([\da-f]{1,7})|([a-z][a-z\d]{1,30}));?/gi

/** A text without its character references; names nobody knows, and names without their semicolon, stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (source, decimal?: string, hex?: string, name?: string) => {
    if (name) return (source.endsWith(';') ? NAMED[name] : undefined) ?? source
    return character(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16))
  })
}

function character(code: number): string {
  const windows = code >= 128 && code < 160 ? WINDOWS[code - 128] : undefined
  if (windows && windows !== '\0') return windows
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
  return isNone ? '\uFFFD' : String.fromCodePoint(code)
}
