import type { ApiKey as ApiKeyRow } from '#api/accounts/api-key.ts'
import { API_SCOPES } from '#domain/accounts.ts'
import { builder, enumType } from './builder.ts'
import { mutation } from './mutation.ts'
import { uuidOf } from './ids.ts'

const ApiScopeEnum = enumType('ApiScope', {
  description: 'What a key can do: read everything, write (create, change, delete), send (start and resume campaigns).',
  values: API_SCOPES,
})

const ApiKey = builder.objectRef<ApiKeyRow>('ApiKey')
builder.node(ApiKey, {
  description: 'An API key for a program, sent in the Authorization header.',
  authScopes: { admin: true },
  id: { resolve: (key) => key.id },
  loadOne: (id, ctx) => ctx.loaders.apiKeys.load(String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What you will use the key for.' }),
    scopes: t.field({ type: [ApiScopeEnum], description: 'What it may do.', resolve: (key) => key.scopes }),
    tokenStart: t.exposeString('tokenStart', { description: 'The first characters, to tell keys apart.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires, if ever.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to within a minute.',
    }),
  }),
})

builder.queryFields((t) => ({
  apiKeys: t.field({
    type: [ApiKey],
    authScopes: { admin: true },
    description: 'The workspace’s API keys, at most 50, oldest first. Admins only.',
    resolve: (_, _args, ctx) => ctx.api.apiKeys.listApiKeys(ctx),
  }),
}))

mutation('createApiKey', {
  authScopes: { admin: true },
  description:
    'Creates an API key. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, FEATURE_OFF, LIMIT_REACHED.',
  input: {
    description: 'An API key to create.',
    fields: (t) => ({
      name: t.string({ required: true, description: 'What you will use the key for.' }),
      scopes: t.field({ type: [ApiScopeEnum], required: true, description: 'What it may do.' }),
      expiresAt: t.field({ type: 'DateTime', description: 'When it expires. Defaults to one year.' }),
      neverExpires: t.boolean({
        description: 'True for a key that never expires; then omit expiresAt.',
      }),
    }),
  },
  payload: {
    apiKey: { type: ApiKey, description: 'The key.' },
    token: { type: 'String', description: 'The secret itself. Returned once; only its hash is stored.' },
  },
  resolve: async (input, ctx) => ctx.api.apiKeys.createApiKey(ctx, input),
})
mutation('revokeApiKey', {
  authScopes: { admin: true },
  description: 'Revokes a key permanently and returns it. Admins only. Errors: NOT_FOUND.',
  input: {
    description: 'The input of revokeApiKey.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the key.' }) }),
  },
  payload: { apiKey: { type: ApiKey, description: 'The API key.' } },
  resolve: async ({ id }, ctx) => ({ apiKey: await ctx.api.apiKeys.revokeApiKey(ctx, uuidOf('ApiKey', id)) }),
})
