import { LockMode } from '@mikro-orm/core'
import { ERASED } from '#domain/personal-data.ts'
import { nextAttempt, WEBHOOK_LIMITS } from '#domain/webhooks.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { WebhookKey } from './webhook-queue.ts'
import { disableWebhook } from './disable-webhook.ts'
import { byHand } from './webhook-outbox.ts'
import { bodiesOf, headersOf } from './webhook-request.ts'
import type { Attempt } from './webhook-sender.ts'
import { secretPlace, Webhook, WebhookDelivery } from './webhook.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** Maximum number of deliveries in one slice. */
const SLICE = 20
/** Maximum number of concurrent requests to one webhook. */
const CONCURRENT_REQUESTS_PER_WEBHOOK = LIMITS.webhookDeliveries.max.webhook
/** ms after which a claimed delivery whose worker died is due again */
const LEASE = 120_000
/**
 * ms without requests after all requests of a batch, or a probe, failed: as long as the webhook has failed already,
 * within these bounds.
 */
const REST = { least: 30_000, most: 300_000 }

type DeliverApp = Pick<
  App,
  'database' | 'secrets' | 'webhooks' | 'clock' | 'jobs' | 'systemMailer' | 'publicUrl' | 'log'
>
type Sent = { delivery: WebhookDelivery; attempt: Attempt }

/**
 * Sends the due deliveries of a webhook, at most {@link SLICE}; returns how many were claimed. Each delivery is claimed
 * first, so that two workers do not send it at once, and is due again if this process dies; so it is sent at least
 * once. A webhook that rested after failures gets one probe; if that succeeds, the next slice is a full one.
 */
export async function deliverSlice(app: DeliverApp, key: WebhookKey, random = Math.random): Promise<number> {
  const claimed = await claim(app, key)
  if (!claimed) return 0
  const { webhook, deliveries, bodies } = claimed
  const secrets = secretsOf(app, webhook)
  for (let from = 0; from < deliveries.length; from += CONCURRENT_REQUESTS_PER_WEBHOOK) {
    const wave = deliveries.slice(from, from + CONCURRENT_REQUESTS_PER_WEBHOOK)
    const sent = await Promise.all(
      wave.map(async (delivery): Promise<Sent> => {
        const body = bodies.get(delivery.id) ?? ''
        if (!secrets) return { delivery, attempt: UNREADABLE }
        const headers = headersOf(delivery.id, body, secrets, app.clock())
        return { delivery, attempt: await app.webhooks.send(webhook.url, headers, body) }
      }),
    )
    const goesOn = await app.database.inTenant(key.tenantId, (em) => recordAttempts(app, em, webhook, sent, random))
    if (goesOn) continue
    await giveBack(app, key, deliveries.slice(from + CONCURRENT_REQUESTS_PER_WEBHOOK))
    break
  }
  return deliveries.length
}

const UNREADABLE: Attempt = { status: null, body: null, problem: 'unreadable_secret', durationMs: 0 }

/**
 * Claims due deliveries. A webhook that rests after failures gets only those {@link byHand}; one whose rest is over
 * gets one delivery, as a probe.
 */
