import type { Sheet as SheetEntity } from '#api/contacts/sheets/sheet.ts'
import type { SheetRow as SheetRowData } from '#api/contacts/sheets/sheets.ts'
import type { SheetSource as SheetSourceEntity } from '#api/contacts/sheets/sources/sheet-source.ts'
import type { SheetConflict as SheetConflictData } from '#api/contacts/sheets/sources/outcome-write-back.ts'
import { SHEET_SOURCES, SHEET_STATES } from '#domain/contacts/live-sheets.ts'
import { EMAILS_PER } from '#domain/contacts/sheet-rules.ts'
import { builder, enumType, forScope } from './schema-builder.ts'
import { Contact, ContactField } from './contacts.ts'
import { EmailLog, EmailLogFilter } from './email-logs.ts'
import { uuidOf } from './object-ids.ts'
import { mutation } from './mutation-fields.ts'

export const EmailsPerEnum = enumType('EmailsPer', {
  description: 'Whom each email of a campaign about a sheet is for.',
  values: {
    person: { description: 'One email to each person, about all of their rows.' },
    row: { description: 'One email for each row.' },
  } satisfies Record<(typeof EMAILS_PER)[number], { description: string }>,
})

const SheetRow = builder.objectRef<SheetRowData>('SheetRow').implement({
  description: 'A row of a sheet.',
  fields: (t) => ({
    row: t.exposeInt('row', {
      description:
        'Number of the row in the sheet. In a connected sheet: the number that it keeps wherever it is moved.',
    }),
    contact: t.field({
      type: Contact,
      nullable: true,
      description: 'The person that it belongs to.',
      resolve: ({ contactId }, _, ctx) => ctx.loaders.contacts.load(contactId),
    }),
    cells: t.field({
      type: [ContactField],
      description: 'Values of the row by column, in the order of the sheet; empty ones are left out.',
      resolve: ({ cells }) => cells,
    }),
    ownCells: t.field({
      ...forScope('campaigns:read'),
      type: [ContactField],
      description: 'Values that a campaign has instead of those of the sheet, by column.',
      args: { campaignId: t.arg.id({ required: true, description: 'Id of the campaign.' }) },
      resolve: ({ contactId, row }, { campaignId }, ctx) =>
        ctx.loaders.ownCells.load({
          id: `${contactId}:${row}`,
          options: { campaignId: uuidOf('Campaign', String(campaignId)) },
        }),
    }),
    email: t.field({
      ...forScope('campaigns:read'),
      type: EmailLog,
      nullable: true,
      description: 'The email of a campaign about it; null if there is none, as while the campaign is a draft.',
      args: { campaignId: t.arg.id({ required: true, description: 'Id of the campaign.' }) },
      resolve: ({ contactId, row }, { campaignId }, ctx) =>
        ctx.loaders.rowEmails.load({
          id: `${contactId}:${row}`,
          options: { campaignId: uuidOf('Campaign', String(campaignId)) },
        }),
    }),
  }),
})

const SheetConflict = builder.objectRef<SheetConflictData>('SheetConflict').implement({
  description: 'A cell of a connected sheet that was left alone, because somebody else filled it.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'The number of its row, when the sheet was read last.' }),
    column: t.exposeString('column', { description: 'The title of its column.' }),
  }),
})

