import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { ContactFilter } from '#domain/audiences.ts'

/** A named filter of contacts. Its members are looked up each time. */
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
