import type { Suppression as SuppressionRow } from '#api/audiences/suppression.ts'
import { builder, pageCost } from './builder.ts'
import { connection, totalCountOf } from './connections.ts'
import { encodeId, uuidOrNull } from './ids.ts'

const SuppressionReason = builder.enumType('SuppressionReason', {
  description: 'Why an address gets no email any more.',
  values: {
    unsubscribed: { description: 'They asked for no more mail.' },
    bounced: { description: 'Email to it came back for good.' },
    complained: { description: 'They marked an email as spam.' },
    manual: { description: 'An admin added it.' },
  } as const,
})

const Suppression = builder.objectRef<SuppressionRow>('Suppression').implement({
  description: 'An address that this workspace does not send to any more, whichever contact has it.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the entry.', resolve: (entry) => encodeId('Suppression', entry.id) }),
    email: t.exposeString('email', { description: 'The address, whatever its case.' }),
    reason: t.field({ type: SuppressionReason, description: 'Why.', resolve: (entry) => entry.reason }),
    note: t.exposeString('note', { description: 'What an admin noted; may be empty.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when.' }),
  }),
})

const AddedSuppressions = builder.objectRef<{ added: number; known: number }>('AddedSuppressions').implement({
  description: 'What became of addresses for the suppression list.',
  fields: (t) => ({
    added: t.exposeInt('added', { description: 'Addresses that are new on it.' }),
    known: t.exposeInt('known', { description: 'Addresses that were on it already or named twice.' }),
  }),
})

builder.queryFields((t) => ({
  suppressions: t.connection(
    {
      type: Suppression,
      complexity: pageCost,
      description: 'The suppression list, the newest first, at most 500 a page.',
      args: {
        filter: t.arg({
          description: 'Which entries.',
          type: builder.inputType('SuppressionFilter', {
            description: 'Which entries; every condition must hold.',
            fields: (f) => ({
              search: f.string({ description: 'Part of the address, whatever its case.' }),
              reason: f.field({ type: SuppressionReason, description: 'Only those with this reason.' }),
            }),
          }),
        }),
      },
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.audiences.listSuppressions(ctx, args.filter, page),
          () => ctx.api.audiences.countSuppressions(ctx, args.filter),
        ),
    },
    {
      fields: (f) => ({
        totalCount: f.int({ description: 'How many entries match the filter.', resolve: totalCountOf }),
      }),
    },
  ),
}))

builder.mutationFields((t) => ({
  addSuppressions: t.field({
    type: AddedSuppressions,
    authScopes: { admin: true },
    description:
      'Puts addresses on the suppression list, all or none. They stay contacts, and a spreadsheet may bring them again, but nothing is sent to them: when a campaign starts they count as failed with the error SUPPRESSED, and what is still pending in campaigns under way fails at once. Admins only. Errors: BAD_INPUT that names each bad address.',
    args: {
      input: t.arg({
        required: true,
        description: 'The addresses.',
        type: builder.inputType('AddSuppressionsInput', {
          description: 'Addresses that get no email any more.',
          fields: (f) => ({
            emails: f.stringList({ required: true, description: 'Addresses, at most 10,000 at once.' }),
            reason: f.field({ type: SuppressionReason, description: 'Why; manual when left out.' }),
            note: f.string({ description: 'A note for colleagues.' }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.audiences.addSuppressions(ctx, input),
  }),
  removeSuppressions: t.int({
    authScopes: { admin: true },
    description:
      'Takes addresses off the suppression list and tells how many there were. Emails that were left out stay so. Admins only.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: 'Ids of the entries; those that do not exist are passed over.',
      }),
    },
    resolve: (_, { ids }, ctx) =>
      ctx.api.audiences.removeSuppressions(
        ctx,
        ids.map((id) => uuidOrNull('Suppression', id)).filter((id) => id !== null),
      ),
  }),
}))
