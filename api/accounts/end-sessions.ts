import type { App } from '../context.ts'
import type { Em } from '../platform/database.ts'
import { Session } from './session.ts'

/** Ends all sessions of a person, and closes their sockets. */
export async function endSessionsOf(
  { events }: Pick<App, 'events'>,
  em: Em,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<void> {
  await em.nativeDelete(Session, { tenantId, userId })
  await events.publish(em, { kind: 'session', tenantId, userId, sessionId: null })
}
