import sharp from 'sharp'
import * as XLSX from 'xlsx'
import type { Who } from './outside-client.ts'

/** What an integrator sends while they walk over all that is offered. */

/** ms; a walk takes seconds, and longer on a machine that is busy with other tests */
export const PATIENCE = 120_000
export const NOBODY: Who = {}
export const password = 'a good password'
/** What somebody with this token sends. */
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

/** A file to upload in this field of a form. */
export function form(field: string, content: Uint8Array, name: string, type: string): FormData {
  const data = new FormData()
  data.append(field, new Blob([new Uint8Array(content)], { type }), name)
  return data
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** A spreadsheet to upload. */
export function workbook(rows: unknown[][]): FormData {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Contacts')
  return form('file', XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }), 'contacts.xlsx', XLSX_TYPE)
}

/** The rows of a spreadsheet. */
export const rowsOf = (file: Buffer) => {
  const book = XLSX.read(file)
  return XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
}

/** A small picture. */
export const picture = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
