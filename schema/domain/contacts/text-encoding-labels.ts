/** Encodings of text files that can be imported: the name that programs use, and the label that people know. */
const LABELS = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western European (Windows-1252)',
  'iso-8859-15': 'Western European (ISO 8859-15)',
  macintosh: 'Western European (Mac Roman)',
  cp850: 'Western European (DOS 850)',
  cp437: 'Western European (DOS 437)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  cp852: 'Central European (DOS 852)',
  maccenteuro: 'Central European (Mac)',
  'iso-8859-16': 'Romanian (ISO 8859-16)',
  'windows-1257': 'Baltic (Windows-1257)',
  'iso-8859-13': 'Baltic (ISO 8859-13)',
  'iso-8859-4': 'Baltic (ISO 8859-4)',
  cp775: 'Baltic (DOS 775)',
  'iso-8859-10': 'Nordic (ISO 8859-10)',
  'iso-8859-14': 'Celtic (ISO 8859-14)',
  'iso-8859-3': 'Maltese, Esperanto (ISO 8859-3)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'koi8-u': 'Cyrillic (KOI8-U)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  cp866: 'Cyrillic (DOS 866)',
  cp855: 'Cyrillic (DOS 855)',
  maccyrillic: 'Cyrillic (Mac)',
  'windows-1253': 'Greek (Windows-1253)',
  'iso-8859-7': 'Greek (ISO 8859-7)',
  cp737: 'Greek (DOS 737)',
  macgreek: 'Greek (Mac)',
  'windows-1254': 'Turkish (Windows-1254)',
  cp857: 'Turkish (DOS 857)',
  macturkish: 'Turkish (Mac)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'iso-8859-8': 'Hebrew (ISO 8859-8)',
  cp862: 'Hebrew (DOS 862)',
  'windows-1256': 'Arabic (Windows-1256)',
  'iso-8859-6': 'Arabic (ISO 8859-6)',
  cp864: 'Arabic (DOS 864)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  shift_jis: 'Japanese (Shift-JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Simplified Chinese (GBK, GB18030)',
  big5: 'Traditional Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
} as const

export type TextEncoding = keyof typeof LABELS

/** All encodings, by language. */
export const TEXT_ENCODINGS = Object.keys(LABELS) as TextEncoding[]

/** Returns what people call an encoding. */
export function encodingLabel(encoding: TextEncoding): string {
  return LABELS[encoding]
}
