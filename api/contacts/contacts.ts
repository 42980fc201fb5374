import { CONTACT_FIELD_NAMES, isInteger } from '#domain/contacts/contact-fields.ts'
import { shareLock } from '#api/platform/locks/advisory-locks.ts'
import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import { z } from 'zod'
import {
  AUDIENCE_LIMITS,
  contactFieldsInput,
  contactFilter,
  contactTagsInput,
  type ContactFilter,
} from '#domain/audiences.ts'
import { contactInput } from '#domain/contacts/contact-input.ts'
import { externalId } from '#domain/contacts/contact-sync.ts'
import { AppError } from '#domain/errors.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { notFound } from '#schema/object-ids.ts'
import { contactsMatching } from '#api/audiences/contact-matching-queries.ts'
import { setTags } from '#api/audiences/tags.ts'
import { nameAgain } from './returning-erased-contacts.ts'
import { excludeAddresses, isExcluded, trackAgain } from '#api/tracking/tracking-exclusions.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import { transactionTime, type Em } from '#api/platform/database/database.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import {
  countOf,
  orderOf,
  readPage,
  NEWEST_FIRST,
  type Listed,
  type RequestedOrder,
  type Page,
} from '#api/platform/database/keyset-pagination.ts'
import { ensureRoom } from '#api/tenants/plan-limits.ts'
import { contactCount } from '#api/tenants/contact-count.ts'
import { latestTagOf } from '#api/audiences/contact-tag.ts'
import { Contact } from './contact.ts'
import { removeContacts } from './deleted-contacts.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { noteContactIds } from '#api/webhooks/webhook-outbox.ts'

export type ContactOrder = RequestedOrder<'createdAt' | 'firstName' | 'lastName' | 'email'>

/** A page of contacts; newest first by default. */
export async function listContacts(
  call: Call,
  filter: InputOf<typeof contactFilter> | null | undefined,
  orderBy: ContactOrder | null | undefined,
  page: Page,
): Promise<Listed<Contact>[]> {
  const { tenantId } = viewerOf(call)
  const order = orderOf(orderBy, NEWEST_FIRST)
  return call.app.database.inTenant(
    tenantId,
    async (em) => {
      const { query } = await contactsMatching(em, tenantId, conditions(filter))
      const tagged = latestTagOf(tenantId).as('taggedAt')
      return readPage(query.selectAll().select(tagged), order, page)
    },
    { readOnly: true },
  )
}

/** The number of matching contacts. */
export async function countContacts(
  call: Call,
  filter: InputOf<typeof contactFilter> | null | undefined,
): Promise<number> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(
    tenantId,
    async (em) => {
      const given = conditions(filter)
      if (Object.values(given ?? {}).every((condition) => condition == null || condition === '')) {
        return contactCount(em, tenantId)
      }
      const { query } = await contactsMatching(em, tenantId, given)
      return countOf(query)
    },
    { readOnly: true },
  )
}

/** Contacts by id. */
export async function contactsOf(call: Call, ids: readonly string[]): Promise<Map<string, Contact>> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) =>
    byId<Contact>(em.find(Contact, { id: { $in: [...ids] } }, { populate: ['taggedAt'] })),
  )
}

const newContact = contactInput.extend({
  externalId: externalId.nullish(),
  fields: contactFieldsInput.optional(),
  tags: contactTagsInput.optional(),
  untracked: z.boolean('Untracked must be true or false').optional(),
})

/** Adds a contact. Throws BAD_INPUT, CONFLICT, LIMIT_REACHED. */
export async function createContact(call: Call, input: InputOf<typeof newContact>): Promise<Contact> {
  const { tenantId } = viewerOf(call)
  const { fields = [], tags = [], untracked, ...data } = parseInput(newContact, present(input))
  try {
    return await call.app.database.inTenant(tenantId, async (em) => {
      await shareLock(em, 'erasing', tenantId)
      const contact = em.create(Contact, {
        ...data,
        tenantId,
        id: newId(),
        fields: withFields({}, fields),
      })
      await em.flush()
      // Check this last: waiting here for an import with the same address must not hold a lock the import needs.
      await ensureRoom(em, tenantId, 'contacts', call.app.clock(), 1, 1)
      await setTags(em, tenantId, contact.id, tags)
      await nameAgain(call.app, em, tenantId, [contact.email])
      if (untracked) await excludeAddresses(call.app, em, tenantId, [contact.email], { byRecipient: false })
      await noteContactIds(em, tenantId, 'created', [contact.id])
      return contact
    })
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? conflict(error) : error
  }
}

const contactChanges = newContact.partial()

/** Fields that null removes. */
const CLEARABLE = [...CONTACT_FIELD_NAMES.filter(isInteger), 'externalId'] as const

