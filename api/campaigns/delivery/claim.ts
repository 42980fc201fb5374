import type { Em } from '../../platform/database.ts'
import { pace } from '#domain/pacing/pace.ts'
import type { MailboxKey, SendStore } from '../../sending/store.ts'
import { attemptColumns, attemptsOf, type AttemptRow } from './attempts.ts'
import { canSend } from './email-conditions.ts'
import { countSent } from './ledger.ts'

type Claim = Parameters<SendStore['claim']>[1]

/** Claims as many pending emails of a mailbox's campaigns as its pace allows, round-robin across campaigns. */
export async function claimEmails(
  em: Em,
  key: MailboxKey,
  { rules, most, protocol, room }: Claim,
  now: Date,
): ReturnType<SendStore['claim']> {
  if (rules.windows.some(({ scope }) => scope === 'workspace')) {
    await em.execute(`select pg_advisory_xact_lock(hashtextextended(:tenantId, 1))`, { tenantId: key.tenantId })
  }
  const allowed = room === null ? pace(rules, await countSent(em, key, rules.windows, now), now) : { room }
  if (allowed.room === 0) return { attempts: [], pace: allowed }
  const rows = await takePending(em, { ...key, protocol, now, limit: Math.min(most, allowed.room) })
  return { attempts: attemptsOf(rows), pace: allowed }
}

function takePending(
  em: Em,
  values: MailboxKey & { protocol: string; now: Date; limit: number },
): Promise<AttemptRow[]> {
  return em.execute<AttemptRow[]>(
    `with picked as (
       select turn.id from campaign_mailboxes m
       join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
       cross join lateral (
         select id, row_number() over () as place from (
           select e.id from email_logs e
           where e.tenant_id = :tenantId and e.campaign_id = c.id and e.status = 'pending'
             and (e.retry_at is null or e.retry_at <= :now) and ${canClaim('e', 'm')}
           order by e.id limit :limit for update of e skip locked) as next) as turn
       where m.tenant_id = :tenantId and m.mail_account_id = :mailAccountId and c.status = 'sending'
         and (c.scheduled_at is null or c.scheduled_at <= :now)
       order by turn.place limit :limit)
     update email_logs l set status = 'sending', attempted_at = :now, attempts = attempts + 1, mail_account_id = :mailAccountId,
       protocol = :protocol, retry_at = null, look_at = null, draft_id = case when mail_account_id = :mailAccountId then draft_id end,
       draft_history = case when draft_id is null or mail_account_id = :mailAccountId then draft_history else '[]' end
     where l.tenant_id = :tenantId and l.id = any (array (select id from picked))
     returning ${attemptColumns('l')}`,
    values,
  )
}

/**
 * SQL: mailbox `m` of a campaign may take its pending email `e`: no other mailbox holds a draft of it. Only the mailbox
 * holding a draft can settle it.
 */
export const canClaim = (
  e: string,
  m: string,
) => `(${e}.draft_id is null or ${e}.mail_account_id = ${m}.mail_account_id or not exists (
  select from campaign_mailboxes other where other.tenant_id = ${e}.tenant_id and other.campaign_id = ${e}.campaign_id
    and other.mail_account_id = ${e}.mail_account_id and ${canSend('other')}))`
