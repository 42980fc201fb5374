import { shareLock, takeLock } from '#api/platform/locks/advisory-locks.ts'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { isDeepStrictEqual } from 'node:util'
import { v7 as newId } from 'uuid'
import {
  planUpsert,
  SYNC_LIMITS,
  upsertRow,
  type KnownContact,
  type RowRefusal,
  type UpsertOutcome,
  type UpsertRow,
} from '#domain/contacts/contact-sync.ts'
import {
  CONTACT_FIELD_NAMES,
  isInteger,
  listFields,
  sqlTypeOf,
  type ContactValues,
} from '#domain/contacts/contact-fields.ts'
import { emailKey } from '#domain/contacts/contacts.ts'
import { AppError, WHOLE_INPUT } from '#domain/errors.ts'
import { setTagsOf } from '#api/audiences/tags.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { nameAgain } from './returning-erased-contacts.ts'
import { executeForAnyTenant, type Em } from '#api/platform/database/database.ts'
import { present, typeMessage } from '#api/platform/input-validation.ts'
import { ensureRoom } from '#api/tenants/plan-limits.ts'
import { noteContactIds } from '#api/webhooks/webhook-outbox.ts'
import { excludeAddresses, isExcluded } from '#api/tracking/tracking-exclusions.ts'
import { Contact } from './contact.ts'
import { withFields } from './contacts.ts'

/** Outcome of one row. */
export interface UpsertResult {
  index: number
  outcome: UpsertOutcome
  contact: Contact | null
  errors: RowRefusal[]
}

/** Attempts when somebody adds the same address by hand at the same moment. */
const ATTEMPTS = 10

/**
 * Adds or changes contacts, each row by its external id or its email address, and returns the outcome of each; a
 * refused row does not affect the others. Fields that a row omits stay. Throws BAD_INPUT (too many rows),
 * TENANT_INACTIVE, CONFLICT.
 */
export async function upsertContacts(call: Call, rows: readonly unknown[]): Promise<UpsertResult[]> {
  if (rows.length > SYNC_LIMITS.rows) {
    const message = `Send at most ${SYNC_LIMITS.rows.toLocaleString('en')} contacts at once`
    throw new AppError('BAD_INPUT', message, { fields: { contacts: message } })
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryUpsert(call, rows)
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error
      if (attempt === ATTEMPTS) {
        throw new AppError('CONFLICT', 'Others are changing the same contacts. Try again.', { cause: error })
      }
    }
  }
}

