import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A person's live link to the spreadsheet of a campaign. Of its key only the hash is stored. */
export const SheetLink = defineEntity({
  name: 'SheetLink',
  tableName: 'sheet_links',
  properties: {
    tenantId: p.uuid().primary(),
    campaignId: p.uuid().primary(),
    userId: p.uuid().primary(),
    keyHash: p.blob(),
    createdAt: p.datetime(),
    lastReadAt: p.datetime().nullable(),
    /** true if the link was created in a session that single sign-on opened */
    bySingleSignOn: p.boolean().default(false),
  },
})
export type SheetLink = InferEntity<typeof SheetLink>
