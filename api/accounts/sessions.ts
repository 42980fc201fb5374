import { v7 as newId } from 'uuid'
import { SESSION_IDLE, SESSION_LIFETIME, SESSIONS_MAX, sessionEnd } from '#domain/accounts/accounts.ts'
import type { App } from '#api/platform/app-context.ts'
import { callerOf, type Call, type Viewer } from '#api/platform/call-context.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { atMoment } from '#api/platform/events/clock-timer.ts'
import { hashToken, newToken } from '#api/platform/secrets/secret-box.ts'
import { missesFactor } from './second-factor/missing-factor-check.ts'
import { Session } from './session.ts'

/** Minimum ms between two updates of the time at which a session was last used. */
const LAST_USE_UPDATE_INTERVAL_MS = 5 * 60_000

interface Opened {
  token: string
  sessionId: string
  expiresAt: Date
}

/**
 * Opens a session and returns its token, which is never stored. Above the limit per person, ends the session that was
 * unused for longest.
 */
export async function startSession(
  app: Pick<App, 'events'>,
  em: Em,
  {
    tenantId,
    userId,
    userAgent,
    now,
    bySingleSignOn = false,
  }: { tenantId: string; userId: string; userAgent: string; now: Date; bySingleSignOn?: boolean },
): Promise<Opened> {
  await endSurplus(app, em, { tenantId, userId })
  const token = newToken()
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME)
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
    bySingleSignOn,
  })
  await em.flush()
  return { token, sessionId, expiresAt }
}

/**
 * Makes room for one more session: ends those that would end first. Before the new one is written, because two sign-ins
 * that write and then delete wait for each other on a cluster, where both concern a whole table.
 */
async function endSurplus(
  app: Pick<App, 'events'>,
  em: Em,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<void> {
  const surplus = await em.execute<{ id: string }[]>(
    `select id from sessions where tenant_id = :tenantId and user_id = :userId
     order by least(expires_at, last_used_at + :SESSION_IDLE * interval '1 millisecond') desc, id desc offset :others`,
    { tenantId, userId, SESSION_IDLE, others: SESSIONS_MAX - 1 },
  )
  if (surplus.length === 0) return
  await em.nativeDelete(Session, { tenantId, id: { $in: surplus.map(({ id }) => id) } })
  for (const { id } of surplus) await app.events.publish(em, { kind: 'session', tenantId, userId, sessionId: id })
}

/**
 * Rotates the token of a browser's session, in its cookie. The old token stops working at once and its sockets are
 * closed. A program's token, sent in Authorization, stays as it is.
 */
export async function renewSession(call: Call): Promise<void> {
  const { app } = call
  const person = call.viewer ?? call.enrolling
  if (!person || !call.byCookie) return
  const { tenantId, sessionId } = person
  const token = newToken()
  const expiresAt = await app.database.inTenant(tenantId, async (em) => {
    const session = await em.findOneOrFail(Session, { tenantId, id: sessionId })
    session.tokenHash = hashToken(token)
    await em.flush()
    await app.events.publish(em, { kind: 'renewal', tenantId, sessionId })
    return session.expiresAt
  })
  call.cookies.set('session', token, expiresAt)
}

/** A session by the token that a request sent, or one whose token was checked earlier and may have been renewed since. */
export type SessionKey = { token: string } | Pick<Viewer, 'tenantId' | 'sessionId'>

/**
 * The person of a session: the viewer, or someone who must set up a second factor first. Neither, and
 * `workspaceInactive`, if the workspace is not active. Null if the session is unknown, expired, or unused for too long, or
 * its person is inactive.
 */
export async function findViewer(
  app: App,
  key: SessionKey,
): Promise<Pick<Call, 'viewer' | 'enrolling' | 'workspaceInactive'> | null> {
  const now = app.clock()
  const row = await app.database.asSystem(
    (em) =>
      sqlOf(em)
        .selectFrom('sessions')
        .innerJoin('users', (join) =>
          join.onRef('users.tenantId', '=', 'sessions.tenantId').onRef('users.id', '=', 'sessions.userId'),
        )
        .innerJoin('tenants', 'tenants.id', 'sessions.tenantId')
        .select(['sessions.id', 'sessions.tenantId', 'sessions.userId', 'sessions.lastUsedAt', 'sessions.expiresAt'])
        .select(['sessions.authenticatedAt', 'users.role', missesFactor.as('missesFactor')])
        .select('tenants.isActive')
        .where((eb) =>
          'token' in key
            ? eb('sessions.tokenHash', '=', hashToken(key.token))
            : eb.and({ 'sessions.tenantId': key.tenantId, 'sessions.id': key.sessionId }),
        )
        .where('users.isActive', '=', true)
        .executeTakeFirst(),
    { readOnly: true },
  )
  if (!row) return null
  if (!row.isActive) return { viewer: null, enrolling: null, workspaceInactive: true }
  if (sessionEnd({ lastUsedAt: new Date(row.lastUsedAt), expiresAt: new Date(row.expiresAt) }) <= now) return null
  let lastUsedAt = new Date(row.lastUsedAt)
  if (now.getTime() - lastUsedAt.getTime() > LAST_USE_UPDATE_INTERVAL_MS) {
    lastUsedAt = now
    await app.database.inTenant(row.tenantId, (em) =>
      em.nativeUpdate(Session, { tenantId: row.tenantId, id: row.id }, { lastUsedAt: now }),
    )
  }
  const { id: sessionId, tenantId, userId, role } = row
  const expiresAt = sessionEnd({ lastUsedAt, expiresAt: new Date(row.expiresAt) })
  const authenticatedAt = new Date(row.authenticatedAt)
  const person = { tenantId, userId, sessionId, role, scopes: null, expiresAt, authenticatedAt }
  return callerOf(person, row.missesFactor)
}

/**
 * Runs `work` when the viewer's session or key expires; use in the meantime postpones the expiry. Returns a function
 * that cancels it.
 */
export function atSessionEnd(app: App, viewer: Viewer, work: () => void): () => void {
  let over = false
  let stop = atMoment(app, viewer.expiresAt, () => void look())
  async function look(): Promise<void> {
    const end = viewer.scopes === null ? await endOf(app, viewer).catch(() => null) : null
    if (over) return
    if (end === null || end <= app.clock()) work()
    else stop = atMoment(app, end, () => void look())
  }
  return () => {
    over = true
    stop()
  }
}

/** Running database reads of when a session ends, by session id: several callers for one session share one read. */
const looks = new Map<string, Promise<Date | null>>()

function endOf(app: App, { tenantId, sessionId }: Viewer): Promise<Date | null> {
  const look =
    looks.get(sessionId) ??
    app.database
      .inTenant(tenantId, (em) => em.findOne(Session, { tenantId, id: sessionId }))
      .then((session) => session && sessionEnd(session))
      .finally(() => looks.delete(sessionId))
  looks.set(sessionId, look)
  return look
}
