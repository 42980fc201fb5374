import type { Call } from '#api/platform/call-context.ts'
import { chosenContacts } from '#api/audiences/contact-selection.ts'
import { startTask } from '#api/tasks/start-task.ts'
import type { ContactFilter } from '#domain/audiences.ts'
import { encodeId } from '#schema/object-ids.ts'
import type { TestPerson } from './person.ts'
import type { World } from './world.ts'

/** Starts the task that deletes contacts, which deleteContacts does only for more than 1,000. Returns its id. */
export async function startDeleteTask(
  { app }: World,
  { tenantId, userId }: TestPerson,
  filter: ContactFilter = {},
): Promise<string> {
  const call = { app, viewer: { tenantId, userId } } as Call
  const input = { ids: null, filter }
  const task = await app.database.inTenant(tenantId, async (em) => {
    const { count } = await chosenContacts(em, tenantId, input)
    return startTask(call, em, 'deleteContacts', { input, total: count })
  })
  return encodeId('Task', task.id)
}
