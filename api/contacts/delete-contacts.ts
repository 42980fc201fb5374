import { sql } from 'kysely'
import {
  chosenContacts,
  withChosen,
  type CheckedChoice,
  type ChosenContacts,
  type ContactChoice,
} from '../audiences/chosen.ts'
import type { Call } from '../context.ts'
import { sqlOf, uuidArray, type Em } from '../platform/database.ts'
import { startTask, type TaskWork } from '../tasks/start-task.ts'
import type { Task } from '../tasks/task.ts'
import { countText } from '#domain/audit.ts'
import { recordOwn } from '../audit/record.ts'
import { noteContacts } from '../webhooks/outbox.ts'

/** contacts deleted between two progress reports */
const CHUNK = 5_000

/** up to this many are deleted at once, more by a task */
const AT_ONCE = 1_000

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
    if (count > AT_ONCE) {
      return { contactCount: count, task: await startTask(call, em, 'deleteContacts', { input: choice, total: count }) }
    }
    return { contactCount: await deleteChosen(em, tenantId, query, async () => {}), task: null }
  })
}

/** Deletes the contacts that a task names: those that match when it begins to work, none that are added later. */
export const deleteContactsWork: TaskWork = async ({ em, task, report }) => {
  const { tenantId } = task
  const { query, count } = await chosenContacts(em, tenantId, task.input as CheckedChoice)
  await report(0, count)
  const done = await deleteChosen(em, tenantId, query, report)
  return { message: `${done.toLocaleString('en-US')} contact${done === 1 ? '' : 's'} deleted.` }
}

async function deleteChosen(
  em: Em,
  tenantId: string,
  query: ChosenContacts['query'],
  report: (done: number) => Promise<void>,
): Promise<number> {
  const db = sqlOf(em)
  await sql`declare chosen no scroll cursor for ${query.select('contacts.id')}`.execute(db)
  let done = 0
  for (;;) {
    const { rows } = await sql<{ id: string }>`fetch forward ${sql.lit(CHUNK)} from chosen`.execute(db)
    if (rows.length === 0) return done
    await em.execute(
      `with gone as (delete from contacts where tenant_id = :tenantId and id = any (:ids::uuid[]) returning tenant_id, id),
       ${noteContacts({ from: 'gone', change: 'deleted' })} select`,
      { tenantId, ids: uuidArray(rows.map(({ id }) => id)) },
    )
    done += rows.length
    await report(done)
  }
}
