import type { Identity as IdentityRow } from '#api/accounts/sign-in-identity.ts'
import { builder } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { encodeId, uuidOf } from './object-ids.ts'
import { ProviderEnum } from './providers.ts'

const Identity = builder.objectRef<IdentityRow>('Identity').implement({
  description: 'A Microsoft or Google account that you sign in with. A connected mailbox is not a sign-in method.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the sign-in method.', resolve: ({ id }) => encodeId('Identity', id) }),
    provider: t.field({ type: ProviderEnum, description: 'Its provider.', resolve: ({ provider }) => provider }),
    label: t.exposeString('label', { description: 'Its address when you added it.' }),
    addedAt: t.expose('addedAt', { type: 'DateTime', description: 'When you added it.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When you last signed in with it.',
    }),
  }),
})

builder.queryFields((t) => ({
  identities: t.field({
    type: [Identity],
    authScopes: { person: true },
    description:
      'Your Microsoft and Google sign-in methods, oldest first. To add one, open /auth/microsoft?action=identity or /auth/google?action=identity within 15 minutes of signing in.',
    resolve: (_, _args, ctx) => ctx.api.accounts.listIdentities(ctx),
  }),
}))

mutation('removeIdentity', {
  authScopes: { person: true },
  description:
    'Removes one of your sign-in methods and returns it. Errors: NOT_FOUND, CONFLICT (the last one, and you have no password).',
  input: {
    description: 'The input of removeIdentity.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the sign-in method.' }) }),
  },
  payload: { identity: { type: Identity, description: 'The sign-in method.' } },
  resolve: async ({ id }, ctx) => ({ identity: await ctx.api.accounts.removeIdentity(ctx, uuidOf('Identity', id)) }),
})
