import { defineEntity, type InferEntity, type Opt, p } from '@mikro-orm/core'
import type { SuppressionReason } from '#domain/audiences.ts'

/** An address that this workspace does not send to any more, whichever contact has it. */
export const Suppression = defineEntity({
  name: 'Suppression',
  tableName: 'suppressions',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    email: p.text(),
    /** lower-cased address, kept by the database */
    emailKey: p.text().$type<Opt<string>>().generated('lower(email) stored'),
    reason: p.text().$type<SuppressionReason>(),
    note: p.text(),
    createdAt: p.datetime(),
  },
})
export type Suppression = InferEntity<typeof Suppression>
