import { z } from 'zod'
import { contactInput } from '#domain/contacts/contact-input.ts'
import { CONTACT_LIMITS } from '#domain/contacts/contacts.ts'
import type { ContactRowFragment, UpdateContactInput } from '#web/generated/graphql.ts'

/** A custom field while edited. */
export interface EditedField {
  name: string
  value: string
}

export interface EditedContact {
  firstName: string
  lastName: string
  email: string
  serialNumber: string
}

/** Validation rules of a contact (product: contacts.add); an imported contact without a name may stay unnamed. */
export function contactRules({ firstName, lastName }: Pick<EditedContact, 'firstName' | 'lastName'>) {
  const { shape } = contactInput
  const none = z.string().max(CONTACT_LIMITS.name)
  return z.object({
    firstName: firstName === '' ? none : shape.firstName,
    lastName: lastName === '' ? none : shape.lastName,
    email: shape.email,
    serialNumber: shape.serialNumber,
  })
}

export interface Edited {
  firstName: string
  lastName: string
  email: string
  serialNumber: number | null
  tags: readonly string[]
  untracked: boolean
  fields: readonly EditedField[]
}

/** The changes as API input; emptied or removed fields are deleted. */
export function changeOf(before: ContactRowFragment, after: Edited): Omit<UpdateContactInput, 'id'> {
  const had = new Map(before.fields.map(({ name, value }) => [name, value]))
  const now = new Map(after.fields.flatMap(({ name, value }) => (name.trim() === '' ? [] : [[name.trim(), value]])))
  const names = new Set([...had.keys(), ...now.keys()])
  const fields = [...names].flatMap((name) => {
    const value = now.get(name) ?? ''
    return value === (had.get(name) ?? '') ? [] : [{ name, value }]
  })
  return {
    ...(after.firstName !== before.firstName && { firstName: after.firstName }),
    ...(after.lastName !== before.lastName && { lastName: after.lastName }),
    ...(after.email !== before.email && { email: after.email }),
    ...(after.serialNumber !== before.serialNumber && { serialNumber: after.serialNumber }),
    ...(after.tags.join('\n') !== before.tags.join('\n') && { tags: [...after.tags] }),
    ...(after.untracked !== before.untracked && { untracked: after.untracked }),
    ...(fields.length > 0 && { fields }),
  }
}
