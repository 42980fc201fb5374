import type { Task as TaskRow } from '#api/tasks/task.ts'
import { TASK_STATUSES, type TaskKind } from '#domain/tasks.ts'
import { builder, enumType, pageCost, forScope } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { connection, connectionOf } from './connections.ts'
import { uuidOf, uuidOrNull } from './object-ids.ts'

const KIND_MEANINGS: Record<TaskKind, { description: string }> = {
  importContacts: { description: 'Imports the contacts of a spreadsheet.' },
  undoImport: { description: 'Undoes an import.' },
  deleteContacts: { description: 'Deletes contacts.' },
  addTags: { description: 'Adds tags to contacts.' },
  removeTags: { description: 'Removes tags from contacts.' },
  rehearseCampaign: { description: 'Rehearses the launch of a campaign. It changes nothing but the report.' },
}
const TaskKindEnum = enumType('TaskKind', { description: 'The kind of a task.', values: KIND_MEANINGS })
export const TaskStatusEnum = enumType('TaskStatus', {
  description: 'running → done, failed or cancelled. A failed or cancelled task changes nothing.',
  values: TASK_STATUSES,
})

export const Task = builder.objectRef<TaskRow>('Task')
builder.node(Task, {
  description:
    'A background job. It is atomic: either everything is applied or nothing is. If its process dies, another process restarts it.',
  id: { resolve: (task) => task.id },
  loadOne: (id, ctx) => ctx.loaders.tasks.load(String(id)),
  fields: (t) => ({
    kind: t.field({ type: TaskKindEnum, description: 'The kind of task.', resolve: (task) => task.kind }),
    status: t.field({ type: TaskStatusEnum, description: 'Current status.', resolve: (task) => task.status }),
    done: t.exposeInt('done', { description: 'Number of rows or contacts processed so far.' }),
    total: t.exposeInt('total', { nullable: true, description: 'Total number to process; null until counted.' }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'The result in one sentence; null until it is done.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed, in one sentence; null otherwise.' }),
    startedBy: t.string({
      nullable: true,
      description: 'Name of the user who started it; null if that user was deleted.',
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

export const TaskConnection = connectionOf('Task', Task)

builder.queryFields((t) => ({
  task: t.field({
    ...forScope('contacts:read'),
    type: Task,
    nullable: true,
    description: 'One task; null if it does not exist or is not yours. Tasks are kept for 30 days after they end.',
    args: { id: t.arg.id({ required: true, description: 'Id of the task.' }) },
    resolve: (_, { id }, ctx) => {
      const uuid = uuidOrNull('Task', id)
      return uuid === null ? null : ctx.loaders.tasks.load(uuid)
    },
  }),
  tasks: t.connection(
    {
      ...forScope('contacts:read'),
      type: Task,
      complexity: pageCost,
      description: 'The workspace’s tasks, newest first, at most 500 per page.',
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.tasks.listTasks(ctx, page),
          () => ctx.api.tasks.countTasks(ctx),
        ),
    },
    TaskConnection,
  ),
}))

mutation('cancelTask', {
  scope: 'contacts:write',
  description:
    'Cancels a running task and rolls back its changes. It may take a moment to end: subscribe to taskProgress to follow it. Errors: NOT_FOUND, CONFLICT (it has ended).',
  input: {
    description: 'The task to cancel.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the task.' }) }),
  },
  payload: { task: { type: Task, description: 'The task.' } },
  resolve: async ({ id }, ctx) => ({ task: await ctx.api.tasks.cancelTask(ctx, uuidOf('Task', id)) }),
})

builder.subscriptionField('taskProgress', (t) =>
  t.field({
    ...forScope('contacts:read'),
    type: Task,
    description:
      'Follows one task: sends its current state, then every change. Rapid changes are combined. Errors: NOT_FOUND.',
    args: { id: t.arg.id({ required: true, description: 'Id of the task.' }) },
    subscribe: (_, { id }, ctx) => ctx.api.tasks.watchTask(ctx, uuidOf('Task', id)),
    resolve: (task: TaskRow) => task,
  }),
)