/**
 * Changes a contact; omitted fields stay, an empty custom field is removed, and tags are replaced. Throws BAD_INPUT,
 * NOT_FOUND, CONFLICT.
 */
export async function updateContact(call: Call, id: string, input: InputOf<typeof contactChanges>): Promise<Contact> {
  const { tenantId } = viewerOf(call)
  const cleared = Object.fromEntries(CLEARABLE.flatMap((name) => (input[name] === null ? [[name, null]] : [])))
  const { fields, tags, untracked, ...data } = parseInput(contactChanges, {
    ...present(input),
    ...cleared,
  })
  try {
    return await call.app.database.inTenant(tenantId, async (em) => {
      await shareLock(em, 'erasing', tenantId)
      const contact = await em.findOne(Contact, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
      if (!contact) throw notFound('Contact')
      const wasExcluded = await isExcluded(em, tenantId, contact.email)
      // A number that was left out reads as none.
      em.assign(contact, Object.fromEntries(Object.entries(data).filter(([name]) => name in input)))
      if (fields) contact.fields = withFields(contact.fields, fields)
      contact.writtenByImport = null
      contact.updatedAt = await transactionTime(em)
      await em.flush()
      if (tags) await setTags(em, tenantId, id, tags)
      await nameAgain(call.app, em, tenantId, [contact.email])
      await setTracking(call, em, contact, untracked ?? wasExcluded)
      await noteContactIds(em, tenantId, 'updated', [id])
      return contact
    })
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? conflict(error) : error
  }
}

/** Excludes a contact's address from tracking, or tracks it again. An exclusion follows the contact to a new address. */
async function setTracking(call: Call, em: Em, { tenantId, email }: Contact, untracked: boolean): Promise<void> {
  if (untracked === (await isExcluded(em, tenantId, email))) return
  if (untracked) await excludeAddresses(call.app, em, tenantId, [email], { byRecipient: false })
  else await trackAgain(em, tenantId, email, { byRecipient: false })
}

/**
 * Applies changes to custom fields; an empty value removes the field. Names that form the same merge tag are one field,
 * under the last spelling. Throws BAD_INPUT for too many fields, or two changes to one field.
 */
export function withFields(
  fields: Readonly<Record<string, string>>,
  changes: readonly { name: string; value: string }[],
): Record<string, string> {
  const kept = new Map(Object.entries(fields))
  const wanted = [...new Map(changes.map(({ name, value }) => [name, value]))]
  const removed = wanted.flatMap(([name, value]) => (value === '' ? [name] : []))
  for (const name of removed.flatMap((each) => (kept.has(each) ? [each] : spellingsOf(each, kept)))) kept.delete(name)
  const written = new Map<string, string>()
  for (const [name, value] of wanted) {
    if (value === '') continue
    const [other] = spellingsOf(name, written)
    if (other !== undefined) {
      const message = `“${other}” and “${name}” are the same merge tag. Use only one of them.`
      throw new AppError('BAD_INPUT', message, { fields: { fields: message } })
    }
    for (const spelling of spellingsOf(name, kept)) if (spelling !== name) kept.delete(spelling)
    written.set(name, value)
    kept.set(name, value)
  }
  if (kept.size > AUDIENCE_LIMITS.fields) {
    throw new AppError('BAD_INPUT', `A contact can have at most ${AUDIENCE_LIMITS.fields} fields`)
  }
  return Object.fromEntries(kept)
}

/** The names in `fields` that form the same merge tag as `name`. */
function spellingsOf(name: string, fields: ReadonlyMap<string, string>): string[] {
  const key = tagKey(name)
  return [...fields.keys()].filter((other) => other === name || (key !== '' && tagKey(other) === key))
}

/** Deletes and returns a contact. Throws NOT_FOUND. */
export async function deleteContact(call: Call, id: string): Promise<Contact> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const contact = await em.findOne(Contact, { id })
    if (!contact) throw notFound('Contact')
    await removeContacts(em, tenantId, 'id = :id', { id })
    await recordOwn(call, em, { action: 'contacts_deleted', target: { id, label: '1 contact' } })
    return contact
  })
}

/** The normalized conditions; throws BAD_INPUT. */
function conditions(filter: InputOf<typeof contactFilter> | null | undefined): ContactFilter | null {
  return filter == null ? null : parseInput(contactFilter, filter)
}

function conflict(cause: UniqueConstraintViolationException): AppError {
  const isExternalId = cause.message.includes('contacts_external_id')
  const message = `A contact with this ${isExternalId ? 'external id' : 'email'} already exists.`
  return new AppError('CONFLICT', message, { fields: { [isExternalId ? 'externalId' : 'email']: message }, cause })
}
