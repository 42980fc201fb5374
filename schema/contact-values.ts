import type { FieldRef, InputFieldBuilder, InputFieldRef, ObjectFieldBuilder } from '@pothos/core'
import {
  CONTACT_FIELD_NAMES,
  entryOf,
  isInteger,
  type ContactFieldEntry,
  type ContactFieldName,
  type ContactValues,
  type IntegerFieldName,
} from '#domain/contacts/contact-fields.ts'
import type { Contact } from '#api/contacts/contact.ts'
import type { Types } from './schema-builder.ts'

type GivenValue<Name extends ContactFieldName> = Name extends IntegerFieldName ? number : string

/** Fields of an input that hold the values of a contact. */
type ValueInputs<Required extends ContactFieldName> = {
  [Name in ContactFieldName]: InputFieldRef<
    Types,
    Name extends Required ? GivenValue<Name> : GivenValue<Name> | null | undefined
  >
}

/** The fields of a contact that the register names, for an object type. */
export function contactValueFields(t: ObjectFieldBuilder<Types, Contact>): Record<string, FieldRef<Types>> {
  return Object.fromEntries(
    CONTACT_FIELD_NAMES.map((name): [string, FieldRef<Types>] => {
      const { description } = entryOf(name)
      if (isInteger(name)) return [name, t.exposeInt(name, { nullable: true, description })]
      return [name, t.exposeString(name, { description })]
    }),
  )
}

/** The fields of an input that adds a contact: everything but numbers is required. */
export function newContactFields(t: InputFieldBuilder<Types, 'InputObject'>) {
  return inputs(t, true, ({ given }) => given) as ValueInputs<Exclude<keyof ContactValues, IntegerFieldName>>
}

/**
 * Makes the fields of an input that changes a contact; `describe` returns each field's description for the operation.
 */
export function changedContactFields(
  t: InputFieldBuilder<Types, 'InputObject'>,
  describe: (entry: ContactFieldEntry) => string,
) {
  return inputs(t, false, describe) as ValueInputs<never>
}

function inputs(
  t: InputFieldBuilder<Types, 'InputObject'>,
  required: boolean,
  describe: (entry: ContactFieldEntry) => string,
): object {
  return Object.fromEntries(
    CONTACT_FIELD_NAMES.map((name) => {
      const description = describe(entryOf(name))
      return [name, isInteger(name) ? t.int({ description }) : t.string({ required, description })]
    }),
  )
}
