import { WEBHOOK_LIMITS } from '#domain/webhooks.ts'
import type { App } from '../context.ts'
import type { Em } from '../platform/database.ts'
import { every } from '../platform/every.ts'
import type { WebhookKey } from '../queue/jobs.ts'
import type { Worker } from '../queue/worker.ts'
import { deliverSlice } from './deliver.ts'
import { apiIsOn, byHand } from './outbox.ts'

/** ms between two looks for webhooks with something to send */
const SWEEP = 1_000
/** ms between two looks for old deliveries */
const TIDY = 3_600_000
/** ms that one job sends to one webhook before others get their turn */
const TURN = 60_000
/** deliveries deleted in one transaction */
const BATCH = 5_000

/**
 * Sends events to webhooks. The rows are the truth: a sweep enqueues every webhook that has something due, so that
 * nothing depends on a job that a dead process held.
 */
export async function startWebhooks(app: App): Promise<Worker> {
  let stopping = false
  const failed = (what: string) => (error: unknown) => app.log.warn({ error: String(error) }, what)
  const takeNoMore = await app.jobs.workWebhooks(async (key) => {
    const until = performance.now() + TURN
    const slice = () =>
      deliverSlice(app, key).catch((error: unknown) => {
        failed('Events could not be sent to a webhook')(error)
        return 0
      })
    while (!stopping && performance.now() < until && (await slice()) > 0);
  })
  const sweep = every(SWEEP, () =>
    dueWebhooks(app)
      .then((keys) => (keys.length > 0 ? app.jobs.wakeWebhooksNow(keys) : undefined))
      .catch(failed('The sweep for webhooks failed')),
  )
  const tidy = every(TIDY, (stopped) =>
    forgetOldDeliveries(app, stopped).catch(failed('Old deliveries could not be deleted')),
  )
  return {
    stop: async () => {
      stopping = true
      await Promise.all([sweep.stop(), tidy.stop(), takeNoMore()])
    },
  }
}

/** The webhooks with something due. What waits while API access is off is sent when it is on again. */
export async function dueWebhooks({ database, clock }: Pick<App, 'database' | 'clock'>): Promise<WebhookKey[]> {
  return database.asSystem((em) =>
    em.execute<WebhookKey[]>(
      `select w.tenant_id as "tenantId", w.id as "webhookId" from webhooks w
       where w.enabled and w.live_until is null and ${apiIsOn('w')}
         and exists (select from webhook_deliveries d where d.tenant_id = w.tenant_id and d.webhook_id = w.id
           and d.status = 'pending' and d.due_at <= :now
           and (w.rest_until is null or w.rest_until <= :now or ${byHand('d')}))`,
      { now: clock() },
    ),
  )
}

/**
 * Deletes deliveries of more than 30 days ago, those beyond the size of the log, and what deleted webhooks and dead
 * processes left; and rotated secrets that are no longer valid. In short transactions; returns how many deliveries.
 */
export async function forgetOldDeliveries(
  { database, clock }: Pick<App, 'database' | 'clock'>,
  stopped: () => boolean = () => false,
  { batch = BATCH, log = WEBHOOK_LIMITS.log }: { batch?: number; log?: number } = {},
): Promise<number> {
  const now = clock()
  const before = new Date(now.getTime() - WEBHOOK_LIMITS.keptDays * 86_400_000)
  await database.asSystem(async (em) => {
    await em.execute(`delete from webhooks where live_until < now() - interval '5 min'`)
    await em.execute(
      'update webhooks set sealed_old_secret = null, old_secret_until = null where old_secret_until <= :now',
      {
        now,
      },
    )
  })
  const old = `webhook_deliveries d where d.started_at < :before and d.status <> 'pending'
    or not exists (select from webhooks w where w.tenant_id = d.tenant_id and w.id = d.webhook_id)`
  const beyond = `webhooks w cross join lateral (select o.id from webhook_deliveries o
      where o.tenant_id = w.tenant_id and o.webhook_id = w.id order by o.id desc offset :log limit 1) as newest
    join webhook_deliveries d on d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.id <= newest.id
    where d.status <> 'pending'`
  let forgotten = 0
  for (const which of [old, beyond]) {
    for (let last = batch; last === batch && !stopped(); forgotten += last) {
      last = await database.asSystem((em) => deleteSome(em, which, { before, batch, log }))
    }
  }
  return forgotten
}

async function deleteSome(
  em: Em,
  which: string,
  values: { before: Date; batch: number; log: number },
): Promise<number> {
  const gone = await em.execute<unknown[]>(
    `delete from webhook_deliveries where (tenant_id, id) in (
       select d.tenant_id, d.id from ${which} limit :batch) returning 1`,
    values,
  )
  return gone.length
}
