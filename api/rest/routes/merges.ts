import { LARGE_BODY } from '#api/platform/http/bodies/body-limits.ts'
import { byId, type Data, type DocumentRow } from '../row.ts'
import { fill, input, listOf, named, selected } from '../payload-shapes.ts'
import { asList } from './contacts.ts'

const SHEET =
  'id name columns rowCount personCount createdAt source { kind host keyColumn groupBy state problem rejectedRows readAt changedAt }'
const sheet = named('Sheet', selected('Sheet', SHEET))

const MERGE = `campaign { id name status statusText totalContacts scheduledAt emailsPer sheet { ${SHEET} } } refusal { code message }`

/** Converts rows from the maps of JSON to the lists of cells of GraphQL. */
const rowsOf = (rows: unknown): unknown =>
  Array.isArray(rows) ? rows.map((row: Data) => ({ cells: asList(textsOf(row)) })) : rows

/** Converts numbers and booleans in a row to texts; null means no value. */
const textsOf = (row: Data): Data =>
  Object.fromEntries(
    Object.entries(row ?? {}).flatMap(([name, value]: [string, unknown]) =>
      value === null ? [] : [[name, typeof value === 'number' || typeof value === 'boolean' ? String(value) : value]],
    ),
  )

const createMerge = input('CreateMergeInput')

/** REST calls for rows with an email in one call, and for stored sheets. */
export const mergeRows: readonly DocumentRow[] = [
  {
    method: 'POST',
    path: '/api/merges',
    bodyMax: LARGE_BODY,
    summary: 'Send rows and an email about them: one email per person with all of their rows, or one per row',
    status: 201,
    takes: {
      ...createMerge,
      properties: {
        ...createMerge.properties,
        rows: {
          type: 'array',
          items: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
          description: 'The rows, at most 10,000: column → value. One column is the address.',
        },
      },
    },
    answers: named('Merge', selected('CreateMergePayload', MERGE)),
    document: `mutation ($input: CreateMergeInput!) { createMerge(input: $input) { ${MERGE} } }`,
    variables: ({ body }) => ({ input: fill('CreateMergeInput', { ...body, rows: rowsOf(body?.rows ?? []) }) }),
    reply: (data) => data['createMerge'],
  },
  {
    method: 'GET',
    path: '/api/sheets',
    summary: 'The sheets whose rows are kept, newest first',
    answers: listOf(sheet),
    document: `query { sheets { ${SHEET} } }`,
    reply: (data) => data['sheets'],
  },
  {
    method: 'POST',
    path: '/api/sheets',
    summary: 'Connect a sheet by its link, read it and keep its rows',
    status: 201,
    takes: input('ConnectSheetInput'),
    answers: sheet,
    document: `mutation ($input: ConnectSheetInput!) { connectSheet(input: $input) { sheet { ${SHEET} } } }`,
    variables: ({ body }) => ({ input: fill('ConnectSheetInput', body) }),
    reply: (data) => data['connectSheet'],
  },
  {
    method: 'POST',
    path: '/api/sheets/:id/read',
    summary: 'Read a connected sheet now',
    takes: input('ReadSheetInput', ['id']),
    bodyOptional: true,
    answers: sheet,
    document: `mutation ($input: ReadSheetInput!) { readSheet(input: $input) { sheet { ${SHEET} } } }`,
    variables: (request) => ({ input: { ...fill('ReadSheetInput', request.body), ...byId(request) } }),
    reply: (data) => data['readSheet'],
  },
  {
    method: 'DELETE',
    path: '/api/sheets/:id',
    summary: 'Delete a sheet; its people stay contacts',
    answers: sheet,
    document: `mutation ($id: ID!) { deleteSheet(input: { id: $id }) { sheet { ${SHEET} } } }`,
    variables: byId,
    reply: (data) => data['deleteSheet'],
  },
]
