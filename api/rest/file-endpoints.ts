import { CONTACT_FIELD_NAMES } from '#domain/contacts/contact-fields.ts'
import { TEXT_ENCODINGS } from '#domain/contacts/text-encoding-labels.ts'
import { RECIPIENT_OUTCOMES } from '#domain/tracking/tracking.ts'
import { EXPORT_FORMATS } from '#api/platform/tables/table-export.ts'
import { PERSON_SECTIONS } from '#api/personal-data/export-person.ts'
import { BULK_TYPES } from './bulk-endpoints.ts'
import type { FileRow } from './row.ts'
import { input, MESSAGE, named, object, selected } from './payload-shapes.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const ACTIVITY_QUERY = {
  format: 'csv or xlsx. Defaults to csv.',
  action: 'Only this action, such as sign_in_failed.',
  search: 'Only entries with this in the name of who acted, or of what it was done to.',
  from: 'Only entries from then on, as ISO 8601.',
  to: 'Only entries before then.',
}

const ROWS = 'count rows { row email values { name value } changes { name before after } reason }'
const PREVIEW = `id fileName expiresAt sheets { name rowCount problem } sheet
  columns { index letter header field name samples } head { row cells } problem
  added { ${ROWS} } changed { ${ROWS} } unchanged { ${ROWS} } repeated { ${ROWS} } rejected { ${ROWS} }
  reasons { reason count } encoding notices { kind count row samples message } skipped severalRows severalAddresses titles { field count samples } room leftOut`

const READING_QUERY = {
  encoding: `The encoding of a text file: one of ${TEXT_ENCODINGS.join(', ')}. Defaults to what is detected.`,
  leaveOutHidden: 'true to leave out rows that the spreadsheet hides. Defaults to false.',
  fillMerged: 'true to give each row of a merged cell its value. Defaults to false.',
}

