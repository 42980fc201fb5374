import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/**
 * A sheet whose rows are kept, so that emails can be about them: one email per row, or one per person with all of their rows
 * (product: email.rows). Contacts are the people; rows are what is written to them about.
 */
export const Sheet = defineEntity({
  name: 'Sheet',
  tableName: 'sheets',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** id of the import that brought the rows; null for a connected sheet or rows from a program */
    importId: p.uuid().nullable(),
    name: p.text(),
    /** columns of the sheet without those that make a contact, such as the email address; in the order of the sheet */
    columns: p.array(),
    rowCount: p.integer().default(0),
    /** people who have at least one row */
    personCount: p.integer().default(0),
    createdAt: p.datetime(),
  },
})
export type Sheet = InferEntity<typeof Sheet>
