import { expect } from 'vitest'
import * as XLSX from 'xlsx'
import { eventually } from './eventually.ts'
import type { TestPerson } from './person.ts'

/** Uploads, imports and undoes as a user would, and reads the results. */

type Sheets = Record<string, unknown[][]>

/** A spreadsheet file from sheets by name. */
export function workbook(sheets: Sheets, bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer {
  const book = XLSX.utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows, { cellDates: true }), name)
  }
  return XLSX.write(book, { type: 'buffer', bookType })
}

/** Runs a document and returns its data; fails on errors. */
export async function run(person: TestPerson, document: string, variables: object = {}) {
  const { data, errors } = await person.graphql(document, variables)
  expect(errors).toBeUndefined()
  return data
}
/** Runs a document that must be refused; returns the code and message. */
export const refusal = async (person: TestPerson, document: string, variables: object = {}) => {
  const { errors } = await person.graphql(document, variables)
  return [errors?.[0]?.extensions.code, errors?.[0]?.message]
}

const ROWS = 'count rows { row email values { name value } changes { name before after } reason }'
const PREVIEW = `id fileName expiresAt sheets { name rowCount problem } sheet
  columns { index letter header field name samples } head { row cells } problem
  added { ${ROWS} } changed { ${ROWS} } unchanged { ${ROWS} } repeated { ${ROWS} } rejected { ${ROWS} }
  reasons { reason count } encoding notices { kind count row samples message } skipped severalRows severalAddresses titles { field count samples } room leftOut`
export const UPLOAD = `mutation ($input: UploadContactsInput!) { uploadContacts(input: $input) { importPreview { ${PREVIEW} } errors { code field message } } }`
export const LOOK = `query ($id: ID!, $choice: ImportChoiceInput) { importPreview(id: $id, choice: $choice) { ${PREVIEW} } }`
export const IMPORT = `id fileName added changed tagged ignored rejected rejectedUrl skipped undone { removed restored left leftEmails }`
const TASK = `id kind status done total message error fileId import { ${IMPORT} }`
export const COMMIT = `mutation ($id: ID!, $choice: ImportChoiceInput) { commitImport(input: { id: $id, choice: $choice }) { task { ${TASK} } errors { code field message } } }`
export const UNDO = `mutation ($id: ID!) { undoImport(input: { id: $id }) { task { ${TASK} } errors { code field message } } }`

/** The upload input for a file. */
export const inputOf = (file: Buffer, fileName = 'people.xlsx') => ({ fileName, contentBytes: file.toString('base64') })
/** Uploads sheets; returns the preview. */
export const upload = async (person: TestPerson, sheets: Sheets) =>
  (await run(person, UPLOAD, { input: inputOf(workbook(sheets)) })).uploadContacts
/** The preview of an uploaded file with these choices. */
export const look = async (person: TestPerson, id: string, choice: object = {}) =>
  (await run(person, LOOK, { id, choice })).importPreview
/** Waits for a background task to finish and returns it. */
export const ended = (person: TestPerson, id: string) =>
  eventually('the end of the task', async () => {
    const { task } = await run(person, `query ($id: ID!) { task(id: $id) { ${TASK} } }`, { id })
    return task.status !== 'running' && task
  })
/** Imports an uploaded file and returns the finished task. */
export const commit = async (person: TestPerson, id: string, choice: object = {}) =>
  ended(person, (await run(person, COMMIT, { id, choice })).commitImport.id)
/** Imports sheets with these choices; returns the task. */
export const importAll = async (person: TestPerson, sheets: Sheets, choice: object = {}) =>
  commit(person, (await upload(person, sheets)).id, choice)
/** Undoes an import and returns the finished task. */
export const undo = async (person: TestPerson, id: string) =>
  ended(person, (await run(person, UNDO, { id })).undoImport.id)

const CONTACTS = `{ contacts(first: 500, orderBy: { field: EMAIL, direction: ASCENDING }) {
  edges { node { id firstName lastName email serialNumber tags fields { name value } } } } }`
interface Listed {
  id: string
  firstName: string
  lastName: string
  email: string
  serialNumber: number | null
  tags: string[]
  fields: { name: string; value: string }[]
}
const listed = async (person: TestPerson): Promise<Listed[]> =>
  (await run(person, CONTACTS)).contacts.edges.map((edge: { node: Listed }) => edge.node)
/** All contacts without their ids. */
export const contacts = async (person: TestPerson) => (await listed(person)).map(withoutId)
const withoutId = ({ firstName, lastName, email, serialNumber, tags, fields }: Listed) => ({
  firstName,
  lastName,
  email,
  serialNumber,
  tags,
  fields,
})
export const idOf = async (person: TestPerson, email: string) =>
  (await listed(person)).find((contact) => contact.email === email)?.id ?? ''
export const update = (person: TestPerson, id: string, input: object) =>
  run(
    person,
    `mutation ($input: UpdateContactInput!) { updateContact(input: $input) { contact { id } errors { code field message } } }`,
    {
      input: { id, ...input },
    },
  )

export const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
export async function add(person: TestPerson, input: object) {
  await run(
    person,
    `mutation ($input: CreateContactInput!) { createContact(input: $input) { contact { id } errors { code field message } } }`,
    { input },
  )
}
export const HEADER = ['First Name', 'Last Name', 'Email', 'City']