async function tryUpsert(call: Call, asked: readonly unknown[]): Promise<UpsertResult[]> {
  const { tenantId } = viewerOf(call)
  const errors = new Map<number, RowRefusal[]>()
  const rows = new Map<number, UpsertRow>()
  for (const [index, row] of asked.entries()) {
    const parsed = upsertRow.safeParse(isObject(row) ? present(row) : row, { error: typeMessage })
    if (parsed.success) rows.set(index, parsed.data)
    else {
      const refusals = parsed.error.issues.map(({ path, message }) => refusal('BAD_INPUT', message, path.join('.')))
      errors.set(index, refusals)
    }
  }
  return call.app.database.inTenant(tenantId, async (em) => {
    await takeLock(em, 'imports', tenantId)
    await shareLock(em, 'erasing', tenantId)
    const known = new Map((await contactsOf(em, tenantId, rows)).map((contact) => [contact.id, contact]))
    const added = new Map<number, Addition>()
    const changes = new Map<number, Change>()
    for (const [index, plan] of planUpsert(rows, [...known.values()])) {
      const row = rows.get(index)
      if (!row) continue
      if (plan.kind === 'refuse') errors.set(index, [plan.refusal])
      else {
        try {
          if (plan.kind === 'add') added.set(index, additionOf(row))
          else changes.set(index, changeOf(known.get(plan.id), row))
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          errors.set(index, [refusal(error.code, error.message, 'fields')])
        }
      }
    }
    const changed = new Set(await writeChanges(em, tenantId, [...changes.values()]))
    const full = await addAll(call, em, tenantId, [...added.values()])
    if (full) for (const index of added.keys()) errors.set(index, [refusal('LIMIT_REACHED', full.message, null)])
    const ids = new Map([...changes, ...(full ? [] : added)].map(([index, { id }]) => [index, id]))
    for (const id of await setTagsOf(em, tenantId, tagsOf(rows, ids))) changed.add(id)
    await keepExclusions(call, em, tenantId, [...changes.values()])
    if (!full)
      await noteContactIds(
        em,
        tenantId,
        'created',
        [...added.values()].map(({ id }) => id),
      )
    const isNew = new Set([...added.values()].map(({ id }) => id))
    await noteContactIds(
      em,
      tenantId,
      'updated',
      [...changed].filter((id) => !isNew.has(id)),
    )
    const emails = [...ids.keys()].flatMap((index) => rows.get(index)?.email ?? [])
    await nameAgain(call.app, em, tenantId, emails)
    const found = await em.find(Contact, { id: { $in: [...ids.values()] } }, { refresh: true, populate: ['taggedAt'] })
    const contacts = new Map(found.map((contact) => [contact.id, contact]))
    return asked.map((_, index) => {
      const id = ids.get(index)
      const outcome = !id ? 'refused' : added.has(index) ? 'added' : changed.has(id) ? 'changed' : 'unchanged'
      return { index, outcome, contact: (id && contacts.get(id)) || null, errors: errors.get(index) ?? [] }
    })
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const refusal = (code: RowRefusal['code'], message: string, field: string | null): RowRefusal => ({
  code,
  field: field === '' || field === WHOLE_INPUT ? null : field,
  message,
})

/** The workspace's contacts with one of the rows' addresses or external ids, locked until the transaction ends. */
async function contactsOf(em: Em, tenantId: string, rows: ReadonlyMap<number, UpsertRow>): Promise<Known[]> {
  const keys = [...rows.values()].map(({ email, externalId }) => ({
    tenant_id: tenantId,
    email: email === undefined ? null : emailKey(email),
    external_id: externalId ?? null,
  }))
  return executeForAnyTenant<Known[]>(
    em,
    `with keys as (select k.*, lower(k.email) as email_key from jsonb_to_recordset(:keys::jsonb)
       as k (tenant_id uuid, email text, external_id text) offset 0),
     named as (
       select c.id from keys k join contacts c on c.tenant_id = :tenantId and c.email_key = k.email_key
       union
       select c.id from keys k join contacts c on c.tenant_id = :tenantId and c.external_id = k.external_id)
     select c.id, c.external_id as "externalId", c.email_key as "emailKey", c.fields,
       ${listFields(CONTACT_FIELD_NAMES, (name, { column }) => `c.${column} as "${name}"`)}
     from contacts c join named on named.id = c.id where c.tenant_id = :tenantId order by c.id for update of c`,
    { keys: JSON.stringify(keys), tenantId },
  )
}

/** Values of a contact that an upserted row can change. */
type Values = ContactValues & Pick<Contact, 'fields' | 'externalId'>
type Known = Values & KnownContact
type Addition = Values & { id: string }
type Change = Values & { id: string; differs: boolean; emailBefore: string }

/** Values of a contact with every field empty. */
const NOTHING: Values = {
  ...(Object.fromEntries(CONTACT_FIELD_NAMES.map((name) => [name, isInteger(name) ? null : ''])) as ContactValues),
  fields: {},
  externalId: null,
}

function additionOf(row: UpsertRow): Addition {
  return { ...merged(NOTHING, row), id: newId() }
}

function changeOf(known: Known | undefined, row: UpsertRow): Change {
  if (!known) throw new Error('A planned change has no contact')
  const before = merged(known, { fields: [] })
  const after = merged(known, row)
  return { ...after, id: known.id, differs: !isDeepStrictEqual(after, before), emailBefore: known.email }
}

/** Returns the values of a contact after a row was applied; fields that the row omits stay. */
function merged(known: Values, row: UpsertRow): Values {
  return {
    ...(Object.fromEntries(
      CONTACT_FIELD_NAMES.map((name) => [name, row[name] ?? known[name] ?? null]),
    ) as ContactValues),
    fields: withFields(known.fields, row.fields ?? []),
    externalId: row.externalId ?? known.externalId ?? null,
  }
}

const asRows = (tenantId: string, contacts: readonly Addition[]): string =>
  JSON.stringify(contacts.map((contact) => ({ tenantId, ...contact })))
const RECORDS = `jsonb_to_recordset(:rows::jsonb) as r ("tenantId" uuid, id uuid,
  ${listFields(CONTACT_FIELD_NAMES, (name, entry) => `"${name}" ${sqlTypeOf(entry)}`)}, fields jsonb, "externalId" text)`

/** Writes contacts that differ; returns their ids. */
async function writeChanges(em: Em, tenantId: string, changes: readonly Change[]): Promise<string[]> {
  const different = changes.filter(({ differs }) => differs)
  if (different.length === 0) return []
  const rows = await executeForAnyTenant<{ id: string }[]>(
    em,
    `update contacts c set ${listFields(CONTACT_FIELD_NAMES, (name, { column }) => `${column} = r."${name}"`)}, fields = r.fields, external_id = r."externalId", written_by_import = null,
       updated_at = now()
     from ${RECORDS} where c.tenant_id = :tenantId and c.id = r.id returning c.id`,
    { rows: asRows(tenantId, different), tenantId },
  )
  return rows.map(({ id }) => id)
}

/**
 * Adds contacts: all of them or, if the plan has no room for all, none. Returns the error in that case, otherwise null.
 */
async function addAll(call: Call, em: Em, tenantId: string, additions: readonly Addition[]): Promise<AppError | null> {
  if (additions.length === 0) return null
  try {
    await em.transactional(async (inner) => {
      await inner.execute(
        `insert into contacts (tenant_id, id, ${listFields(CONTACT_FIELD_NAMES, (_, { column }) => column)}, fields, external_id)
         select "tenantId", id, ${listFields(CONTACT_FIELD_NAMES, (name) => `"${name}"`)}, fields, "externalId" from ${RECORDS}
         returning 1`,
        { rows: asRows(tenantId, additions) },
      )
      await ensureRoom(inner, tenantId, 'contacts', call.app.clock(), additions.length, additions.length)
    })
    return null
  } catch (error) {
    if (error instanceof AppError && error.code === 'LIMIT_REACHED') return error
    throw error
  }
}

/** Keeps contacts excluded from tracking when a row changes their email address. */
async function keepExclusions(call: Call, em: Em, tenantId: string, changes: readonly Change[]): Promise<void> {
  const excluded: string[] = []
  for (const { email, emailBefore } of changes) {
    if (email !== emailBefore && (await isExcluded(em, tenantId, emailBefore))) excluded.push(email)
  }
  await excludeAddresses(call.app, em, tenantId, excluded, { byRecipient: false })
}

/** The tags that rows set: contact id → all its tags. */
function tagsOf(rows: ReadonlyMap<number, UpsertRow>, ids: ReadonlyMap<number, string>): Map<string, string[]> {
  return new Map([...ids].flatMap(([index, id]) => (rows.get(index)?.tags ? [[id, rows.get(index)?.tags ?? []]] : [])))
}
