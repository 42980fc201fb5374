import type { WorkspaceRefusal } from '#domain/tenants/plans.ts'
import { Session } from '#api/accounts/session.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { noteCampaigns } from '#api/webhooks/webhook-outbox.ts'

type Publisher = Pick<App, 'events'>

/**
 * Ends all sessions of a workspace and closes its sockets. The sessions' rows stay, expired at `now`, so that a browser
 * with such a session learns why it ended.
 */
export async function endSessions({ events }: Publisher, em: Em, tenantId: string, now: Date): Promise<void> {
  await em.nativeUpdate(Session, { tenantId, expiresAt: { $gt: now } }, { expiresAt: now })
  await events.publish(em, { kind: 'session', tenantId, userId: null, sessionId: null })
}

/** Pauses the running campaigns of a workspace. */
export async function pauseAll(
  { events }: Publisher,
  em: Em,
  tenantId: string,
  because: WorkspaceRefusal,
): Promise<void> {
  const paused = await em.execute<{ id: string }[]>(
    `with paused as (
       update campaigns set status = 'paused', paused_because = :because
       where tenant_id = :tenantId and status = 'sending' and parent_id is null returning tenant_id, id, status, paused_because),
     ${noteCampaigns('paused', 'campaign_paused')}
     select id from paused`,
    { tenantId, because },
  )
  for (const { id } of paused) await events.publish(em, { kind: 'campaign', tenantId, id })
}
