import type { Task as TaskRow } from '#api/tasks/task.ts'
import { TASK_STATUSES, type TaskKind } from '#domain/tasks.ts'
import { builder, pageCost } from './builder.ts'
import { connection, totalCountOf } from './connections.ts'
import { uuidOf } from './ids.ts'

const KIND_MEANINGS: Record<TaskKind, { description: string }> = {
  importContacts: { description: 'Imports the contacts of a spreadsheet.' },
  undoImport: { description: 'Takes an import back.' },
  deleteContacts: { description: 'Deletes contacts.' },
}
const TaskKindEnum = builder.enumType('TaskKind', { description: 'What a task does.', values: KIND_MEANINGS })
const TaskStatusEnum = builder.enumType('TaskStatus', {
  description: 'running → done, failed or cancelled; after the last two it is as if the task had never begun.',
  values: TASK_STATUSES,
})

export const Task = builder.objectRef<TaskRow>('Task')
builder.node(Task, {
  description:
    'A background job. It takes effect as a whole or not at all; if its process dies, another process starts it again.',
  id: { resolve: (task) => task.id },
  loadOne: (id, ctx) => ctx.api.tasks.findTask(ctx, String(id)),
  fields: (t) => ({
    kind: t.field({ type: TaskKindEnum, description: 'What it does.', resolve: (task) => task.kind }),
    status: t.field({ type: TaskStatusEnum, description: 'How it stands.', resolve: (task) => task.status }),
    done: t.exposeInt('done', { description: 'How many rows or contacts are behind it.' }),
    total: t.exposeInt('total', { nullable: true, description: 'Of how many; null until they are counted.' }),
    message: t.exposeString('message', { nullable: true, description: 'What came of it, in a sentence; null before.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed, in a sentence; null otherwise.' }),
    startedBy: t.string({
      nullable: true,
      description: 'Name of who started it; null when that person is gone.',
      resolve: (task, _, ctx) => ctx.loaders.userNames.load(task.userId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was started.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null while it runs.',
    }),
  }),
})

builder.queryFields((t) => ({
  task: t.field({
    type: Task,
    nullable: true,
    description: 'One task; null when it does not exist or is not yours. Tasks are kept for 30 days after their end.',
    args: { id: t.arg.id({ required: true, description: 'Id of the task.' }) },
    resolve: (_, { id }, ctx) => ctx.api.tasks.findTask(ctx, uuidOf('Task', id)),
  }),
  tasks: t.connection(
    {
      type: Task,
      complexity: pageCost,
      description: 'The tasks of the workspace, the newest first, at most 500 a page.',
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.tasks.listTasks(ctx, page),
          () => ctx.api.tasks.countTasks(ctx),
        ),
    },
    { fields: (f) => ({ totalCount: f.int({ description: 'How many tasks there are.', resolve: totalCountOf }) }) },
  ),
}))

builder.mutationField('cancelTask', (t) =>
  t.field({
    type: Task,
    description:
      'Gives a running task up; what it has done so far is taken back. It ends at once or a moment later: watch it. Errors: NOT_FOUND, CONFLICT (it has ended).',
    args: { id: t.arg.id({ required: true, description: 'Id of the task.' }) },
    resolve: (_, { id }, ctx) => ctx.api.tasks.cancelTask(ctx, uuidOf('Task', id)),
  }),
)

builder.subscriptionField('taskProgress', (t) =>
  t.field({
    type: Task,
    description:
      'One task on its way: first as it stands, then at each change (several within a moment come as one). Errors: NOT_FOUND.',
    args: { id: t.arg.id({ required: true, description: 'Id of the task.' }) },
    subscribe: (_, { id }, ctx) => ctx.api.tasks.watchTask(ctx, uuidOf('Task', id)),
    resolve: (task: TaskRow) => task,
  }),
)
