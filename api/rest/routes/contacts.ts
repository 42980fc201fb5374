import { contactInput } from '#domain/contacts.ts'
import { CONTACT_BODY } from '../../platform/bodies/bodies.ts'
import { byId, type Data, type DocumentRow } from '../row.ts'
import { fill, input, listOf, MESSAGE, named, object, plus, selected } from '../shapes.ts'

const CONTACT = `id firstName lastName email serialNumber untracked createdAt fields { name value }`
const contact = named(
  'Contact',
  plus(selected('Contact', CONTACT), {
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The other columns of the spreadsheet: header → text of the cell.',
    },
  }),
)

/** Custom fields are a list in GraphQL and a map in JSON. */
const asMap = ({ fields, ...rest }: Data) => ({
  ...rest,
  fields: Object.fromEntries(fields.map((field: Data) => [field['name'], field['value']])),
})

const asList = (fields: unknown) =>
  fields && typeof fields === 'object' && !Array.isArray(fields)
    ? Object.entries(fields).map(([name, value]) => ({ name, value }))
    : fields

const createInput = input('CreateContactInput')
const newContact = {
  ...createInput,
  properties: {
    ...createInput.properties,
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Custom fields: name → text.' },
  },
}

/** Contacts; their files are in files.ts. */
export const contactRows: readonly DocumentRow[] = [
  {
    method: 'GET',
    path: '/api/contacts',
    summary: 'All contacts, newest first',
    answers: listOf(contact),
    document: `query ($after: String) {
      contacts(first: 500, after: $after) { pageInfo { hasNextPage endCursor } edges { node { ${CONTACT} } } } }`,
    page: (data) => data['contacts'],
    item: asMap,
  },
  {
    method: 'POST',
    path: '/api/contacts',
    bodyMax: CONTACT_BODY,
    summary: 'Add a contact',
    status: 201,
    takes: newContact,
    rules: contactInput,
    answers: contact,
    document: `mutation ($input: CreateContactInput!) { createContact(input: $input) { contact { ${CONTACT} } } }`,
    variables: ({ body }) => ({
      input: {
        ...fill('CreateContactInput', { ...body, fields: asList(body.fields) }),
        serialNumber: serialNumber(body.serialNumber),
      },
    }),
    reply: (data) => asMap(data['createContact']),
  },
  {
    method: 'DELETE',
    path: '/api/contacts/:id',
    summary: 'Delete a contact',
    answers: object({ id: { type: 'string' }, message: MESSAGE }),
    document: `mutation ($id: ID!) { deleteContact(input: { id: $id }) { contact { id } } }`,
    variables: byId,
    reply: (data) => ({ id: data['deleteContact'].id, message: 'Contact deleted' }),
  },
]

/** A form sends its field's text; empty means none. Other types and non-numbers are left for the schema to reject. */
function serialNumber(value: unknown): unknown {
  const given = typeof value === 'string' ? value.trim() : value
  if (given === null || given === undefined || given === '') return null
  const number = typeof given === 'string' || typeof given === 'number' ? Number(given) : Number.NaN
  return Number.isFinite(number) ? Math.trunc(number) : value
}
