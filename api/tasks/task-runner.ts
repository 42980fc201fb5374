import { AppError } from '#domain/errors.ts'
import type { TaskKind } from '#domain/tasks.ts'
import type { App } from '#api/platform/app-context.ts'
import { deleteByTenant } from '#api/platform/database/delete-by-tenant.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import { wakeTaskNow, workTasks, type TaskKey } from './task-queue.ts'
import { lockTask, type TaskRun, type TaskWork } from './start-task.ts'
import { Task } from './task.ts'

/** seconds between two sweeps for abandoned tasks (a lost job, a dead process) */
const SWEEP_SECONDS = 5
const SWEEP = 'The sweep for tasks'
/** ms without a heartbeat after which a task is checked for having lost its process. */
const SILENCE = 10_000
/** maximum attempts of a task */
const ATTEMPTS = 5
/** retention of finished tasks in ms */
const TASK_RETENTION_MS = 30 * 86_400_000
/** Number of expired files, which can be large, that are deleted in one transaction. */
const FILES = 20

const BROKEN = 'Something went wrong on our side, and nothing was changed. It has been logged; please try again.'

/** Error thrown inside a task's work to stop it. */
class Stop extends Error {
  readonly why: 'cancelled' | 'stopping'
  constructor(why: 'cancelled' | 'stopping') {
    super(why)
    this.why = why
  }
}

/**
 * Runs tasks from jobs and from a sweep. The first sweep takes every task, so that tasks of a killed process resume.
 */
export async function startTasks(app: App, kinds: Record<TaskKind, TaskWork>): Promise<Worker> {
  const stopping = new AbortController()
  const run = (key: TaskKey) =>
    runTask(app, kinds, key, stopping.signal).catch((error: unknown) =>
      app.log.error({ err: error, ...key }, 'A task was interrupted'),
    )
  const sweep = async (silence: number) => {
    const now = app.clock().getTime()
    await tidy(app, now)
    for (const { kind, ...key } of await silentTasks(app, new Date(now - silence))) {
      await wakeTaskNow(app.jobs, kind, key)
    }
  }

  await sweep(0).catch((error: unknown) => app.log.warn({ error: String(error) }, `${SWEEP} failed`))
  const takeNoMore = await workTasks(app.jobs, run)
  const rounds = runPeriodically({
    name: SWEEP,
    seconds: SWEEP_SECONDS,
    work: () => sweep(SILENCE),
    log: app.log,
    first: 'later',
  })
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all([rounds.stop(), takeNoMore()])
    },
  }
}

function silentTasks(app: App, since: Date): Promise<(TaskKey & { kind: TaskKind })[]> {
  return app.database.asSystem((em) =>
    em.execute<(TaskKey & { kind: TaskKind })[]>(
      `select tenant_id as "tenantId", id as "taskId", kind from tasks where status = 'running' and touched_at <= :since`,
      { since },
    ),
  )
}

/** Deletes old finished tasks, and expired files of unfinished imports. */
async function tidy(app: App, now: number): Promise<void> {
  await deleteByTenant(app.database, {
    table: 'tasks',
    which: () => `d.status <> 'running' and d.finished_at < :finishedAt`,
    values: { finishedAt: new Date(now - TASK_RETENTION_MS) },
  })
  await deleteByTenant(
    app.database,
    {
      table: 'import_files',
      which: (tenant) => `d.expires_at < :expiresAt and not exists (
        select 1 from tasks t where t.tenant_id = ${tenant} and t.id = d.task_id and t.status = 'running')`,
      values: { expiresAt: new Date(now) },
    },
    { batch: FILES },
  )
}

async function runTask(
  app: App,
  kinds: Record<TaskKind, TaskWork>,
  { tenantId, taskId }: TaskKey,
  stopping: AbortSignal,
): Promise<void> {
  const at = { tenantId, taskId }
  try {
    await app.database.inTenant(tenantId, async (em) => {
      if (!(await lockTask(em, taskId))) return
      const task = await begin(app, at)
      if (!task) return
      const report = async (done: number, total?: number) => {
        const asked = await change(app, at, `done = :done, total = coalesce(:total, total)`, {
          done,
          total: total ?? null,
        })
        if (asked.cancelAsked) throw new Stop('cancelled')
        if (stopping.aborted) throw new Stop('stopping')
      }
      const run: TaskRun = { app, em, task, report }
      const { message } = await kinds[task.kind](run)
      await em.execute(
        `update tasks set status = 'done', done = coalesce(total, done), message = :message, finished_at = :now
         where tenant_id = :tenantId and id = :taskId and status = 'running'`,
        { message, now: app.clock(), tenantId, taskId },
      )
      await app.events.publish(em, { kind: 'task', tenantId, id: taskId })
    })
  } catch (error) {
    await settle(app, at, error)
  }
}

/** Begins a task; null if it has ended or runs elsewhere. */
async function begin(app: App, { tenantId, taskId }: TaskKey): Promise<Task | null> {
  return app.database.inTenant(tenantId, async (em) => {
    const task = await em.findOne(Task, { id: taskId, status: 'running' })
    if (!task) return null
    if (task.cancelAsked) throw new Stop('cancelled')
    if (task.attempts >= ATTEMPTS) throw new AppError('INTERNAL', BROKEN)
    em.assign(task, { attempts: task.attempts + 1, done: 0, touchedAt: app.clock() })
    await em.flush()
    await app.events.publish(em, { kind: 'task', tenantId, id: taskId })
    return task
  })
}

/** Records the result of a task whose work was rolled back: the task ends, unless a retry may help. */
async function settle(app: App, key: TaskKey, error: unknown): Promise<void> {
  const ended = (status: string, why: string | null) =>
    change(app, key, `status = :status, error = :why, finished_at = :now`, { status, why })
  if (error instanceof Stop) {
    if (error.why === 'cancelled') await ended('cancelled', null)
    else await change(app, key, `attempts = attempts - 1`, {})
  } else if (error instanceof AppError && error.code !== 'UNAVAILABLE') {
    await ended('failed', error.message)
  } else {
    app.log.error({ err: error, ...key }, 'A task failed; restarting it')
    await change(app, key, `done = 0`, {})
  }
}

/** Updates a running task in a separate transaction, so that the change is visible at once. */
async function change(
  app: App,
  { tenantId, taskId }: TaskKey,
  set: string,
  values: Record<string, unknown>,
): Promise<{ cancelAsked: boolean }> {
  return app.database.inTenant(tenantId, async (em) => {
    const [row] = await em.execute<{ cancelAsked: boolean }[]>(
      `update tasks set ${set}, touched_at = :now where tenant_id = :tenantId and id = :taskId and status = 'running'
       returning cancel_asked as "cancelAsked"`,
      { ...values, now: app.clock(), tenantId, taskId },
    )
    await app.events.publish(em, { kind: 'task', tenantId, id: taskId })
    // A workspace or task that was deleted meanwhile counts as cancelled.
    return row ?? { cancelAsked: true }
  })
}
