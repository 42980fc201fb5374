import { INVALID_FILE_TYPE } from '#domain/contacts.ts'
import { AppError } from '#domain/errors.ts'
import type { SpreadsheetLimits } from './limits.ts'
import { openZip, type ZipParts } from './zip.ts'

/** A file's type, judged by its bytes. Does not need the library, so a zip bomb is rejected before loading it. */
export type SpreadsheetFile = { kind: 'xlsx'; parts: ZipParts } | { kind: 'xls'; bytes: Buffer }

const ZIP = Buffer.from('PK')
const OLE2 = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** the byte order mark of Excel's "Unicode Text" */
const UTF16 = Buffer.from('fffe', 'hex')
const SAVE_AS = 'Open it in Excel, choose File → Save As → Excel Workbook (.xlsx) and upload that file.'

/**
 * Checks the first bytes and the directory. Throws AppError UNSUPPORTED_TYPE or UNREADABLE_FILE for anything but .xlsx
 * and .xls.
 */
export async function identify(file: Buffer, limits: SpreadsheetLimits): Promise<SpreadsheetFile> {
  if (file.length === 0)
    throw new AppError('UNREADABLE_FILE', 'This file is empty. Save the spreadsheet again and upload it.')
  if (file.subarray(0, 2).equals(ZIP) && (file[2] ?? 9) < 9)
    return { kind: 'xlsx', parts: await workbookParts(file, limits) }
  if (file.subarray(0, 8).equals(OLE2)) return { kind: 'xls', bytes: file }
  throw new AppError('UNSUPPORTED_TYPE', describeOther(file))
}

const CONTENT_TYPES = '[Content_Types].xml'

/** Package types by their content types; the first match applies. */
const PACKAGES: [pattern: RegExp, problem: string | null][] = [
  [/(?:spreadsheetml\.(?:sheet|template)|sheet\.macroEnabled|template\.macroEnabled)\.main\+xml/, null],
  [/sheet\.binary\.macroEnabled\.main/, `This is a binary Excel workbook (.xlsb). ${SAVE_AS}`],
  [/wordprocessingml/, 'This is a Word document. Please upload an Excel file (.xlsx or .xls).'],
  [/presentationml/, 'This is a PowerPoint presentation. Please upload an Excel file (.xlsx or .xls).'],
]

async function workbookParts(file: Buffer, limits: SpreadsheetLimits): Promise<ZipParts> {
  const parts = await openZip(file, limits)
  if (parts.names.includes(CONTENT_TYPES)) {
    const types = Buffer.concat(await Array.fromAsync(parts.read(CONTENT_TYPES))).toString('utf8')
    const [, problem = null] = PACKAGES.find(([pattern]) => pattern.test(types)) ?? ['', OTHER_ZIP]
    if (problem !== null) throw new AppError('UNSUPPORTED_TYPE', problem)
    return parts
  }
  if (parts.names.includes('mimetype'))
    throw new AppError('UNSUPPORTED_TYPE', `This is an OpenDocument file (.ods). ${SAVE_AS}`)
  if (parts.names.some((name) => name.endsWith('.iwa'))) {
    throw new AppError(
      'UNSUPPORTED_TYPE',
      'This is a Numbers file. Export it from Numbers as Excel (.xlsx) and upload that file.',
    )
  }
  throw new AppError('UNSUPPORTED_TYPE', OTHER_ZIP)
}

const OTHER_ZIP =
  'This is a zip archive, not an Excel file. Unpack it and upload the Excel file (.xlsx or .xls) inside.'

function describeOther(file: Buffer): string {
  const start = file.subarray(0, 4_096)
  const text = start
    .toString(start.subarray(0, 2).equals(UTF16) ? 'utf16le' : 'utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (text.startsWith('%PDF')) return `This is a PDF, not an Excel file. ${INVALID_FILE_TYPE.description}.`
  if (/^<\?xml[^]*<(?:\w+:)?Workbook\b/.test(text))
    return `This is an XML spreadsheet with an Excel file extension. ${SAVE_AS}`
  if (text.startsWith('<')) return `This is a web page (HTML) with an Excel file extension. ${SAVE_AS}`
  if (isPlainText(start) || start.subarray(0, 2).equals(UTF16))
    return `This is a text file (such as CSV) with an Excel file extension. ${SAVE_AS}`
  return `This is not an Excel file. ${INVALID_FILE_TYPE.description}.`
}

/** Text in an ASCII-compatible encoding: no control characters except white space. */
function isPlainText(bytes: Buffer): boolean {
  return bytes.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13))
}
