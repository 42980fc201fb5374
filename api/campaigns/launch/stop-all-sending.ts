import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { nameOfMember } from '#api/accounts/workspace-member.ts'
import { adminOf, viewerOf, viewerWith, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { lockTenant } from '#api/tenants/plan-limits.ts'
import type { Tenant } from '#api/tenants/tenant.ts'
import { noteEvents } from '#api/webhooks/webhook-outbox.ts'
import { announce, pauseCampaigns } from '#api/emails/sending-state.ts'
import { wakeMailbox } from '#api/sending/mailbox-queue.ts'

/** A stop of all sending of a workspace. */
export interface SendingStop {
  at: Date
  /** name of the member who stopped all sending; null if the member is gone */
  by: string | null
  /** emails that are being handed to their provider, and that nothing can hold back */
  inFlight: number
  /** emails that left after the stop, because their provider already had them */
  leftAfter: number
  /** scheduled campaigns whose start passed while sending was stopped */
  overdue: number
}

/**
 * Stops all sending of the caller's workspace at once, in every process: when it returns, no further email is claimed.
 * Emails already with their provider cannot be held back. Campaigns keep their status. Needs campaigns:send. Stopping
 * again changes nothing.
 */
export async function stopAllSending(call: Call): Promise<Tenant> {
  const { tenantId, userId } = viewerWith(call, 'campaigns:send')
  return call.app.database.inTenant(tenantId, async (em) => {
    await takeLock(em, 'sendingStop', tenantId)
    const tenant = await lockTenant(em, tenantId)
    if (tenant.sendingStoppedAt) return tenant
    tenant.sendingStoppedAt = call.app.clock()
    tenant.sendingStoppedBy = userId
    await em.flush()
    await recordOwn(call, em, { action: 'sending_stopped', target: { id: tenantId, label: tenant.name } })
    await noteEvents(em, tenantId, [{ event: 'sending_stopped', data: {} }])
    await tellEverybody(call, em, tenantId, true)
    return tenant
  })
}

/** The result of {@link resumeAllSending}. */
export interface SendingResumed {
  tenant: Tenant
  /** ids of the paused campaigns whose scheduled start passed while sending was stopped */
  pausedIds: string[]
}

/**
 * Resumes sending of the caller's workspace. Campaigns go on as they were, and paused ones stay paused. A campaign whose
 * scheduled start passed meanwhile is paused, unless `startOverdue`. Admins only, and no API key.
 */
export async function resumeAllSending(
  call: Call,
  { startOverdue = false }: { startOverdue?: boolean } = {},
): Promise<SendingResumed> {
  const { tenantId } = adminOf(call)
  const now = call.app.clock()
  return call.app.database.inTenant(tenantId, async (em) => {
    await takeLock(em, 'sendingStop', tenantId)
    const tenant = await lockTenant(em, tenantId)
    const since = tenant.sendingStoppedAt
    if (!since) return { tenant, pausedIds: [] }
    const missed = startOverdue ? [] : await overdueOf(em, tenantId, since, now)
    tenant.sendingStoppedAt = null
    tenant.sendingStoppedBy = null
    // A cluster refuses to change the directory after a statement that touched several nodes.
    await em.flush()
    const paused = await pauseCampaigns(call.app, em, tenantId, 'PAUSED', { campaignIds: missed })
    await recordOwn(call, em, { action: 'sending_resumed', target: { id: tenantId, label: tenant.name } })
    await noteEvents(em, tenantId, [{ event: 'sending_resumed', data: {} }])
    await tellEverybody(call, em, tenantId, false)
    await wakeAll(call, em, tenantId, now)
    return { tenant, pausedIds: paused.map(({ id }) => id) }
  })
}

/** The stop of the caller's workspace, for people who may read its campaigns; null if its sending is not stopped. */
export async function sendingStopOf(call: Call, tenant: Tenant): Promise<SendingStop | null> {
  const { tenantId } = viewerOf(call)
  const at = tenant.sendingStoppedAt
  if (!at || tenant.id !== tenantId) return null
  return call.app.database.inTenant(tenantId, async (em) => {
    const [counts] = await em.execute<[{ inFlight: number; leftAfter: number }]>(
      `select (select count(*)::int from email_logs l where l.tenant_id = :tenantId and l.status = 'sending' and l.look_at is null) as "inFlight",
         (select count(*)::int from email_logs l where l.tenant_id = :tenantId
           and l.attempted_at >= :at::timestamptz - interval '1 hour' and l.sent_at >= :at) as "leftAfter"`,
      { tenantId, at },
    )
    const by = tenant.sendingStoppedBy ? await nameOfMember(em, { tenantId, userId: tenant.sendingStoppedBy }) : null
    return { at, by: by || null, ...counts, overdue: (await overdueOf(em, tenantId, at, call.app.clock())).length }
  })
}

/** Finds the campaigns whose scheduled start passed while sending was stopped. */
async function overdueOf(em: Em, tenantId: string, since: Date, now: Date): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from campaigns where tenant_id = :tenantId and status = 'sending' and scheduled_at > :since and scheduled_at <= :now
     order by id`,
    { tenantId, since, now },
  )
  return rows.map(({ id }) => id)
}

/** Tells every process and every open screen of the workspace that sending was stopped or resumed. */
async function tellEverybody({ app }: Call, em: Em, tenantId: string, stopped: boolean): Promise<void> {
  await app.events.publish(em, { kind: 'stop', tenantId, stopped })
  const active = await em.execute<{ id: string }[]>(
    `select id from campaigns where tenant_id = :tenantId and status in ('sending', 'paused') order by id`,
    { tenantId },
  )
  await announce(app, em, tenantId, active)
}

async function wakeAll({ app }: Call, em: Em, tenantId: string, now: Date): Promise<void> {
  const mailboxes = await em.execute<{ id: string }[]>(
    `select distinct m.mailbox_id as id from campaigns c
     join campaign_mailboxes m on m.tenant_id = c.tenant_id and m.campaign_id = c.id
     where c.tenant_id = :tenantId and c.status = 'sending' and (c.scheduled_at is null or c.scheduled_at <= :now)`,
    { tenantId, now },
  )
  for (const { id } of mailboxes) await wakeMailbox(app.jobs, em, { tenantId, mailboxId: id })
}
