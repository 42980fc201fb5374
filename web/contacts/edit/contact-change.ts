import { CONTACT_FIELD_NAMES, type ContactValues } from '#domain/contacts/contact-fields.ts'
import { z } from 'zod'
import { contactInput } from '#domain/contacts/contact-input.ts'
import { CONTACT_LIMITS } from '#domain/contacts/contacts.ts'
import type { ContactRowFragment, UpdateContactInput } from '#web/generated/graphql.ts'

/** A custom field of a contact while it is edited. */
export interface EditedField {
  name: string
  value: string
}

/** Validation rules of a contact (product: contacts.add); an imported contact without a name may stay unnamed. */
export function contactRules({ firstName, lastName }: Pick<ContactValues, 'firstName' | 'lastName'>) {
  const none = z.string().max(CONTACT_LIMITS.name)
  const { shape } = contactInput
  return contactInput.extend({
    firstName: firstName === '' ? none : shape.firstName,
    lastName: lastName === '' ? none : shape.lastName,
  })
}

export interface Edited extends ContactValues {
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
    ...Object.fromEntries(
      CONTACT_FIELD_NAMES.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
    ),
    ...(after.tags.join('\n') !== before.tags.join('\n') && { tags: [...after.tags] }),
    ...(after.untracked !== before.untracked && { untracked: after.untracked }),
    ...(fields.length > 0 && { fields }),
  }
}
