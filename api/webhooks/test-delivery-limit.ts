import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { AppError } from '#domain/errors.ts'
import { TEST_EVENT, WEBHOOK_LIMITS } from '#domain/webhooks.ts'
import type { Em } from '#api/platform/database/database.ts'

/** Entry in the activity log for a test event that is sent again. */
export const TEST_SENT_AGAIN = [{ field: 'event', from: null, to: TEST_EVENT }]

/**
 * Ensures that a webhook gets few test events, so that nobody can aim requests of Mergewell at a server by pressing a button.
 * Counts the activity log, which also knows the tests that were sent again. Locks the tests of the webhook until the end of
 * the transaction, in which the caller records the test.
 *
 * @throws TOO_MANY_REQUESTS with the seconds until the next one
 */
export async function ensureFewTests(
  em: Em,
  { tenantId, webhookId }: { tenantId: string; webhookId: string },
  now: Date,
): Promise<void> {
  const { count, ms } = WEBHOOK_LIMITS.tests
  await takeLock(em, 'webhookTests', webhookId)
  const tests = await em.execute<{ at: Date }[]>(
    `select at from audit_events where tenant_id = :tenantId and target_id = :webhookId and at > :since
       and (action = 'webhook_tested' or (action = 'webhook_resent' and changes @> :again::jsonb))
     order by at desc limit :count`,
    {
      ...{ tenantId, webhookId, count },
      since: new Date(now.getTime() - ms),
      again: JSON.stringify(TEST_SENT_AGAIN),
    },
  )
  const first = tests[count - 1]
  if (!first) return
  const retryAfter = Math.max(1, Math.ceil((new Date(first.at).getTime() + ms - now.getTime()) / 1_000))
  throw new AppError(
    'TOO_MANY_REQUESTS',
    `A webhook can be sent ${count} test events in ${ms / 60_000} minutes. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
    { retryAfter },
  )
}
