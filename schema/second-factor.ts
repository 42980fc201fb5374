import type { Passkey as PasskeyRow } from '#api/accounts/second-factor/passkey.ts'
import type { SecondFactor as SecondFactorRow } from '#api/accounts/second-factor/second-factor.ts'
import { SIGNED_IN, User } from './accounts.ts'
import { builder } from './schema-builder.ts'
import { mutation, type Nouns } from './mutation-fields.ts'
import { encodeId, uuidOf } from './object-ids.ts'
import { SuperAdmin, Tenant } from './tenants.ts'

const Passkey = builder.objectRef<PasskeyRow>('Passkey').implement({
  description: 'A passkey: signs you in alone, or as the second step after your password.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the passkey.', resolve: ({ id }) => encodeId('Passkey', id) }),
    name: t.exposeString('name', { description: 'The name you gave it.' }),
    addedAt: t.expose('addedAt', { type: 'DateTime', description: 'When you added it.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When you last signed in with it.',
    }),
  }),
})

const SecondFactor = builder.objectRef<SecondFactorRow>('SecondFactor').implement({
  description: 'What you have set up as a second step of signing in.',
  fields: (t) => ({
    totpSince: t.expose('totpSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When you turned on an authenticator app; null without one.',
    }),
    passkeys: t.field({
      type: [Passkey],
      description: 'Your passkeys, at most 20, oldest first. Empty for a super admin.',
      resolve: ({ passkeys }) => passkeys,
    }),
    recoveryCodesLeft: t.exposeInt('recoveryCodesLeft', {
      description: 'Number of recovery codes that you have not used yet.',
    }),
  }),
})

/** The payload that starts the set-up of an authenticator app. */
const TOTP_KEY = {
  key: { type: 'String', description: 'The key, to type into the app (base32). Returned once.' },
  uri: { type: 'String', description: 'The same as an otpauth address, for a QR code.' },
} as const

/** The payload with new recovery codes. */
const RECOVERY_CODES = {
  codes: {
    type: ['String'],
    description: 'Ten new recovery codes. Each finishes one sign-in. Returned once; only their hashes are stored.',
  },
} as const satisfies Nouns

builder.objectFields(SuperAdmin, (t) => ({
  secondFactor: t.field({
    type: SecondFactor,
    description: 'Second factor of the user.',
    resolve: (superAdmin, _, ctx) => ctx.api.tenants.superAdminSecondFactor(ctx, superAdmin),
  }),
  mustSetUpSecondFactor: t.boolean({
    description: 'True if the user must set up a second factor before anything else. Never in local mode.',
    resolve: async ({ id }, _, ctx) => ctx.api.tenants.mustSuperAdminSetUp(ctx.app, id),
  }),
}))

builder.queryFields((t) => ({
  secondFactor: t.field({
    type: SecondFactor,
    skipTypeScopes: true,
    authScopes: { enrolling: true },
    description: 'Your second factor.',
    resolve: (_, _args, ctx) => ctx.api.accounts.secondFactor(ctx),
  }),
}))

