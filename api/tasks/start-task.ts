import { v7 as newId } from 'uuid'
import type { TaskKind } from '#domain/tasks.ts'
import { viewerOf, type App, type Call } from '../context.ts'
import type { Em } from '../platform/database.ts'
import { Task } from './task.ts'

/** What a kind of task does. All that it writes is one transaction: when it fails or is cancelled, nothing has happened. */
export type TaskWork = (run: TaskRun) => Promise<{
  /** what came of it, in a sentence for a person */
  message: string
}>

/** One go at a task. */
export interface TaskRun {
  app: Pick<App, 'database' | 'events' | 'clock' | 'log'>
  /** the transaction that everything is written in */
  em: Em
  task: Readonly<Task>
  /** Tells those who watch how far it is. Throws when the task is cancelled or the process stops: then let it through. */
  report(done: number, total?: number): Promise<void>
}

/** Starts a task; it stands when the running transaction commits, and any process that works may take it up. */
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
  await call.app.jobs.wakeTask(em, kind, { tenantId, taskId: task.id })
  await call.app.events.publish(em, { kind: 'task', tenantId, id: task.id })
  return task
}

/** Makes sure that a task runs in one place only until the transaction ends; false when it does in another. */
export async function holdTask(em: Em, taskId: string): Promise<boolean> {
  const [row] = await em.execute<[{ held: boolean }]>(
    'select pg_try_advisory_xact_lock(hashtextextended(:lock, 0)) as held',
    { lock: `task/${taskId}` },
  )
  return row.held
}