const SheetSource = builder.objectRef<SheetSourceEntity>('SheetSource').implement({
  description: 'The source of a connected sheet, with the state of its last reading.',
  fields: (t) => ({
    kind: t.field({
      type: enumType('SheetSourceKind', {
        description: 'Kind of source of a connected sheet.',
        values: {
          csv: { description: 'Any server, by a link to a CSV.' },
          google: { description: 'Google Sheets.' },
          microsoft: { description: 'Excel on OneDrive or SharePoint.' },
        } satisfies Record<(typeof SHEET_SOURCES)[number], { description: string }>,
      }),
      description: 'Kind of the source.',
      resolve: ({ kind }) => kind,
    }),
    host: t.exposeString('host', { description: 'The server that it is read from.' }),
    link: t.field({
      type: 'String',
      nullable: true,
      description:
        'Where people open it; null for a CSV, because whoever knows its link can read it, and for callers who may not change contacts.',
      resolve: (source, _, ctx) => ctx.api.sheets.sheetLinkOf(ctx, source),
    }),
    keyColumn: t.exposeString('keyColumn', {
      nullable: true,
      description: 'The column that tells its rows apart; null: the address does.',
    }),
    groupBy: t.exposeString('groupBy', {
      nullable: true,
      description: 'The column whose equal values make rows those of one person; null: the address.',
    }),
    state: t.field({
      type: enumType('SheetState', {
        description: 'State of a connected sheet. In any state but ok its rows stay as they were last read.',
        values: {
          ok: { description: 'It can.' },
          unshared: { description: 'It is no longer shared with Mergewell.' },
          missing: { description: 'It was deleted or moved.' },
          columns: {
            description: 'Columns were renamed or deleted. readSheet(acceptColumns: true) goes on without them.',
          },
          quota: { description: 'Its server asks to be read less often. It is tried again.' },
          sign_in: { description: 'The sign-in to its server has ended.' },
          unreadable: { description: 'The file is no spreadsheet, or has no column with email addresses.' },
          refused: { description: 'Its rows exceed a limit.' },
          unavailable: { description: 'Its server does not answer. It is tried again.' },
        } satisfies Record<(typeof SHEET_STATES)[number], { description: string }>,
      }),
      description: 'State of the last reading.',
      resolve: ({ state }) => state,
    }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'The problem and its remedy, in words; null while the sheet can be read.',
    }),
    rejectedRows: t.exposeInt('rejectedRows', {
      description: 'Rows that cannot be used, for want of a valid address for instance.',
    }),
    readAt: t.expose('readAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the connected sheet was last read successfully.',
    }),
    writes: t.exposeBoolean('writes', {
      description: 'True if the status of each email is written into the sheet, in columns for that.',
    }),
    writtenTitles: t.exposeStringList('writtenTitles', {
      description: 'The titles of these columns: status, sent, opened, replied. Empty while none was ever written.',
    }),
    writtenAt: t.expose('writtenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The last writing that worked.',
    }),
    writeProblem: t.exposeString('writeProblem', {
      nullable: true,
      description: 'Reason why the statuses could not be written into the sheet, and what to do; null while they can.',
    }),
    conflicts: t.field({
      type: [SheetConflict],
      description:
        'Cells of these columns that were left alone, because somebody else filled them; at most 100. Once such a cell is empty it is written again.',
      resolve: (source, _, ctx) => ctx.api.sheets.sheetConflicts(ctx, source),
    }),
    changedAt: t.expose('changedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The last reading that found something new.',
    }),
  }),
})

export const Sheet = builder.objectRef<SheetEntity>('Sheet')
builder.node(Sheet, {
  description: 'A sheet whose rows are kept, so that emails can be about them.',
  id: { resolve: (sheet) => sheet.id },
  loadOne: (id, ctx) => ctx.loaders.sheets.load(String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the file that it came from.' }),
    columns: t.exposeStringList('columns', {
      description: 'Columns of the sheet without those that make a contact, such as the address. Each is a merge tag.',
    }),
    rowCount: t.exposeInt('rowCount', { description: 'Its rows that belong to a contact.' }),
    personCount: t.exposeInt('personCount', { description: 'People who have at least one row.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded or connected.' }),
    source: t.field({
      type: SheetSource,
      nullable: true,
      description: 'The source of a connected sheet; null for an uploaded one.',
      resolve: ({ id }, _, ctx) => ctx.loaders.sheetSources.load(id),
    }),
  }),
})

builder.queryFields((t) => ({
  sheets: t.field({
    ...forScope('contacts:read'),
    type: [Sheet],
    description: 'The sheets whose rows are kept, newest first, at most 100.',
    resolve: (_, _args, ctx) => ctx.api.sheets.listSheets(ctx),
  }),
  sheetRows: t.field({
    ...forScope('contacts:read'),
    type: [SheetRow],
    complexity: (args) => ({ field: 1, multiplier: args.first ?? 100 }),
    args: {
      id: t.arg.id({ required: true, description: 'Id of the sheet.' }),
      first: t.arg.int({ defaultValue: 100, description: 'Number of rows, at most 1,000.' }),
      after: t.arg.int({ description: 'Only rows with a higher number.' }),
      campaignId: t.arg.id({
        description: 'Only rows about which this campaign has an email. Needs the scope campaigns:read.',
      }),
      filter: t.arg({ type: EmailLogFilter, description: 'With campaignId: only rows whose email matches.' }),
    },
    description: 'Rows of a sheet in its order, at most 1,000. Errors: NOT_FOUND, BAD_INPUT, FORBIDDEN.',
    resolve: (_, { id, first, after, campaignId, filter }, ctx) =>
      ctx.api.sheets.sheetRows(ctx, uuidOf('Sheet', String(id)), {
        first: first ?? 100,
        after: after ?? 0,
        emailed:
          campaignId == null ? null : { campaignId: uuidOf('Campaign', String(campaignId)), filter: filter ?? {} },
      }),
  }),
}))

