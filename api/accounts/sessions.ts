import { v7 as newId } from 'uuid'
import type { App, Viewer } from '../context.ts'
import { sqlOf, type Em } from '../database.ts'
import { hashToken, newToken } from '../secrets.ts'
import { Session } from './session.ts'

/** ms a session lasts after its start */
const LIFETIME = 30 * 86_400_000
/** ms between two notes of a session's last use */
const TOUCH = 5 * 60_000

/** Opens a session for a person and returns its token, which is told once and kept nowhere. */
export function startSession(
  em: Em,
  { tenantId, userId, userAgent, now }: { tenantId: string; userId: string; userAgent: string; now: Date },
): { token: string; sessionId: string; expiresAt: Date } {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + LIFETIME)
  const sessionId = newId()
  em.create(Session, {
    tenantId,
    id: sessionId,
    userId,
    tokenHash: hashToken(token),
    userAgent: userAgent.slice(0, 300),
    createdAt: now,
    authenticatedAt: now,
    lastUsedAt: now,
    expiresAt,
  })
  return { token, sessionId, expiresAt }
}

/** Who a token belongs to; null when it is unknown, expired, or its person or workspace is not active. */
export async function findViewer(app: App, token: string): Promise<Viewer | null> {
  const now = app.clock()
  return app.database.asSystem(async (em) => {
    const sql = sqlOf(em)
    const row = await sql
      .selectFrom('sessions')
      .innerJoin('users', (join) =>
        join.onRef('users.tenantId', '=', 'sessions.tenantId').onRef('users.id', '=', 'sessions.userId'),
      )
      .innerJoin('tenants', 'tenants.id', 'sessions.tenantId')
      .select(['sessions.id', 'sessions.tenantId', 'sessions.userId', 'sessions.lastUsedAt', 'sessions.expiresAt'])
      .select(['sessions.authenticatedAt', 'users.role'])
      .where('sessions.tokenHash', '=', hashToken(token))
      .where('sessions.expiresAt', '>', now)
      .where('users.isActive', '=', true)
      .where('tenants.isActive', '=', true)
      .executeTakeFirst()
    if (!row) return null
    if (now.getTime() - new Date(row.lastUsedAt).getTime() > TOUCH) {
      await em.nativeUpdate(Session, { tenantId: row.tenantId, id: row.id }, { lastUsedAt: now })
    }
    const { id: sessionId, tenantId, userId, role } = row
    const [expiresAt, authenticatedAt] = [new Date(row.expiresAt), new Date(row.authenticatedAt)]
    return { tenantId, userId, sessionId, role, scopes: null, expiresAt, authenticatedAt }
  })
}
