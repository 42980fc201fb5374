import { CONTACT_FIELD_NAMES, entryOf, type ContactFieldName } from '#domain/contacts/contact-fields.ts'
import type { ImportView } from '#api/contacts/contact-import.ts'
import type { ImportPreview as Preview, PreviewColumn, PreviewRow, PreviewRows } from '#api/contacts/import-preview.ts'
import { NOTICE_KINDS, type NoticeKind } from '#domain/contacts/import-notices.ts'
import { COLUMN_FIELDS, EXISTING_CHOICES, type ImportUndo as Undo } from '#domain/contacts/imports.ts'
import { TEXT_ENCODINGS } from '#domain/contacts/text-encoding-labels.ts'
import { builder, enumType, pageCost, forScope } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { connection, connectionOf } from './connections.ts'
import { ContactField } from './contacts.ts'
import { encodeId, uuidOf } from './object-ids.ts'
import { Sheet } from './sheets.ts'
import { Task } from './tasks.ts'

/** Cost of reading a whole spreadsheet, in fetched values. */
const READING_COST = 1_000

const ImportUndo = builder.objectRef<Undo>('ImportUndo').implement({
  description: 'The result of undoing an import.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it was undone.' }),
    removed: t.exposeInt('removed', { description: 'Contacts it had added, now deleted.' }),
    restored: t.exposeInt('restored', {
      description: 'Contacts it had changed, now restored.',
    }),
    left: t.exposeInt('left', {
      description: 'Contacts changed since then, which stay as they are.',
    }),
    leftEmails: t.exposeStringList('leftEmails', { description: 'Addresses of those contacts, at most 100.' }),
  }),
})

export const ContactImport = builder.objectRef<ImportView>('ContactImport')
builder.node(ContactImport, {
  description: 'An imported spreadsheet and the outcome of its rows.',
  id: { resolve: (row) => row.id },
  loadOne: (id, ctx) => ctx.loaders.contactImports.load(String(id)),
  fields: (t) => ({
    fileName: t.exposeString('fileName', { description: 'Name of the uploaded file.' }),
    added: t.exposeInt('added', { description: 'Rows that became contacts.' }),
    changed: t.exposeInt('changed', { description: 'Existing contacts that got new values.' }),
    tagged: t.exposeInt('tagged', { description: 'Contacts that got a tag they did not have.' }),
    ignored: t.exposeInt('ignored', { description: 'Duplicates, within the file or of existing contacts.' }),
    rejected: t.exposeInt('rejected', {
      description: 'Rows without a valid address, with a value that is too long, or beyond the plan’s limit.',
    }),
    rejectedUrl: t.string({
      nullable: true,
      description: 'URL at which the rejected rows can be downloaded; null if no row was rejected.',
      resolve: (row, _, ctx) =>
        row.rejected > 0 ? `${ctx.app.publicUrl}${ctx.api.imports.rejectedUrl(row.id)}` : null,
    }),
    skipped: t.exposeInt('skipped', { description: 'Empty rows.' }),
    undone: t.field({
      type: ImportUndo,
      nullable: true,
      description: 'The result of undoing it; null if it was not undone.',
      resolve: (row) => row.undone ?? null,
    }),
    sheet: t.field({
      type: Sheet,
      nullable: true,
      description: 'Rows of the imported sheet, if they were kept.',
      resolve: (row, _, ctx) => ctx.loaders.sheetsOfImports.load(row.id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the import.' }),
  }),
})

builder.objectFields(Task, (t) => ({
  fileId: t.id({
    nullable: true,
    description: 'Id of the uploaded file that it imports; null for other tasks.',
    resolve: ({ input }) => (typeof input['fileId'] === 'string' ? encodeId('ImportFile', input['fileId']) : null),
  }),
  import: t.field({
    type: ContactImport,
    nullable: true,
    description: 'The import that it creates or undoes; null for other tasks, and until an import has finished.',
    resolve: (task, _, ctx) => (task.importId ? ctx.loaders.contactImports.load(task.importId) : null),
  }),
}))

const CONTACT_GIVEN = Object.fromEntries(CONTACT_FIELD_NAMES.map((name) => [name, entryOf(name).given])) as Record<
  ContactFieldName,
  string
>

const ColumnField = enumType('ImportColumnField', {
  description: 'Contact field that a column is imported as.',
  values: Object.fromEntries(
    COLUMN_FIELDS.map((field) => [
      field,
      {
        description: {
          ...CONTACT_GIVEN,
          fullName: 'A full name, split in two if first and last name are missing.',
          noTracking: 'Every entry but a no excludes the address from tracking.',
          trackingConsent: 'A no excludes the address from tracking.',
          custom: 'A custom field.',
          ignored: 'Not imported.',
        }[field],
      },
    ]),
  ) as Record<(typeof COLUMN_FIELDS)[number], { description: string }>,
})

const ImportSheet = builder.objectRef<Preview['sheets'][number]>('ImportSheet').implement({
  description: 'A sheet of an uploaded workbook.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    rowCount: t.exposeInt('rowCount', { description: 'Rows below its headers, including empty ones.' }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Reason why the sheet cannot be imported with the detected columns; null if it can.',
    }),
  }),
})

