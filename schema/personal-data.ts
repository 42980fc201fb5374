import type { Erased } from '#domain/personal-data.ts'
import { builder } from './builder.ts'

const ErasedPerson = builder.objectRef<Erased>('ErasedPerson').implement({
  description: 'Result of erasing a person’s data.',
  fields: (t) => ({
    contacts: t.exposeInt('contacts', { description: 'Contacts deleted.' }),
    emails: t.exposeInt('emails', { description: 'Emails whose recipient was removed. Counts are kept.' }),
    cancelled: t.exposeInt('cancelled', { description: 'Pending emails that will not be sent.' }),
    staysSuppressed: t.exposeBoolean('staysSuppressed', {
      description: 'Whether the person stays on the suppression list, as a hash of their address.',
    }),
  }),
})

builder.mutationFields((t) => ({
  erasePerson: t.field({
    type: ErasedPerson,
    authScopes: { admin: true },
    description:
      'Erases a person from the workspace: contact, names and values in emails, rejected rows. Counts stay. If they are suppressed or object to tracking, a keyed hash of the address stays, so that this holds after a later import. Does not reach emails in mailboxes, backups, or the activity log. Cannot be undone. Admins only, requires a recent sign-in. Errors: BAD_INPUT, REAUTHENTICATE, CONFLICT (an email to them is being sent, an import is running, or a user has the address).',
    args: {
      input: t.arg({
        required: true,
        description: 'The person.',
        type: builder.inputType('PersonInput', {
          description: 'A person, named by their address.',
          fields: (f) => ({
            email: f.string({ required: true, description: 'Their email address; case-insensitive.' }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.personalData.erasePerson(ctx, input),
  }),
}))
