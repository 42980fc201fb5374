import type { App } from '../../app.ts'
import { deleteByTenant } from '../../database/by-tenant.ts'
import { every } from '../../jobs/every.ts'
import type { Worker } from '../../jobs/worker.ts'
import { ANSWER_KEPT } from './idempotency.ts'

/** ms between two looks for old answers */
const EVERY = 3_600_000

/** Deletes answers that were kept for a day. */
export async function forgetAnswers({ database, clock }: Pick<App, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - ANSWER_KEPT)
  await deleteByTenant(database, {
    table: 'idempotency_keys',
    which: () => 'd.created_at < :before',
    values: { before },
  })
}

/** Forgets old answers now and every hour. */
export const startForgettingAnswers = (app: App): Worker =>
  every(EVERY, () =>
    forgetAnswers(app).catch((error: unknown) => {
      app.log.warn({ error: String(error) }, 'Old answers to requests with an Idempotency-Key could not be deleted')
    }),
  )