const ImportColumn = builder.objectRef<PreviewColumn>('ImportColumn').implement({
  description: 'A column of the sheet and the field it is imported as.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Position of the column, from 0.' }),
    letter: t.exposeString('letter', { description: 'Its letter in a spreadsheet program: A, B, … AA.' }),
    header: t.exposeString('header', { description: 'Its header, as the sheet has it; may be empty.' }),
    field: t.field({ type: ColumnField, description: 'What it becomes.', resolve: (column) => column.field }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the custom field; null for other columns.' }),
    samples: t.exposeStringList('samples', { description: 'Some of its first values.' }),
  }),
})

const ImportChange = builder.objectRef<PreviewRow['changes'][number]>('ImportChange').implement({
  description: 'A value of a contact that an import would change.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'First Name, Last Name, S.No, or the name of a custom field.' }),
    before: t.exposeString('before', { description: 'The value it has; may be empty.' }),
    after: t.exposeString('after', { description: 'The value it would have.' }),
  }),
})

const ImportRow = builder.objectRef<PreviewRow>('ImportRow').implement({
  description: 'A row of the sheet and its outcome.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'Its row number in a spreadsheet program.' }),
    email: t.exposeString('email', { description: 'Its address; empty for a rejected row.' }),
    values: t.expose('values', {
      type: [ContactField],
      description: 'Values of the row as they would be stored; the original values for a rejected row.',
    }),
    changes: t.expose('changes', {
      type: [ImportChange],
      description: 'Changes to the existing contact; otherwise empty.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason why the row is rejected, or the place where its address already appears; null otherwise.',
    }),
  }),
})

const ImportRows = builder.objectRef<PreviewRows>('ImportRows').implement({
  description: 'All rows with the same outcome.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many there are.' }),
    rows: t.expose('rows', { type: [ImportRow], description: 'The first ten of them.' }),
  }),
})

const ImportReason = builder.objectRef<Preview['reasons'][number]>('ImportReason').implement({
  description: 'A reason why rows are rejected.',
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'The reason, in a sentence.' }),
    count: t.exposeInt('count', { description: 'Number of rows with this reason.' }),
  }),
})

const ImportHeadRow = builder.objectRef<Preview['head'][number]>('ImportHeadRow').implement({
  description: 'A row of the sheet as it is.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'Its row number in a spreadsheet program.' }),
    cells: t.exposeStringList('cells', { description: 'The text of each column, shortened; empty for an empty cell.' }),
  }),
})

