import { AppError } from '#domain/errors.ts'
import { DELETION_GRACE_DAYS, deleteWorkspaceInput } from '#domain/tenants/tenants.ts'
import { changesBetween } from '#domain/audit.ts'
import { ensureRecentSignIn } from '#api/accounts/recent-sign-in.ts'
import { User } from '#api/accounts/user.ts'
import { recordOwn, type Act } from '#api/audit/activity-log-writer.ts'
import { adminOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import type { Letter } from '#api/system-mail/compose-system-email.ts'
import { workspaceDeletion, workspaceDeletionCancelled } from '#api/system-mail/system-email-texts.ts'
import { queueSystemEmail } from '#api/system-mail/system-mail-queue.ts'
import { pauseAll } from '../end-tenant-access.ts'
import { dayText, lockTenant } from '#api/tenants/plan-limits.ts'
import type { Tenant } from '#api/tenants/tenant.ts'

/** Person who asks for the deletion of a workspace, and the place where this is recorded. */
export interface Asker {
  /** name of the workspace in emails to admins */
  name: string
  note: (em: Em, act: Omit<Act, 'tenantId' | 'by'>) => Promise<void>
}

/**
 * Schedules the deletion of the caller's workspace in 30 days. Until then it sends nothing, but can be read. `name`
 * must be its name. Every admin is notified by email. Asking again changes nothing. Admins only. Throws BAD_INPUT, REAUTHENTICATE.
 */
export async function scheduleWorkspaceDeletion(
  call: Call,
  input: InputOf<typeof deleteWorkspaceInput>,
): Promise<Tenant> {
  return changeOwn(call, (em, tenant, by) => schedule(call, em, tenant, input, by))
}

/**
 * Cancels the deletion of the caller's workspace. Campaigns stay paused until somebody resumes them. Every admin is
 * told. Admins only. Throws REAUTHENTICATE, CONFLICT if the 30 days are over.
 */
export async function cancelWorkspaceDeletion(call: Call): Promise<Tenant> {
  return changeOwn(call, (em, tenant, by) => cancel(call, em, tenant, by))
}

/** Schedules the deletion of a locked workspace, pauses its campaigns and tells its admins. Throws BAD_INPUT. */
export async function schedule(
  call: Call,
  em: Em,
  tenant: Tenant,
  input: InputOf<typeof deleteWorkspaceInput>,
  by: Asker,
): Promise<void> {
  const { name } = parseInput(deleteWorkspaceInput, input)
  if (name !== tenant.name) {
    const message = `Enter the name of the workspace exactly: ${tenant.name}`
    throw new AppError('BAD_INPUT', message, { fields: { name: message } })
  }
  if (tenant.deletionAt) return
  const at = new Date(call.app.clock().getTime() + DELETION_GRACE_DAYS * 86_400_000)
  await setDeletion(em, tenant, at, by)
  await pauseAll(call.app, em, tenant.id, 'TO_BE_DELETED')
  const url = tenant.isActive ? `${call.app.publicUrl}/settings?tab=data` : null
  await tellAdmins(call, em, tenant, workspaceDeletion({ name, by: by.name, on: dayText(at), url }))
}

/** Cancels the deletion of a locked workspace and tells its admins. Throws CONFLICT if it has begun. */
export async function cancel(call: Call, em: Em, tenant: Tenant, by: Asker): Promise<void> {
  if (!tenant.deletionAt) return
  ensureNotBegun(tenant, call.app.clock())
  await setDeletion(em, tenant, null, by)
  await tellAdmins(call, em, tenant, workspaceDeletionCancelled({ name: tenant.name, by: by.name }))
}

/** Throws CONFLICT for a workspace whose rows are being deleted. */
export function ensureNotBegun({ deletionAt }: Pick<Tenant, 'deletionAt'>, now: Date): void {
  if (deletionAt && deletionAt <= now) {
    throw new AppError('CONFLICT', 'This workspace is being deleted. It can no longer be stopped.')
  }
}

async function changeOwn(call: Call, change: (em: Em, tenant: Tenant, by: Asker) => Promise<void>): Promise<Tenant> {
  const { tenantId, userId } = adminOf(call)
  ensureRecentSignIn(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const tenant = await lockTenant(em, tenantId)
    const { name } = await em.findOneOrFail(User, { tenantId, id: userId })
    await change(em, tenant, { name, note: (inside, act) => recordOwn(call, inside, act) })
    return tenant
  })
}

async function setDeletion(em: Em, tenant: Tenant, deletionAt: Date | null, by: Asker): Promise<void> {
  const changes = changesBetween(tenant, { deletionAt }, ['deletionAt'])
  tenant.deletionAt = deletionAt
  await em.flush()
  await by.note(em, {
    action: deletionAt ? 'workspace_deletion_scheduled' : 'workspace_deletion_cancelled',
    target: { id: tenant.id, label: tenant.name },
    changes,
  })
}

async function tellAdmins(call: Call, em: Em, tenant: Tenant, letter: Letter): Promise<void> {
  for (const { email } of await em.find(User, { tenantId: tenant.id, role: 'admin', isActive: true })) {
    await queueSystemEmail(call.app, em, email, letter)
  }
}
