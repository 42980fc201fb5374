import { v7 as newId } from 'uuid'
import { apiKeyInput } from '#domain/accounts.ts'
import { hasFeature } from '#domain/plans.ts'
import { notFound } from '#schema/ids.ts'
import { adminOf, type App, type Call, type Viewer } from '../context.ts'
import { sqlOf } from '../database.ts'
import { parseInput, present } from '../input.ts'
import { requireFeature } from '../features.ts'
import { hashToken, newToken } from '../secrets.ts'
import { ApiKey } from './api-key.ts'
import { ensureRecentSignIn } from './recent-sign-in.ts'

/** What every key begins with, so that it is told from a session's token and found in places where it should not be. */
export const API_KEY_PREFIX = 'mwk_'
/** ms between two notes of a key's last use */
const TOUCH = 60_000

/** The keys of the workspace, oldest first. */
export async function listApiKeys(call: Call): Promise<ApiKey[]> {
  const { tenantId } = adminOf(call)
  return call.app.database.inTenant(tenantId, (em) => em.find(ApiKey, { tenantId }, { orderBy: { id: 'asc' } }))
}

/** One key, or null. */
export async function findApiKey(call: Call, id: string): Promise<ApiKey | null> {
  return call.app.database.inTenant(adminOf(call).tenantId, (em) => em.findOne(ApiKey, { id }))
}

/** Makes a key; the token is told this once. Throws REAUTHENTICATE, BAD_INPUT, FEATURE_OFF. */
export async function createApiKey(call: Call, input: object): Promise<{ apiKey: ApiKey; token: string }> {
  const { tenantId, userId } = adminOf(call)
  ensureRecentSignIn(call)
  const data = parseInput(apiKeyInput(call.app.clock()), present(input))
  const token = `${API_KEY_PREFIX}${newToken()}`
  return call.app.database.inTenant(tenantId, async (em) => {
    await requireFeature(em, tenantId, 'apiAccess')
    const apiKey = em.create(ApiKey, {
      tenantId,
      id: newId(),
      userId,
      name: data.name,
      scopes: data.scopes,
      tokenHash: hashToken(token),
      tokenStart: token.slice(0, API_KEY_PREFIX.length + 6),
      createdAt: call.app.clock(),
      expiresAt: data.expiresAt ?? null,
    })
    await em.flush()
    return { apiKey, token }
  })
}

/** Ends a key for good and returns it as it was. Throws NOT_FOUND. */
export async function revokeApiKey(call: Call, id: string): Promise<ApiKey> {
  const { tenantId } = adminOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const apiKey = await em.findOne(ApiKey, { id })
    if (!apiKey) throw notFound('ApiKey')
    await em.nativeDelete(ApiKey, { tenantId, id })
    await call.app.events.publish(em, { kind: 'session', tenantId, userId: apiKey.userId, sessionId: id })
    return apiKey
  })
}

/** Who a key stands for; null when it is unknown, expired, or its workspace is not active or has API access off. */
export async function findKeyHolder(app: App, token: string): Promise<Viewer | null> {
  const now = app.clock()
  return app.database.asSystem(async (em) => {
    const row = await sqlOf(em)
      .selectFrom('api_keys')
      .innerJoin('users', (join) =>
        join.onRef('users.tenantId', '=', 'api_keys.tenantId').onRef('users.id', '=', 'api_keys.userId'),
      )
      .innerJoin('tenants', 'tenants.id', 'api_keys.tenantId')
      .select(['api_keys.id', 'api_keys.tenantId', 'api_keys.userId', 'api_keys.lastUsedAt', 'api_keys.scopes'])
      .select(['api_keys.expiresAt', 'tenants.features'])
      .where('api_keys.tokenHash', '=', hashToken(token))
      .where((eb) => eb.or([eb('api_keys.expiresAt', 'is', null), eb('api_keys.expiresAt', '>', now)]))
      .where('users.isActive', '=', true)
      .where('tenants.isActive', '=', true)
      .executeTakeFirst()
    if (!row || !hasFeature(row.features, 'apiAccess')) return null
    if (!row.lastUsedAt || now.getTime() - new Date(row.lastUsedAt).getTime() > TOUCH) {
      await em.nativeUpdate(ApiKey, { tenantId: row.tenantId, id: row.id }, { lastUsedAt: now })
    }
    const { tenantId, userId, id: sessionId, scopes } = row
    const expiresAt = row.expiresAt && new Date(row.expiresAt)
    return { tenantId, userId, sessionId, role: 'user', scopes, expiresAt, authenticatedAt: null }
  })
}
