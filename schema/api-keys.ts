import type { ApiKey as ApiKeyRow } from '#api/accounts/api-key.ts'
import { API_SCOPES } from '#domain/accounts.ts'
import { builder } from './builder.ts'
import { uuidOf } from './ids.ts'

const ApiScopeEnum = builder.enumType('ApiScope', {
  description: 'What a key may do: read everything, write (create, change, delete), send (start and resume campaigns).',
  values: API_SCOPES,
})

const ApiKey = builder.objectRef<ApiKeyRow>('ApiKey')
builder.node(ApiKey, {
  description: "A program's key to the workspace. It goes into the Authorization header.",
  authScopes: { admin: true },
  id: { resolve: (key) => key.id },
  loadOne: (id, ctx) => ctx.api.apiKeys.findApiKey(ctx, String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What you will use the key for.' }),
    scopes: t.field({ type: [ApiScopeEnum], description: 'What it may do.', resolve: (key) => key.scopes }),
    tokenStart: t.exposeString('tokenStart', { description: 'Its first characters, to tell keys apart.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends by itself, if ever.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, give or take a minute.',
    }),
  }),
})

const NewApiKey = builder.objectRef<{ apiKey: ApiKeyRow; token: string }>('NewApiKey').implement({
  description: 'A key that was just made.',
  fields: (t) => ({
    apiKey: t.field({ type: ApiKey, description: 'The key.', resolve: (made) => made.apiKey }),
    token: t.exposeString('token', { description: 'The secret itself. Told once; only its hash is kept.' }),
  }),
})

builder.queryFields((t) => ({
  apiKeys: t.field({
    type: [ApiKey],
    authScopes: { admin: true },
    description:
      'The API keys of the workspace, the oldest first: as many as its admins made, one for each program. Admins only.',
    resolve: (_, _args, ctx) => ctx.api.apiKeys.listApiKeys(ctx),
  }),
}))

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: NewApiKey,
    authScopes: { admin: true },
    description:
      'Makes an API key. Admins only, soon after signing in. Errors: REAUTHENTICATE, BAD_INPUT, FEATURE_OFF, LIMIT_REACHED.',
    args: {
      input: t.arg({
        required: true,
        description: 'The key.',
        type: builder.inputType('CreateApiKeyInput', {
          description: 'An API key to make.',
          fields: (f) => ({
            name: f.string({ required: true, description: 'What you will use the key for.' }),
            scopes: f.field({ type: [ApiScopeEnum], required: true, description: 'What it may do.' }),
            expiresAt: f.field({ type: 'DateTime', description: 'When it ends by itself; in a year when left out.' }),
            neverExpires: f.boolean({
              description: 'True for a key that lasts until it is revoked; then leave expiresAt out.',
            }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.apiKeys.createApiKey(ctx, input),
  }),
  revokeApiKey: t.field({
    type: ApiKey,
    authScopes: { admin: true },
    description: 'Ends a key for good and returns it as it was. Admins only. Errors: NOT_FOUND.',
    args: { id: t.arg.id({ required: true, description: 'Id of the key.' }) },
    resolve: (_, { id }, ctx) => ctx.api.apiKeys.revokeApiKey(ctx, uuidOf('ApiKey', id)),
  }),
}))
