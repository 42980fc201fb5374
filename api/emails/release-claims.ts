import { shareLock } from '#api/platform/locks/advisory-locks.ts'
import type { App } from '#api/platform/app-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { refusalOf } from '#api/sending/provider-draft-rules.ts'
import type { Attempt, MailboxKey, SendStore } from '#api/sending/store.ts'
import { keepSentRecords } from './ledgers/sent-email-ledger.ts'
import { takeBack } from './ledgers/shared-ledgers.ts'
import { failCancelled, failSuppressed } from './fail-pending.ts'
import { announce } from './sending-state.ts'

type Again = Parameters<SendStore['release']>[2]

/**
 * Releases claimed emails: pending again, or failed if their campaign was cancelled or their address suppressed
 * meanwhile.
 */
export async function releaseEmails(
  app: Pick<App, 'events' | 'clock'>,
  em: Em,
  key: MailboxKey,
  released: readonly Attempt[],
  again: Again,
): Promise<void> {
  const { tenantId } = key
  await shareLock(em, 'suppressions', tenantId)
  const campaignIds = new Set(released.map(({ campaignId }) => campaignId))
  await lockCampaigns(em, tenantId, campaignIds)
  const unsent: Attempt[] = []
  for (const attempt of released) {
    const { logId, campaignId } = attempt
    if (again?.mayHaveLeft) {
      const ofEmail = { sql: (l: string) => `${l}.id = :logId`, values: { logId } }
      await keepSentRecords(em, { tenantId, id: campaignId }, ofEmail, again.retryAt)
    }
    const isOurs = await makePending(em, tenantId, attempt, again)
    if (isOurs && !again?.mayHaveLeft) unsent.push(attempt)
    await announce(app, em, tenantId, await failSuppressed(em, tenantId, app.clock(), { logId }))
  }
  for (const id of campaignIds) await announce(app, em, tenantId, await failCancelled(em, tenantId, app.clock(), id))
  await takeBack(em, key, unsent, again !== null)
}

/**
 * Locks the campaigns of released emails. Cancelling locks the campaign too, so that emails released later are not
 * sent.
 */
async function lockCampaigns(em: Em, tenantId: string, ids: ReadonlySet<string>): Promise<void> {
  await em.execute(
    `select from campaigns where tenant_id = :tenantId and id = any (:ids::uuid[]) order by id for update`,
    {
      tenantId,
      ids: uuidArray(ids),
    },
  )
}

/** Makes an email pending again; returns false if another attempt has replaced this one. */
async function makePending(
  em: Em,
  tenantId: string,
  { logId, claimedAt, draftId, history }: Attempt,
  again: Again,
): Promise<boolean> {
  const changed = await em.execute<object[]>(
    `update email_logs set status = 'pending', retry_at = :retryAt, attempted_at = null, look_at = null,
       draft_history = :history::jsonb, error = :error, attempts = attempts - :untried, failures = failures + :failed
     where tenant_id = :tenantId and id = :logId and status = 'sending' and attempted_at = :claimedAt
       and (:draftId::text is not null or draft_id is null)
     returning id`,
    {
      retryAt: again?.retryAt ?? null,
      history: JSON.stringify(history),
      untried: again ? 0 : 1,
      failed: again?.failed ? 1 : 0,
      error: again?.error ?? refusalOf(history),
      tenantId,
      logId,
      claimedAt,
      draftId,
    },
  )
  return changed.length > 0
}
