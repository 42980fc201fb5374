import type { InputFieldBuilder, InputShapeFromFields } from '@pothos/core'
import type { ContactChoice } from '#api/audiences/contact-selection.ts'
import type { Contact as ContactRow } from '#api/contacts/contact.ts'
import { changedContactFields, contactValueFields, newContactFields } from './contact-values.ts'
import { builder, costOfPage, enumType, type Types, forScope } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { connection, connectionOf, SortDirection } from './connections.ts'
import { RecipientOutcomeEnum } from './email-logs.ts'
import { uuidOf, uuidOrNull } from './object-ids.ts'
import { Task } from './tasks.ts'

export const Contact = builder.objectRef<ContactRow>('Contact')
builder.node(Contact, {
  description: 'A person to send emails to.',
  id: { resolve: (contact) => contact.id },
  loadOne: (id, ctx) => ctx.loaders.contacts.load(String(id)),
  fields: (t) => ({
    ...contactValueFields(t),
    fields: t.field({
      type: [ContactField],
      description: 'The other columns of the spreadsheet, in its order; each can be used as a merge tag.',
      resolve: async (contact, _, ctx) => {
        const fields = Object.entries(contact.fields).map(([name, value]) => ({ name, value }))
        if (fields.length < 2) return fields
        const inOrder = await ctx.loaders.fieldOrders.load('own')
        return inOrder ? inOrder(fields, ({ name }) => name) : fields
      },
    }),
    tags: t.stringList({
      description: 'Tags in alphabetical order.',
      resolve: (contact, _, ctx) => ctx.loaders.contactTags.load(contact.id),
    }),
    suppressed: t.boolean({
      description: 'True if the address is on the suppression list, so that no campaign emails it.',
      resolve: (contact, _, ctx) => ctx.loaders.suppressed.load(contact.id),
    }),
    untracked: t.boolean({
      description: 'True if opens and clicks of this address are not tracked.',
      resolve: (contact, _, ctx) => ctx.loaders.untracked.load(contact.id),
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'Id of the contact in another system; unique in the workspace.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the contact was added.' }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it or its tags last changed.',
      resolve: async (contact, _, ctx) => {
        const { updatedAt, taggedAt } =
          contact.taggedAt === undefined ? ((await ctx.loaders.contacts.load(contact.id)) ?? contact) : contact
        return taggedAt && taggedAt > updatedAt ? taggedAt : updatedAt
      },
    }),
  }),
})

export const ContactField = builder.objectRef<{ name: string; value: string }>('ContactField').implement({
  description: 'A spreadsheet column other than name, address and number.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Header of the column; also the name of the merge tag.' }),
    value: t.exposeString('value', { description: 'Text of the cell.' }),
  }),
})

const FieldCondition = builder.inputType('FieldCondition', {
  description: 'A case-insensitive condition on a custom field: exactly one of equals, contains and isEmpty.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the field.' }),
    equals: t.string({ description: 'The value equals this text.' }),
    contains: t.string({ description: 'The value contains this text.' }),
    isEmpty: t.boolean({ description: 'True if the field is missing or empty.' }),
  }),
})

const CampaignOutcome = builder.inputType('CampaignOutcome', {
  description: 'A campaign and the outcome of its email, for example not opened.',
  fields: (t) => ({
    campaignId: t.id({ required: true, description: 'Id of the campaign.' }),
    outcome: t.field({ type: RecipientOutcomeEnum, required: true, description: 'The outcome of the email.' }),
  }),
})