const ImportTitles = builder.objectRef<NonNullable<Preview['titles']>>('ImportTitles').implement({
  description: 'Titles that were part of full names, such as “Dr.”.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The custom field that keeps them.' }),
    count: t.exposeInt('count', { description: 'Rows with a title.' }),
    samples: t.exposeStringList('samples', { description: 'Some of the titles.' }),
  }),
})

const NOTICE_WORDS: Record<NoticeKind, string> = {
  encoding: 'The file is not in UTF-8, and its encoding was guessed.',
  mixedEncoding: 'Some lines are not in UTF-8 like the rest.',
  repairedText: 'Text that a wrong encoding had garbled was repaired.',
  garbledText: 'Text looks garbled, by a wrong encoding for instance.',
  shortRows: 'Rows of text have fewer cells than there are column names.',
  longRows: 'Rows of text have empty cells beyond the column names.',
  strayMarks: 'Rows of text have a quotation mark that may be one too many.',
  optedOut: 'Rows mark people who must get no email, such as those who unsubscribed in another program.',
  placeholders: 'Cells hold a word for “no value”, such as NULL or N/A.',
  shortenedNumbers: 'Numbers were shortened by a spreadsheet program, such as 1.23E+16.',
  formulas: 'Cells are formulas without a result.',
  staleFormulas: 'Cells are formulas whose result was never computed.',
  errorCells: 'Cells show an error, such as #REF!.',
  unnamedCells: 'Cells stand in columns without a name and are left out.',
  unusedNames: 'Full names are left out because they differ from first and last name.',
  hiddenColumns: 'Columns that the spreadsheet hides are imported.',
  hiddenSheets: 'Sheets that the spreadsheet hides are not offered.',
  hiddenRows: 'Rows that the spreadsheet hides are imported.',
  leftOutRows: 'Rows that the spreadsheet hides are left out.',
  mergedCells: 'Merged cells reach over several rows, of which only the first gets the value.',
  filledCells: 'Merged cells reach over several rows, each of which gets the value.',
  manySheets: 'Not all sheets are offered.',
}

const ImportNotice = builder.objectRef<Preview['notices'][number]>('ImportNotice').implement({
  description: 'Values of a file that may not mean what they seem to.',
  fields: (t) => ({
    kind: t.field({
      type: enumType('ImportNoticeKind', {
        description: 'Kind of a notice about an imported file.',
        values: Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, { description: NOTICE_WORDS[kind] }])) as Record<
          NoticeKind,
          { description: string }
        >,
      }),
      description: 'Kind of the notice.',
      resolve: (notice) => notice.kind,
    }),
    count: t.exposeInt('count', { description: 'Number of rows, cells, lines or sheets that the notice is about.' }),
    row: t.exposeInt('row', {
      nullable: true,
      description: 'Number of the first row that the notice is about; null if it is about the whole file.',
    }),
    samples: t.exposeStringList('samples', { description: 'A few of the cell values that the notice is about.' }),
    message: t.exposeString('message', { description: 'The notice in whole sentences.' }),
  }),
})

