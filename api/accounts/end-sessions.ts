import type { By } from '#api/audit/activity-log-writer.ts'
import type { Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { endChallenges } from './second-factor/sign-in-challenges.ts'
import { Session } from './session.ts'

/**
 * Ends all sessions of a person, closes their sockets, ends sign-ins that wait for a second factor, and ends their live
 * links of spreadsheets: somebody who stole a session can have made a link with it.
 *
 * @param by who ends them
 */
export async function endSessionsOf(
  call: Pick<Call, 'app' | 'address' | 'userAgent'>,
  em: Em,
  { tenantId, userId }: { tenantId: string; userId: string },
  by: By = { userId },
): Promise<void> {
  await endChallenges(em, { tenantId, userId })
  await em.nativeDelete(Session, { tenantId, userId })
  await call.app.endedAccess.endSheetLinks(call, em, { tenantId, userId }, by)
  await call.app.events.publish(em, { kind: 'session', tenantId, userId, sessionId: null })
}
