import type { NameInUse as NameInUseRow } from '#api/audiences/tags.ts'
import { builder } from './builder.ts'
import { choiceArgs, choiceOf } from './contacts.ts'

const NameInUse = builder.objectRef<NameInUseRow>('NameInUse').implement({
  description: 'A tag or custom field in use.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The tag or field name.' }),
    contactCount: t.exposeInt('contactCount', { description: 'How many contacts have it.' }),
  }),
})

builder.queryFields((t) => ({
  contactTags: t.field({
    type: [NameInUse],
    description: 'The tags in use, most frequent first, at most 1,000.',
    resolve: (_, _args, ctx) => ctx.api.audiences.contactTags(ctx),
  }),
  contactFields: t.field({
    type: [NameInUse],
    description: 'The custom fields in use, most frequent first, at most 1,000. Empty values do not count.',
    resolve: (_, _args, ctx) => ctx.api.audiences.contactFields(ctx),
  }),
}))

builder.mutationFields((t) => {
  const which = {
    tags: t.arg.stringList({ required: true, description: 'Tags, case-insensitive; at most 50.' }),
    ...choiceArgs,
  }
  return {
    addTags: t.int({
      description:
        'Adds tags to several contacts at once and returns how many contacts were selected. Errors: BAD_INPUT, NOT_FOUND.',
      args: which,
      resolve: (_, { tags, ...choice }, ctx) => ctx.api.audiences.addTags(ctx, tags, choiceOf(choice)),
    }),
    removeTags: t.int({
      description:
        'Removes tags from several contacts at once and returns how many contacts were selected. Errors: BAD_INPUT, NOT_FOUND.',
      args: which,
      resolve: (_, { tags, ...choice }, ctx) => ctx.api.audiences.removeTags(ctx, tags, choiceOf(choice)),
    }),
  }
})