const ImportPreview = builder.objectRef<Preview>('ImportPreview').implement({
  description: 'A preview of an import. Nothing is changed until it is committed.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the uploaded file.', resolve: (preview) => encodeId('ImportFile', preview.id) }),
    fileName: t.exposeString('fileName', { description: 'Name of the file.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the uploaded file expires.' }),
    sheets: t.expose('sheets', { type: [ImportSheet], description: 'Its visible sheets, to choose from.' }),
    sheet: t.exposeString('sheet', { description: 'The sheet that would be imported.' }),
    columns: t.expose('columns', { type: [ImportColumn], description: 'What its columns become.' }),
    head: t.expose('head', {
      type: [ImportHeadRow],
      description: 'The first rows of the sheet, from its header on.',
    }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Reason why the file cannot be imported with these choices; null if it can.',
    }),
    added: t.expose('added', { type: ImportRows, description: 'Rows that would become contacts.' }),
    changed: t.expose('changed', {
      type: ImportRows,
      description: 'Rows for existing contacts with other values: ignored, or updated if you choose so.',
    }),
    unchanged: t.expose('unchanged', {
      type: ImportRows,
      description: 'Rows for existing contacts that already have these values.',
    }),
    repeated: t.expose('repeated', {
      type: ImportRows,
      description: 'Rows that repeat an earlier address: ignored.',
    }),
    rejected: t.expose('rejected', { type: ImportRows, description: 'Rows that cannot become contacts.' }),
    reasons: t.expose('reasons', {
      type: [ImportReason],
      description: 'Reasons why rows are rejected, most frequent reason first.',
    }),
    encoding: t.exposeString('encoding', {
      nullable: true,
      description: 'The encoding in which text was read, such as utf-8 or windows-1251; null for a workbook.',
    }),
    notices: t.expose('notices', {
      type: [ImportNotice],
      description: 'Values that may not mean what they seem to; nothing is changed for them.',
    }),
    skipped: t.exposeInt('skipped', { description: 'Empty rows.' }),
    severalRows: t.exposeInt('severalRows', {
      description: 'Rows with several addresses in a cell: rejected, or split if you choose so.',
    }),
    severalAddresses: t.exposeInt('severalAddresses', { description: 'How many addresses those rows hold.' }),
    titles: t.expose('titles', {
      type: ImportTitles,
      nullable: true,
      description: 'The titles of full names that a field would keep; null if there are none.',
    }),
    room: t.exposeInt('room', {
      nullable: true,
      description: 'Number of new contacts that the plan still allows; null if the plan has no limit.',
    }),
    leftOut: t.exposeInt('leftOut', {
      description: 'New contacts that would be left out, because only the first that fit are imported.',
    }),
  }),
})

const ColumnChoice = builder.inputType('ImportColumnInput', {
  description: 'Contact field to import a column as.',
  fields: (t) => ({
    index: t.int({ required: true, description: 'Position of the column, from 0.' }),
    field: t.field({ type: ColumnField, required: true, description: 'What it becomes.' }),
    name: t.string({ description: 'Name of the custom field. Defaults to the header.' }),
  }),
})

const KeepRows = builder.inputType('KeepRowsInput', {
  description:
    'Keeps the rows of a sheet, so that emails can be about them: repeated addresses are then no duplicates.',
  fields: (t) => ({
    groupBy: t.string({
      description:
        'The column whose equal values make rows those of one person, the first of them. Defaults to the address.',
    }),
  }),
})

const ImportChoice = builder.inputType('ImportChoiceInput', {
  description: 'Choices of what to import from a file, and how.',
  fields: (t) => ({
    sheet: t.string({ description: 'Name of the sheet. Defaults to the first one with an address column.' }),
    columns: t.field({
      type: [ColumnChoice],
      description: 'Columns to import differently from what was detected.',
    }),
    existing: t.field({
      description: 'What to do with existing contacts. Defaults to ignore.',
      type: enumType('ExistingContacts', {
        description: 'What an import does with existing contacts.',
        values: {
          ignore: { description: 'Leaves them as they are.' },
          update: { description: 'Updates them with the values of their rows; empty cells change nothing.' },
        } as const satisfies Record<(typeof EXISTING_CHOICES)[number], object>,
      }),
    }),
    tags: t.stringList({
      description: 'Tags for all imported contacts: new ones and, if updated, existing ones.',
    }),
    splitAddresses: t.boolean({
      description: 'True if a row with several addresses in a cell becomes a contact for each. Defaults to false.',
    }),
    keepRows: t.field({ type: KeepRows, description: 'Keeps its rows as a sheet. Without it only contacts are kept.' }),
    encoding: t.string({
      description: `The encoding of a text file: one of ${TEXT_ENCODINGS.join(', ')}. Defaults to what was detected. With another one, columns are detected again.`,
    }),
    leaveOutHidden: t.boolean({
      description: 'True if rows that the spreadsheet hides, by hand or by a filter, are left out. Defaults to false.',
    }),
    fillMerged: t.boolean({
      description: 'True if each row of a merged cell gets its value, not only the first. Defaults to false.',
    }),
    firstThatFit: t.boolean({
      description:
        'Whether to import only the first new contacts for which the plan has room; the others are rejected with that reason. Defaults to false.',
    }),
  }),
})

