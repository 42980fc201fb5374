import type { Suppression as SuppressionRow } from '#api/audiences/suppression.ts'
import { builder, enumType, pageCost, forScope } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { connection, connectionOf } from './connections.ts'
import { uuidOrNull } from './object-ids.ts'

const SuppressionReason = enumType('SuppressionReason', {
  description: 'Reason why an email address is suppressed.',
  values: {
    unsubscribed: { description: 'The recipient unsubscribed.' },
    bounced: { description: 'Emails to it bounced permanently.' },
    complained: { description: 'The recipient marked an email as spam.' },
    manual: { description: 'An admin added it.' },
  } as const,
})

const Suppression = builder.objectRef<SuppressionRow>('Suppression')
builder.node(Suppression, {
  description: 'An address that this workspace no longer sends to, regardless of which contact has it.',
  id: { resolve: (entry) => entry.id },
  loadOne: (id, ctx) => ctx.loaders.suppressions.load(String(id)),
  fields: (t) => ({
    email: t.exposeString('email', { description: 'The email address; case-insensitive.' }),
    reason: t.field({
      type: SuppressionReason,
      description: 'Reason why the email address is suppressed.',
      resolve: (entry) => entry.reason,
    }),
    note: t.exposeString('note', { description: 'The admin’s note; may be empty.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
  }),
})

export const SuppressionConnection = connectionOf('Suppression', Suppression)

builder.queryFields((t) => ({
  suppressions: t.connection(
    {
      ...forScope('suppressions:read'),
      type: Suppression,
      complexity: pageCost,
      description: 'The suppression list, newest first, at most 500 per page.',
      args: {
        filter: t.arg({
          description: 'Filter for entries.',
          type: builder.inputType('SuppressionFilter', {
            description: 'Filter for entries. All conditions must match.',
            fields: (f) => ({
              search: f.string({ description: 'Part of the address; case-insensitive.' }),
              reason: f.field({ type: SuppressionReason, description: 'Only those with this reason.' }),
              createdSince: f.field({ type: 'DateTime', description: 'Only those added since then.' }),
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
    SuppressionConnection,
  ),
}))

mutation('addSuppressions', {
  scope: 'suppressions:write',
  description:
    'Adds addresses to the suppression list, all or none. They stay contacts and can be imported again, but nothing is sent to them. When a campaign starts, they count as failed with the error SUPPRESSED. Pending emails in running campaigns fail immediately. Admins only. Errors: BAD_INPUT, which lists each invalid address.',
  input: {
    description: 'Addresses to suppress.',
    fields: (t) => ({
      emails: t.stringList({ required: true, description: 'Addresses, at most 10,000 at once.' }),
      reason: t.field({ type: SuppressionReason, description: 'Reason. Defaults to manual.' }),
      note: t.string({ description: 'A note for colleagues.' }),
    }),
  },
  payload: {
    added: { type: 'Int', description: 'Number of addresses added.' },
    known: { type: 'Int', description: 'Number of addresses that were already on the list or given twice.' },
  },
  resolve: async (input, ctx) => ctx.api.audiences.addSuppressions(ctx, input),
})
mutation('removeSuppressions', {
  scope: 'suppressions:write',
  description:
    'Removes addresses from the suppression list and returns how many were removed. Emails that were already skipped are not sent. Admins only.',
  input: {
    description: 'The input of removeSuppressions.',
    fields: (t) => ({
      ids: t.idList({
        required: true,
        description: 'Ids of the entries. Unknown ids are ignored.',
      }),
    }),
  },
  payload: { removedCount: { type: 'Int', description: 'Number of removed addresses.' } },
  resolve: async ({ ids }, ctx) => ({
    removedCount: await ctx.api.audiences.removeSuppressions(
      ctx,
      ids.map((id) => uuidOrNull('Suppression', id)).filter((id) => id !== null),
    ),
  }),
})
