import { ADMIN_SCOPES } from '#domain/accounts/api-keys.ts'
import { AppError } from '#domain/errors.ts'
import type { Viewer } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'

/** SQL query for a caller's session, joined with the present state of the account. */
const SESSION = `select 1 from sessions s
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  join tenants t on t.id = s.tenant_id
  where s.tenant_id = :tenantId and s.id = :sessionId and u.is_active and t.is_active
    and (u.role = 'admin' or not :asAdmin::boolean)`
/** An API key of a caller, with its account as it is now. A key of a service account has no user. */
const KEY = `select 1 from api_keys k
  left join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
  join tenants t on t.id = k.tenant_id
  where k.tenant_id = :tenantId and k.id = :sessionId and t.is_active
    and (k.user_id is null or (u.is_active and (u.role = 'admin' or not :asAdmin::boolean)))`

/**
 * Confirms, in the transaction of an act, that the caller of the request may still act. A request can take seconds (hashing,
 * an answer of a provider or of DNS), and its caller may lose their session, key, role or workspace meanwhile.
 *
 * @throws FORBIDDEN if they did
 */
export async function ensureCallerStands(
  em: Em,
  { tenantId, sessionId, role, scopes, expiresAt }: Viewer,
): Promise<void> {
  // Runs of repeating campaigns act for a person without a session.
  if (scopes === null && expiresAt === null) return
  const asAdmin = scopes === null ? role === 'admin' : scopes.some((scope) => ADMIN_SCOPES.has(scope))
  const standing = await em.execute<unknown[]>(scopes === null ? SESSION : KEY, { tenantId, sessionId, asAdmin })
  if (standing.length === 0) throw accessEnded()
}

/** Makes the error for a request whose caller lost their access while the request ran. */
export const accessEnded = () =>
  new AppError('FORBIDDEN', 'Your access ended before this was done. Nothing was changed.')
