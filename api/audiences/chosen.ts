import { sql } from 'kysely'
import { contactFilter, type ContactFilter } from '#domain/audiences.ts'
import { AppError } from '#domain/errors.ts'
import { viewerOf, type Call } from '../context.ts'
import { uuidArray, type Em } from '../platform/database.ts'
import { parseInput, type InputOf } from '../platform/input.ts'
import { countOf } from '../platform/keyset.ts'
import { contactsMatching } from './matching.ts'

/** The contacts that an operation is asked to change: either by id, or by a filter. */
export interface ContactChoice {
  ids: string[] | null
  filter: InputOf<typeof contactFilter> | null
}

/** A choice whose filter was checked; a task keeps it as its input. */
export type CheckedChoice = { ids: string[] | null; filter: ContactFilter | null }

/** The contacts of a choice, and how many they are. */
export type ChosenContacts = Awaited<ReturnType<typeof chosenContacts>>

/** Works on the contacts that the caller chose in their workspace. Throws BAD_INPUT, NOT_FOUND (a segment). */
export async function withChosen<T>(
  call: Call,
  { ids, filter }: ContactChoice,
  work: (em: Em, contacts: ChosenContacts & { tenantId: string; choice: CheckedChoice }) => Promise<T>,
): Promise<T> {
  const { tenantId } = viewerOf(call)
  const choice = { ids, filter: filter && parseInput(contactFilter, filter) }
  return call.app.database.inTenant(tenantId, async (em) =>
    work(em, { ...(await chosenContacts(em, tenantId, choice)), tenantId, choice }),
  )
}

/**
 * The contacts of a choice (ids that do not exist are skipped), and how many they are. Throws BAD_INPUT unless it has either ids or a
 * filter, NOT_FOUND (a segment).
 */
export async function chosenContacts(em: Em, tenantId: string, { ids, filter }: CheckedChoice) {
  if ((ids === null) === (filter === null)) {
    throw new AppError('BAD_INPUT', 'Specify the contacts with either ids or a filter.')
  }
  const matching = await contactsMatching(em, tenantId, filter)
  const query =
    ids === null ? matching.query : matching.query.where(sql<boolean>`contacts.id = any (${uuidArray(ids)}::uuid[])`)
  return { query, count: await countOf(query) }
}
