/**
 * The register of contact fields: what a contact has in a column of its own. Forms, rules, import, sync, undo, exports,
 * merge tags, the contract, REST and MCP are derived from it. All other columns of a spreadsheet are custom fields.
 *
 * A new field is an entry here, the words by which its column is recognized (contact-columns.ts), a column of the
 * database (migrations/) and of its entity, and a line of the fragment that screens load (web/contacts/operations.ts).
 */

export interface ContactFieldEntry {
  /** column of the table `contacts` */
  column: string
  /** kind of value of the field: a name, an email address, or a whole number, which may be missing */
  rule: 'name' | 'email' | 'integer'
  /** title of its column in spreadsheets */
  header: string
  /** name of the field on screens and in refusals */
  label: string
  /** name of the field within a sentence */
  noun: string
  /** description of the field of a contact in the contract */
  description: string
  /** description of the field of an input in the contract */
  given: string
  /** width of its column in a workbook, in characters */
  width: number
  /** keys of its merge tags */
  tags: readonly [string, ...string[]]
}

export const CONTACT_FIELDS = {
  firstName: {
    column: 'first_name',
    rule: 'name',
    header: 'First Name',
    label: 'First name',
    noun: 'first name',
    description: 'First name; may be empty for imported contacts.',
    given: 'First name.',
    width: 20,
    tags: ['firstname'],
  },
  lastName: {
    column: 'last_name',
    rule: 'name',
    header: 'Last Name',
    label: 'Last name',
    noun: 'last name',
    description: 'Last name; may be empty for imported contacts.',
    given: 'Last name.',
    width: 20,
    tags: ['lastname'],
  },
  email: {
    column: 'email',
    rule: 'email',
    header: 'Email',
    label: 'Email',
    noun: 'email address',
    description: 'Email address as given; unique in the workspace, case-insensitive.',
    given: 'Email address.',
    width: 36,
    tags: ['email'],
  },
  serialNumber: {
    column: 'serial_number',
    rule: 'integer',
    header: 'S.No',
    label: 'Serial number',
    noun: 'serial number',
    description: 'Number from the S.No column, if any.',
    given: 'A number of your own.',
    width: 8,
    tags: ['serialnumber', 'sno'],
  },
} as const satisfies Record<string, ContactFieldEntry>

export type ContactFieldName = keyof typeof CONTACT_FIELDS

/** A field that holds a whole number or nothing. */
export type IntegerFieldName = {
  [Name in ContactFieldName]: (typeof CONTACT_FIELDS)[Name]['rule'] extends 'integer' ? Name : never
}[ContactFieldName]

type TextFieldName = Exclude<ContactFieldName, IntegerFieldName>

/** The values of a contact, without its custom fields. A text may be empty. */
export type ContactValues = Record<TextFieldName, string> & Record<IntegerFieldName, number | null>

/** The values of a contact where a number may be left out. */
export type GivenContactValues = Record<TextFieldName, string> & Partial<Record<IntegerFieldName, number | null>>

export const CONTACT_FIELD_NAMES = Object.keys(CONTACT_FIELDS) as ContactFieldName[]

/** Fields other than the address, by which a contact is known: an import may change them, and emails keep their values. */
export const CHANGEABLE_FIELD_NAMES = CONTACT_FIELD_NAMES.filter((name) => name !== 'email')

/** The fields in the order of the sheets that we write: numbers first. */
export const SHEET_FIELD_NAMES = CONTACT_FIELD_NAMES.toSorted((a, b) => Number(isInteger(b)) - Number(isInteger(a)))

export function isInteger(name: ContactFieldName): name is IntegerFieldName {
  return entryOf(name).rule === 'integer'
}

/** The entry of a field, as every field has it. */
export function entryOf(name: ContactFieldName): ContactFieldEntry {
  return CONTACT_FIELDS[name]
}

/**
 * Returns the value of an integer field as a cell or a merge tag shows it. A text that is no number, such as "A-12", is kept
 * as a custom field with the label of the field.
 */
export function integerText(
  contact: Partial<Record<IntegerFieldName, number | null>> & { fields: Readonly<Record<string, string>> },
  name: IntegerFieldName,
): string | number {
  return contact[name] ?? contact.fields[entryOf(name).label] ?? ''
}

/** Picks the values of a contact, and no other properties. */
export const valuesOf = (contact: GivenContactValues): GivenContactValues =>
  Object.fromEntries(CONTACT_FIELD_NAMES.map((name) => [name, contact[name]])) as unknown as GivenContactValues

/** Lists something for each field, such as the columns of an SQL statement. */
export function listFields(
  names: readonly ContactFieldName[],
  write: (name: ContactFieldName, entry: ContactFieldEntry) => string,
): string {
  return names.map((name) => write(name, entryOf(name))).join(', ')
}

/** The type of a field in SQL. */
export const sqlTypeOf = ({ rule }: ContactFieldEntry): string => (rule === 'integer' ? 'integer' : 'text')
