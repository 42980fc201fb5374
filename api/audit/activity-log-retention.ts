import type { App } from '#api/platform/app-context.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'

/** Seconds between two runs that delete expired entries of the activity log. */
const CLEANUP_INTERVAL_SECONDS = 6 * 3_600
/** entries deleted in one transaction */
const BATCH = 10_000

/** Forgets entries of the activity log that are older than `days`; returns how many there were. */
export async function forgetOldEvents(
  { database, clock }: Pick<App, 'database' | 'clock'>,
  days: number,
  batch = BATCH,
): Promise<number> {
  const before = new Date(clock().getTime() - days * 86_400_000)
  let forgotten = 0
  for (let step = Infinity; step > 0; forgotten += step) {
    const workspaces = await database.asSystem((em) =>
      em.execute<{ id: string }[]>(
        'select distinct tenant_id as id from (select tenant_id from audit_events where at < :before limit :batch) as old',
        { before, batch },
      ),
    )
    step = 0
    for (const { id } of workspaces) step += await forgetOldOf(database, id, before, batch)
  }
  return forgotten
}

/** Deletes the old entries of one workspace, so that each transaction stays on one shard. */
async function forgetOldOf(database: App['database'], id: string, before: Date, batch: number): Promise<number> {
  let forgotten = 0
  for (;;) {
    const [{ count }] = await database.asSystem((em) =>
      em.execute<[{ count: number }]>('select forget_audit_events(:id, :before, :batch) as count', {
        id,
        before,
        batch,
      }),
    )
    forgotten += count
    if (count < batch) return forgotten
  }
}

/** Forgets old entries now and a few times a day. */
export const startAuditRetention = (app: App, days: number): Worker =>
  runPeriodically({
    name: 'Deleting old entries of the activity log',
    seconds: CLEANUP_INTERVAL_SECONDS,
    work: () => forgetOldEvents(app, days),
    log: app.log,
  })
