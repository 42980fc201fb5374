import { CONTACT_FIELD_NAMES, isInteger } from '#domain/contacts/contact-fields.ts'
import { contactInput } from '#domain/contacts/contact-input.ts'
import { CONTACT_BODY, DESIGN_BODY } from '#api/platform/http/bodies/body-limits.ts'
import { byId, found, type Data, type DocumentRow } from '../row.ts'
import { fill, input, listOf, MESSAGE, named, object, plus, selected, type Shape } from '../payload-shapes.ts'

/** Selection of a contact in GraphQL. */
export const CONTACT = `id externalId ${CONTACT_FIELD_NAMES.join(' ')} tags suppressed untracked createdAt updatedAt fields { name value }`
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

const INTEGERS = CONTACT_FIELD_NAMES.filter(isInteger)

/** Converts a contact's custom fields from the list of GraphQL to the map of JSON. */
export const asMap = ({ fields, ...rest }: Data) => ({
  ...rest,
  fields: Object.fromEntries(fields.map((field: Data) => [field['name'], field['value']])),
})

/**
 * Converts custom fields from the map of JSON to the list of GraphQL; anything else is left for the schema to refuse.
 */
export const asList = (fields: unknown): unknown =>
  fields && typeof fields === 'object' && !Array.isArray(fields)
    ? Object.entries(fields).map(([name, value]) => ({ name, value }))
    : fields

const UPSERTED = `index outcome contact { ${CONTACT} } errors { code field message }`
const upserted = named(
  'UpsertResult',
  plus(selected('UpsertResult', UPSERTED), { contact: { anyOf: [contact, { type: 'null' }] } }),
)

/** Converts the custom fields in the rows of an upsert to lists. */
const rowsOf = (rows: unknown): unknown =>
  Array.isArray(rows)
    ? rows.map((row: Data) => (row?.['fields'] ? { ...row, fields: asList(row['fields']) } : row))
    : rows

/** Returns the shape of a contact input with custom fields as a map. */
const withMap = (shape: Shape): Shape => ({
  ...shape,
  properties: {
    ...shape.properties,
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Custom fields: name → text.' },
  },
})
const newContact = withMap(input('CreateContactInput'))
const changes = withMap(input('UpdateContactInput', ['id']))

/** REST calls for contacts; their files are in file-routes.ts. */
export const contactRows: readonly DocumentRow[] = [
  {
    method: 'GET',
    path: '/api/contacts',
    summary: 'All contacts, newest first',
    query: {
      email: 'Only the contact with this address; can be repeated.',
      externalId: 'Only the contact with this external id; can be repeated.',
    },
    answers: listOf(contact),
    pageSize: 500,
    variables: ({ query: { email, externalId } }) => ({
      filter: {
        ...(email !== undefined && { emails: [email].flat() }),
        ...(externalId !== undefined && { externalIds: [externalId].flat() }),
      },
    }),
    document: `query ($first: Int!, $after: String, $count: Boolean!, $filter: ContactFilter) {
      contacts(first: $first, after: $after, filter: $filter) { totalCount @include(if: $count) pageInfo { hasNextPage endCursor } edges { node { ${CONTACT} } } } }`,
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
        ...Object.fromEntries(INTEGERS.map((name) => [name, integerOf(body[name])])),
      },
    }),
    reply: (data) => asMap(data['createContact']),
  },
  {
    method: 'POST',
    path: '/api/contacts/upsert',
    bodyMax: DESIGN_BODY,
    summary: 'Add or change up to 1,000 contacts, each by its external id or email',
    takes: object({ contacts: listOf(withMap(input('UpsertContactInput'))) }),
    answers: object({ results: listOf(upserted) }),
    document: `mutation ($input: UpsertContactsInput!) { upsertContacts(input: $input) { results { ${UPSERTED} } } }`,
    variables: ({ body }) => ({
      input: fill('UpsertContactsInput', { ...body, contacts: rowsOf(body.contacts ?? []) }),
    }),
    reply: (data) => ({
      results: data['upsertContacts'].map((result: Data) => ({
        ...result,
        contact: result['contact'] && asMap(result['contact']),
      })),
    }),
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
        ...Object.fromEntries(
          INTEGERS.filter((name) => name in request.body).map((name) => [name, integerOf(request.body[name])]),
        ),
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

/**
 * Converts a form field's text to an integer; an empty text means none. Other types and texts that are no number are
 * left for the schema to refuse.
 */
function integerOf(value: unknown): unknown {
  const given = typeof value === 'string' ? value.trim() : value
  if (given === null || given === undefined || given === '') return null
  const number = typeof given === 'string' || typeof given === 'number' ? Number(given) : Number.NaN
  return Number.isFinite(number) ? Math.trunc(number) : value
}
