import { sql } from 'kysely'
import { contactFilter, type ContactFilter } from '#domain/audiences.ts'
import { chosenContacts } from '../audiences/chosen.ts'
import { viewerOf, type Call } from '../context.ts'
import { sqlOf, uuidArray, type Em } from '../platform/database.ts'
import { parseInput, type InputOf } from '../platform/input.ts'
import { startTask, type TaskWork } from '../tasks/start-task.ts'
import type { Task } from '../tasks/task.ts'

/** contacts deleted between two signs of progress */
const CHUNK = 5_000

/**
 * Starts to delete contacts by ids (those that do not exist are passed over) or all that match a filter. Throws BAD_INPUT, NOT_FOUND (a
 * segment).
 */
export async function bulkDeleteContacts(
  call: Call,
  ids: string[] | null,
  asked: InputOf<typeof contactFilter> | null,
): Promise<Task> {
  const { tenantId } = viewerOf(call)
  const filter = asked && parseInput(contactFilter, asked)
  return call.app.database.inTenant(tenantId, async (em) => {
    const { count } = await chosenContacts(em, tenantId, ids, filter)
    return startTask(call, em, 'deleteContacts', { input: { ids, filter }, total: count })
  })
}

/** Deletes the same at once; returns how many there were. Throws BAD_INPUT, NOT_FOUND (a segment). */
export async function deleteContacts(
  call: Call,
  ids: string[] | null,
  asked: InputOf<typeof contactFilter> | null,
): Promise<number> {
  const { tenantId } = viewerOf(call)
  const filter = asked && parseInput(contactFilter, asked)
  return call.app.database.inTenant(tenantId, async (em) => {
    const { query } = await chosenContacts(em, tenantId, ids, filter)
    return deleteChosen(em, tenantId, query, async () => {})
  })
}

/** Deletes what the task names: the contacts that match when the work begins, none that come meanwhile. */
export const deleteContactsWork: TaskWork = async ({ em, task, report }) => {
  const { tenantId } = task
  const { ids, filter } = task.input as { ids: string[] | null; filter: ContactFilter | null }
  const { query, count } = await chosenContacts(em, tenantId, ids, filter)
  await report(0, count)
  const done = await deleteChosen(em, tenantId, query, report)
  return { message: `${done.toLocaleString('en-US')} contact${done === 1 ? '' : 's'} deleted.` }
}

async function deleteChosen(
  em: Em,
  tenantId: string,
  query: Awaited<ReturnType<typeof chosenContacts>>['query'],
  report: (done: number) => Promise<void>,
): Promise<number> {
  const db = sqlOf(em)
  await sql`declare chosen no scroll cursor for ${query.select('contacts.id')}`.execute(db)
  let done = 0
  for (;;) {
    const { rows } = await sql<{ id: string }>`fetch forward ${sql.lit(CHUNK)} from chosen`.execute(db)
    if (rows.length === 0) return done
    await em.execute('delete from contacts where tenant_id = :tenantId and id = any (:ids::uuid[])', {
      tenantId,
      ids: uuidArray(rows.map(({ id }) => id)),
    })
    done += rows.length
    await report(done)
  }
}
