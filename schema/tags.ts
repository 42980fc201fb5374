import type { InputFieldBuilder } from '@pothos/core'
import type { NameInUse as NameInUseRow } from '#api/audiences/tags.ts'
import { builder, type Types, forScope } from './schema-builder.ts'
import { choiceFields, choiceOf } from './contacts.ts'
import { mutation } from './mutation-fields.ts'
import { Task } from './tasks.ts'

const NameInUse = builder.objectRef<NameInUseRow>('NameInUse').implement({
  description: 'A tag or custom field in use.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The tag or field name.' }),
    contactCount: t.exposeInt('contactCount', { description: 'Number of contacts with the tag.' }),
  }),
})

builder.queryFields((t) => ({
  contactTags: t.field({
    ...forScope('contacts:read'),
    type: [NameInUse],
    description: 'The tags in use, most frequent first, at most 1,000.',
    resolve: (_, _args, ctx) => ctx.api.audiences.contactTags(ctx),
  }),
  contactFields: t.field({
    ...forScope('contacts:read'),
    type: [NameInUse],
    description:
      'The custom fields in use, in the order of the spreadsheets they came from, others after them; at most 1,000, the most frequent. Empty values do not count.',
    resolve: (_, _args, ctx) => ctx.api.audiences.contactFields(ctx),
  }),
}))

const tagged = {
  input: {
    description: 'The tags, and the contacts: exactly one of ids, filter and all.',
    fields: (t: InputFieldBuilder<Types, 'InputObject'>) => ({
      tags: t.stringList({ required: true, description: 'Tags, case-insensitive; at most 50.' }),
      ...choiceFields(t),
    }),
  },
  payload: {
    contactCount: { type: 'Int', description: 'Number of selected contacts.' },
    task: { type: Task, description: 'The task that changes their tags;' },
  },
} as const

mutation('addTags', {
  scope: 'contacts:write',
  description:
    'Adds tags to contacts, to all of them or none. Up to 1,000 get them at once; more by a task. Errors: BAD_INPUT, NOT_FOUND.',
  ...tagged,
  resolve: ({ tags, ...choice }, ctx) => ctx.api.audiences.addTags(ctx, tags, choiceOf(choice)),
})
mutation('removeTags', {
  scope: 'contacts:write',
  description:
    'Removes tags from contacts, from all of them or none. Up to 1,000 lose them at once; more by a task. Errors: BAD_INPUT, NOT_FOUND.',
  ...tagged,
  resolve: ({ tags, ...choice }, ctx) => ctx.api.audiences.removeTags(ctx, tags, choiceOf(choice)),
})
