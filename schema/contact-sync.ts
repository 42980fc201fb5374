import type { DeletedContact as DeletedContactRow } from '#api/contacts/deleted-contact.ts'
import type { UpsertResult as UpsertResultRow } from '#api/contacts/upsert-contacts.ts'
import { UPSERT_OUTCOMES } from '#domain/contacts/contact-sync.ts'
import { changedContactFields } from './contact-values.ts'
import { builder, enumType, pageCost, forScope } from './schema-builder.ts'
import { connection, connectionOf } from './connections.ts'
import { Contact, ContactFieldInput } from './contacts.ts'
import { encodeId } from './object-ids.ts'
import { mutation, UserErrorType } from './mutation-fields.ts'

const UPSERT_NOTES = { name: ' May be empty.', email: ' Needed to add a contact.', integer: '' }

const UpsertContactInput = builder.inputType('UpsertContactInput', {
  description:
    'A contact to add or change. It is found by its external id, otherwise by its email. Omitted fields stay the same.',
  fields: (t) => ({
    externalId: t.string({ description: 'Its id in your system; kept with the contact.' }),
    ...changedContactFields(t, ({ given, rule }) => `${given}${UPSERT_NOTES[rule]}`),
    fields: t.field({
      type: [ContactFieldInput],
      description: 'Custom fields to set. Other fields stay the same; an empty value removes a field.',
    }),
    tags: t.stringList({ description: 'All its tags. Replaces the previous ones; an empty list removes them.' }),
  }),
})

const UpsertResult = builder.objectRef<UpsertResultRow>('UpsertResult').implement({
  description: 'Result of one row of upsertContacts.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Place of the row in the input, from 0.' }),
    outcome: t.field({
      type: enumType('UpsertOutcome', { description: 'Result of a row of upsertContacts.', values: UPSERT_OUTCOMES }),
      description: 'Result: whether the row created, changed or left a contact, or was refused.',
      resolve: ({ outcome }) => outcome,
    }),
    contact: t.field({
      type: Contact,
      nullable: true,
      description: 'The contact; null if the row was refused.',
      resolve: ({ contact }) => contact,
    }),
    errors: t.field({
      type: [UserErrorType],
      description: 'Reasons why the row was refused; empty otherwise.',
      resolve: ({ errors }) => errors,
    }),
  }),
})

mutation('upsertContacts', {
  scope: 'contacts:write',
  description:
    'Adds or changes up to 1,000 contacts, and says for each row what became of it. A refused row does not affect the others: BAD_INPUT, NOT_FOUND (an external id that is not known, without an email), CONFLICT (another contact has the email, or the contact another external id), LIMIT_REACHED (the plan has no room for the contacts to add). Errors of the whole call: BAD_INPUT (too many rows), TENANT_INACTIVE, CONFLICT (the workspace will be deleted).',
  input: {
    description: 'The contacts.',
    fields: (t) => ({
      contacts: t.field({ type: [UpsertContactInput], required: true, description: 'At most 1,000 rows.' }),
    }),
  },
  payload: { results: { type: [UpsertResult], description: 'One result per row, in their order;' } },
  resolve: async ({ contacts }, ctx) => ({ results: await ctx.api.contacts.upsertContacts(ctx, contacts) }),
})

const DeletedContact = builder.objectRef<DeletedContactRow>('DeletedContact').implement({
  description: 'A contact that was deleted. Known for 90 days.',
  fields: (t) => ({
    id: t.id({ description: 'The id that the contact had.', resolve: ({ id }) => encodeId('Contact', id) }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'The id in your system that it had; null if it had none or the person was erased.',
    }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', description: 'When it was deleted.' }),
  }),
})

builder.queryFields((t) => ({
  deletedContacts: t.connection(
    {
      ...forScope('contacts:read'),
      type: DeletedContact,
      complexity: pageCost,
      description:
        'Contacts that were deleted since then, at most 500 per page. Errors: BAD_INPUT (longer ago than 90 days: read all contacts again).',
      args: { since: t.arg({ type: 'DateTime', required: true, description: 'Since when.' }) },
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.contacts.listDeleted(ctx, args.since, page),
          () => ctx.api.contacts.countDeleted(ctx, args.since),
        ),
    },
    connectionOf('DeletedContact', DeletedContact),
  ),
  syncPoint: t.field({
    ...forScope('contacts:read'),
    type: 'DateTime',
    description:
      'A moment for `updatedSince` and `deletedContacts(since)`: ask for it before you read, keep it, and use it the next time. No change is missed; some may be read twice.',
    resolve: (_, _args, ctx) => ctx.api.contacts.syncPoint(ctx),
  }),
}))
