/** Kinds and states of long work that continues in the background. */

export const TASK_KINDS = [
  'importContacts',
  'undoImport',
  'deleteContacts',
  'addTags',
  'removeTags',
  'rehearseCampaign',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export const TASK_STATUSES = ['running', 'done', 'failed', 'cancelled'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]