export const ContactFilter = builder.inputType('ContactFilter', {
  description: 'Filter for contacts. All conditions must match.',
  fields: (t) => ({
    search: t.string({ description: 'Part of the first name, last name or email; case-insensitive.' }),
    tags: t.stringList({ description: 'Only contacts with all of these tags.' }),
    withoutTags: t.stringList({ description: 'Only contacts with none of these tags.' }),
    fields: t.field({ type: [FieldCondition], description: 'Conditions on custom fields. All must match.' }),
    suppressed: t.boolean({ description: 'True if the address is on the suppression list.' }),
    segmentId: t.id({ description: 'Id of a segment; its conditions must match as well. Errors: NOT_FOUND.' }),
    campaignOutcome: t.field({
      type: CampaignOutcome,
      description: 'Only contacts that were recipients of a campaign with this outcome. Errors: NOT_FOUND.',
    }),
    except: t.idList({ description: 'Ids of contacts to exclude, at most 10,000. Not for segments.' }),
    emails: t.stringList({ description: 'Only contacts with one of these emails, at most 1,000. Not for segments.' }),
    externalIds: t.stringList({
      description: 'Only contacts with one of these external ids, at most 1,000. Not for segments.',
    }),
    updatedSince: t.field({
      type: 'DateTime',
      description: 'Only contacts that were added or changed since then, themselves or their tags. Not for segments.',
    }),
    importId: t.id({
      description:
        'Id of an import; only contacts whom its file named, new or known. Not for segments. Errors: NOT_FOUND.',
    }),
  }),
})
export const ContactFieldInput = builder.inputType('ContactFieldInput', {
  description: 'A custom field and its value.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the field.' }),
    value: t.string({ required: true, description: 'Text.' }),
  }),
})
const ContactOrder = builder.inputType('ContactOrder', {
  description: 'Sort order. Defaults to newest first.',
  fields: (t) => ({
    field: t.field({
      required: true,
      description: 'Field to sort by.',
      type: enumType('ContactOrderField', {
        description: 'Fields that contacts can be sorted by.',
        values: ['createdAt', 'firstName', 'lastName', 'email'] as const,
      }),
    }),
    direction: t.field({ type: SortDirection, required: true, description: 'Sort direction.' }),
  }),
})

/**
 * Returns the maximum number of contacts that a filter can match: each email or external id that it names belongs to
 * one.
 */
function namedContacts(filter: typeof ContactFilter.$inferInput | null | undefined): number {
  const { emails, externalIds } = filter ?? {}
  return Math.max(1, Math.min(emails?.length ?? Infinity, externalIds?.length ?? Infinity))
}

export const ContactConnection = connectionOf('Contact', Contact)

builder.queryFields((t) => ({
  contacts: t.connection(
    {
      ...forScope('contacts:read'),
      type: Contact,
      complexity: (args) => costOfPage(args, namedContacts(args.filter)),
      description: 'The workspace’s contacts, at most 500 per page.',
      args: {
        filter: t.arg({ type: ContactFilter, description: 'Filter of the contacts.' }),
        orderBy: t.arg({ type: ContactOrder, description: 'Sort order.' }),
      },
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.contacts.listContacts(ctx, args.filter, args.orderBy, page),
          () => ctx.api.contacts.countContacts(ctx, args.filter),
        ),
    },
    ContactConnection,
  ),
  contact: t.field({
    ...forScope('contacts:read'),
    type: Contact,
    nullable: true,
    description: 'A contact; null if it does not exist or is not yours.',
    args: { id: t.arg.id({ required: true, description: 'Id of the contact.' }) },
    resolve: (_, { id }, ctx) => {
      const uuid = uuidOrNull('Contact', id)
      return uuid === null ? null : ctx.loaders.contacts.load(uuid)
    },
  }),
}))

/** Makes the fields of an input that choose contacts: by ids, a filter or all, exactly one of which is given. */
export const choiceFields = (t: InputFieldBuilder<Types, 'InputObject'>) => ({
  ids: t.idList({
    description:
      'Ids of the contacts, at most 10,000. Contacts that do not exist are ignored; an id that is none of a contact is NOT_FOUND.',
  }),
  filter: t.field({ type: ContactFilter, description: 'All contacts that match. An empty filter is refused.' }),
  all: t.boolean({ description: 'true: every contact in the workspace.' }),
  except: t.idList({ description: 'With all: contacts to leave out, at most 10,000.' }),
})

