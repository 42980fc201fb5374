import { defineEntity, type InferEntity, type Opt, p } from '@mikro-orm/core'

/** Somebody to write to (product: contacts.fields). `fields` holds the columns of the spreadsheet that we do not know by meaning. */
export const Contact = defineEntity({
  name: 'Contact',
  tableName: 'contacts',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** the import that added it */
    importId: p.uuid().nullable(),
    /** the import that wrote it last, until a person changes it */
    writtenByImport: p.uuid().nullable(),
    firstName: p.text(),
    lastName: p.text(),
    email: p.text(),
    /** lower-cased address, kept by the database */
    emailKey: p.text().$type<Opt<string>>().generated('lower(email) stored'),
    /** lower-cased name and address, kept by the database */
    searchText: p.text().$type<Opt<string>>().generated("lower(first_name || ' ' || last_name || ' ' || email) stored"),
    serialNumber: p.integer().nullable(),
    fields: p.json<Record<string, string>>(),
    createdAt: p.datetime(),
  },
})
export type Contact = InferEntity<typeof Contact>
