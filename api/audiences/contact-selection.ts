import { sql } from 'kysely'
import { contactChoice, type ContactFilter } from '#domain/audiences.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { sqlOf, uuidArray, type Em } from '#api/platform/database/database.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { countOf } from '#api/platform/database/keyset-pagination.ts'
import { contactsMatching } from './contact-matching-queries.ts'

/** Up to this many contacts are changed at once, more by a task. */
export const CHANGED_AT_ONCE_MAX = 1_000

/** contacts changed between two progress reports */
const CHUNK = 5_000

/** The contacts that an operation is asked to change. Ids are uuids, except in `filter` and `except`. */
export type ContactChoice = InputOf<typeof contactChoice>

/** A choice that was checked; a task keeps it as its input. */
export type CheckedChoice = { ids: string[] | null; filter: ContactFilter | null }

/** Contacts of a choice, with their number. */
export type ChosenContacts = Awaited<ReturnType<typeof chosenContacts>>

/** Works on the contacts that the caller chose in their workspace. Throws BAD_INPUT, NOT_FOUND (a segment). */
export async function withChosen<T>(
  call: Call,
  chosen: ContactChoice,
  work: (em: Em, contacts: ChosenContacts & { tenantId: string; choice: CheckedChoice }) => Promise<T>,
): Promise<T> {
  const { tenantId } = viewerOf(call)
  const { ids, filter, all, except } = parseInput(contactChoice, chosen)
  const choice = { ids: ids ?? null, filter: all ? { except } : (filter ?? null) }
  return call.app.database.inTenant(tenantId, async (em) =>
    work(em, { ...(await chosenContacts(em, tenantId, choice)), tenantId, choice }),
  )
}

/**
 * Builds the query for the contacts of a choice and counts them; ids that do not exist are skipped. Throws NOT_FOUND (a
 * segment).
 */
export async function chosenContacts(em: Em, tenantId: string, { ids, filter }: CheckedChoice) {
  const matching = await contactsMatching(em, tenantId, filter)
  const query =
    ids === null ? matching.query : matching.query.where(sql<boolean>`contacts.id = any (${uuidArray(ids)}::uuid[])`)
  return { query, count: await countOf(query) }
}

/**
 * Calls `work` with the ids of the chosen contacts, a chunk at a time in the order of the ids, and `report` with the
 * running total after each chunk. Contacts that match only later, also because of this work, are left out. Returns the
 * number of contacts.
 */
export async function inChunks(
  em: Em,
  query: ChosenContacts['query'],
  work: (ids: string[]) => Promise<unknown>,
  report: (done: number) => Promise<void>,
): Promise<number> {
  const db = sqlOf(em)
  await sql`declare chosen no scroll cursor for ${query.select('contacts.id').orderBy('contacts.id')}`.execute(db)
  let done = 0
  for (;;) {
    const { rows } = await sql<{ id: string }>`fetch forward ${sql.lit(CHUNK)} from chosen`.execute(db)
    if (rows.length === 0) return done
    await work(rows.map(({ id }) => id))
    done += rows.length
    await report(done)
  }
}
