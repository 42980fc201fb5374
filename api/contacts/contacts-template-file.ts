import { entryOf, SHEET_FIELD_NAMES } from '#domain/contacts/contact-fields.ts'
import { workbookBytes } from '#api/platform/tables/write-workbook.ts'

/** Explanations are on a separate sheet: example rows would be imported by mistake. */
const HOW_TO = [
  ['S.No', 'Your own number for each contact. Optional.'],
  ['First Name', 'Used where an email says {firstName}.'],
  ['Last Name', 'Used where an email says {lastName}.'],
  ['Email', 'Required: one valid address per row.'],
  ['Your own columns', 'Add as many as you like, such as Company: an email can then say {Company}.'],
  ['Do not track', 'Optional: “yes” keeps opens and clicks of this person from being recorded.'],
  [
    'Rows',
    'Keep the column names in the first row. Remove empty rows and invalid addresses; duplicate addresses are ignored.',
  ],
]

/**
 * The response of GET /api/contacts/template: an empty spreadsheet with the expected columns (product: import.columns)
 * and a sheet that explains them.
 */
export async function contactsTemplate(): Promise<Buffer> {
  const contacts = {
    name: 'Contacts',
    header: SHEET_FIELD_NAMES.map((name) => entryOf(name).header),
    widths: SHEET_FIELD_NAMES.map((name) => entryOf(name).width),
    rows: [],
  }
  const howTo = { name: 'How to', header: ['Column', 'What it is for'], widths: [20, 100], rows: HOW_TO }
  return workbookBytes([contacts, howTo])
}
