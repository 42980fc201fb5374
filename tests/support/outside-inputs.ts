import sharp from 'sharp'
import * as XLSX from 'xlsx'
import type { Who } from './outside-client.ts'

/** Sample inputs an integrator sends during the walk. */

/** ms until a walk counts as hung: it calls hundreds of fields, one after the other, which took 106 s on a busy machine */
export const PATIENCE = 600_000
export const NOBODY: Who = {}
export const password = 'a good password'
export const bearer = (token: string): Who => ({ authorization: `Bearer ${token}` })
export const contact = (name: string) => ({ firstName: name, lastName: 'Outside', email: `${name}@outside.example` })
export const person = (name: string) => ({ name, email: `${name}@people.example`, username: name, password })
export const tenantInput = (slug: string) => ({ slug, name: 'Acme', domain: 'acme.example' })
export const registration = (username: string) => ({
  companyName: 'Outside',
  companyDomain: 'outside.example',
  fullName: 'Out Side',
  email: `${username}@outside.example`,
  username,
  password,
  confirmPassword: password,
  selectedTier: 'pro' as const,
  registrationMethod: 'manual',
})

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export function workbook(rows: unknown[][]): File {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Contacts')
  return new File([XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })], 'contacts.xlsx', { type: XLSX_TYPE })
}

export const rowsOf = async (file: Blob) => {
  const book = XLSX.read(await file.arrayBuffer())
  return XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
}

/** A small image. */
export async function picture(): Promise<File> {
  const image = sharp({ create: { width: 4, height: 4, channels: 3, background: 'teal' } })
  return new File([new Uint8Array(await image.png().toBuffer())], 'a.png', { type: 'image/png' })
}

/** Converts a mail server found by the search into input. */
export const serverInput = ({
  host,
  port,
  security,
  user,
}: Record<'host' | 'port' | 'security' | 'user', unknown>) => ({
  host,
  port,
  security,
  user,
})
