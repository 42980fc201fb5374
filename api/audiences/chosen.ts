import { sql } from 'kysely'
import type { ContactFilter } from '#domain/audiences.ts'
import { AppError } from '#domain/errors.ts'
import { uuidArray, type Em } from '../platform/database.ts'
import { countOf } from '../platform/keyset.ts'
import { contactsMatching } from './matching.ts'

/**
 * Contacts chosen by their ids (those that do not exist are passed over) or by a filter, and how many they are. Throws BAD_INPUT unless it
 * is one of the two, NOT_FOUND (a segment).
 */
export async function chosenContacts(
  em: Em,
  tenantId: string,
  ids: readonly string[] | null,
  filter: ContactFilter | null,
) {
  if ((ids === null) === (filter === null)) {
    throw new AppError('BAD_INPUT', 'Say which contacts: either ids or a filter.')
  }
  const matching = await contactsMatching(em, tenantId, filter)
  const query =
    ids === null ? matching.query : matching.query.where(sql<boolean>`contacts.id = any (${uuidArray(ids)}::uuid[])`)
  return { query, count: await countOf(query) }
}
