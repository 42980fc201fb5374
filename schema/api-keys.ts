import type { ApiKey as ApiKeyRow } from '#api/accounts/api-key.ts'
import type { ServiceAccount as ServiceAccountRow } from '#api/accounts/service-account.ts'
import { API_SCOPES } from '#domain/accounts/api-keys.ts'
import { builder, enumType } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { uuidOf } from './object-ids.ts'
import { User } from './accounts.ts'

const ApiScopeEnum = enumType('ApiScope', {
  description:
    'What a key can do, by noun and verb. WRITE and SEND include READ of the same noun. SUPPRESSIONS_WRITE, SETTINGS_WRITE, WEBHOOKS_READ, WEBHOOKS_WRITE and ACTIVITY_READ work only while the owner of the key is an admin.',
  values: API_SCOPES,
})

const ServiceAccount = builder.objectRef<ServiceAccountRow>('ServiceAccount')
builder.node(ServiceAccount, {
  description:
    'A program that belongs to the workspace and to no person in it, so that its keys go on when people leave. It sends from mailboxes that are shared with everybody.',
  authScopes: (account, ctx) => account.id === ctx.viewer?.userId || { admin: true },
  id: { resolve: (account) => account.id },
  loadOne: (id, ctx) => ctx.loaders.serviceAccounts.load(String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
})

const ApiKey = builder.objectRef<ApiKeyRow>('ApiKey')
builder.node(ApiKey, {
  description: 'An API key for a program, sent in the Authorization header.',
  authScopes: (key, ctx) => key.id === ctx.viewer?.sessionId || { admin: true },
  id: { resolve: (key) => key.id },
  loadOne: (id, ctx) => ctx.loaders.apiKeys.load(String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Purpose of the key, in your words.' }),
    scopes: t.field({
      type: [ApiScopeEnum],
      description: 'Scopes: the operations that the key allows.',
      resolve: (key) => key.scopes,
    }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The admin who created it and whom it acts for; null if it belongs to a service account.',
      resolve: ({ userId }, _, ctx) => (userId ? ctx.loaders.users.load(userId) : null),
    }),
    serviceAccount: t.field({
      type: ServiceAccount,
      nullable: true,
      description: 'The service account that it belongs to; null if it is a person’s.',
      resolve: ({ serviceAccountId: id }, _, ctx) => (id ? ctx.loaders.serviceAccounts.load(id) : null),
    }),
    allowedAddresses: t.exposeStringList('allowedAddresses', {
      description: 'The IP addresses and CIDR ranges that it works from; empty: from anywhere.',
    }),
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
  currentApiKey: t.field({
    type: ApiKey,
    nullable: true,
    skipTypeScopes: true,
    authScopes: { viewer: true },
    description: 'The API key that you call with: its scopes, expiry and owner; null for people.',
    resolve: (_, _args, ctx) => ctx.api.apiKeys.currentApiKey(ctx),
  }),
  serviceAccounts: t.field({
    type: [ServiceAccount],
    authScopes: { admin: true },
    description: 'The workspace’s service accounts, at most 20, oldest first. Admins only.',
    resolve: (_, _args, ctx) => ctx.api.serviceAccounts.listServiceAccounts(ctx),
  }),
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
    'Creates an API key. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, NOT_FOUND (the service account), FEATURE_OFF, LIMIT_REACHED.',
  input: {
    description: 'An API key to create.',
    fields: (t) => ({
      name: t.string({ required: true, description: 'Purpose of the key, in your words.' }),
      scopes: t.field({
        type: [ApiScopeEnum],
        required: true,
        description: 'Scopes: the operations that the key allows.',
      }),
      expiresAt: t.field({ type: 'DateTime', description: 'When it expires. Defaults to one year.' }),
      neverExpires: t.boolean({
        description: 'True for a key that never expires; then omit expiresAt.',
      }),
      allowedAddresses: t.stringList({
        description:
          'IP addresses and CIDR ranges, IPv4 or IPv6, that the key works from, at most 50. Defaults to anywhere.',
      }),
      serviceAccountId: t.id({
        description: 'The service account that the key is for. By default it is yours, and acts for you.',
      }),
    }),
  },
  payload: {
    apiKey: { type: ApiKey, description: 'The key.' },
    token: { type: 'String', description: 'The secret itself. Returned once; only its hash is stored.' },
  },
  resolve: async ({ serviceAccountId: id, ...input }, ctx) =>
    ctx.api.apiKeys.createApiKey(ctx, input, id ? uuidOf('ServiceAccount', id) : null),
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
mutation('createServiceAccount', {
  authScopes: { admin: true },
  description:
    'Creates a service account; then create keys for it. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, CONFLICT (the name is taken), FEATURE_OFF, LIMIT_REACHED.',
  input: {
    description: 'A service account to create.',
    fields: (t) => ({ name: t.string({ required: true, description: 'What it is called.' }) }),
  },
  payload: { serviceAccount: { type: ServiceAccount, description: 'The service account.' } },
  resolve: async (input, ctx) => ({ serviceAccount: await ctx.api.serviceAccounts.createServiceAccount(ctx, input) }),
})
mutation('deleteServiceAccount', {
  authScopes: { admin: true },
  description:
    'Deletes a service account with its keys, and returns it. What it made stays. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND.',
  input: {
    description: 'The input of deleteServiceAccount.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the service account.' }) }),
  },
  payload: { serviceAccount: { type: ServiceAccount, description: 'The service account.' } },
  resolve: async ({ id }, ctx) => ({
    serviceAccount: await ctx.api.serviceAccounts.deleteServiceAccount(ctx, uuidOf('ServiceAccount', id)),
  }),
})
