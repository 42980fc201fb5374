import { defineEntity, type InferEntity, type Opt, p } from '@mikro-orm/core'
import type { TaskKind, TaskStatus } from '#domain/tasks.ts'

/** A background task started by a person. */
export const Task = defineEntity({
  name: 'Task',
  tableName: 'tasks',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** user who started the task */
    userId: p.uuid(),
    kind: p.text().$type<TaskKind>(),
    status: p.text().$type<TaskStatus>(),
    /** progress out of `total` */
    done: p.integer().$type<Opt<number>>().default(0),
    total: p.integer().nullable(),
    /** parameters, as the kind defines them */
    input: p.json<Record<string, unknown>>(),
    /** id of the import that the task creates or undoes */
    importId: p.uuid().nullable(),
    /** result, as a sentence */
    message: p.text().nullable(),
    /** reason of the failure, as a sentence */
    error: p.text().nullable(),
    cancelAsked: p.boolean().$type<Opt<boolean>>().default(false),
    /** number of attempts: if a process dies, the next one retries */
    attempts: p.integer().$type<Opt<number>>().default(0),
    createdAt: p.datetime(),
    /** time of the last heartbeat */
    touchedAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
  },
})
export type Task = InferEntity<typeof Task>
