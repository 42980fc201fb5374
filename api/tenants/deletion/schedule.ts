import { AppError } from '#domain/errors.ts'
import { DELETION_GRACE_DAYS, deleteWorkspaceInput } from '#domain/tenants.ts'
import { changesBetween } from '#domain/audit.ts'
import { ensureRecentSignIn } from '../../accounts/recent-sign-in.ts'
import { User } from '../../accounts/user.ts'
import { recordOwn } from '../../audit/record.ts'
import { adminOf, type Call } from '../../context.ts'
import type { Em } from '../../platform/database.ts'
import { parseInput, type InputOf } from '../../platform/input.ts'
import type { Letter } from '../../system-mail/compose.ts'
import { workspaceDeletion, workspaceDeletionCancelled } from '../../system-mail/letters.ts'
import { queueSystemEmail } from '../../system-mail/queue.ts'
import { pauseAll } from '../end-power.ts'
import { dayText, lockTenant } from '../limits.ts'
import type { Tenant } from '../tenant.ts'

/**
 * Schedules the deletion of the caller's workspace in 30 days. Until then it sends nothing, but can be read. `name`
 * must be its name. Every admin is notified by email. Asking again changes nothing. Admins only. Throws BAD_INPUT, REAUTHENTICATE.
 */
export async function scheduleWorkspaceDeletion(
  call: Call,
  input: InputOf<typeof deleteWorkspaceInput>,
): Promise<Tenant> {
  const { name } = parseInput(deleteWorkspaceInput, input)
  return changeDeletion(call, async (em, tenant) => {
    if (name !== tenant.name) {
      const message = `Enter the name of the workspace exactly: ${tenant.name}`
      throw new AppError('BAD_INPUT', message, { fields: { name: message } })
    }
    if (tenant.deletionAt) return
    const at = new Date(call.app.clock().getTime() + DELETION_GRACE_DAYS * 86_400_000)
    await setDeletion(call, em, tenant, at)
    await pauseAll(call.app, em, tenant.id, 'TO_BE_DELETED')
    const url = `${call.app.publicUrl}/settings?tab=data`
    await tellAdmins(call, em, tenant, (by) => workspaceDeletion({ name: tenant.name, by, on: dayText(at), url }))
  })
}

/**
 * Cancels the deletion of the caller's workspace. Campaigns stay paused until somebody resumes them. Every admin is
 * told. Admins only. Throws REAUTHENTICATE, CONFLICT if the 30 days are over.
 */
export async function cancelWorkspaceDeletion(call: Call): Promise<Tenant> {
  return changeDeletion(call, async (em, tenant) => {
    if (!tenant.deletionAt) return
    ensureNotBegun(tenant, call.app.clock())
    await setDeletion(call, em, tenant, null)
    await tellAdmins(call, em, tenant, (by) => workspaceDeletionCancelled({ name: tenant.name, by }))
  })
}

/** Throws CONFLICT for a workspace whose rows are being deleted. */
export function ensureNotBegun({ deletionAt }: Pick<Tenant, 'deletionAt'>, now: Date): void {
  if (deletionAt && deletionAt <= now) {
    throw new AppError('CONFLICT', 'This workspace is being deleted. It can no longer be stopped.')
  }
}

async function changeDeletion(call: Call, change: (em: Em, tenant: Tenant) => Promise<void>): Promise<Tenant> {
  const { tenantId } = adminOf(call)
  ensureRecentSignIn(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const tenant = await lockTenant(em, tenantId)
    await change(em, tenant)
    return tenant
  })
}

async function setDeletion(call: Call, em: Em, tenant: Tenant, deletionAt: Date | null): Promise<void> {
  const changes = changesBetween(tenant, { deletionAt }, ['deletionAt'])
  tenant.deletionAt = deletionAt
  await em.flush()
  await recordOwn(call, em, {
    action: deletionAt ? 'workspace_deletion_scheduled' : 'workspace_deletion_cancelled',
    target: { id: tenant.id, label: tenant.name },
    changes,
  })
}

async function tellAdmins(call: Call, em: Em, tenant: Tenant, letter: (by: string) => Letter): Promise<void> {
  const { userId } = adminOf(call)
  const by = await em.findOneOrFail(User, { tenantId: tenant.id, id: userId })
  for (const { email } of await em.find(User, { tenantId: tenant.id, role: 'admin', isActive: true })) {
    await queueSystemEmail(call.app, em, email, letter(by.name))
  }
}
