import { mutation } from './mutation-fields.ts'

mutation('erasePerson', {
  authScopes: { admin: true },
  description:
    'Erases a person from the workspace: contact, names and values in emails, rejected rows. Counts stay. If they are suppressed or object to tracking, a keyed hash of the address stays, so that this holds after a later import. Does not reach emails in mailboxes, backups, or the activity log. Cannot be undone. Admins only, requires a recent sign-in. Errors: BAD_INPUT, REAUTHENTICATE, CONFLICT (an email to them is being sent, an import is running, or a user has the address).',
  input: {
    description: 'A person, named by their address.',
    fields: (t) => ({ email: t.string({ required: true, description: 'Their email address; case-insensitive.' }) }),
  },
  payload: {
    contacts: { type: 'Int', description: 'Contacts deleted.' },
    emails: { type: 'Int', description: 'Emails whose recipient was removed. Counts are kept.' },
    cancelled: { type: 'Int', description: 'Pending emails that will not be sent.' },
    staysSuppressed: {
      type: 'Boolean',
      description: 'True if the person stays on the suppression list, as a hash of their address.',
    },
  },
  resolve: async (input, ctx) => ctx.api.personalData.erasePerson(ctx, input),
})