/** Rows that transfer files. */
export const filePaths: readonly FileRow[] = [
  {
    method: 'POST',
    path: '/api/contacts/upload',
    scope: 'contacts:write',
    summary: 'Import contacts from a spreadsheet (.xlsx, .xls, .ods, CSV or TSV)',
    query: READING_QUERY,
    field: 'file',
    answers: object({
      message: MESSAGE,
      importId: { type: 'string' },
      added: { type: 'integer', description: 'Rows that became contacts.' },
      ignored: { type: 'integer', description: 'Duplicates.' },
      rejected: { type: 'integer', description: 'Rows without a valid address.' },
      skipped: { type: 'integer', description: 'Empty rows.' },
      rejectedUrl: { type: ['string', 'null'], description: 'Where the rejected rows can be downloaded.' },
      notices: {
        type: 'array',
        items: { type: 'string' },
        description: 'Values that may not mean what they seem to, in whole sentences.',
      },
    }),
  },
  {
    method: 'POST',
    path: '/api/contacts/imports',
    scope: 'contacts:write',
    summary:
      'Upload a spreadsheet and preview its import. It is kept for a day; the GraphQL mutation commitImport imports it',
    field: 'file',
    status: 201,
    answers: named('ImportPreview', selected('ImportPreview', PREVIEW)),
  },
  {
    method: 'POST',
    path: '/api/contacts/bulk',
    scope: 'contacts:write',
    summary: `Add or change up to 100,000 contacts: one JSON object per line as in upsertContacts with fields as a map, or CSV with the columns externalId, ${CONTACT_FIELD_NAMES.join(', ')}, tags (separated by semicolons) and custom fields. The answer has one line per row, as it is done: row, outcome (added, changed, unchanged, refused), id, errors. If the connection breaks, send the file again`,
    takesFile: BULK_TYPES,
    countsRows: true,
    answers: 'application/x-ndjson',
  },
  {
    method: 'GET',
    path: '/api/contacts/template',
    scope: 'contacts:read',
    summary: 'An empty spreadsheet to fill in',
    answers: XLSX,
  },
  {
    method: 'GET',
    path: '/api/contacts/export',
    scope: 'contacts:read',
    summary:
      'The contacts as a file, CSV or .xlsx, streamed; no cell is a formula. X-Total-Count gives the number of rows, X-Estimated-Length the approximate number of bytes',
    query: {
      format: 'csv or xlsx. Defaults to csv.',
      search: 'Only contacts whose name or email contains this.',
      tag: 'Only contacts with this tag; can be repeated.',
      segmentId: 'Only contacts in this segment.',
    },
    answers: ['text/csv', XLSX],
  },
  {
    method: 'POST',
    path: '/api/contacts/export',
    scope: 'contacts:read',
    summary: 'The same export for any filter, or for contacts by id; changes nothing',
    takes: {
      type: 'object',
      properties: {
        format: { type: 'string', enum: [...EXPORT_FORMATS], description: 'Defaults to csv.' },
        filter: { ...input('ContactFilter'), description: 'Only contacts that match.' },
        ids: { type: 'array', items: { type: 'string' }, description: 'Only these contacts.' },
      },
      additionalProperties: false,
    },
    answers: ['text/csv', XLSX],
  },
  {
    method: 'GET',
    path: '/api/campaigns/:id/recipients/export',
    scope: 'campaigns:read',
    summary:
      'The recipients of a campaign with their outcomes as a file, CSV or .xlsx, streamed; the headers give its size, as for contacts. External ID is filled only for callers with contacts:read',
    query: {
      format: 'csv or xlsx. Defaults to csv.',
      status: 'Only recipients with this status: pending, sent, delivered, failed.',
      outcome: `Only those with this outcome: ${RECIPIENT_OUTCOMES.join(', ')}.`,
    },
    answers: ['text/csv', XLSX],
  },
  {
    method: 'GET',
    path: '/api/campaigns/:id/sheet',
    scope: 'campaigns:read',
    summary:
      'The spreadsheet that the recipients of a campaign came from, with what became of each email: its columns and the rows of its contacts in their order, without a status for those who are no recipients, then the columns Status, Sent, Opened, Clicked, Replied, Bounced, Unsubscribed, Date and Problem. CSV or .xlsx, streamed. Also needs contacts:read',
    query: { format: 'csv or xlsx. Defaults to csv.' },
    answers: ['text/csv', XLSX],
  },
  {
    method: 'GET',
    path: '/api/activity/export',
    scope: 'activity:read',
    summary: 'The activity log of the workspace as a file, CSV or .xlsx, streamed, newest first. Admins only',
    query: ACTIVITY_QUERY,
    answers: ['text/csv', XLSX],
  },
  {
    method: 'GET',
    path: '/api/supadmin/activity/export',
    scope: 'superAdmin',
    summary: 'The log of the installation, or of one workspace, as a file like the one above',
    query: { ...ACTIVITY_QUERY, tenantId: 'The log of this workspace instead.' },
    answers: ['text/csv', XLSX],
  },
  {
    method: 'POST',
    path: '/api/people/export',
    scope: 'admin',
    summary:
      'Everything that the workspace holds about a person, by their address, as a JSON file. Admins only, requires a recent sign-in; changes nothing',
    takes: object({ email: { type: 'string', description: 'The person’s address.' } }),
    answers: object({
      email: { type: 'string' },
      exportedAt: { type: 'string', format: 'date-time' },
      ...Object.fromEntries(PERSON_SECTIONS.map((name) => [name, { type: 'array', items: { type: 'object' } }])),
    }),
  },
  {
    method: 'POST',
    path: '/api/workspace/export',
    scope: 'admin',
    summary:
      'Everything that the workspace holds as a zip archive of CSV files, images and attachments, streamed. Admins only, requires a recent sign-in; one at a time',
    answers: 'application/zip',
  },
  {
    method: 'GET',
    path: '/api/contacts/imports/:id/rejected',
    scope: 'contacts:read',
    summary: 'The rows an import rejected, as a spreadsheet',
    answers: XLSX,
  },
  {
    method: 'POST',
    path: '/api/campaigns/:id/recipient-files',
    scope: 'campaigns:write',
    summary:
      'Add a file for a recipient of a campaign (at most 10 MB), or a .zip archive of such files (at most 40 MB). One with the name of a stored file takes its place; filePattern of the campaign says who gets which',
    field: 'file',
    status: 201,
    answers: object({
      added: { type: 'array', items: { type: 'string' }, description: 'Names of the files added.' },
      fileCount: { type: 'integer', description: 'All files of the campaign.' },
      bytes: { type: 'integer', description: 'Bytes of all of them.' },
    }),
  },
  {
    method: 'POST',
    path: '/api/upload/image',
    scope: 'templates:write',
    summary: 'Store an image (PNG, JPEG, GIF or WebP) for emails',
    field: 'image',
    query: {
      maxWidth: 'A wider image is scaled down to this width in pixels. Animations keep their size.',
      crop: 'Keeps only this part: left, top, width and height in pixels, separated by commas.',
    },
    answers: object({
      url: { type: 'string', description: 'Its permanent public address.' },
      size: { type: 'integer', description: 'Its size in bytes, as stored.' },
      width: { type: 'integer', description: 'Its width in pixels, as stored.' },
      height: { type: 'integer', description: 'Its height in pixels, as stored.' },
    }),
  },
]
