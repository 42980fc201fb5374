import { v7 as newId } from 'uuid'
import { ADMIN_SCOPES, API_KEYS_MAX, apiKeyEnd, apiKeyInput, type ApiScope } from '#domain/accounts/api-keys.ts'
import { AppError } from '#domain/errors.ts'
import { hasFeature } from '#domain/tenants/plans.ts'
import { notFound } from '#schema/object-ids.ts'
import type { App } from '#api/platform/app-context.ts'
import { adminOf, viewerOf, type Call, type Viewer } from '#api/platform/call-context.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { requireFeature } from '#api/tenants/feature-flags.ts'
import { takeTurn } from '#api/tenants/plan-limits.ts'
import { hashToken, newToken } from '#api/platform/secrets/secret-box.ts'
import { isInRanges } from '#api/platform/http/address-ranges.ts'
import { ApiKey } from './api-key.ts'
import { ServiceAccount } from './service-account.ts'
import { notifyOwner } from './account-notices.ts'
import { ensureRecentSignIn } from './recent-sign-in.ts'
import type { SessionKey } from './sessions.ts'
import { record, recordOwn, type By } from '#api/audit/activity-log-writer.ts'

/** Prefix of every key. It distinguishes a key from a session token and lets secret scanners find leaked keys. */
export const API_KEY_PREFIX = 'mwk_'
/** Minimum ms between two updates of the time at which a key was last used. */
const LAST_USE_UPDATE_INTERVAL_MS = 60_000

/** The keys of the workspace, oldest first. */
export async function listApiKeys(call: Call): Promise<ApiKey[]> {
  const { tenantId } = adminOf(call)
  return call.app.database.inTenant(tenantId, (em) => em.find(ApiKey, { tenantId }, { orderBy: { id: 'asc' } }))
}

/** The key that the caller uses; null for people. */
export async function currentApiKey(call: Call): Promise<ApiKey | null> {
  const { tenantId, sessionId, scopes } = viewerOf(call)
  return scopes && call.app.database.inTenant(tenantId, (em) => em.findOne(ApiKey, { tenantId, id: sessionId }))
}

/** API keys by id. */
export async function apiKeysOf(call: Call, ids: readonly string[]): Promise<Map<string, ApiKey>> {
  return call.app.database.inTenant(adminOf(call).tenantId, (em) =>
    byId<ApiKey>(em.find(ApiKey, { id: { $in: [...ids] } })),
  )
}

/**
 * Creates an API key and returns its token, the only time that it is shown. The key acts for the admin who creates it,
 * or for a service account. Throws REAUTHENTICATE, BAD_INPUT, NOT_FOUND (the service account), FEATURE_OFF,
 * LIMIT_REACHED.
 */
export async function createApiKey(
  call: Call,
  input: InputOf<ReturnType<typeof apiKeyInput>>,
  serviceAccountId: string | null,
): Promise<{ apiKey: ApiKey; token: string }> {
  const { tenantId, userId } = adminOf(call)
  ensureRecentSignIn(call)
  const now = call.app.clock()
  const data = parseInput(apiKeyInput(now), present(input))
  const token = `${API_KEY_PREFIX}${newToken()}`
  return call.app.database.inTenant(tenantId, async (em) => {
    await requireFeature(em, tenantId, 'apiAccess')
    await takeTurn(em, tenantId)
    if ((await em.count(ApiKey, { tenantId })) >= API_KEYS_MAX) {
      const message = `This workspace already has ${API_KEYS_MAX} API keys, which is the limit. Revoke one that is no longer used.`
      throw new AppError('LIMIT_REACHED', message)
    }
    const account = serviceAccountId && (await em.findOne(ServiceAccount, { tenantId, id: serviceAccountId }))
    if (account === undefined || (serviceAccountId && !account)) throw notFound('ServiceAccount')
    const apiKey = em.create(ApiKey, {
      tenantId,
      id: newId(),
      userId: account ? null : userId,
      serviceAccountId,
      name: data.name,
      scopes: data.scopes,
      allowedAddresses: data.allowedAddresses,
      tokenHash: hashToken(token),
      tokenStart: token.slice(0, API_KEY_PREFIX.length + 6),
      createdAt: now,
      expiresAt: apiKeyEnd(data, now),
    })
    await em.flush()
    await notifyOwner(call, em, { tenantId, userId }, 'apiKeyCreated', [`Name: ${data.name}.`])
    const changes = [
      { field: 'scopes', from: null, to: data.scopes.join(', ') },
      { field: 'expiresAt', from: null, to: apiKey.expiresAt?.toISOString() ?? 'never' },
      ...(account ? [{ field: 'serviceAccount', from: null, to: account.name }] : []),
      ...(data.allowedAddresses.length > 0
        ? [{ field: 'allowedAddresses', from: null, to: data.allowedAddresses.join(', ') }]
        : []),
    ]
    await recordOwn(call, em, { action: 'api_key_created', target: { id: apiKey.id, label: data.name }, changes })
    return { apiKey, token }
  })
}

