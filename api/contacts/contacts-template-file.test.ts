import { expect, test } from 'vitest'
import * as XLSX from 'xlsx'
import { recognizeHeaders } from '#domain/contacts/contact-columns.ts'
import { readSpreadsheet } from './spreadsheet/read-spreadsheet.ts'
import { contactsTemplate } from './contacts-template-file.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

test('the template file for contacts has the expected columns, and the import recognizes them', async () => {
  const book = XLSX.read(await contactsTemplate())
  const [headers] = XLSX.utils.sheet_to_json<string[]>(book.Sheets['Contacts']!, { header: 1 })
  expect(headers).toEqual(['S.No', 'First Name', 'Last Name', 'Email'])
  expect(recognizeHeaders(headers!).map(({ field }) => field)).toEqual([
    'serialNumber',
    'firstName',
    'lastName',
    'email',
  ])
})

itInFull('the unchanged template file contains no contacts', async () => {
  await expect(
    readSpreadsheet(await contactsTemplate(), { workspace: 'one', fileName: 'contacts_template.xlsx' }),
  ).rejects.toThrow('no contacts below them')
})

itInFull('the template file, filled in by a spreadsheet program, is imported', async () => {
  const book = XLSX.read(await contactsTemplate())
  XLSX.utils.sheet_add_aoa(book.Sheets['Contacts']!, [[1, 'Ann', 'Lee', 'ann@example.com']], { origin: 'A2' })
  const filled: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  const sheet = await readSpreadsheet(filled, { workspace: 'one', fileName: 'contacts_template.xlsx' })
  expect(sheet.otherSheets).toEqual(['How to'])
  expect(await Array.fromAsync(sheet.batches)).toMatchObject([
    { contacts: [{ serialNumber: 1, firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }] },
  ])
})
