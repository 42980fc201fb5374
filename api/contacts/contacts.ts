import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import { contactInput } from '#domain/contacts.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/ids.ts'
import { viewerOf, type Call } from '../context.ts'
import { sqlOf, type Em } from '../database.ts'
import { parseInput } from '../input.ts'
import { keysetPage, likePattern, withCursor, type Order, type Page } from '../keyset.ts'
import { ensureRoom } from '../limits.ts'
import { ContactImport } from './contact-import.ts'
import { Contact } from './contact.ts'

export interface ContactFilter {
  search?: string | null | undefined
}
export interface ContactOrder {
  field: 'createdAt' | 'firstName' | 'lastName' | 'email'
  direction: 'ascending' | 'descending'
}

/** A page of contacts; the newest first unless an order is given. */
export async function listContacts(
  call: Call,
  filter: ContactFilter | null | undefined,
  orderBy: ContactOrder | null | undefined,
  page: Page,
): Promise<(Contact & { cursor: string })[]> {
  const { tenantId } = viewerOf(call)
  const order: Order = orderBy
    ? { column: orderBy.field === 'createdAt' ? 'id' : orderBy.field, direction: orderBy.direction }
    : { column: 'id', direction: 'descending' }
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await keysetPage(matching(em, tenantId, filter).selectAll(), order, page).execute()
    return withCursor(rows as Contact[], order)
  })
}

/** How many contacts match. */
export async function countContacts(call: Call, filter: ContactFilter | null | undefined): Promise<number> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const { count } = await matching(em, tenantId, filter)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  })
}

/** One contact, or null. */
export async function findContact(call: Call, id: string): Promise<Contact | null> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) => em.findOne(Contact, { id }))
}

/** One import, or null. */
export async function findImport(call: Call, id: string): Promise<ContactImport | null> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) => em.findOne(ContactImport, { id }))
}

/** Adds a contact. Throws BAD_INPUT, CONFLICT, LIMIT_REACHED. */
export async function createContact(call: Call, input: object): Promise<Contact> {
  const { tenantId } = viewerOf(call)
  const data = parseInput(contactInput, input)
  try {
    return await call.app.database.inTenant(tenantId, async (em) => {
      await ensureRoom(em, tenantId, 'contacts', call.app.clock())
      const contact = em.create(Contact, { ...data, tenantId, id: newId(), fields: {}, createdAt: call.app.clock() })
      await em.flush()
      return contact
    })
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    const message = 'A contact with this email exists already.'
    throw new AppError('CONFLICT', message, { fields: { email: message }, cause: error })
  }
}

/** Deletes a contact and returns it as it was. Throws NOT_FOUND. */
export async function deleteContact(call: Call, id: string): Promise<Contact> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const contact = await em.findOne(Contact, { id })
    if (!contact) throw notFound('Contact')
    await em.nativeDelete(Contact, { tenantId, id })
    return contact
  })
}

/** Deletes contacts by ids or by filter in one statement; returns how many there were. Throws BAD_INPUT. */
export async function deleteContacts(call: Call, ids: string[] | null, filter: ContactFilter | null): Promise<number> {
  const { tenantId } = viewerOf(call)
  if ((ids === null) === (filter === null)) {
    throw new AppError('BAD_INPUT', 'Say which contacts to delete: either ids or a filter.')
  }
  return call.app.database.inTenant(tenantId, async (em) => {
    const which = ids === null ? matching(em, tenantId, filter).select('id') : ids
    if (Array.isArray(which) && which.length === 0) return 0
    const { numDeletedRows } = await sqlOf(em)
      .deleteFrom('contacts')
      .where('tenantId', '=', tenantId)
      .where('id', 'in', which)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}

function matching(em: Em, tenantId: string, filter: ContactFilter | null | undefined) {
  let query = sqlOf(em).selectFrom('contacts').where('tenantId', '=', tenantId)
  const search = filter?.search?.trim().toLowerCase()
  if (search) query = query.where('searchText', 'like', likePattern(search))
  return query
}
