import type { App } from '#api/platform/app-context.ts'
import { closedUntil, nextBreaker, type Breaker, type SignInDoubt } from '#api/sending/circuit-breaker.ts'
import { DeliveryError, REFUSED_TOKEN, type OpenMailbox } from '#api/sending/provider.ts'
import { wrapMailbox } from '#api/sending/mailbox-wrapper.ts'
import type { Mailbox } from './mailbox.ts'

/**
 * Sign-ins that a provider refused, but may accept again. Providers refuse a good sign-in now and then: one
 * `invalid_grant` that works the next second, `internal_failure` for minutes, 401 for a token that was just renewed.
 *
 * - A refusal whose reason is final asks a person to reconnect when it comes a second time, some seconds later. A wrong password
 *   is not tried a second time.
 * - Any other refusal is tried again for fifteen minutes, with growing pauses, before a person is asked.
 * - Until then the mailbox waits and says so, no email is spent, and a success ends the doubt: after a refused renewal
 *   that of any call, after a refused token that of the same call.
 *
 * The doubt is stored with the mailbox, so that all processes wait for the same time.
 */

/** ms for which a refused sign-in without a final reason is tried again */
export const DOUBT_MS = 15 * 60_000

/** ms after a due retry that did not happen, after which the doubt is dropped */
const STALE_MS = 30 * 60_000

/** Beginning of the stored text of a refusal that may pass. */
const SIGN_IN_DOUBT = 'SIGN_IN_DOUBT: '

type DoubtApp = Pick<App, 'database' | 'clock' | 'log'>
type Known = Pick<Mailbox, 'tenantId' | 'id' | 'connectedAt' | 'signInDoubt'>

/** Returns the mailbox with refusals of its sign-in judged, see the top of this file. Each call may throw `sign-in-doubt`. */
export function withSignInDoubts(app: DoubtApp, account: Known, mailbox: OpenMailbox): OpenMailbox {
  let doubt = account.signInDoubt ?? null
  return wrapMailbox(mailbox, async (call, run) => {
    const until = closedUntil(doubt, app.clock().getTime())
    if (doubt && until !== null) throw waiting(doubt, until - app.clock().getTime())
    try {
      const result = await run()
      if (doubt && (doubt.call ?? call) === call) {
        doubt = null
        await endDoubt(app, account)
      }
      return result
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error
      const isFinal = error.kind === 'expired'
      if (isFinal && error.isCertain) throw error
      if (!isFinal && error.kind !== 'sign-in-doubt') throw error
      const judged = await judge(app, account, { call, error, isFinal })
      doubt = judged.doubt
      throw judged.error
    }
  })
}

/** Records a refusal and decides whether a person is asked to reconnect. */
async function judge(
  app: DoubtApp,
  { tenantId, id, connectedAt }: Known,
  { call, error, isFinal }: { call: keyof OpenMailbox; error: DeliveryError; isFinal: boolean },
): Promise<{ doubt: SignInDoubt | null; error: DeliveryError }> {
  const now = app.clock().getTime()
  return app.database.inTenant(tenantId, async (em) => {
    const [row] = await em.execute<{ doubt: SignInDoubt | null; isSame: boolean }[]>(
      `select sign_in_doubt as doubt, connected_at = :connectedAt as "isSame" from mailboxes
       where tenant_id = :tenantId and id = :id for update`,
      { tenantId, id, connectedAt },
    )
    // The refused sign-in is no longer the mailbox's: the next call uses the new one.
    if (!row?.isSame) return { doubt: null, error: waiting({ reason: error.message }, undefined) }
    const before = row.doubt && now - row.doubt.until < STALE_MS ? row.doubt : null
    const wasAskedAgain = before !== null && closedUntil(before, now) === null
    if (wasAskedAgain && (isFinal || now - before.since >= DOUBT_MS)) {
      return { doubt: before, error: new DeliveryError('expired', error.message, { cause: error }) }
    }
    const { message: reason, retryAfterMs } = error
    const next = nextBreaker(before, { kind: 'failed', reason, random: Math.random(), retryAfterMs }, now)
    // The last time is asked when the time is over.
    const asksFor = error.message.startsWith(REFUSED_TOKEN) ? call : null
    const doubt = next && { ...next, until: Math.min(next.until, next.since + DOUBT_MS), call: asksFor }
    await em.execute(`update mailboxes set sign_in_doubt = :doubt::jsonb where tenant_id = :tenantId and id = :id`, {
      tenantId,
      id,
      doubt: JSON.stringify(doubt),
    })
    if (!before) app.log.info({ tenantId, mailboxId: id }, 'A sign-in was refused; it is tried again')
    return { doubt, error: waiting({ reason }, (closedUntil(doubt, now) ?? now) - now) }
  })
}

async function endDoubt(app: DoubtApp, { tenantId, id }: Known): Promise<void> {
  await app.database.inTenant(tenantId, (em) =>
    em.execute(`update mailboxes set sign_in_doubt = null where tenant_id = :tenantId and id = :id`, {
      tenantId,
      id,
    }),
  )
}

const waiting = ({ reason }: Pick<Breaker, 'reason'>, retryAfterMs: number | undefined) =>
  new DeliveryError('sign-in-doubt', SIGN_IN_DOUBT + reason, { retryAfterMs })
