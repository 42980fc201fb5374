import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { ContactFilter } from '#domain/audiences.ts'

/** A filter of contacts with a name. Who belongs to it is looked up each time. */
export const Segment = defineEntity({
  name: 'Segment',
  tableName: 'segments',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    filter: p.json<ContactFilter>(),
    createdBy: p.uuid(),
    createdAt: p.datetime(),
  },
})
export type Segment = InferEntity<typeof Segment>
