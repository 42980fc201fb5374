import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** Something that happened to a mail after it left; raw, machine opens and scanner clicks included. */
export const EmailEvent = defineEntity({
  name: 'EmailEvent',
  tableName: 'email_events',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    campaignId: p.uuid(),
    logId: p.uuid(),
    kind: p.text().$type<'open' | 'click' | 'unsubscribe' | 'bounce' | 'reply'>(),
    linkId: p.uuid().nullable(),
    machine: p.boolean().default(false),
    detail: p.text().nullable(),
    occurredAt: p.datetime(),
  },
})
export type EmailEvent = InferEntity<typeof EmailEvent>
