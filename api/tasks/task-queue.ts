import { TASK_KINDS, type TaskKind } from '#domain/tasks.ts'
import type { Enqueuing, JobQueue, Jobs } from '#api/platform/jobs/job-queue.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** Identifies one task of one tenant. */
export interface TaskKey {
  tenantId: string
  taskId: string
}

const queueOf = (kind: TaskKind): JobQueue<TaskKey> => ({
  name: `task-${kind}`,
  options: { policy: 'short', notify: true, retryLimit: 0, expireInSeconds: 3_600, deleteAfterSeconds: 600 },
  keyOf: ({ taskId }) => taskId,
})

/** A queue for each kind of task, so that kinds do not wait for each other. */
export const TASK_QUEUES = TASK_KINDS.map(queueOf)

/** Enqueues a task in the queue of its kind; takes effect when the transaction commits. */
export const wakeTask = (jobs: Jobs, em: Enqueuing, kind: TaskKind, key: TaskKey): Promise<void> =>
  jobs.add(queueOf(kind), key, { em })

/** Enqueues a task in the queue of its kind, outside a transaction. */
export const wakeTaskNow = (jobs: Jobs, kind: TaskKind, key: TaskKey): Promise<void> => jobs.add(queueOf(kind), key)

/** Calls `run` for every due task. Returns a function that stops taking tasks and waits for running ones. */
export async function workTasks(jobs: Jobs, run: (key: TaskKey) => Promise<void>): Promise<() => Promise<void>> {
  const stops = await Promise.all(TASK_QUEUES.map((queue) => jobs.workSingly(queue, LIMITS.tasks.max.process, run)))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
