import sharp from 'sharp'
import * as XLSX from 'xlsx'
import type { Who } from './outside-client.ts'

/** Sample inputs an integrator sends during the walk. */

/** ms; a walk takes seconds, longer on a busy machine */
export const PATIENCE = 120_000
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
  selectedTier: 'pro',
  registrationMethod: 'manual',
})

/** A multipart form with a file in this field. */
export function form(field: string, content: Uint8Array, name: string, type: string): FormData {
  const data = new FormData()
  data.append(field, new Blob([new Uint8Array(content)], { type }), name)
  return data
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export function workbook(rows: unknown[][]): FormData {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Contacts')
  return form('file', XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }), 'contacts.xlsx', XLSX_TYPE)
}

export const rowsOf = (file: Buffer) => {
  const book = XLSX.read(file)
  return XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
}

/** A small image. */
export const picture = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
