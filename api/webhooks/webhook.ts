import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type {
  AnyWebhookEvent,
  DeliveryProblem,
  DeliveryStatus,
  DisabledReason,
  WebhookEvent,
} from '#domain/webhooks.ts'

/** A webhook: a URL that a workspace's events are sent to. */
export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    url: p.text(),
    description: p.text().default(''),
    events: p.array().$type<WebhookEvent[]>(),
    enabled: p.boolean().default(true),
    /** reason why Mergewell disabled the webhook; null: it is enabled, or an admin disabled it */
    disabledBecause: p.text().$type<DisabledReason>().nullable(),
    disabledAt: p.datetime().nullable(),
    sealedSecret: p.blob().nullable(),
    /** previous secret, encrypted; requests are signed with it too until `oldSecretUntil` */
    sealedOldSecret: p.blob().nullable(),
    oldSecretUntil: p.datetime().nullable(),
    /** time of the first failure since the last success */
    failingSince: p.datetime().nullable(),
    /**
     * end of the rest after several failed requests in a row: until then only tests and resends are sent, then one
     * probe; null: the webhook does not rest
     */
    restUntil: p.datetime().nullable(),
    /** time until which this row is a process with subscribers to emailLogsChanged, not a webhook */
    liveUntil: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
})
export type Webhook = InferEntity<typeof Webhook>

/**
 * Data of an event as stored: ids and codes only, no personal data; email addresses are looked up when the event is
 * sent.
 */
export type EventData = Record<string, unknown>

/** An event for a webhook, written with the change that it tells of. Its id is the webhook-id of every attempt. */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    webhookId: p.uuid(),
    event: p.text().$type<AnyWebhookEvent>(),
    occurredAt: p.datetime(),
    data: p.json<EventData>(),
    status: p.text().$type<DeliveryStatus | 'live'>(),
    /** time of the next attempt; during an attempt, the time at which it counts as lost */
    dueAt: p.datetime().nullable(),
    /** time at which the delivery was written or last resent; it is retried for three days from then */
    startedAt: p.datetime(),
    attempts: p.integer().default(0),
    attemptedAt: p.datetime().nullable(),
    durationMs: p.integer().nullable(),
    responseStatus: p.integer().nullable(),
    responseBody: p.text().nullable(),
    problem: p.text().$type<DeliveryProblem>().nullable(),
  },
})
export type WebhookDelivery = InferEntity<typeof WebhookDelivery>

/** Returns the name of the database row that a webhook's secrets are encrypted for. */
export const secretPlace = (id: string): string => `webhooks/${id}`
