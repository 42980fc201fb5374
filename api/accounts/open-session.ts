import { sessionEnd } from '#domain/accounts/accounts.ts'
import { callerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { isNewDevice } from './new-device-detection.ts'
import { notify } from './account-notices.ts'
import { isFactorMissing } from './second-factor/missing-factor-check.ts'
import { startSession } from './sessions.ts'
import { User } from './user.ts'
import { record } from '#api/audit/activity-log-writer.ts'
import { workspaceMark } from './sender-view-exclusion.ts'

/** Lifetime in ms of the cookie that marks a browser as used by a member of the workspace, from the last sign-in. */
const WORKSPACE_MARK_LIFETIME_MS = 180 * 86_400_000

/** A session that was just opened: the person, and the token, which is handed to the client and never stored. */
export interface SignedIn {
  user: User
  sessionToken: string
}

/** Opens a session for a person who has proved who they are: sets the browser's cookie and the caller of this call. */
export async function openSession(
  call: Call,
  em: Em,
  { tenantId, userId, bySingleSignOn = false }: { tenantId: string; userId: string; bySingleSignOn?: boolean },
): Promise<SignedIn> {
  const now = call.app.clock()
  await record(call, em, { action: 'sign_in', tenantId, by: { userId } })
  const session = await startSession(call.app, em, { tenantId, userId, userAgent: call.userAgent, now, bySingleSignOn })
  const user = await em.findOneOrFail(User, { tenantId, id: userId })
  if (await isNewDevice(call, em, { tenantId, userId })) await notify(call, em, user, 'newDevice')
  call.cookies.set('session', session.token, session.expiresAt)
  call.cookies.set('workspace', workspaceMark(call.app, tenantId), new Date(now.getTime() + WORKSPACE_MARK_LIFETIME_MS))
  const { sessionId } = session
  const expiresAt = sessionEnd({ lastUsedAt: now, expiresAt: session.expiresAt })
  const person = { tenantId, userId, sessionId, role: user.role, scopes: null, expiresAt, authenticatedAt: now }
  call.becomes(callerOf(person, await isFactorMissing(em, { tenantId, userId })))
  return { user, sessionToken: session.token }
}
