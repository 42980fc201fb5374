import { tryLock } from '#api/platform/locks/advisory-locks.ts'
import { v7 as newId } from 'uuid'
import type { TaskKind } from '#domain/tasks.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Task } from './task.ts'
import { wakeTask } from './task-queue.ts'

/**
 * The implementation of a kind of task. All its writes are one transaction: if it fails or is cancelled, nothing has
 * happened.
 */
export type TaskWork = (run: TaskRun) => Promise<{
  /** result, as a sentence for people */
  message: string
}>

/** Everything an attempt at a task works with. */
export interface TaskRun {
  app: Pick<App, 'database' | 'events' | 'clock' | 'links' | 'log' | 'threads' | 'office' | 'ceilings' | 'publicUrl'>
  /** the transaction for all writes */
  em: Em
  task: Readonly<Task>
  /** Publishes the progress. Throws if the task is cancelled or the process stops: do not catch that. */
  report(done: number, total?: number): Promise<void>
}

/** Starts a task when the current transaction commits; any worker process may run it. */
export async function startTask(
  call: Call,
  em: Em,
  kind: TaskKind,
  details: { input: Record<string, unknown>; total?: number; importId?: string },
): Promise<Task> {
  const { tenantId, userId } = viewerOf(call)
  const now = call.app.clock()
  const task = em.create(Task, {
    tenantId,
    id: newId(),
    userId,
    kind,
    status: 'running',
    input: details.input,
    total: details.total ?? null,
    importId: details.importId ?? null,
    createdAt: now,
    touchedAt: now,
  })
  await em.flush()
  await wakeTask(call.app.jobs, em, kind, { tenantId, taskId: task.id })
  await call.app.events.publish(em, { kind: 'task', tenantId, id: task.id })
  return task
}

/** Locks a task until the transaction ends, so that it runs in one place only; false if it already runs elsewhere. */
export const lockTask = (em: Em, taskId: string): Promise<boolean> => tryLock(em, 'task', taskId)