/** Revokes an API key and returns it in its last state. Throws NOT_FOUND. */
export async function revokeApiKey(call: Call, id: string): Promise<ApiKey> {
  const { tenantId } = adminOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const apiKey = await em.findOne(ApiKey, { id })
    if (!apiKey) throw notFound('ApiKey')
    await em.nativeDelete(ApiKey, { tenantId, id })
    await recordOwn(call, em, { action: 'api_key_revoked', target: { id, label: apiKey.name } })
    await call.app.events.publish(em, { kind: 'session', tenantId, userId: null, sessionId: id })
    return apiKey
  })
}

/** Revokes every API key of a person. `by` is the person who revokes them, if somebody else. */
export async function endApiKeys(
  call: Call,
  em: Em,
  { tenantId, userId }: { tenantId: string; userId: string },
  by: By = { userId },
): Promise<void> {
  await endKeys(call, em, { tenantId, userId }, by)
}

/** Revokes every key of a person or a service account. */
export async function endKeys(
  call: Call,
  em: Em,
  owner: { tenantId: string } & ({ userId: string } | { serviceAccountId: string }),
  by: By,
): Promise<void> {
  const { tenantId } = owner
  const ended = await em.find(ApiKey, owner, { fields: ['id', 'name'], orderBy: { id: 'asc' } })
  await em.nativeDelete(ApiKey, owner)
  for (const { id, name } of ended) {
    await record(call, em, { action: 'api_key_revoked', tenantId, by, target: { id, label: name } })
    await call.app.events.publish(em, { kind: 'session', tenantId, userId: null, sessionId: id })
  }
}

/**
 * Counts the working keys that people created: user id → count. The signed-in person's own keys only: other ids are
 * left out.
 */
export async function ownApiKeyCountsOf(call: Call, userIds: readonly string[]): Promise<Map<string, number>> {
  const { tenantId, userId } = viewerOf(call)
  if (!userIds.includes(userId)) return new Map()
  const now = call.app.clock()
  return call.app.database.inTenant(tenantId, async (em) => {
    const own = { tenantId, userId, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] }
    return new Map([[userId, await em.count(ApiKey, own)]])
  })
}

/**
 * Finds the person or program that an API key acts for, by the key's token or, once that was checked, by the key's id.
 * Null if the key is unknown or expired, its owner or workspace is inactive, or API access is off. A key whose owner is
 * no admin any more loses the scopes that only admins have. Throws FORBIDDEN if the key may not be used from the IP
 * `address`.
 */
export async function findKeyHolder(app: App, key: SessionKey, address: string): Promise<Viewer | null> {
  const now = app.clock()
  return app.database.asSystem(async (em) => {
    const row = await sqlOf(em)
      .selectFrom('api_keys')
      .leftJoin('users', (join) =>
        join.onRef('users.tenantId', '=', 'api_keys.tenantId').onRef('users.id', '=', 'api_keys.userId'),
      )
      .innerJoin('tenants', 'tenants.id', 'api_keys.tenantId')
      .select(['api_keys.id', 'api_keys.tenantId', 'api_keys.userId', 'api_keys.lastUsedAt', 'api_keys.scopes'])
      .select(['api_keys.expiresAt', 'api_keys.serviceAccountId', 'api_keys.allowedAddresses'])
      .select(['tenants.features', 'users.role'])
      .where((eb) =>
        'token' in key
          ? eb('api_keys.tokenHash', '=', hashToken(key.token))
          : eb.and({ 'api_keys.tenantId': key.tenantId, 'api_keys.id': key.sessionId }),
      )
      .where((eb) => eb.or([eb('api_keys.expiresAt', 'is', null), eb('api_keys.expiresAt', '>', now)]))
      .where((eb) => eb.or([eb('users.isActive', '=', true), eb('api_keys.serviceAccountId', 'is not', null)]))
      .where('tenants.isActive', '=', true)
      .executeTakeFirst()
    if (!row || !hasFeature(row.features, 'apiAccess')) return null
    if (row.allowedAddresses.length > 0 && !isInRanges(address, row.allowedAddresses)) {
      throw new AppError('FORBIDDEN', `This API key cannot be used from ${address}. An admin chose where it works.`)
    }
    if (!row.lastUsedAt || now.getTime() - new Date(row.lastUsedAt).getTime() > LAST_USE_UPDATE_INTERVAL_MS) {
      await em.nativeUpdate(ApiKey, { tenantId: row.tenantId, id: row.id }, { lastUsedAt: now })
    }
    const { tenantId, id: sessionId } = row
    const userId = row.serviceAccountId ?? row.userId
    if (userId === null) throw new Error('An API key has no owner')
    const byAdmin = row.serviceAccountId !== null || row.role === 'admin'
    const scopes = row.scopes.filter((scope: ApiScope) => byAdmin || !ADMIN_SCOPES.has(scope))
    const expiresAt = row.expiresAt && new Date(row.expiresAt)
    return { tenantId, userId, sessionId, role: 'user', scopes, expiresAt, authenticatedAt: null }
  })
}
