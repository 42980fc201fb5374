import type { StatusReason } from '#domain/campaigns.ts'
import { PLANS, trialEnded, type SendCeiling } from '#domain/plans.ts'
import { failSuppressed, holdSuppressions } from '../audiences/suppressions.ts'
import type { App } from '../context.ts'
import type { Em } from '../database.ts'
import { MailAccount, type Provider } from '../mail-accounts/mail-account.ts'
import { openMailbox } from '../mail-accounts/open-mailbox.ts'
import { paceWindows } from '../sending/pace.ts'
import type { Attempt, MailboxKey, SendStore } from '../sending/store.ts'
import { settingsOf } from '../settings/settings.ts'
import { Tenant } from '../tenants/tenant.ts'
import { Attachment } from './attachment.ts'
import { Campaign } from './campaign.ts'

/** What counts as having left a mailbox: everything handed over, unless it is known that it did not leave. */
const LEFT = `(status in ('sending', 'sent', 'delivered') or status = 'failed' and error like 'UNCERTAIN%')`

const ATTEMPT = `email_logs.id as "logId", campaign_id as "campaignId", attempts, protocol, draft_id as "draftId", contact_email as email, merge_values as "merge"`

type AttemptRow = Omit<Attempt, 'firstName' | 'lastName' | 'fields'> & {
  merge: { firstName: string; lastName: string; fields: Record<string, string> }
}