/** Converts these fields to the choice of contacts that operations take. */
export function choiceOf({ ids, ...choice }: InputShapeFromFields<ReturnType<typeof choiceFields>>): ContactChoice {
  return { ...choice, ids: ids?.map((id) => uuidOf('Contact', id)) }
}

mutation('createContact', {
  scope: 'contacts:write',
  description: 'Adds a contact. Errors: BAD_INPUT, CONFLICT, LIMIT_REACHED.',
  input: {
    description: 'A contact to add.',
    fields: (t) => ({
      ...newContactFields(t),
      externalId: t.string({ description: 'Its id in another system.' }),
      fields: t.field({ type: [ContactFieldInput], description: 'Custom fields.' }),
      tags: t.stringList({ description: 'Tags; case-insensitive.' }),
      untracked: t.boolean({ description: 'True to exclude the address from tracking.' }),
    }),
  },
  payload: { contact: { type: Contact, description: 'The contact.' } },
  resolve: async (input, ctx) => ({ contact: await ctx.api.contacts.createContact(ctx, input) }),
})
mutation('updateContact', {
  scope: 'contacts:write',
  description: 'Changes a contact. Errors: BAD_INPUT, NOT_FOUND, CONFLICT.',
  input: {
    description: 'Changes to a contact. Omitted fields stay the same.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the contact.' }),
      ...changedContactFields(t, ({ given, rule }) => (rule === 'integer' ? `${given} Null removes it.` : given)),
      externalId: t.string({ description: 'Its id in another system; null removes it.' }),
      fields: t.field({
        type: [ContactFieldInput],
        description: 'Custom fields to set. Other fields stay the same; an empty value removes a field.',
      }),
      untracked: t.boolean({
        description:
          'true excludes the address from tracking and deletes what was recorded of its opens and clicks. false tracks it again from the next campaign on; CONFLICT if the recipient asked not to be tracked.',
      }),
      tags: t.stringList({
        description: 'All its tags. Replaces the previous ones; an empty list removes them.',
      }),
    }),
  },
  payload: { contact: { type: Contact, description: 'The contact.' } },
  resolve: async ({ id, ...input }, ctx) => ({
    contact: await ctx.api.contacts.updateContact(ctx, uuidOf('Contact', id), input),
  }),
})
mutation('deleteContact', {
  scope: 'contacts:write',
  description: 'Deletes a contact and returns it. Emails already sent stay on record. Errors: NOT_FOUND.',
  input: {
    description: 'The input of deleteContact.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the contact.' }) }),
  },
  payload: { contact: { type: Contact, description: 'The contact.' } },
  resolve: async ({ id }, ctx) => ({ contact: await ctx.api.contacts.deleteContact(ctx, uuidOf('Contact', id)) }),
})
mutation('excludeFromTracking', {
  scope: 'contacts:write',
  description:
    'Excludes several contacts from tracking, deletes what was recorded of their opens and clicks, and returns how many contacts were selected. Errors: BAD_INPUT, NOT_FOUND.',
  input: { description: 'The contacts: exactly one of ids, filter and all.', fields: choiceFields },
  payload: { contactCount: { type: 'Int', description: 'Number of selected contacts.' } },
  resolve: async (choice, ctx) => ({ contactCount: await ctx.api.contacts.excludeFromTracking(ctx, choiceOf(choice)) }),
})
mutation('deleteContacts', {
  scope: 'contacts:write',
  description:
    'Deletes contacts, all of them or none. Up to 1,000 are deleted at once; more by a task. Sent emails and running campaigns keep their recipients. Errors: BAD_INPUT, NOT_FOUND.',
  input: { description: 'The contacts: exactly one of ids, filter and all.', fields: choiceFields },
  payload: {
    contactCount: { type: 'Int', description: 'Number of contacts that were deleted, or will be by the task.' },
    task: { type: Task, description: 'The task that deletes them;' },
  },
  resolve: (choice, ctx) => ctx.api.contacts.deleteContacts(ctx, choiceOf(choice)),
})
