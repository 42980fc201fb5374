import { shareLock, takeLock } from '#api/platform/locks/advisory-locks.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { pace, type Pace } from '#domain/pacing/pace.ts'
import type { MailboxKey, SendStore } from '#api/sending/store.ts'
import { attemptColumns, attemptsOf, type AttemptRow } from './send-attempts.ts'
import { awaitsWinner, canSend, isUndecided, vendorsOf } from './email-sql-conditions.ts'
import { countSent } from './ledgers/sent-email-ledger.ts'
import { withAnswers } from './answers-to-replies.ts'
import { isFromMailbox, isInboxRead, isSending, isWanted } from './follow-up-conditions.ts'
import { addressesOf, countInLedgers, isShared, ledgerMailbox, lockLedgers } from './ledgers/shared-ledgers.ts'

type Claim = Parameters<SendStore['claim']>[1]

/**
 * Claims as many pending emails of a mailbox's campaigns as its pace allows: answers to replies first, then round-robin
 * across campaigns. Shared
 * ledgers are locked last, and only if the mailbox may send, because mailboxes of other workspaces wait for them.
 */
export async function claimEmails(
  app: Pick<App, 'vendors'>,
  em: Em,
  key: MailboxKey,
  { rules, most, protocol, room }: Claim,
  now: Date,
): ReturnType<SendStore['claim']> {
  // A stop of all sending waits for claims that are open, and claims after it see it.
  await shareLock(em, 'sendingStop', key.tenantId)
  const own = rules.windows.filter((window) => !isShared(window))
  const shared = rules.windows.filter(isShared)
  if (own.some(({ scope }) => scope === 'workspace')) {
    await takeLock(em, 'workspacePace', key.tenantId)
  }
  const mailbox = await ledgerMailbox(em, key)
  if (!mailbox) throw new Error('The mailbox that claims emails does not exist')
  const ownCounts = room === null ? await countSent(em, key, own, now) : []
  const ownPace = room === null ? pace({ ...rules, windows: own }, ownCounts, now) : { room }
  if (ownPace.room > 0) await lockLedgers(em, shared)
  const sharedCounts = await countSent(em, key, shared, now)
  const allowed =
    room === null
      ? pace({ ...rules, windows: [...own, ...shared] }, [...ownCounts, ...sharedCounts], now)
      : within(room, pace({ ...rules, windows: shared, spacing: 0 }, sharedCounts, now))
  if (allowed.room === 0) return { attempts: [], pace: allowed }
  const rows = await takePending(em, {
    ...key,
    vendors: vendorsOf(app),
    protocol,
    now,
    limit: Math.min(most, allowed.room),
  })
  const attempts = await withAnswers(em, key.tenantId, attemptsOf(rows))
  await countInLedgers(em, mailbox, attempts.map(addressesOf), now)
  return { attempts, pace: allowed }
}

/** Reduces an earlier result to `room` emails, if a shared ledger has less room by now. */
const within = (room: number, allowed: Pace): Pace =>
  'until' in allowed ? allowed : { room: Math.min(room, allowed.room) }

function takePending(
  em: Em,
  values: MailboxKey & { vendors: string; protocol: string; now: Date; limit: number },
): Promise<AttemptRow[]> {
  return em.execute<AttemptRow[]>(
    `with picked as (
       select turn.id from campaign_mailboxes m
       join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
       cross join lateral (
         select id, row_number() over () as place from (
           select e.id from email_logs e
           where e.tenant_id = :tenantId and e.campaign_id = c.id and e.status = 'pending'
             and (e.retry_at is null or e.retry_at <= :now) and not ${awaitsWinner('e', 'c')} and ${canClaim('e', 'm', 'c')}
           order by e.id limit :limit for update of e skip locked) as next) as turn
       where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and ${isSending('c')}
         and (c.scheduled_at is null or c.scheduled_at <= :now)
         and not (c.ab_decides_at is not null and ${isUndecided('c')})
       order by c.answers_reply_id is null, turn.place limit :limit),
     -- A cluster returns only what immutable functions make of a row.
     claimed as (update email_logs l set status = 'sending', attempted_at = :now, attempts = attempts + 1, mailbox_id = :mailboxId,
       protocol = :protocol, retry_at = null,
       variant = coalesce(l.variant, (select c.ab_decision->>'winner' from campaigns c where c.tenant_id = :tenantId and c.id = l.campaign_id)), look_at = null, draft_id = case when mailbox_id = :mailboxId then draft_id end,
       draft_history = case when draft_id is null or mailbox_id = :mailboxId then draft_history else '[]' end
     where l.tenant_id = :tenantId and l.id = any (array (select id from picked))
     returning l.*)
     select ${attemptColumns('l')} from claimed l`,
    values,
  )
}

/**
 * SQL condition: mailbox `m` of campaign `c` may claim its pending email `e`. No other mailbox holds a provider draft
 * of the email, because only that mailbox could find out whether it was sent; and a follow-up is still wanted, leaves
 * from the mailbox of the email before it, and waits until replies were read. Needs `:vendors` and `:now`.
 *
 * @param tenant SQL for the workspace, for a statement about several workspaces
 */
export const canClaim = (e: string, m: string, c: string, tenant = ':tenantId') =>
  `(${isFromMailbox(e, c, m)} and ${isInboxRead(c, m, tenant)} and ${isWanted(e, c, tenant)} and (${holdsNoDraft(e, m, tenant)}))`

/**
 * SQL condition: no mailbox other than `m` holds a provider draft of email `e` and could find out whether it was sent.
 */
const holdsNoDraft = (
  e: string,
  m: string,
  tenant: string,
) => `${e}.draft_id is null or ${e}.mailbox_id = ${m}.mailbox_id or not exists (
  select from campaign_mailboxes other where other.tenant_id = ${tenant} and other.campaign_id = ${e}.campaign_id
    and other.mailbox_id = ${e}.mailbox_id and ${canSend('other', tenant)})`
