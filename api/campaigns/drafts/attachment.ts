import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A file attached to every email of a campaign; stored once. */
export const Attachment = defineEntity({
  name: 'Attachment',
  tableName: 'attachments',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    campaignId: p.uuid(),
    position: p.integer(),
    name: p.text(),
    contentType: p.text(),
    /** bytes */
    size: p.integer(),
    content: p.blob().lazy(),
    createdAt: p.datetime(),
  },
})
export type Attachment = InferEntity<typeof Attachment>
