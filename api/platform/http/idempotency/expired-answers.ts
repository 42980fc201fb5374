import type { App } from '../../app-context.ts'
import { deleteByTenant } from '../../database/delete-by-tenant.ts'
import { runPeriodically } from '../../jobs/periodic-work.ts'
import type { Worker } from '../../jobs/job-worker.ts'
import { ANSWER_KEPT } from './idempotency.ts'

/** seconds between two runs that delete old responses */
const CLEANUP_INTERVAL_SECONDS = 3_600

/** Deletes stored responses after a day. */
export async function forgetAnswers({ database, clock }: Pick<App, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - ANSWER_KEPT)
  await deleteByTenant(database, {
    table: 'idempotency_keys',
    which: () => 'd.created_at < :before',
    values: { before },
  })
}

/** Deletes old stored responses now and every hour. */
export const startForgettingAnswers = (app: App): Worker =>
  runPeriodically({
    name: 'Forgetting old answers to requests with an Idempotency-Key',
    seconds: CLEANUP_INTERVAL_SECONDS,
    work: () => forgetAnswers(app),
    log: app.log,
  })
