import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A file for some recipients of a campaign, found by its name. `sealedContent` is encrypted and bound to this row. */
export const RecipientFile = defineEntity({
  name: 'RecipientFile',
  tableName: 'recipient_files',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    campaignId: p.uuid(),
    name: p.text(),
    /** name of the file in the form in which names are compared, see `fileKey` */
    nameKey: p.text(),
    contentType: p.text(),
    /** bytes */
    size: p.integer(),
    sealedContent: p.blob().lazy(),
    createdAt: p.datetime(),
  },
})
export type RecipientFile = InferEntity<typeof RecipientFile>

/** Returns the name of the database row that a file's encrypted content is bound to. */
export const filePlace = (id: string): string => `recipient_files/${id}`
