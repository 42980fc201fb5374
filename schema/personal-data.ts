import type { Erased } from '#domain/personal-data.ts'
import { builder } from './builder.ts'

const ErasedPerson = builder.objectRef<Erased>('ErasedPerson').implement({
  description: 'What was erased of a person.',
  fields: (t) => ({
    contacts: t.exposeInt('contacts', { description: 'Contacts deleted.' }),
    emails: t.exposeInt('emails', { description: 'Emails that no longer say whom they went to. Counts stay.' }),
    cancelled: t.exposeInt('cancelled', { description: 'Waiting emails that will not be sent.' }),
    staysSuppressed: t.exposeBoolean('staysSuppressed', {
      description: 'Whether the person is on the suppression list, where a hash of their address stays.',
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
