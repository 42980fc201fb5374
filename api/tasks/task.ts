import { defineEntity, type InferEntity, type Opt, p } from '@mikro-orm/core'
import type { TaskKind, TaskStatus } from '#domain/tasks.ts'

/** Long work that somebody started and that goes on by itself. */
export const Task = defineEntity({
  name: 'Task',
  tableName: 'tasks',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** who started it */
    userId: p.uuid(),
    kind: p.text().$type<TaskKind>(),
    status: p.text().$type<TaskStatus>(),
    /** how many of `total` are behind it; null while nobody has counted */
    done: p.integer().$type<Opt<number>>().default(0),
    total: p.integer().nullable(),
    /** what it is to do, as its kind reads it */
    input: p.json<Record<string, unknown>>(),
    /** the import that it makes or undoes */
    importId: p.uuid().nullable(),
    /** what came of it, in a sentence */
    message: p.text().nullable(),
    /** why it failed, in a sentence */
    error: p.text().nullable(),
    cancelAsked: p.boolean().$type<Opt<boolean>>().default(false),
    /** how often it was begun: a process that dies leaves it to the next */
    attempts: p.integer().$type<Opt<number>>().default(0),
    createdAt: p.datetime(),
    /** when it last gave a sign of life */
    touchedAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
  },
})
export type Task = InferEntity<typeof Task>
