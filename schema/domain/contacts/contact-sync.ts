import { z } from 'zod'
import { contactFieldsInput, contactTagsInput } from '../audiences.ts'
import { contactInput } from './contact-input.ts'
import { cleanLine, CONTACT_LIMITS, emailKey } from './contacts.ts'
import type { ErrorCode } from '../errors.ts'

/** Keeping contacts in step with another system: rows that are added or changed by their address or its id. */

export const SYNC_LIMITS = {
  /** maximum rows of one call */
  rows: 1_000,
  /** maximum rows of one upload */
  bulkRows: 100_000,
  /** characters of an external id */
  externalId: 200,
  /** days for which deleted contacts stay known */
  deletedKept: 90,
} as const

export const externalId = z
  .string('An external id must be text')
  .overwrite(cleanLine)
  .min(1, 'An external id must not be empty')
  .max(SYNC_LIMITS.externalId, `An external id must be at most ${SYNC_LIMITS.externalId} characters long`)

const name = (label: string) =>
  z
    .string(`${label} must be text`)
    .overwrite(cleanLine)
    .max(CONTACT_LIMITS.name, `${label} must be at most ${CONTACT_LIMITS.name} characters long`)

/** The values of a row. Names may be empty. */
const values = contactInput
  .partial()
  .extend({ firstName: name('First name').optional(), lastName: name('Last name').optional() }).shape

/** Row of an upsert; omitted fields stay as they are. */
export const upsertRow = z
  .strictObject(
    {
      externalId: externalId.optional(),
      ...values,
      fields: contactFieldsInput.optional(),
      tags: contactTagsInput.optional(),
    },
    {
      error: ({ code, keys }) =>
        code === 'unrecognized_keys' ? `${keys.join(', ')}: unknown` : 'A row must be an object',
    },
  )
  .refine(({ externalId: id, email }) => id !== undefined || email !== undefined, {
    message: 'A row needs an email or an external id',
    path: ['email'],
  })
export type UpsertRow = z.output<typeof upsertRow>

export const UPSERT_OUTCOMES = ['added', 'changed', 'unchanged', 'refused'] as const
export type UpsertOutcome = (typeof UPSERT_OUTCOMES)[number]

/** Reason why a row of an upsert was refused. */
export interface RowRefusal {
  code: ErrorCode
  field: string | null
  message: string
}

/** Fields that identify an existing contact. */
export interface KnownContact {
  id: string
  externalId: string | null
  emailKey: string
}

/** Plan for a row: add a contact, change one, or refuse the row. */
export type RowPlan = { kind: 'add' } | { kind: 'change'; id: string } | { kind: 'refuse'; refusal: RowRefusal }

const refuse = (code: ErrorCode, field: string | null, message: string): RowPlan => ({
  kind: 'refuse',
  refusal: { code, field, message },
})

/**
 * Decides each row of an upsert (index → row). A row means the contact with its external id, else the one with its
 * address. `known` has all contacts with one of the rows' addresses or external ids.
 */
export function planUpsert(rows: ReadonlyMap<number, UpsertRow>, known: readonly KnownContact[]): Map<number, RowPlan> {
  const byExternalId = new Map(known.flatMap((one) => (one.externalId === null ? [] : [[one.externalId, one]])))
  const byEmail = new Map(known.map((one) => [one.emailKey, one]))
  const taken = new Map<string, number>()
  const plans = new Map<number, RowPlan>()
  for (const [index, row] of rows) {
    const key = row.email === undefined ? undefined : emailKey(row.email)
    const owner = key === undefined ? undefined : byEmail.get(key)
    const named = row.externalId === undefined ? undefined : byExternalId.get(row.externalId)
    const contact = named ?? owner
    const claims = [
      contact && `contact ${contact.id}`,
      key !== undefined && `email ${key}`,
      row.externalId !== undefined && `externalId ${row.externalId}`,
    ].filter((claim) => typeof claim === 'string')
    const earlier = claims.map((claim) => taken.get(claim)).find((other) => other !== undefined)
    for (const claim of claims) if (!taken.has(claim)) taken.set(claim, index)
    plans.set(index, planOf(row, contact, named && owner, earlier))
  }
  return plans
}

function planOf(
  row: UpsertRow,
  contact: KnownContact | undefined,
  owner: KnownContact | undefined,
  earlier: number | undefined,
): RowPlan {
  if (earlier !== undefined) return refuse('BAD_INPUT', null, 'An earlier row is about the same contact. Send one row.')
  if (!contact) {
    if (row.email !== undefined) return { kind: 'add' }
    return refuse('NOT_FOUND', 'externalId', 'No contact has this external id. To add one, send its email as well.')
  }
  if (owner && owner.id !== contact.id) {
    return refuse('CONFLICT', 'email', 'Another contact has this email. Change or delete that one first.')
  }
  if (row.externalId !== undefined && contact.externalId !== null && contact.externalId !== row.externalId) {
    return refuse('CONFLICT', 'externalId', `This contact has the external id “${contact.externalId}” already.`)
  }
  return { kind: 'change', id: contact.id }
}
