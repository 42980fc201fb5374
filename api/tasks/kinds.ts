import type { TaskKind } from '#domain/tasks.ts'
import { addTagsWork, removeTagsWork } from '../audiences/tags.ts'
import { deleteContactsWork } from '../contacts/delete-contacts.ts'
import { rehearseCampaignWork } from '../campaigns/rehearsal/run.ts'
import { importContactsWork } from '../contacts/commit-import.ts'
import { undoImportWork } from '../contacts/undo-import.ts'
import type { TaskWork } from './start-task.ts'

/** The implementation of each kind of task. */
export const taskKinds: Record<TaskKind, TaskWork> = {
  importContacts: importContactsWork,
  undoImport: undoImportWork,
  deleteContacts: deleteContactsWork,
  addTags: addTagsWork,
  removeTags: removeTagsWork,
  rehearseCampaign: rehearseCampaignWork,
}
