/** Long work that goes on by itself: what kinds there are and how one stands. */

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
