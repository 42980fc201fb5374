import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A raw event of an email after it was sent, including machine opens and scanner clicks. */
export const EmailEvent = defineEntity({
  name: 'EmailEvent',
  tableName: 'email_events',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    campaignId: p.uuid(),
    logId: p.uuid(),
    kind: p
      .text()
      .$type<
        | 'open'
        | 'click'
        | 'unsubscribe'
        | 'bounce'
        | 'complaint'
        | 'reply'
        | 'away'
        | 'automatic'
        | 'unproven'
        | 'unsent'
      >(),
    linkId: p.uuid().nullable(),
    machine: p.boolean().default(false),
    detail: p.text().nullable(),
    occurredAt: p.datetime(),
  },
})
export type EmailEvent = InferEntity<typeof EmailEvent>
