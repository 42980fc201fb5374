import { v7 as newId } from 'uuid'
import { AppError } from '#domain/errors.ts'
import { TEST_EVENT, type DeliveryStatus } from '#domain/webhooks.ts'
import { notFound } from '#schema/object-ids.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { countOf, NEWEST_FIRST, readPage, type Listed, type Page } from '#api/platform/database/keyset-pagination.ts'
import { hostOf } from './disable-webhook.ts'
import { bodiesOf } from './webhook-request.ts'
import { ensureFewTests, TEST_SENT_AGAIN } from './test-delivery-limit.ts'
import { Webhook, WebhookDelivery } from './webhook.ts'
import { changeWebhook, withWebhook } from './webhooks.ts'
import { wakeWebhook } from './webhook-queue.ts'

/** A delivery with the body of its request. `nextAttemptAt`: null if the delivery is not sent any more. */
export type DeliveryView = WebhookDelivery & { request: string; nextAttemptAt: Date | null }

/** A page of the log of a webhook, newest first. Admins only. Throws NOT_FOUND. */
export async function listWebhookDeliveries(
  call: Call,
  webhookId: string,
  status: DeliveryStatus | null | undefined,
  page: Page,
): Promise<Listed<DeliveryView>[]> {
  return withWebhook(call, 'webhooks:read', webhookId, async (em, { tenantId }) => {
    const rows = await readPage(logOf(em, tenantId, webhookId, status).selectAll(), NEWEST_FIRST, page)
    return withRequests(em, tenantId, rows)
  })
}

/** The number of deliveries in the log of a webhook. Admins only. Throws NOT_FOUND. */
export async function countWebhookDeliveries(
  call: Call,
  webhookId: string,
  status: DeliveryStatus | null | undefined,
): Promise<number> {
  return withWebhook(call, 'webhooks:read', webhookId, (em, { tenantId }) =>
    countOf(logOf(em, tenantId, webhookId, status)),
  )
}

/** Deliveries by id, in order; null for each that does not exist. Admins only. */
export async function findWebhookDeliveries(call: Call, ids: readonly string[]): Promise<(DeliveryView | null)[]> {
  const { tenantId } = viewerWith(call, 'webhooks:read')
  return call.app.database.inTenant(tenantId, async (em) => {
    const found = await em.find(WebhookDelivery, { tenantId, id: { $in: [...ids] }, status: { $ne: 'live' } })
    // The log of a deleted webhook is deleted a little later.
    const webhooks = await em.find(Webhook, { tenantId, id: { $in: found.map(({ webhookId }) => webhookId) } })
    const existing = new Set(webhooks.map(({ id }) => id))
    const rows = found.filter(({ webhookId }) => existing.has(webhookId))
    const byId = new Map((await withRequests(em, tenantId, rows)).map((delivery) => [delivery.id, delivery]))
    return ids.map((id) => byId.get(id) ?? null)
  })
}

/** Sends a test event to a webhook. Admins only. Throws NOT_FOUND, CONFLICT (it is disabled), TOO_MANY_REQUESTS. */
export async function sendTestWebhook(call: Call, id: string): Promise<DeliveryView> {
  return changeWebhook(call, id, async (em, webhook) => {
    ensureEnabled(webhook)
    const { tenantId } = webhook
    const now = call.app.clock()
    await ensureFewTests(em, { tenantId, webhookId: id }, now)
    const delivery = em.create(WebhookDelivery, {
      ...{ tenantId, id: newId(), webhookId: id, event: TEST_EVENT, data: { webhookId: id }, status: 'pending' },
      ...{ occurredAt: now, dueAt: now, startedAt: now },
    })
    await em.flush()
    await recordOwn(call, em, { action: 'webhook_tested', target: { id, label: hostOf(webhook) } })
    await wakeWebhook(call.app.jobs, em, { tenantId, webhookId: id })
    return one(em, delivery)
  })
}

/**
 * Sends a delivery again, with the same webhook-id; if it fails, it is retried for three days from now. Admins only.
 * Throws NOT_FOUND, CONFLICT (it still waits, or the webhook is disabled), TOO_MANY_REQUESTS (a test event).
 */
export async function resendWebhookDelivery(call: Call, id: string): Promise<DeliveryView> {
  const { tenantId } = viewerWith(call, 'webhooks:write')
  return call.app.database.inTenant(tenantId, async (em) => {
    const delivery = await em.findOne(WebhookDelivery, { tenantId, id, status: { $ne: 'live' } })
    const webhook = delivery && (await em.findOne(Webhook, { tenantId, id: delivery.webhookId }))
    if (!delivery || !webhook) throw notFound('WebhookDelivery')
    ensureEnabled(webhook)
    if (delivery.status === 'pending' && delivery.attempts === 0) {
      throw new AppError('CONFLICT', 'This event was not sent yet. It is sent by itself.')
    }
    const now = call.app.clock()
    const isTest = delivery.event === TEST_EVENT
    if (isTest) await ensureFewTests(em, { tenantId, webhookId: webhook.id }, now)
    em.assign(delivery, { status: 'pending', dueAt: now, startedAt: now, attempts: 0, problem: null })
    await em.flush()
    const target = { id: webhook.id, label: hostOf(webhook) }
    await recordOwn(call, em, { action: 'webhook_resent', target, changes: isTest ? TEST_SENT_AGAIN : [] })
    await wakeWebhook(call.app.jobs, em, { tenantId, webhookId: webhook.id })
    return one(em, delivery)
  })
}

function ensureEnabled({ enabled }: Webhook): void {
  if (!enabled) throw new AppError('CONFLICT', 'This webhook is paused. Resume it first.')
}

function logOf(em: Em, tenantId: string, webhookId: string, status: DeliveryStatus | null | undefined) {
  const query = sqlOf(em)
    .selectFrom('webhook_deliveries')
    .where('tenantId', '=', tenantId)
    .where('webhookId', '=', webhookId)
  return status ? query.where('status', '=', status) : query
}

async function one(em: Em, delivery: WebhookDelivery): Promise<DeliveryView> {
  const [view] = await withRequests(em, delivery.tenantId, [delivery])
  if (!view) throw new Error('There is no delivery')
  return view
}

async function withRequests<Row extends WebhookDelivery>(
  em: Em,
  tenantId: string,
  rows: readonly Row[],
): Promise<(Row & Pick<DeliveryView, 'request' | 'nextAttemptAt'>)[]> {
  const bodies = await bodiesOf(em, tenantId, rows)
  const webhooks = await em.find(Webhook, { tenantId, id: { $in: [...new Set(rows.map((row) => row.webhookId))] } })
  const rests = new Map(webhooks.map(({ id, restUntil }) => [id, restUntil]))
  return rows.map((row) => {
    const nextAttemptAt = row.status === 'pending' ? nextAttemptOf(row, rests.get(row.webhookId)) : null
    return { ...row, request: bodies.get(row.id) ?? '', nextAttemptAt }
  })
}

/**
 * Returns when a delivery is due next, or the end of the rest of its webhook if that is later and the delivery must
 * wait for it.
 */
function nextAttemptOf(
  { event, dueAt, attempts, startedAt, occurredAt }: WebhookDelivery,
  restUntil: Date | null | undefined,
): Date | null {
  if (!dueAt) return null
  const due = new Date(dueAt)
  const byHand = attempts === 0 && (event === TEST_EVENT || new Date(startedAt) > new Date(occurredAt))
  return restUntil && !byHand && restUntil > due ? restUntil : due
}
