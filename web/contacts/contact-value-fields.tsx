import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import {
  CONTACT_FIELD_NAMES,
  entryOf,
  isInteger,
  type ContactFieldName,
  type ContactValues,
} from '#domain/contacts/contact-fields.ts'
import type { contactInput } from '#domain/contacts/contact-input.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** The values of a contact as the texts in a form. */
export type ContactForm = z.input<typeof contactInput>

/** The texts with which a form begins: those of a contact, or none. */
export function formOf(contact?: ContactValues): ContactForm {
  return Object.fromEntries(CONTACT_FIELD_NAMES.map((name) => [name, String(contact?.[name] ?? '')])) as ContactForm
}

export interface ContactValueFieldsProps {
  form: Pick<UseFormReturn<ContactForm, unknown, ContactValues>, 'register' | 'formState'>
  /** Returns whether a field may stay empty, without being marked as optional. */
  mayBeEmpty?: (name: ContactFieldName) => boolean
  /** Class of the inputs other than first and last name. */
  className?: string
}

/** The inputs for the values of a contact, in the order of the register. */
export function ContactValueFields({ form, mayBeEmpty = () => false, className }: ContactValueFieldsProps) {
  const { errors } = form.formState
  return CONTACT_FIELD_NAMES.map((name) => {
    const { label, rule } = entryOf(name)
    return (
      <Field
        key={name}
        label={label}
        error={errors[name]?.message}
        required={!isInteger(name) && !mayBeEmpty(name)}
        optional={isInteger(name)}
        {...(rule !== 'name' && className !== undefined && { className })}
      >
        <Input {...form.register(name)} {...INPUTS[rule]} autoComplete="off" />
      </Field>
    )
  })
}

const INPUTS = { name: {}, email: { type: 'email' }, integer: { inputMode: 'numeric' } } as const