/** The engine's store on PostgreSQL. Rows and counters change in one statement, so that they agree at every commit. */
export function createSendStore(
  app: Pick<App, 'database' | 'events' | 'secrets' | 'vendors' | 'clock'>,
  providerCeilings: (provider: Provider) => readonly SendCeiling[],
): SendStore {
  const inTenant = <T>(key: MailboxKey, work: (em: Em) => Promise<T>) => app.database.inTenant(key.tenantId, work)
  const announce = async (em: Em, key: MailboxKey, campaigns: readonly { id: string }[]) => {
    for (const { id } of campaigns) await app.events.publish(em, { kind: 'campaign', tenantId: key.tenantId, id })
  }
  const pauseAll = async (em: Em, key: MailboxKey, reason: StatusReason) => {
    const paused = await em.execute<{ id: string }[]>(
      `update campaigns set status = 'paused', status_reason = ?, resumes_at = null
       where tenant_id = ? and mail_account_id = ? and status = 'sending' returning id`,
      [reason, key.tenantId, key.mailAccountId],
    )
    await announce(em, key, paused)
  }
  const settle = async (key: MailboxKey, attempt: Attempt, set: string, values: unknown[], counter: string) =>
    inTenant(key, async (em) => {
      const changed = await em.execute<{ id: string }[]>(
        `with settled as (
           update email_logs set ${set} where tenant_id = ? and id = ? and status = 'sending' returning campaign_id)
         update campaigns set ${counter} = ${counter} + 1 from settled
         where campaigns.tenant_id = ? and campaigns.id = settled.campaign_id returning campaigns.id`,
        [...values, key.tenantId, attempt.logId, key.tenantId],
      )
      await announce(em, key, changed)
    })

  return {
    open: (key) =>
      inTenant(key, async (em) => {
        const tenant = await em.findOneOrFail(Tenant, { id: key.tenantId })
        const account = await em.findOne(MailAccount, { id: key.mailAccountId })
        if (!tenant.isActive) return pauseAll(em, key, 'TENANT_INACTIVE').then(() => null)
        if (trialEnded(tenant.trialEndsAt, app.clock())) return pauseAll(em, key, 'TRIAL_ENDED').then(() => null)
        if (!account) return pauseAll(em, key, 'NO_MAILBOX').then(() => null)
        if (account.status === 'error') return pauseAll(em, key, 'RECONNECT').then(() => null)
        const mailbox = openMailbox(app, account)
        if (!mailbox) return pauseAll(em, key, 'NO_MAILBOX').then(() => null)
        return {
          mailbox,
          from: { name: account.name, address: account.email },
          windows: paceWindows(
            await settingsOf(em, key.tenantId),
            PLANS[tenant.subscriptionTier].ceilings,
            providerCeilings(account.provider),
          ),
          throttledUntil: account.throttledUntil ?? null,
        }
      }),

    unsettled: (key) =>
      inTenant(key, async (em) =>
        attempts(
          await em.execute<AttemptRow[]>(
            `select ${ATTEMPT} from email_logs where tenant_id = ? and mail_account_id = ? and status = 'sending'`,
            [key.tenantId, key.mailAccountId],
          ),
        ),
      ),

    departures: (key, windows, now) =>
      inTenant(key, async (em) => {
        const found = []
        for (const { count, seconds } of windows) {
          const [row] = await em.execute<{ used: number; oldest: Date | null }[]>(
            `select count(*)::int as used, min(attempted_at) as oldest from (
               select attempted_at from email_logs
               where tenant_id = ? and mail_account_id = ? and attempted_at > ? and ${LEFT}
               order by attempted_at desc limit ?) as newest`,
            [key.tenantId, key.mailAccountId, new Date(now.getTime() - seconds * 1_000), count],
          )
          found.push({ used: row?.used ?? 0, oldest: row?.oldest ? new Date(row.oldest) : null })
        }
        return found
      }),

    claim: (key, limit, protocol, now) =>
      inTenant(key, async (em) =>
        attempts(
          await em.execute<AttemptRow[]>(
            `with picked as (
               select turn.id from campaigns c cross join lateral (
                 select id, row_number() over (order by id) as place from (
                   select id from email_logs
                   where tenant_id = ? and campaign_id = c.id and status = 'pending' and (retry_at is null or retry_at <= ?)
                   order by id limit ?) as next) as turn
               where c.tenant_id = ? and c.mail_account_id = ? and c.status = 'sending'
               order by turn.place limit ?)
             update email_logs set status = 'sending', attempted_at = ?, attempts = attempts + 1, mail_account_id = ?,
               protocol = ?, retry_at = null
             from picked where email_logs.tenant_id = ? and email_logs.id = picked.id and email_logs.status = 'pending'
             returning ${ATTEMPT}`,
            [
              key.tenantId,
              now,
              limit,
              key.tenantId,
              key.mailAccountId,
              limit,
              now,
              key.mailAccountId,
              protocol,
              key.tenantId,
            ],
          ),
        ),
      ),

    content: (key, campaignId) =>
      inTenant(key, async (em) => {
        const { subject, content, useHtmlBuilder } = await em.findOneOrFail(Campaign, { id: campaignId })
        const files = await em.find(Attachment, { campaignId }, { orderBy: { position: 'asc' }, populate: ['content'] })
        const attachments = files.map(({ name, contentType, size, content: bytes }) => ({
          name,
          contentType,
          size,
          content: Buffer.from(bytes ?? []),
        }))
        return { subject, content, useHtmlBuilder, attachments }
      }),

    saveDraft: (key, attempt, draftId) =>
      inTenant(key, async (em) => {
        await em.execute(`update email_logs set draft_id = ? where tenant_id = ? and id = ?`, [
          draftId,
          key.tenantId,
          attempt.logId,
        ])
      }),

    recordSent: (key, attempt, receipt, now) =>
      settle(
        key,
        attempt,
        `status = 'sent', sent_at = ?, message_id = ?, error = null`,
        [now, receipt.messageId ?? receipt.internetMessageId],
        'sent_count',
      ),

    recordFailed: (key, attempt, error, now) =>
      settle(key, attempt, `status = 'failed', failed_at = ?, error = ?`, [now, error.slice(0, 4_000)], 'failed_count'),

    release: (key, attempt, retryAt) =>
      inTenant(key, async (em) => {
        await holdSuppressions(em, key.tenantId)
        await em.execute(
          `update email_logs set status = 'pending', retry_at = ?, attempted_at = null,
             attempts = case when ?::timestamptz is null then attempts - 1 else attempts end
           where tenant_id = ? and id = ? and status = 'sending'`,
          [retryAt, retryAt, key.tenantId, attempt.logId],
        )
        await announce(em, key, await failSuppressed(em, key.tenantId, app.clock(), { logId: attempt.logId }))
      }),

    throttle: (key, until) =>
      inTenant(key, async (em) => {
        await em.execute(
          `update mail_accounts set throttled_until = greatest(throttled_until, ?) where tenant_id = ? and id = ?`,
          [until, key.tenantId, key.mailAccountId],
        )
      }),

    expire: (key, reason) =>
      inTenant(key, async (em) => {
        await em.execute(
          `update mail_accounts set status = 'error', status_reason = ? where tenant_id = ? and id = ?`,
          [reason.slice(0, 1_000), key.tenantId, key.mailAccountId],
        )
        await pauseAll(em, key, 'RECONNECT')
      }),

    wait: (key, why) =>
      inTenant(key, async (em) => {
        const changed = await em.execute<{ id: string }[]>(
          `update campaigns set status_reason = ?, resumes_at = ?
           where tenant_id = ? and mail_account_id = ? and status = 'sending'
             and (status_reason is distinct from ?::text or resumes_at is distinct from ?::timestamptz) returning id`,
          [
            why?.reason ?? null,
            why?.until ?? null,
            key.tenantId,
            key.mailAccountId,
            why?.reason ?? null,
            why?.until ?? null,
          ],
        )
        await announce(em, key, changed)
      }),

    finish: (key, now) =>
      inTenant(key, async (em) => {
        const finished = await em.execute<{ id: string }[]>(
          `update campaigns c set status = case when sent_count > 0 then 'sent' else 'failed' end, sent_at = ?,
             status_reason = null, resumes_at = null
           where tenant_id = ? and mail_account_id = ? and status = 'sending' and not exists (
             select from email_logs l where l.tenant_id = c.tenant_id and l.campaign_id = c.id and l.status in ('pending', 'sending'))
           returning id`,
          [now, key.tenantId, key.mailAccountId],
        )
        await announce(em, key, finished)
        await em.execute(
          `update mail_accounts m set last_used_at = coalesce((
             select max(attempted_at) from email_logs l where l.tenant_id = m.tenant_id and l.mail_account_id = m.id and ${LEFT}), last_used_at)
           where tenant_id = ? and id = ?`,
          [key.tenantId, key.mailAccountId],
        )
      }),

    nextDue: (key) =>
      inTenant(key, async (em) => {
        const [row] = await em.execute<{ due: Date }[]>(
          `select coalesce(l.retry_at, ?) as due from campaigns c cross join lateral (
             select retry_at from email_logs where tenant_id = ? and campaign_id = c.id and status = 'pending'
             order by retry_at nulls first limit 1) as l
           where c.tenant_id = ? and c.mail_account_id = ? and c.status = 'sending' order by 1 limit 1`,
          [app.clock(), key.tenantId, key.tenantId, key.mailAccountId],
        )
        return row ? new Date(row.due) : null
      }),
  }
}

/** Mailboxes with campaigns that are sending and whose time has come. */
export async function dueMailboxes(app: Pick<App, 'database' | 'clock'>): Promise<MailboxKey[]> {
  return app.database.asSystem((em) =>
    em.execute<MailboxKey[]>(
      `select distinct tenant_id as "tenantId", mail_account_id as "mailAccountId" from campaigns
       where status = 'sending' and mail_account_id is not null and (resumes_at is null or resumes_at <= ?) limit 1000`,
      [app.clock()],
    ),
  )
}

function attempts(rows: AttemptRow[]): Attempt[] {
  return rows.map(({ merge, ...row }) => ({ ...row, ...merge }))
}
