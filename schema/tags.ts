import type { NameInUse as NameInUseRow } from '#api/audiences/tags.ts'
import { builder } from './builder.ts'
import { choiceArgs, choiceOf } from './contacts.ts'

const NameInUse = builder.objectRef<NameInUseRow>('NameInUse').implement({
  description: 'A tag or custom field in use.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The tag, or the name of the field.' }),
    contactCount: t.exposeInt('contactCount', { description: 'How many contacts have it.' }),
  }),
})

builder.queryFields((t) => ({
  contactTags: t.field({
    type: [NameInUse],
    description: 'The tags in use, the most frequent first, at most 1,000.',
    resolve: (_, _args, ctx) => ctx.api.audiences.contactTags(ctx),
  }),
  contactFields: t.field({
    type: [NameInUse],
    description: 'The custom fields in use, the most frequent first, at most 1,000; empty values do not count.',
    resolve: (_, _args, ctx) => ctx.api.audiences.contactFields(ctx),
  }),
}))

builder.mutationFields((t) => {
  const which = {
    tags: t.arg.stringList({ required: true, description: 'Tags, alike whatever their case; at most 50.' }),
    ...choiceArgs,
  }
  return {
    addTags: t.int({
      description:
        'Adds tags to many contacts in one call and tells how many contacts were chosen. Errors: BAD_INPUT, NOT_FOUND.',
      args: which,
      resolve: (_, { tags, ...choice }, ctx) => ctx.api.audiences.addTags(ctx, tags, choiceOf(choice)),
    }),
    removeTags: t.int({
      description:
        'Takes tags from many contacts in one call and tells how many contacts were chosen. Errors: BAD_INPUT, NOT_FOUND.',
      args: which,
      resolve: (_, { tags, ...choice }, ctx) => ctx.api.audiences.removeTags(ctx, tags, choiceOf(choice)),
    }),
  }
})
