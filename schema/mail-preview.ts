import { WARNING_CODES, type Warning } from '#domain/builder/email-warnings.ts'
import { builder, enumType } from './schema-builder.ts'

export const MailWarning = builder.objectRef<Warning>('MailWarning').implement({
  description: 'A warning about an email before it is sent. It does not block sending.',
  fields: (t) => ({
    code: t.field({
      type: enumType('WarningCode', { description: 'What a warning is about.', values: WARNING_CODES }),
      description: 'Kind of the warning.',
      resolve: ({ code }) => code,
    }),
    message: t.exposeString('message', { description: 'Human-readable message.' }),
    elementId: t.exposeString('elementId', {
      nullable: true,
      description: 'Id of the element in the builder document; null if it applies to the whole email.',
    }),
  }),
})

export const SampleValuesInput = builder.inputType('SampleValuesInput', {
  description: 'Merge tag values. Missing values use the sample contact Ada Lovelace.',
  fields: (t) => ({
    firstName: t.string({ description: 'First name.' }),
    lastName: t.string({ description: 'Last name.' }),
    email: t.string({ description: 'Email address.' }),
    fields: t.field({ type: 'JSON', description: 'Custom fields: name → text.' }),
  }),
})
