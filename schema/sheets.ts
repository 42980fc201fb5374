import type { Sheet as SheetEntity } from '#api/contacts/sheets/sheet.ts'
import type { SheetRow as SheetRowData } from '#api/contacts/sheets/sheets.ts'
import { EMAILS_PER } from '#domain/contacts/sheets.ts'
import { builder, enumType, forScope } from './builder.ts'
import { Contact, ContactField } from './contacts.ts'
import { uuidOf } from './ids.ts'
import { mutation } from './mutation.ts'

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
    row: t.exposeInt('row', { description: 'Its number in the sheet.' }),
    contact: t.field({
      type: Contact,
      nullable: true,
      description: 'The person that it belongs to.',
      resolve: ({ contactId }, _, ctx) => ctx.loaders.contacts.load(contactId),
    }),
    cells: t.field({
      type: [ContactField],
      description: 'Its values by column, in the order of the sheet; empty ones are left out.',
      resolve: ({ cells }) => cells,
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
      description: 'Its columns without those that make a contact, such as the address. Each is a merge tag.',
    }),
    rowCount: t.exposeInt('rowCount', { description: 'Its rows that belong to a contact.' }),
    personCount: t.exposeInt('personCount', { description: 'People who have at least one row.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
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
      first: t.arg.int({ defaultValue: 100, description: 'How many, at most 1,000.' }),
      after: t.arg.int({ description: 'Only rows with a higher number.' }),
    },
    description: 'Rows of a sheet in its order, at most 1,000. Errors: NOT_FOUND, BAD_INPUT.',
    resolve: (_, { id, first, after }, ctx) =>
      ctx.api.sheets.sheetRows(ctx, uuidOf('Sheet', String(id)), {
        first: first ?? 100,
        after: after ?? 0,
      }),
  }),
}))

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
