import { contactInput } from '#domain/contacts.ts'
import { CONTACT_BODY } from '../../platform/bodies/bodies.ts'
import { byId, found, type Data, type DocumentRow } from '../row.ts'
import { fill, input, listOf, MESSAGE, named, object, plus, selected, type Shape } from '../shapes.ts'

const CONTACT = `id firstName lastName email serialNumber tags suppressed untracked createdAt fields { name value }`
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

/** An input of a contact with its custom fields as a map. */
const withMap = (shape: Shape): Shape => ({
  ...shape,
  properties: {
    ...shape.properties,
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Custom fields: name → text.' },
  },
})
const newContact = withMap(input('CreateContactInput'))
const changes = withMap(input('UpdateContactInput', ['id']))

/** Contacts; their files are in files.ts. */
export const contactRows: readonly DocumentRow[] = [
  {
    method: 'GET',
    path: '/api/contacts',
    summary: 'All contacts, newest first',
    answers: listOf(contact),
    pageSize: 500,
    document: `query ($first: Int!, $after: String, $count: Boolean!) {
      contacts(first: $first, after: $after) { totalCount @include(if: $count) pageInfo { hasNextPage endCursor } edges { node { ${CONTACT} } } } }`,
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
    location: ({ id }) => `/api/contacts/${id}`,
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
    method: 'GET',
    path: '/api/contacts/:id',
    summary: 'A contact',
    answers: contact,
    document: `query ($id: ID!) { contact(id: $id) { ${CONTACT} } }`,
    variables: byId,
    reply: (data) => asMap(found(data['contact'], 'Contact')),
  },
  {
    method: 'PUT',
    path: '/api/contacts/:id',
    bodyMax: CONTACT_BODY,
    summary: 'Change a contact; omitted fields stay the same',
    takes: changes,
    answers: contact,
    document: `mutation ($input: UpdateContactInput!) { updateContact(input: $input) { contact { ${CONTACT} } } }`,
    variables: (request) => ({
      input: {
        ...fill('UpdateContactInput', { ...request.body, fields: asList(request.body.fields) }),
        ...('serialNumber' in request.body && { serialNumber: serialNumber(request.body.serialNumber) }),
        ...byId(request),
      },
    }),
    reply: (data) => asMap(data['updateContact']),
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
