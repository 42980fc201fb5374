import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/**
 * A program that belongs to a workspace and to no person in it: its API keys keep working when people leave. It owns
 * what it creates, and sends from mailboxes that are shared with everybody.
 */
export const ServiceAccount = defineEntity({
  name: 'ServiceAccount',
  tableName: 'service_accounts',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    createdAt: p.datetime(),
  },
})
export type ServiceAccount = InferEntity<typeof ServiceAccount>