mutation('connectSheet', {
  scope: 'contacts:write',
  description:
    'Connects a sheet by its link, reads it and keeps its rows. It is read again before each launch, and every 15 minutes for a campaign that repeats with its new rows. People who are no contacts yet become some. Errors: FORBIDDEN (let Mergewell open it first, at /auth/google?action=files&link=…), BAD_INPUT, LIMIT_REACHED, TOO_MANY_REQUESTS.',
  input: {
    description: 'A sheet that lives elsewhere.',
    fields: (t) => ({
      url: t.string({
        required: true,
        description:
          'Link to the sheet, with https://: a Google sheet, an Excel file on OneDrive or SharePoint, or a CSV such as that of “Publish to the web” in Google Sheets.',
      }),
      name: t.string({ description: 'Name of the sheet. Defaults to the name of its file.' }),
      keyColumn: t.string({
        description:
          'The column that tells its rows apart, such as an order number. Defaults to a column that looks like one, otherwise to the address.',
      }),
      groupBy: t.string({
        description: 'The column whose equal values make rows those of one person. Defaults to the address.',
      }),
    }),
  },
  payload: { sheet: { type: Sheet, description: 'The sheet.' } },
  resolve: async (input, ctx) => ({ sheet: await ctx.api.sheets.connectSheet(ctx, input) }),
})

mutation('readSheet', {
  scope: 'contacts:write',
  description:
    'Reads a connected sheet now. If it cannot be read, its source says why. Errors: NOT_FOUND, BAD_INPUT (it was uploaded), TOO_MANY_REQUESTS.',
  input: {
    description: 'The input of readSheet.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the sheet.' }),
      acceptColumns: t.boolean({
        description:
          'true accepts that columns were renamed or deleted, and goes on with those that the sheet has now. Defaults to false.',
      }),
    }),
  },
  payload: { sheet: { type: Sheet, description: 'The sheet.' } },
  resolve: async ({ id, acceptColumns }, ctx) => ({
    sheet: await ctx.api.sheets.readSheet(ctx, uuidOf('Sheet', id), acceptColumns ?? false),
  }),
})

mutation('setSheetWriting', {
  scope: 'contacts:write',
  description:
    'Switches on or off that what became of each email is written into a connected Google sheet or Excel file: in columns for its status, and when it was sent, opened and replied to. It is written at once and every 15 minutes, never over a cell that somebody changed. Errors: NOT_FOUND, BAD_INPUT (it cannot be written).',
  input: {
    description: 'The input of setSheetWriting.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the sheet.' }),
      writes: t.boolean({
        required: true,
        description: 'true writes the status of each email into the sheet, false stops that.',
      }),
    }),
  },
  payload: { sheet: { type: Sheet, description: 'The sheet.' } },
  resolve: async ({ id, writes }, ctx) => ({
    sheet: await ctx.api.sheets.setSheetWriting(ctx, uuidOf('Sheet', id), writes),
  }),
})

mutation('deleteSheet', {
  scope: 'contacts:write',
  description:
    'Deletes a sheet and returns it. Its people stay contacts, and emails of started campaigns keep their rows. A draft about it cannot be launched until it has another sheet or none. Errors: NOT_FOUND.',
  input: {
    description: 'The input of deleteSheet.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the sheet.' }) }),
  },
  payload: { sheet: { type: Sheet, description: 'The sheet.' } },
  resolve: async ({ id }, ctx) => ({ sheet: await ctx.api.sheets.deleteSheet(ctx, uuidOf('Sheet', id)) }),
})
