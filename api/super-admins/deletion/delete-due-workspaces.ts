import { INSTALLATION } from '#api/audit/audit-event.ts'
import { record } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import { endSessions } from '../end-tenant-access.ts'
import { deleteRows } from './delete-workspace-rows.ts'

/** seconds between two checks for workspaces to delete */
const DELETION_INTERVAL_SECONDS = 3_600
/** Number of entries of the activity log deleted in one transaction. */
const ENTRIES = 10_000
/**
 * ms after the deletion of a workspace in which its activity log is looked for, in case the first try was interrupted.
 */
const LOOK_BACK = 30 * 86_400_000

/**
 * Deletes the workspaces whose 30 days are over, with all they hold. What an interrupted run leaves, the next one
 * deletes. A workspace that fails is logged, and does not stop the others. Returns how many are gone.
 */
export async function deleteDue(app: App, stopped: () => boolean = () => false): Promise<number> {
  let gone = 0
  for (const tenantId of await app.database.asSystem((em) => close(app, em))) {
    if (stopped()) return gone
    await orLog(app, tenantId, async () => {
      if (!(await deleteRows(app, tenantId, { stopped }))) return
      if (await app.database.asSystem((em) => deleteTenant(app, em, tenantId))) gone += 1
    })
  }
  await forgetActivity(app, stopped)
  return gone
}

/** Runs the work for one workspace; an error is logged instead of thrown. */
async function orLog({ log }: App, tenantId: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    log.warn({ error: String(error), tenantId }, 'A workspace could not be deleted')
  })
}

/** Deletes due workspaces now and every hour. */
export const startWorkspaceDeletion = (app: App): Worker =>
  runPeriodically({
    name: 'Deleting workspaces',
    seconds: DELETION_INTERVAL_SECONDS,
    work: (signal) => deleteDue(app, () => signal.aborted),
    log: app.log,
  })

/**
 * Closes the workspaces whose 30 days are over: from now on nobody can sign in and the deletion cannot be cancelled.
 * Returns their ids.
 */
async function close(app: App, em: Em): Promise<string[]> {
  const due = await em.execute<{ id: string }[]>(
    'update tenants set is_active = false where deletion_at <= :now returning id',
    { now: app.clock() },
  )
  for (const { id } of due) await endSessions(app, em, id, app.clock())
  return due.map(({ id }) => id)
}

/**
 * Deletes a workspace's own row and records that in the log of the installation. False if another process was faster.
 */
async function deleteTenant(app: App, em: Em, tenantId: string): Promise<boolean> {
  const [tenant] = await em.execute<{ name: string }[]>(
    'delete from tenants where id = :tenantId and deletion_at <= :now returning name',
    { tenantId, now: app.clock() },
  )
  if (!tenant) return false
  await record({ app, address: '', userAgent: '' }, em, {
    action: 'workspace_deleted',
    tenantId: null,
    by: 'product',
    target: { id: tenantId, label: tenant.name },
  })
  return true
}

/** Deletes the activity logs of workspaces that were deleted lately. */
async function forgetActivity(app: App, stopped: () => boolean): Promise<void> {
  const { database, clock } = app
  const since = new Date(clock().getTime() - LOOK_BACK)
  const deleted = await database.asSystem((em) =>
    em.execute<{ id: string }[]>(
      `select distinct target_id as id from audit_events e
       where tenant_id = :installation and action = 'workspace_deleted' and at > :since`,
      { since, installation: INSTALLATION },
    ),
  )
  const leftOver = await database.asSystem((em) =>
    em.execute<{ id: string }[]>(
      'select distinct tenant_id as id from audit_events where tenant_id = any (:ids::uuid[])',
      { ids: uuidArray(deleted.map(({ id }) => id)) },
    ),
  )
  for (const { id } of leftOver) {
    await orLog(app, id, async () => {
      for (let count = ENTRIES; count === ENTRIES && !stopped();) {
        const [row] = await database.asSystem((em) =>
          em.execute<[{ count: number }]>('select forget_audit_of_workspace(:id, :most) as count', {
            ...{ id, most: ENTRIES },
          }),
        )
        count = row.count
      }
    })
  }
}
