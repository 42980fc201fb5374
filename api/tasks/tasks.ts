import { LockMode } from '@mikro-orm/core'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { membersOf } from '#api/accounts/workspace-member.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import { sqlOf } from '#api/platform/database/database.ts'
import { watchOne } from '#api/accounts/state-subscription.ts'
import { readPage, NEWEST_FIRST, type Listed, type Page } from '#api/platform/database/keyset-pagination.ts'
import { lockTask } from './start-task.ts'
import { Task } from './task.ts'

/** A page of the workspace's tasks, newest first. */
export async function listTasks(call: Call, page: Page): Promise<Listed<Task>[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const query = sqlOf(em).selectFrom('tasks').selectAll().where('tenantId', '=', tenantId)
    return readPage(query, NEWEST_FIRST, page)
  })
}

/** Number of tasks in the workspace. */
export async function countTasks(call: Call): Promise<number> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => em.count(Task, { tenantId }))
}

/** Finds a task of the caller's workspace by its id. */
export async function findTask(call: Call, id: string): Promise<Task | null> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) => em.findOne(Task, { id }))
}

/** Tasks by id. */
export async function tasksOf(call: Call, ids: readonly string[]): Promise<Map<string, Task>> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) =>
    byId<Task>(em.find(Task, { id: { $in: [...ids] } })),
  )
}

/** The current state of a task, then each change. Throws NOT_FOUND. */
export function watchTask(call: Call, id: string): Promise<AsyncGenerator<Task, void>> {
  return watchOne(call, { kind: 'task', type: 'Task', id }, findTask)
}

/**
 * Cancels a running task and rolls back its work. Ends at once if no worker runs it, otherwise a moment later. Throws
 * NOT_FOUND, CONFLICT (it has ended).
 */
export async function cancelTask(call: Call, id: string): Promise<Task> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const task = await em.findOne(Task, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!task) throw notFound('Task')
    if (task.status !== 'running') {
      throw new AppError('CONFLICT', `This task is ${task.status}; only a running task can be cancelled.`)
    }
    if (await lockTask(em, id)) em.assign(task, { status: 'cancelled', finishedAt: call.app.clock() })
    else task.cancelAsked = true
    await em.flush()
    await call.app.events.publish(em, { kind: 'task', tenantId, id })
    return task
  })
}

/** Names of the people and service accounts who started tasks: id → name. */
export async function userNamesOf(call: Call, ids: readonly string[]): Promise<Map<string, string>> {
  const { tenantId } = viewerOf(call)
  const members = await call.app.database.inTenant(tenantId, (em) => membersOf(em, tenantId, ids))
  return new Map([...members].map(([id, { name }]) => [id, name]))
}
