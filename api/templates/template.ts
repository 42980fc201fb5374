import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A saved subject and content (spec §3 Template). */
export const Template = defineEntity({
  name: 'Template',
  tableName: 'templates',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    name: p.text(),
    subject: p.text(),
    content: p.text(),
    createdAt: p.datetime(),
  },
})
export type Template = InferEntity<typeof Template>
