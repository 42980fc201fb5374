import { uuidArray, type Database, type Em } from '#api/platform/database/database.ts'
import { mayHaveBeenSentBefore } from './email-sql-conditions.ts'
import { refusalOf } from '#api/sending/provider-draft-rules.ts'
import type { MailboxKey, SendStore } from '#api/sending/store.ts'

/**
 * Makes the part of the sending engine's store that handles provider drafts: their ids, their history, and the time of
 * the next check.
 */
export function createDraftStore({
  database,
}: {
  database: Database
}): Pick<SendStore, 'saveDrafts' | 'dropDraft' | 'postpone' | 'nextLook' | 'noteStrayDrafts'> {
  const inTenant = <T>(key: MailboxKey, work: (em: Em) => Promise<T>) => database.inTenant(key.tenantId, work)

  return {
    saveDrafts: (key, drafts) =>
      inTenant(key, async (em) => {
        const rows = drafts.map(({ attempt, draftId }) => ({
          id: attempt.logId,
          claimed: attempt.claimedAt,
          draft: draftId,
          asked: [{ person: true, at: attempt.claimedAt.getTime() }],
        }))
        const saved = await em.execute<{ id: string }[]>(
          `update email_logs l set draft_id = d.draft,
             draft_history = case when ${mayHaveBeenSentBefore('l')} then d.asked else '[]' end
           from jsonb_to_recordset(:rows::jsonb) as d (id uuid, claimed timestamptz, draft text, asked jsonb)
           where l.tenant_id = :tenantId and l.id = any (:ids::uuid[]) and l.id = d.id and l.status = 'sending'
             and l.attempted_at = d.claimed returning l.id`,
          { rows: JSON.stringify(rows), tenantId: key.tenantId, ids: uuidArray(rows.map(({ id }) => id)) },
        )
        const ours = new Set(saved.map(({ id }) => id))
        return drafts.map(({ attempt }) => ours.has(attempt.logId))
      }),

    dropDraft: (key, { logId, claimedAt }) =>
      inTenant(key, async (em) => {
        await em.execute(
          `update email_logs set draft_id = null, draft_history = '[]', look_at = null
           where tenant_id = :tenantId and id = :logId and status = 'sending' and attempted_at = :claimedAt`,
          { tenantId: key.tenantId, logId, claimedAt },
        )
      }),

    postpone: (key, { logId, claimedAt, history }, lookAt) =>
      inTenant(key, async (em) => {
        await em.execute(
          `update email_logs set look_at = :lookAt, draft_history = :history::jsonb, error = :error
           where tenant_id = :tenantId and id = :logId and status = 'sending' and attempted_at = :claimedAt`,
          {
            lookAt,
            history: JSON.stringify(history),
            error: refusalOf(history),
            tenantId: key.tenantId,
            logId,
            claimedAt,
          },
        )
      }),

    nextLook: (key) =>
      inTenant(key, async (em) => {
        const [row] = await em.execute<{ at: Date }[]>(
          `select look_at as at from email_logs
           where tenant_id = :tenantId and mailbox_id = :mailboxId and status = 'sending' and look_at is not null order by look_at limit 1`,
          { ...key },
        )
        return row ? new Date(row.at) : null
      }),

    noteStrayDrafts: (key, since, now) =>
      inTenant(key, async (em) => {
        await em.execute(
          `update mailboxes set stray_drafts_since = least(stray_drafts_since, :since::timestamptz),
             stray_drafts_until = greatest(stray_drafts_until, :now::timestamptz) where tenant_id = :tenantId and id = :mailboxId`,
          { since, now, ...key },
        )
      }),
  }
}
