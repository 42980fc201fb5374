import { AppError } from '#domain/errors.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call, type Viewer } from '#api/platform/call-context.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'
import { TokenBuckets } from '#api/platform/limits/token-buckets.ts'
import { takeLock } from '#api/platform/locks/advisory-locks.ts'

/** Returns the key under which attempts are counted: the person or the API key. */
const actorOf = ({ userId, sessionId, scopes }: Viewer): string => (scopes ? sessionId : userId)

/**
 * Records that the caller tries to sign in to a mailbox with a password. The attempts in the activity log are counted,
 * running ones included.
 *
 * @throws TOO_MANY_REQUESTS with the seconds until the next attempt
 */
export async function recordAttempt(call: Call, { email, server }: { email: string; server: string }): Promise<void> {
  const viewer = viewerOf(call)
  const { tenantId } = viewer
  const [{ ms, max }] = LIMITS.mailboxSignIns.windows
  const now = call.app.clock()
  const changes = [{ field: 'server', from: null, to: server }]
  await call.app.database.inTenant(tenantId, async (em) => {
    await takeLock(em, 'mailboxAttempts', actorOf(viewer))
    const tries = await em.execute<{ at: Date; isHere: boolean }[]>(
      `select at, changes @> :here::jsonb as "isHere" from audit_events
       where tenant_id = :tenantId and actor_id = :actorId and action = 'mailbox_sign_in_tried' and at > :since
       order by at desc limit :most`,
      {
        ...{ tenantId, actorId: actorOf(viewer), most: max.person },
        since: new Date(now.getTime() - ms),
        here: JSON.stringify(changes),
      },
    )
    const first = tries.filter(({ isHere }) => isHere)[max.server - 1] ?? tries[max.person - 1]
    if (first) throw tooMany(new Date(first.at).getTime() + ms - now.getTime())
    await recordOwn(call, em, { action: 'mailbox_sign_in_tried', target: { label: email }, changes })
  })
}

function tooMany(waitMs: number): AppError {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000))
  return new AppError(
    'TOO_MANY_REQUESTS',
    `You tried to sign in to mailboxes often. So that your host does not lock the mailbox, try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) },
  )
}

const searches = new WeakMap<Pick<App, 'clock'>, TokenBuckets>()

/**
 * Counts one search for mail servers against the caller's limit, in this process.
 *
 * @throws TOO_MANY_REQUESTS with the seconds to wait
 */
export function takeSearch({ app }: Call, viewer: Viewer): void {
  const buckets = searches.get(app) ?? new TokenBuckets(LIMITS.serverFinds, () => app.clock())
  searches.set(app, buckets)
  if (buckets.take(actorOf(viewer))) return
  const retryAfter = Math.max(1, Math.ceil(buckets.waitMs(actorOf(viewer)) / 1_000))
  const text = `You looked up many mail servers in a short time. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`
  throw new AppError('TOO_MANY_REQUESTS', text, { retryAfter })
}