mutation('requireSecondFactor', {
  authScopes: { admin: true },
  description:
    'Sets whether everybody in the workspace needs a second factor. People without one must set it up before anything else; API keys keep working. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, CONFLICT (you have none yourself).',
  input: {
    description: 'The input of requireSecondFactor.',
    fields: (t) => ({
      required: t.boolean({ required: true, description: 'True if every user needs a second factor.' }),
    }),
  },
  payload: { tenant: { type: Tenant, description: 'The workspace.' } },
  resolve: async ({ required }, ctx) => ({ tenant: await ctx.api.accounts.requireSecondFactor(ctx, required) }),
})
mutation('resetSecondFactor', {
  authScopes: { admin: true },
  description:
    'Removes the lost second factor of a colleague with its recovery codes, and ends their sessions and live links to spreadsheets. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND, CONFLICT (yourself).',
  input: {
    description: 'The input of resetSecondFactor.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the user.' }) }),
  },
  payload: { user: { type: User, description: 'The user.' } },
  resolve: async ({ id }, ctx) => ({ user: await ctx.api.accounts.resetSecondFactor(ctx, uuidOf('User', id)) }),
})
mutation('finishLogin', {
  skipTypeScopes: true,
  description:
    'Finishes a sign-in that answered SECOND_FACTOR_REQUIRED. A challenge works once and for 5 minutes; so does a code. Errors: BAD_INPUT (a wrong code), UNAUTHENTICATED (the challenge has expired), TENANT_INACTIVE, TOO_MANY_REQUESTS.',
  input: {
    description: 'The second step of a sign-in.',
    fields: (t) => ({
      challenge: t.string({ required: true, description: 'From `extensions.challenge` of the error.' }),
      code: t.string({ required: true, description: 'The current code of the app, or a recovery code.' }),
    }),
  },
  payload: SIGNED_IN,
  resolve: async (input, ctx) => ctx.api.accounts.finishLogin(ctx, input),
})
mutation('startPasskeyLogin', {
  skipTypeScopes: true,
  description:
    'Options for `navigator.credentials.get` (WebAuthn, as JSON). Answer them with loginWithPasskey within 5 minutes.',
  payload: { options: { type: 'JSON', description: 'The options, as JSON.' } },
  resolve: async (_, ctx) => ({ options: await ctx.api.accounts.startPasskeyLogin(ctx) }),
})
mutation('loginWithPasskey', {
  skipTypeScopes: true,
  description:
    'Signs in with a passkey: alone, or as the second step of a sign-in that answered SECOND_FACTOR_REQUIRED. Errors: BAD_INPUT, UNAUTHENTICATED, TENANT_INACTIVE.',
  input: {
    description: 'A sign-in with a passkey.',
    fields: (t) => ({
      response: t.field({ type: 'JSON', required: true, description: 'The browser’s answer, as JSON.' }),
      challenge: t.string({ description: 'From `extensions.challenge`, if it is the second step.' }),
    }),
  },
  payload: SIGNED_IN,
  resolve: async (input, ctx) => ctx.api.accounts.loginWithPasskey(ctx, input),
})
mutation('startPasskey', {
  skipTypeScopes: true,
  authScopes: { enrolling: true },
  description:
    'Options for `navigator.credentials.create` (WebAuthn, as JSON). Requires a recent sign-in. Errors: REAUTHENTICATE.',
  payload: { options: { type: 'JSON', description: 'The options, as JSON.' } },
  resolve: async (_, ctx) => ({ options: await ctx.api.accounts.startPasskey(ctx) }),
})
mutation('addPasskey', {
  skipTypeScopes: true,
  authScopes: { enrolling: true },
  description:
    'Adds the passkey that the browser made. Requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, LIMIT_REACHED, CONFLICT.',
  input: {
    description: 'A passkey to add.',
    fields: (t) => ({
      name: t.string({ required: true, description: 'A name to recognize it by.' }),
      response: t.field({ type: 'JSON', required: true, description: 'The browser’s answer, as JSON.' }),
    }),
  },
  payload: {
    passkey: { type: Passkey, description: 'The passkey.' },
    recoveryCodes: {
      type: ['String'],
      description: 'New recovery codes if it is your first factor; null if you have some.',
    },
  },
  resolve: async (input, ctx) => ctx.api.accounts.addPasskey(ctx, input),
})
mutation('renamePasskey', {
  authScopes: { person: true },
  description: 'Renames one of your passkeys. Errors: BAD_INPUT, NOT_FOUND.',
  input: {
    description: 'The input of renamePasskey.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the passkey.' }),
      name: t.string({ required: true, description: 'The new name.' }),
    }),
  },
  payload: { passkey: { type: Passkey, description: 'The passkey.' } },
  resolve: async ({ id, name }, ctx) => ({
    passkey: await ctx.api.accounts.renamePasskey(ctx, uuidOf('Passkey', id), name),
  }),
})
mutation('removePasskey', {
  authScopes: { person: true },
  description:
    'Removes one of your passkeys and returns it. Without another factor, the recovery codes end too. Requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND.',
  input: {
    description: 'The input of removePasskey.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the passkey.' }) }),
  },
  payload: { passkey: { type: Passkey, description: 'The passkey.' } },
  resolve: async ({ id }, ctx) => ({ passkey: await ctx.api.accounts.removePasskey(ctx, uuidOf('Passkey', id)) }),
})
mutation('startTotp', {
  skipTypeScopes: true,
  authScopes: { enrolling: true },
  description:
    'Makes a key for an authenticator app. Signing in stays the same until confirmTotp. Requires a recent sign-in. Errors: REAUTHENTICATE, CONFLICT (an app is in use).',
  payload: TOTP_KEY,
  resolve: async (_, ctx) => ctx.api.accounts.startTotp(ctx),
})
mutation('confirmTotp', {
  skipTypeScopes: true,
  authScopes: { enrolling: true },
  description:
    'Turns on the authenticator app with its first code. Requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, TOO_MANY_REQUESTS.',
  input: {
    description: 'Proof that the app has the key.',
    fields: (t) => ({ code: t.string({ required: true, description: 'The current code of the app.' }) }),
  },
  payload: RECOVERY_CODES,
  resolve: async (input, ctx) => ({ codes: await ctx.api.accounts.confirmTotp(ctx, input) }),
})
mutation('removeTotp', {
  authScopes: { person: true },
  description:
    'Turns off the authenticator app. Without another factor, the recovery codes end too. Requires a recent sign-in. Errors: REAUTHENTICATE.',
  payload: { secondFactor: { type: SecondFactor, description: 'The second factor.' } },
  resolve: async (_, ctx) => ({ secondFactor: await ctx.api.accounts.removeTotp(ctx) }),
})
mutation('renewRecoveryCodes', {
  authScopes: { person: true },
  description:
    'Makes ten new recovery codes; the old ones stop working. Requires a recent sign-in. Errors: REAUTHENTICATE, CONFLICT (no second factor).',
  payload: RECOVERY_CODES,
  resolve: async (_, ctx) => ({ codes: await ctx.api.accounts.renewRecoveryCodes(ctx) }),
})
mutation('superAdminFinishLogin', {
  skipTypeScopes: true,
  description:
    'Finishes a super admin’s sign-in that answered SECOND_FACTOR_REQUIRED. Errors: BAD_INPUT (a wrong code), UNAUTHENTICATED (the challenge has expired), TOO_MANY_REQUESTS.',
  input: {
    description: 'The second step of a sign-in.',
    fields: (t) => ({
      challenge: t.string({ required: true, description: 'From `extensions.challenge` of the error.' }),
      code: t.string({ required: true, description: 'The current code of the app, or a recovery code.' }),
    }),
  },
  payload: { superAdmin: { type: SuperAdmin, description: 'The super admin.' } },
  resolve: async (input, ctx) => ({ superAdmin: await ctx.api.tenants.superAdminFinishLogin(ctx, input) }),
})
mutation('superAdminStartTotp', {
  skipTypeScopes: true,
  authScopes: { enrollingSuperAdmin: true },
  description:
    'Makes a key for the super admin’s authenticator app. Requires a recent sign-in. Errors: REAUTHENTICATE, CONFLICT (an app is in use).',
  payload: TOTP_KEY,
  resolve: async (_, ctx) => ctx.api.tenants.superAdminStartTotp(ctx),
})
mutation('superAdminConfirmTotp', {
  skipTypeScopes: true,
  authScopes: { enrollingSuperAdmin: true },
  description:
    'Turns on the super admin’s authenticator app with its first code. Requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, TOO_MANY_REQUESTS.',
  input: {
    description: 'Proof that the app has the key.',
    fields: (t) => ({ code: t.string({ required: true, description: 'The current code of the app.' }) }),
  },
  payload: RECOVERY_CODES,
  resolve: async (input, ctx) => ({ codes: await ctx.api.tenants.superAdminConfirmTotp(ctx, input) }),
})
mutation('superAdminRenewRecoveryCodes', {
  skipTypeScopes: true,
  authScopes: { superAdmin: true },
  description:
    'Makes ten new recovery codes for the super admin; the old ones stop working. Requires a recent sign-in. Errors: REAUTHENTICATE, CONFLICT (no second factor).',
  payload: RECOVERY_CODES,
  resolve: async (_, ctx) => ({ codes: await ctx.api.tenants.superAdminRenewRecoveryCodes(ctx) }),
})
