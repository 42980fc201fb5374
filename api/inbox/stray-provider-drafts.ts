import { uuidArray } from '#api/platform/database/database.ts'
import { DeliveryError, type OpenMailbox, type MarkedEmail } from '#api/sending/provider.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { openWorking, type ReturnsApp } from './read-mailbox.ts'

/**
 * Minimum ms between the last unanswered request to create a draft and the first search for it: the request may still
 * be running, and searches lag.
 */
const FIRST_SEARCH = 60_000
/** ms after the last unanswered request during which the search is repeated. */
const LAST_SEARCH = 5 * 60_000
/** maximum clock difference to the provider, in ms */
const SKEW = 10 * 60_000

interface Doubt {
  since: Date
  until: Date
}

/** Mailboxes that may contain drafts whose creation got no answer, so that we have no id. */
export async function mailboxesWithStrayDrafts(app: ReturnsApp): Promise<MailboxKey[]> {
  return app.database.asSystem((em) =>
    em.execute<MailboxKey[]>(
      `select tenant_id as "tenantId", id as "mailboxId" from mailboxes
       where stray_drafts_until <= :strayDraftsUntil and status <> 'error' limit 1000`,
      { strayDraftsUntil: new Date(app.clock().getTime() - FIRST_SEARCH) },
    ),
  )
}

/**
 * Deletes drafts of ours that nothing will send, found by their marker. Keeps a draft if its email still needs it, if
 * it may still be in creation, or if its marker names an unknown email: it may belong to another installation. Returns
 * the number deleted.
 */
export async function discardStrayDrafts(app: ReturnsApp, key: MailboxKey): Promise<number> {
  const now = app.clock().getTime()
  const doubt = await doubtOf(app, key)
  if (!doubt || now < doubt.until.getTime() + FIRST_SEARCH) return 0
  const open = await openWorking(app, key)
  if (!open?.mailbox.canDraft) return 0
  const drafts = await open.mailbox.findMarked(new Date(doubt.since.getTime() - SKEW), 'draft')
  const strays = await straysAmong(app, key, drafts)
  for (const { id } of strays) await discard(open.mailbox, id)
  if (now >= doubt.until.getTime() + LAST_SEARCH) await closeDoubt(app, key, doubt)
  return strays.length
}

async function doubtOf(app: ReturnsApp, key: MailboxKey): Promise<Doubt | null> {
  const [row] = await app.database.inTenant(key.tenantId, (em) =>
    em.execute<Doubt[]>(
      `select stray_drafts_since as since, stray_drafts_until as until from mailboxes
       where tenant_id = :tenantId and id = :mailboxId and stray_drafts_since is not null and stray_drafts_until is not null`,
      { tenantId: key.tenantId, mailboxId: key.mailboxId },
    ),
  )
  return row ? { since: new Date(row.since), until: new Date(row.until) } : null
}

async function straysAmong(
  app: ReturnsApp,
  key: MailboxKey,
  drafts: readonly MarkedEmail[],
): Promise<readonly MarkedEmail[]> {
  if (drafts.length === 0) return []
  const logs = await app.database.inTenant(key.tenantId, (em) =>
    em.execute<{ id: string; draftId: string | null; attempts: number; status: string }[]>(
      `select id, draft_id as "draftId", attempts, status from email_logs where tenant_id = :tenantId and id = any (:ids::uuid[])`,
      { tenantId: key.tenantId, ids: uuidArray(new Set(drafts.map(({ logId }) => logId))) },
    ),
  )
  const known = new Map(logs.map((log) => [log.id, log]))
  return drafts.filter(({ logId, attempt, id }) => {
    const log = known.get(logId)
    if (!log || log.draftId === id) return false
    const inTheMaking = log.status === 'sending' && log.draftId === null && log.attempts === attempt
    return !inTheMaking
  })
}

/** Deletes a provider draft; one that cannot be deleted now is found by the next search. */
async function discard(mailbox: OpenMailbox, draftId: string): Promise<void> {
  await mailbox.discardDraft(draftId).catch((error: unknown) => {
    if (!(error instanceof DeliveryError) || error.retryable || error.kind === 'expired') throw error
  })
}

/** Records that the search for stray drafts is finished, unless another unanswered request came in the meantime. */
async function closeDoubt(app: ReturnsApp, key: MailboxKey, { until }: Doubt): Promise<void> {
  await app.database.inTenant(key.tenantId, (em) =>
    em.execute(
      `update mailboxes set stray_drafts_since = null, stray_drafts_until = null
       where tenant_id = :tenantId and id = :mailboxId and stray_drafts_until <= :until`,
      { tenantId: key.tenantId, mailboxId: key.mailboxId, until },
    ),
  )
}
