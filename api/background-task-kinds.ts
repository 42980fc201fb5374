import type { TaskKind } from '#domain/tasks.ts'
import { addTagsWork, removeTagsWork } from '#api/audiences/tags.ts'
import { deleteContactsWork } from '#api/contacts/delete-contacts.ts'
import { rehearseCampaignWork } from '#api/campaigns/rehearsal/rehearsal-run.ts'
import { importContactsWork } from '#api/contacts/commit-import.ts'
import { undoImportWork } from '#api/contacts/contact-import-undo.ts'
import type { TaskWork } from '#api/tasks/start-task.ts'

/** The implementation of each kind of task. */
export const taskKinds: Record<TaskKind, TaskWork> = {
  importContacts: importContactsWork,
  undoImport: undoImportWork,
  deleteContacts: deleteContactsWork,
  addTags: addTagsWork,
  removeTags: removeTagsWork,
  rehearseCampaign: rehearseCampaignWork,
}
