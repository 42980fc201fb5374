import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { DocumentFormat } from '#domain/campaigns/document-attachments.ts'

/** A file attached to every email of a campaign, or a template of a document for each recipient; stored once. */
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
    /** the kind of file that it becomes for each recipient; null: it is attached as it is */
    document: p.text().$type<DocumentFormat>().nullable(),
    /** merge tags and markers of such a template and of its name, as one text */
    documentTags: p.text().nullable(),
    /** fonts that a template names */
    fonts: p.array(),
    createdAt: p.datetime(),
  },
})
export type Attachment = InferEntity<typeof Attachment>
