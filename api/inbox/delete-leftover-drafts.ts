import { RESTORED_REASONS } from '#domain/campaigns/campaigns.ts'
import { DeliveryError, type OpenMailbox } from '#api/sending/provider.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { leftDraft, returnLeftDraft, takeLeftDrafts } from '#api/emails/drafts-of-failed-emails.ts'
import { openWorking, type ReturnsApp } from './read-mailbox.ts'

/** drafts deleted per batch */
const BATCH = 20
/** ms that a provider draft is left alone after a failure, because a request may still be running. */
const SETTLED = 60_000

/** Mailboxes that may contain drafts of failed emails. */
export async function mailboxesWithLeftDrafts(app: ReturnsApp): Promise<MailboxKey[]> {
  return app.database.asSystem((em) =>
    em.execute<MailboxKey[]>(
      `select distinct l.tenant_id as "tenantId", l.mailbox_id as "mailboxId" from email_logs l
       join mailboxes m on m.tenant_id = l.tenant_id and m.id = l.mailbox_id and m.status <> 'error'
       where ${leftDraft('l')} and l.failed_at <= :failedAt limit 1000`,
      { failedAt: new Date(app.clock().getTime() - SETTLED) },
    ),
  )
}

/**
 * Deletes the drafts of failed emails from the person's Drafts folder. Nothing can send such a draft meanwhile: its id
 * is first removed from the email, and restored if the mailbox did not answer. Returns the number of drafts handled.
 */
export async function discardLeftDrafts(app: ReturnsApp, key: MailboxKey): Promise<number> {
  if (await isUndecided(app, key)) return 0
  const open = await openWorking(app, key)
  if (!open?.mailbox.canDraft) return 0
  const failedAt = new Date(app.clock().getTime() - SETTLED)
  const drafts = await app.database.inTenant(key.tenantId, (em) => takeLeftDrafts(em, key, { failedAt, most: BATCH }))
  let discarded = 0
  for (const { id, draftId } of drafts) {
    if (await discard(open.mailbox, draftId)) discarded += 1
    else {
      await app.database.inTenant(key.tenantId, (em) => returnLeftDraft(em, key.tenantId, { id, draftId }))
    }
  }
  return discarded
}

/**
 * Checks whether campaigns of this mailbox await a decision after the database was restored or copied. Until then its
 * drafts may belong to the original, which still sends.
 */
async function isUndecided(app: ReturnsApp, { tenantId, mailboxId }: MailboxKey): Promise<boolean> {
  const rows = await app.database.inTenant(tenantId, (em) =>
    em.execute<{ id: string }[]>(
      `select c.id from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
       where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and c.status = 'paused'
         and c.paused_because in (select jsonb_array_elements_text(:reasons::jsonb)) limit 1`,
      { tenantId, mailboxId, reasons: JSON.stringify([...RESTORED_REASONS]) },
    ),
  )
  return rows.length > 0
}

/**
 * Returns whether campaigns of this mailbox await a person's decision after the database was restored or copied. Until
 * then its drafts may belong to the original installation, which still sends.
 */
async function discard(mailbox: OpenMailbox, draftId: string): Promise<boolean> {
  try {
    await mailbox.discardDraft(draftId)
    return true
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    return !error.retryable && error.kind !== 'expired'
  }
}
