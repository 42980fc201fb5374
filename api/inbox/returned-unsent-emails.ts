import { makeUnsentPending } from '#api/emails/emails-returned-unsent.ts'
import { shareLock } from '#api/platform/locks/advisory-locks.ts'
import type { SenderNotice } from '#domain/inbox/sender-notices.ts'
import type { LimitReason } from '#domain/pacing/sending-gates.ts'
import { LEAVES_FOR } from '#domain/campaigns/follow-ups.ts'
import { failSuppressed } from '#api/emails/fail-pending.ts'
import { announce, announceMailbox, pauseToProtect } from '#api/emails/sending-state.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import type { BounceReturn, Candidate } from './match-inbox-events.ts'

/** An email that the mailbox's own provider returned because of its sender, which the notice names. */
export interface UnsentEmail {
  mail: Candidate
  returned: BounceReturn
  notice: SenderNotice
}

/** ms that a mailbox waits whose provider returns emails because of a limit: all of these limits are for 24 hours. */
const LIMIT_WAIT_MS = 86_400_000

/**
 * Limits that a notice reports, with the senders that each limit stops: the mailbox, its organization, or senders of
 * the organization that use its onmicrosoft.com domain.
 */
const LIMITS: Partial<
  Record<SenderNotice, { reason: LimitReason | null; isShared: boolean; of: (a: string) => string }>
> = {
  MAILBOX_LIMIT: { reason: null, isShared: false, of: () => 'true' },
  ORGANISATION_LIMIT: { reason: 'ORGANISATION_LIMIT', isShared: true, of: () => 'true' },
  ONMICROSOFT_LIMIT: {
    reason: 'ONMICROSOFT_LIMIT',
    isShared: true,
    of: (a) => `lower(${a}.email) like '%.onmicrosoft.com'`,
  },
}

/**
 * Makes emails pending again that the mailbox's own provider returned unsent because of their sender (product:
 * mailboxes.sender-notices). A reached limit lets the mailbox wait; for any other reason its campaigns pause. Nobody is
 * suppressed. The notice is the evidence that the email was not sent, so that it is not sent twice.
 *
 * @returns the emails that are not taken up again: their campaign was cancelled, or they came back too often
 */
export async function takeBackUnsent(
  app: Pick<App, 'events' | 'clock'>,
  em: Em,
  key: MailboxKey,
  unsent: readonly UnsentEmail[],
  now: Date,
): Promise<UnsentEmail[]> {
  if (unsent.length === 0) return []
  await shareLock(em, 'suppressions', key.tenantId)
  const until = new Date(Math.max(...unsent.map(({ returned }) => returned.receivedAt.getTime())) + LIMIT_WAIT_MS)
  const leaveUntil = new Date(until.getTime() + LEAVES_FOR)
  const taken = await makeUnsentPending(em, key.tenantId, unsent, { now, leaveUntil })
  const ids = new Set(taken.map(({ id }) => id))
  for (const logId of ids) await failSuppressed(em, key.tenantId, now, { logId })
  for (const notice of new Set(unsent.filter(({ mail }) => ids.has(mail.id)).map((each) => each.notice))) {
    await heed(app, em, key, notice, until, unsent)
  }
  await announce(app, em, key.tenantId, [...new Map(taken.map(({ campaignId: id }) => [id, { id }])).values()])
  return unsent.filter(({ mail }) => !ids.has(mail.id))
}

/** Makes the mailbox wait, or pauses its campaigns, depending on the notice. */
async function heed(
  app: Pick<App, 'events' | 'clock'>,
  em: Em,
  key: MailboxKey,
  notice: SenderNotice,
  until: Date,
  unsent: readonly UnsentEmail[],
): Promise<void> {
  const limit = LIMITS[notice]
  if (limit) {
    const { reason, isShared, of } = limit
    const mailboxes = await em.execute<{ id: string }[]>(
      `update mailboxes a set quota_until = greatest(a.quota_until, :until), quota_reason = :reason
       from mailboxes own where own.tenant_id = :tenantId and own.id = :mailboxId and a.tenant_id = :tenantId
         and (a.id = own.id or :isShared and a.directory = own.directory and ${of('a')}) returning a.id`,
      { ...key, until, reason, isShared },
    )
    for (const { id } of mailboxes) await announceMailbox(app, em, { tenantId: key.tenantId, mailboxId: id })
    return
  }
  const campaignIds = [...new Set(unsent.filter((each) => each.notice === notice).map(({ mail }) => mail.campaignId))]
  const which = notice === 'FROM_ADDRESS' ? { campaignIds } : { mailboxId: key.mailboxId }
  await pauseToProtect(
    app,
    em,
    key.tenantId,
    notice as 'MAILBOX_BLOCKED' | 'ORGANISATION_BLOCKED' | 'FROM_ADDRESS',
    which,
  )
}