async function claim(app: DeliverApp, { tenantId, webhookId }: WebhookKey) {
  const now = app.clock()
  const lease = new Date(now.getTime() + LEASE)
  return app.database.inTenant(tenantId, async (em) => {
    const webhook = await em.findOne(
      Webhook,
      { tenantId, id: webhookId, enabled: true, liveUntil: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    if (!webhook) return null
    const take = (which: string, most: number) =>
      em.execute<{ id: string }[]>(
        `update webhook_deliveries d set due_at = :lease
         where d.tenant_id = :tenantId and d.id = any (array(
           select o.id from webhook_deliveries o
           where o.tenant_id = :tenantId and o.webhook_id = :webhookId and o.status = 'pending' and o.due_at <= :now
             and ${which} order by o.due_at limit ${most} for update skip locked))
         returning d.id`,
        { tenantId, webhookId, now, lease },
      )
    const { restUntil } = webhook
    const rows = await take(byHand('o'), SLICE)
    const others = !restUntil ? SLICE - rows.length : restUntil <= now && rows.length === 0 ? 1 : 0
    if (others > 0) rows.push(...(await take('true', others)))
    if (rows.length === 0) return null
    // Other workers do not probe meanwhile. If this process dies, the next probe is as late as the lease.
    if (restUntil && restUntil < lease) {
      em.assign(webhook, { restUntil: lease })
      await em.flush()
    }
    const found = await em.find(
      WebhookDelivery,
      { tenantId, id: { $in: rows.map(({ id }) => id) } },
      { orderBy: { id: 'asc' } },
    )
    return { webhook, deliveries: found, bodies: await bodiesOf(em, tenantId, found) }
  })
}

/** Decrypts the valid secrets of a webhook, the current one first; null if no listed key opens them. */
function secretsOf({ secrets, clock }: DeliverApp, webhook: Webhook): string[] | null {
  const { id, sealedSecret, sealedOldSecret, oldSecretUntil } = webhook
  const old = oldSecretUntil && oldSecretUntil > clock() ? sealedOldSecret : null
  try {
    return [sealedSecret, old].flatMap((sealed) => (sealed ? [secrets.open(sealed, secretPlace(id))] : []))
  } catch {
    return null
  }
}

/**
 * SQL condition: the person in the event was erased, perhaps while the request was under way; the response is then not
 * stored, because it may repeat personal data.
 */
const isErased = (d: string) => `exists (select from email_logs l where l.tenant_id = :tenantId
  and l.id = (${d}.data ->> 'emailLogId')::uuid and l.contact_email = '${ERASED.email}')`

/** Records the results of a batch of requests; false if the webhook gets no more for now. */
async function recordAttempts(
  app: DeliverApp,
  em: Em,
  { tenantId, id }: Webhook,
  sent: readonly Sent[],
  random: () => number,
): Promise<boolean> {
  const now = app.clock()
  const rows = sent.map(({ delivery, attempt: { status, body, problem, durationMs } }) => {
    const again = problem && nextAttempt(delivery.attempts + 1, delivery.startedAt, now, random())
    return {
      ...{ id: delivery.id, due: again, response_status: status, response_body: body, problem, duration: durationMs },
      status: problem === null ? 'delivered' : again ? 'pending' : 'failed',
    }
  })
  await em.execute(
    `update webhook_deliveries d set status = r.status, due_at = r.due, attempts = d.attempts + 1, attempted_at = :now,
       duration_ms = r.duration, response_status = r.response_status, problem = r.problem, response_body = r.body
     from (select a.*, case when ${isErased('o')} then '' else a.response_body end as body
       from jsonb_to_recordset(:rows::jsonb) as a (id uuid, status text, due timestamptz, duration integer,
         response_status integer, response_body text, problem text)
       join webhook_deliveries o on o.tenant_id = :tenantId and o.id = a.id) as r
     where d.tenant_id = :tenantId and d.id = r.id and d.status = 'pending'`,
    { tenantId, now, rows: JSON.stringify(rows) },
  )
  if (sent.some(({ attempt }) => attempt.problem === null)) {
    await em.execute(
      `update webhooks set failing_since = null, rest_until = null
       where tenant_id = :tenantId and id = :id and (failing_since is not null or rest_until is not null)`,
      { tenantId, id },
    )
    return true
  }
  return keepFailing(app, em, { tenantId, id }, sent, now)
}

/**
 * Handles a batch in which every request failed: the webhook rests if there were several or it was a probe, and is
 * disabled after three days.
 */
async function keepFailing(
  app: DeliverApp,
  em: Em,
  { tenantId, id }: { tenantId: string; id: string },
  sent: readonly Sent[],
  now: Date,
): Promise<boolean> {
  const webhook = await em.findOne(Webhook, { tenantId, id }, { refresh: true })
  if (!webhook) return false
  const since = webhook.failingSince ?? now
  const failing = now.getTime() - since.getTime()
  const rests = sent.length === CONCURRENT_REQUESTS_PER_WEBHOOK || webhook.restUntil !== null
  webhook.failingSince = since
  if (rests) webhook.restUntil = new Date(now.getTime() + Math.min(REST.most, Math.max(REST.least, failing)))
  await em.flush()
  const gone = sent.some(({ attempt }) => attempt.status === 410)
  if (gone || failing >= WEBHOOK_LIMITS.patience) {
    await disableWebhook(app, em, webhook, gone ? 'gone' : 'failing')
    return false
  }
  return !rests
}

async function giveBack(app: DeliverApp, { tenantId }: WebhookKey, left: readonly WebhookDelivery[]): Promise<void> {
  if (left.length === 0) return
  await app.database.inTenant(tenantId, (em) =>
    em.nativeUpdate(
      WebhookDelivery,
      { tenantId, id: { $in: left.map(({ id }) => id) }, status: 'pending' },
      { dueAt: app.clock() },
    ),
  )
}