export const ContactImportConnection = connectionOf('ContactImport', ContactImport)

builder.queryFields((t) => ({
  importPreview: t.field({
    ...forScope('contacts:read'),
    type: ImportPreview,
    complexity: READING_COST,
    description:
      'Previews an import with these choices. It reads the whole file. Errors: NOT_FOUND (also if the file has expired), BAD_INPUT.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the uploaded file.' }),
      choice: t.arg({ type: ImportChoice, description: 'What to import and how. Defaults to what was detected.' }),
    },
    resolve: (_, { id, choice }, ctx) => ctx.api.imports.importPreview(ctx, uuidOf('ImportFile', id), choice ?? {}),
  }),
  contactImports: t.connection(
    {
      ...forScope('contacts:read'),
      type: ContactImport,
      complexity: pageCost,
      description: 'The workspace’s imports, newest first, at most 500 per page.',
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.imports.listImports(ctx, page),
          () => ctx.api.imports.countImports(ctx),
        ),
    },
    ContactImportConnection,
  ),
}))

mutation('uploadContacts', {
  scope: 'contacts:write',
  complexity: READING_COST,
  description:
    'Uploads a spreadsheet (.xlsx, .xls, .ods, CSV or TSV, at most 30 MB) and previews its import; nothing is imported yet. The file is kept for a day; a workspace can have at most ten. Browsers send the file to POST /api/contacts/imports instead. Errors: BAD_INPUT, UNSUPPORTED_TYPE, UNREADABLE_FILE, TOO_LARGE, UNAVAILABLE.',
  input: {
    description: 'A spreadsheet.',
    fields: (t) => ({
      fileName: t.string({
        required: true,
        description: 'File name, which ends in .xlsx, .xls, .ods, .csv, .tsv, .tab or .txt.',
      }),
      contentBytes: t.string({ required: true, description: 'Its content in base64.' }),
    }),
  },
  payload: { importPreview: { type: ImportPreview, description: 'The preview.' } },
  resolve: async (input, ctx) => ({ importPreview: await ctx.api.imports.uploadContacts(ctx, input) }),
})
mutation('commitImport', {
  scope: 'contacts:write',
  description:
    'Starts a task that imports an uploaded file, all of it or nothing. The plan’s limits are checked when it ends, against what it adds. Errors: NOT_FOUND, BAD_INPUT, CONFLICT (it is being imported already), LIMIT_REACHED.',
  input: {
    description: 'The input of commitImport.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the uploaded file.' }),
      choice: t.field({ type: ImportChoice, description: 'What to import and how. Defaults to what was detected.' }),
    }),
  },
  payload: { task: { type: Task, description: 'The task.' } },
  resolve: async ({ id, choice }, ctx) => ({
    task: await ctx.api.imports.commitImport(ctx, uuidOf('ImportFile', id), choice ?? {}),
  }),
})
mutation('undoImport', {
  scope: 'contacts:write',
  description:
    'Starts a task that undoes an import: contacts it added are deleted, contacts it changed get their previous values back, and its tags are removed. Contacts changed since then stay as they are and are listed. Errors: NOT_FOUND, CONFLICT (it was undone, or is being undone).',
  input: {
    description: 'The input of undoImport.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the import.' }) }),
  },
  payload: { task: { type: Task, description: 'The task.' } },
  resolve: async ({ id }, ctx) => ({ task: await ctx.api.imports.undoImport(ctx, uuidOf('ContactImport', id)) }),
})
