import { WEBHOOK_LIMITS } from '#domain/webhooks.ts'
import type { App } from '#api/platform/app-context.ts'
import { deleteByTenant, deleteInBatches, tenantsOf } from '#api/platform/database/delete-by-tenant.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import { deliverSlice } from './webhook-delivery.ts'
import { apiIsOn, byHand } from './webhook-outbox.ts'
import { wakeWebhooksNow, workWebhooks, type WebhookKey } from './webhook-queue.ts'

/** seconds between two looks for webhooks with something to send */
const SWEEP_SECONDS = 1
/** seconds between two looks for old deliveries */
const TIDY_SECONDS = 3_600
/** ms that one job sends to one webhook before other webhooks get their turn. */
const TURN = 60_000
/** deliveries deleted in one transaction */
const BATCH = 5_000

/**
 * Starts sending events to webhooks. The database decides what is due: a sweep enqueues every webhook with due
 * deliveries, so that nothing depends on a job that a crashed process held.
 */
export async function startWebhooks(app: App): Promise<Worker> {
  let stopping = false
  const failed = (what: string) => (error: unknown) => app.log.warn({ error: String(error) }, what)
  const takeNoMore = await workWebhooks(app.jobs, async (key) => {
    const until = performance.now() + TURN
    const slice = () =>
      deliverSlice(app, key).catch((error: unknown) => {
        failed('Events could not be sent to a webhook')(error)
        return 0
      })
    while (!stopping && performance.now() < until && (await slice()) > 0);
  })
  const sweep = runPeriodically({
    name: 'The sweep for webhooks',
    seconds: SWEEP_SECONDS,
    work: async () => {
      const keys = await dueWebhooks(app)
      if (keys.length > 0) await wakeWebhooksNow(app.jobs, keys)
    },
    log: app.log,
  })
  const tidy = runPeriodically({
    name: 'Deleting old deliveries',
    seconds: TIDY_SECONDS,
    work: (signal) => forgetOldDeliveries(app, () => signal.aborted),
    log: app.log,
  })
  return {
    stop: async () => {
      stopping = true
      await Promise.all([sweep.stop(), tidy.stop(), takeNoMore()])
    },
  }
}

/**
 * Finds the webhooks with due deliveries. Deliveries that wait while API access is off are sent when it is on again.
 */
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
 * Deletes deliveries older than 30 days, those beyond the size of the log, what deleted webhooks and crashed processes
 * left, and rotated secrets that are no longer valid. Works in short transactions; returns the number of deliveries.
 */
export async function forgetOldDeliveries(
  { database, clock }: Pick<App, 'database' | 'clock'>,
  stopped: () => boolean = () => false,
  { batch = BATCH, log = WEBHOOK_LIMITS.log }: { batch?: number; log?: number } = {},
): Promise<number> {
  const now = clock()
  const before = new Date(now.getTime() - WEBHOOK_LIMITS.keptDays * 86_400_000)
  await forgetSecrets(database, now)
  const table = 'webhook_deliveries'
  const limits = { batch, stopped }
  let forgotten = 0
  forgotten += await deleteByTenant(
    database,
    { table, which: () => `d.started_at < :before and d.status <> 'pending'`, values: { before } },
    limits,
  )
  const orphans = (tenant: string) =>
    `not exists (select 1 from webhooks w where w.tenant_id = ${tenant} and w.id = d.webhook_id)`
  forgotten += await deleteByTenant(database, { table, which: orphans, values: {} }, limits)
  const full = `select tenant_id from webhook_deliveries group by tenant_id, webhook_id having count(*) > :log`
  const beyond = `webhooks w cross join lateral (select o.id from webhook_deliveries o
      where o.tenant_id = :tenantId and o.webhook_id = w.id order by o.id desc offset :log limit 1) as newest
    join webhook_deliveries d on d.tenant_id = :tenantId and d.webhook_id = w.id and d.id <= newest.id
    where w.tenant_id = :tenantId and d.status <> 'pending'`
  for (const tenantId of await tenantsOf(database, full, { log })) {
    if (stopped()) break
    forgotten += await deleteInBatches(database, tenantId, { table, rows: beyond, values: { log } }, limits)
  }
  return forgotten
}

/** Deletes the webhooks of dead processes, and rotated secrets that are no longer valid. */
async function forgetSecrets(database: App['database'], now: Date): Promise<void> {
  const over = `live_until < now() - interval '5 min'`
  const found = `select tenant_id from webhooks where ${over} or old_secret_until <= :now`
  for (const tenantId of await tenantsOf(database, found, { now })) {
    await database.inTenant(tenantId, async (em) => {
      await em.execute(`delete from webhooks where tenant_id = :tenantId and ${over}`, { tenantId })
      await em.execute(
        `update webhooks set sealed_old_secret = null, old_secret_until = null
         where tenant_id = :tenantId and old_secret_until <= :now`,
        { tenantId, now },
      )
    })
  }
}
