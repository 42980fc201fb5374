import { CFB } from 'xlsx'
import { INVALID_FILE_TYPE } from '#domain/contacts.ts'
import { AppError } from '#domain/errors.ts'
import { orDamaged, PASSWORD_PROTECTED } from './zip.ts'

/**
 * The streams of the OLE2 container that an .xls is, for the library's reader. Throws AppError for a container that holds something
 * else: an .xlsx under a password, a Word document.
 */
export function openOle(file: Buffer): unknown {
  const streams: unknown = orDamaged(() => CFB.read(file, { type: 'buffer' }))
  const has = (name: string): boolean => Boolean(CFB.find(streams, `/${name}`))
  if (has('EncryptedPackage') || has('EncryptionInfo')) throw new AppError('UNREADABLE_FILE', PASSWORD_PROTECTED)
  if (has('Workbook') || has('Book')) return streams
  const what = has('WordDocument') ? 'This is a Word document. ' : 'This is not an Excel file. '
  throw new AppError('UNSUPPORTED_TYPE', `${what}${INVALID_FILE_TYPE.description}.`)
}
