import { v7 as newId } from 'uuid'
import { shortened, type AuditAction, type AuditActor, type AuditChange } from '#domain/audit.ts'
import { accessEnded, ensureCallerStands } from './caller-access-check.ts'
import type { Call } from '#api/platform/call-context.ts'
import { afterCommit, type Em } from '#api/platform/database/database.ts'
import { INSTALLATION } from './audit-event.ts'

/**
 * The actor of an entry: a person or key of a workspace, a super admin, an anonymous visitor, a command on the server,
 * or Mergewell.
 */
export type By = { userId: string; apiKeyId?: string } | { superAdminId: string } | 'nobody' | 'command' | 'product'

/** An entry for the activity log: who did what to which object. */
export interface Act {
  action: AuditAction
  /** the workspace; null: the installation */
  tenantId: string | null
  by: By
  /** object of the act */
  target?: { id?: string | null; label: string | null }
  changes?: readonly AuditChange[]
}

/** Message of the line in the process log for each recorded act. */
export const ACTED = 'An act was recorded'

type Origin = { app: Pick<Call['app'], 'clock'> & { log?: Pick<Call['app']['log'], 'info'> } } & Pick<
  Call,
  'address' | 'userAgent'
>

/**
 * Records an act in the transaction that does it: there is no act without its record, and no record without its act. The
 * process log gets a line as well, once the transaction is committed: ids only, for a log that is kept elsewhere.
 */
export async function record(call: Origin, em: Em, { action, tenantId, by, target, changes = [] }: Act): Promise<void> {
  const tenant = tenantId ?? INSTALLATION
  const actor = await actorOf(em, tenant, by)
  await em.execute(
    `insert into audit_events (tenant_id, id, at, actor, actor_id, actor_name, address, user_agent, action, target_id, target_label, changes)
     values (:tenant, :id, :at, :kind, :actorId, :actorName, :address, :userAgent, :action, :targetId, :targetLabel, :changes::jsonb)`,
    {
      tenant,
      id: newId(),
      at: call.app.clock(),
      kind: actor.kind,
      actorId: actor.id,
      actorName: shortened(actor.name),
      address: call.address,
      userAgent: shortened(call.userAgent),
      action,
      targetId: target?.id ?? null,
      targetLabel: target?.label ? shortened(target.label) : null,
      changes: JSON.stringify(changes),
    },
  )
  const ids = {
    ...(tenantId && { tenantId }),
    ...(actor.id && { actorId: actor.id }),
    ...(target?.id && { targetId: target.id }),
  }
  afterCommit(em, () => call.app.log?.info({ event: 'act', action, actor: actor.kind, ...ids }, ACTED))
}

/** Records an act that Mergewell did in a workspace without being asked. */
export async function recordProduct(app: Origin['app'], em: Em, act: Omit<Act, 'by'>): Promise<void> {
  await record({ app, address: '', userAgent: '' }, em, { ...act, by: 'product' })
}

/**
 * Records an act of the signed-in person or program in their workspace.
 *
 * @throws FORBIDDEN if they lost their session, key, role or workspace since the request began; call it before an act that ends them.
 */
export async function recordOwn(call: Call, em: Em, act: Omit<Act, 'tenantId' | 'by'>): Promise<void> {
  const who = call.viewer ?? call.enrolling
  if (!who) throw new Error('Nobody is signed in')
  await ensureCallerStands(em, who)
  const { tenantId, userId, sessionId, scopes } = who
  await record(call, em, { ...act, tenantId, by: { userId, ...(scopes && { apiKeyId: sessionId }) } })
}

/**
 * Records an act of the signed-in super admin.
 *
 * @throws FORBIDDEN if their session ended since the request began
 */
export async function recordSuperAdmin(call: Call, em: Em, act: Omit<Act, 'by'>): Promise<void> {
  const superAdminId = call.superAdminId ?? call.enrollingSuperAdminId
  if (!superAdminId) throw new Error('No super admin is signed in')
  const { superAdminSession: session } = call
  if (session) {
    const standing = await em.execute<unknown[]>('select from super_admin_sessions where id = :id', { id: session.id })
    if (standing.length === 0) throw accessEnded()
  }
  await record(call, em, { ...act, by: { superAdminId } })
}

/**
 * Records in the installation's log a sign-in that failed because no user has the typed name. The typed name is not
 * stored, because it may
 * be personal data of somebody who has no account here.
 *
 * @param label kind of account for a sign-in at a provider, such as "Google account"
 */
export async function recordUnknownSignIn(call: Call, label: string | null = null): Promise<void> {
  const act = { action: 'sign_in_failed', tenantId: null, by: 'nobody', target: { label } } as const
  await call.app.database.asSystem((em) => record(call, em, act))
}

async function actorOf(
  em: Em,
  tenantId: string,
  by: By,
): Promise<{ kind: AuditActor; id: string | null; name: string }> {
  if (typeof by === 'string') return { kind: by, id: null, name: '' }
  if ('superAdminId' in by) {
    const { superAdminId: id } = by
    return { kind: 'superAdmin', id, name: (await nameIn(em, 'super_admins', 'username', { id })) ?? 'Super admin' }
  }
  const { userId, apiKeyId } = by
  const name =
    (await nameIn(em, 'users', 'name', { tenantId, id: userId })) ??
    (await nameIn(em, 'service_accounts', 'name', { tenantId, id: userId })) ??
    ''
  if (!apiKeyId) return { kind: 'person', id: userId, name }
  const key = await nameIn(em, 'api_keys', 'name', { tenantId, id: apiKeyId })
  return { kind: 'apiKey', id: apiKeyId, name: `${key ?? 'API key'} (${name})` }
}

/** Reads the name of the actor from the table for that kind of actor; null if the actor was deleted. */
async function nameIn(
  em: Em,
  table: 'super_admins' | 'users' | 'service_accounts' | 'api_keys',
  column: 'username' | 'name',
  who: { tenantId?: string; id: string },
): Promise<string | null> {
  const [row] = await em.execute<{ name: string }[]>(
    `select ${column} as name from ${table} where id = :id${who.tenantId ? ' and tenant_id = :tenantId' : ''}`,
    who,
  )
  return row?.name ?? null
}
