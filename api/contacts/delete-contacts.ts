import {
  CHANGED_AT_ONCE_MAX,
  chosenContacts,
  inChunks,
  withChosen,
  type CheckedChoice,
  type ChosenContacts,
  type ContactChoice,
} from '#api/audiences/contact-selection.ts'
import { removeContacts } from './deleted-contacts.ts'
import type { Call } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { startTask, type TaskWork } from '#api/tasks/start-task.ts'
import type { Task } from '#api/tasks/task.ts'
import { countText } from '#domain/audit.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

/**
 * Deletes the contacts chosen: a few at once, many by a task that shows its progress. Returns how many they are, and the
 * task if there is one. Throws BAD_INPUT, NOT_FOUND (a segment).
 */
export async function deleteContacts(
  call: Call,
  chosen: ContactChoice,
): Promise<{ contactCount: number; task: Task | null }> {
  return withChosen(call, chosen, async (em, { tenantId, query, choice, count }) => {
    const label = countText(count, 'contact', 'contacts')
    await recordOwn(call, em, { action: 'contacts_deleted', target: { label } })
    if (count > CHANGED_AT_ONCE_MAX) {
      return { contactCount: count, task: await startTask(call, em, 'deleteContacts', { input: choice, total: count }) }
    }
    return { contactCount: await deleteChosen(em, tenantId, query, async () => {}), task: null }
  })
}

/**
 * Deletes the contacts that a task names. A filter matches when the task begins to work; contacts added later are not
 * deleted.
 */
export const deleteContactsWork: TaskWork = async ({ em, task, report }) => {
  const { tenantId } = task
  const { query, count } = await chosenContacts(em, tenantId, task.input as CheckedChoice)
  await report(0, count)
  const done = await deleteChosen(em, tenantId, query, report)
  return { message: `${done.toLocaleString('en-US')} contact${done === 1 ? '' : 's'} deleted.` }
}

function deleteChosen(
  em: Em,
  tenantId: string,
  query: ChosenContacts['query'],
  report: (done: number) => Promise<void>,
): Promise<number> {
  const remove = (ids: string[]) => removeContacts(em, tenantId, 'id = any (:ids::uuid[])', { ids: uuidArray(ids) })
  return inChunks(em, query, remove, report)
}
