import { isUtf8 } from 'node:buffer'
import { INVALID_FILE_TYPE } from '#domain/contacts/contacts.ts'
import { AppError } from '#domain/errors.ts'
import type { TextEncoding } from '#domain/contacts/text-encoding-labels.ts'
import type { SpreadsheetLimits } from './spreadsheet-limits.ts'
import { decodeText, type DecodedText } from './text-encoding.ts'
import { openZip, PASSWORD_PROTECTED, type ZipParts } from './zip-reader.ts'

/** A file's type, judged by its bytes. Does not need the library, so a zip bomb is rejected before loading it. */
export type SpreadsheetFile =
  | { kind: 'xlsx' | 'ods'; parts: ZipParts }
  | { kind: 'xls'; bytes: Buffer }
  | ({ kind: 'text' } & DecodedText)

const ZIP = Buffer.from('PK')
const OLE2 = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const SAVE_AS = 'Open it in Excel, choose File → Save As → Excel Workbook (.xlsx) and upload that file.'

/**
 * Checks the first bytes and the directory. Throws AppError UNSUPPORTED_TYPE or UNREADABLE_FILE for anything but .xlsx,
 * .xls, .ods and delimited text such as CSV, which is decoded from the encoding, if it is chosen.
 */
export async function identify(
  file: Buffer,
  limits: SpreadsheetLimits,
  encoding?: TextEncoding,
): Promise<SpreadsheetFile> {
  if (file.length === 0)
    throw new AppError('UNREADABLE_FILE', 'This file is empty. Save the spreadsheet again and upload it.')
  if (file.subarray(0, 2).equals(ZIP) && (file[2] ?? 9) < 9) return packageOf(await openZip(file, limits))
  if (file.subarray(0, 8).equals(OLE2)) return { kind: 'xls', bytes: file }
  const text = await decodeText(file, encoding)
  const other = describeOther(text?.bytes ?? file)
  if (other !== null || text === null) {
    const problem = other ?? (await zeroByteProblem(file, encoding)) ?? NO_EXCEL_FILE
    throw new AppError('UNSUPPORTED_TYPE', problem)
  }
  return { kind: 'text', ...text }
}

const NO_EXCEL_FILE = `This is not an Excel file. ${INVALID_FILE_TYPE.description}.`

/** Returns where the zero bytes begin in a file that is text but for them; null for any other file. */
async function zeroByteProblem(file: Buffer, encoding: TextEncoding | undefined): Promise<string | null> {
  const first = file.indexOf(0)
  const others = file.filter((byte) => byte !== 0)
  if (first === -1 || file.length - others.length > file.length / 10) return null
  if (!isUtf8(others) || (await decodeText(Buffer.from(others), encoding)) === null) return null
  const line = file.toString('latin1', 0, first).split(/\r\n?|\n/).length
  return `This text file has a zero byte (NUL) in line ${line.toLocaleString('en-US')}, which no text has. The file may be damaged: export it again, or remove the byte in a text editor, and upload it.`
}

const CONTENT_TYPES = '[Content_Types].xml'

/** Package types by their content types; the first match applies. */
const PACKAGES: [pattern: RegExp, problem: string | null][] = [
  [/(?:spreadsheetml\.(?:sheet|template)|sheet\.macroEnabled|template\.macroEnabled)\.main\+xml/, null],
  [/sheet\.binary\.macroEnabled\.main/, `This is a binary Excel workbook (.xlsb). ${SAVE_AS}`],
  [/wordprocessingml/, 'This is a Word document. Please upload an Excel file (.xlsx or .xls).'],
  [/presentationml/, 'This is a PowerPoint presentation. Please upload an Excel file (.xlsx or .xls).'],
]

async function packageOf(parts: ZipParts): Promise<SpreadsheetFile> {
  const contentTypes = parts.find(CONTENT_TYPES)
  if (contentTypes !== null) {
    const types = await textOf(parts, contentTypes)
    const [, problem = null] = PACKAGES.find(([pattern]) => pattern.test(types)) ?? ['', OTHER_ZIP]
    if (problem !== null) throw new AppError('UNSUPPORTED_TYPE', problem)
    return { kind: 'xlsx', parts }
  }
  if (parts.names.includes('mimetype')) return openDocument(parts)
  if (parts.names.some((name) => name.endsWith('.iwa'))) {
    throw new AppError(
      'UNSUPPORTED_TYPE',
      'This is a Numbers file. Export it from Numbers as Excel (.xlsx) and upload that file.',
    )
  }
  throw new AppError('UNSUPPORTED_TYPE', OTHER_ZIP)
}

const MANIFEST = 'META-INF/manifest.xml'

async function openDocument(parts: ZipParts): Promise<SpreadsheetFile> {
  const type = await textOf(parts, 'mimetype')
  if (!type.startsWith('application/vnd.oasis.opendocument.spreadsheet'))
    throw new AppError(
      'UNSUPPORTED_TYPE',
      `This is an OpenDocument file, but not a spreadsheet. ${INVALID_FILE_TYPE.description}.`,
    )
  if (parts.names.includes(MANIFEST) && /encryption-data/.test(await textOf(parts, MANIFEST)))
    throw new AppError('UNREADABLE_FILE', PASSWORD_PROTECTED)
  return { kind: 'ods', parts }
}

async function textOf(parts: ZipParts, name: string): Promise<string> {
  return Buffer.concat(await Array.fromAsync(parts.read(name))).toString('utf8')
}

const OTHER_ZIP =
  'This is a zip archive, not an Excel file. Unpack it and upload the Excel file (.xlsx or .xls) inside.'

/** Returns what a file that is no workbook is instead, with advice; null if it may be delimited text. */
function describeOther(file: Buffer): string | null {
  const text = file.toString('utf8', 0, 4_096).trimStart()
  if (text.startsWith('%PDF')) return `This is a PDF, not an Excel file. ${INVALID_FILE_TYPE.description}.`
  if (/^<\?xml[^]*<(?:\w+:)?Workbook\b/.test(text))
    return `This is an XML spreadsheet with an Excel file extension. ${SAVE_AS}`
  if (text.startsWith('<')) return `This is a web page (HTML) with an Excel file extension. ${SAVE_AS}`
  return null
}
