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
    /** see `fileKey` */
    nameKey: p.text(),
    contentType: p.text(),
    /** bytes */
    size: p.integer(),
    sealedContent: p.blob().lazy(),
    createdAt: p.datetime(),
  },
})
export type RecipientFile = InferEntity<typeof RecipientFile>

/** The place of a file's content, for the seal. */
export const filePlace = (id: string): string => `recipient_files/${id}`
