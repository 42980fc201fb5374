import type { Passkey as PasskeyRow } from '#api/accounts/second-factor/passkey.ts'
import type { AddedPasskey as AddedPasskeyRow } from '#api/accounts/second-factor/passkeys.ts'
import type { SecondFactor as SecondFactorRow } from '#api/accounts/second-factor/second-factor.ts'
import type { TotpSetup as TotpSetupRow } from '#api/accounts/second-factor/totp.ts'
import { SignedIn, User } from './accounts.ts'
import { builder } from './builder.ts'
import { encodeId, uuidOf } from './ids.ts'
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

const AddedPasskey = builder.objectRef<AddedPasskeyRow>('AddedPasskey').implement({
  description: 'A new passkey.',
  fields: (t) => ({
    passkey: t.field({ type: Passkey, description: 'The passkey.', resolve: ({ passkey }) => passkey }),
    recoveryCodes: t.stringList({
      nullable: true,
      description: 'New recovery codes if it is your first factor; null if you have some.',
      resolve: ({ recoveryCodes }) => recoveryCodes,
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
      description: 'How many recovery codes you have not used yet.',
    }),
  }),
})

export const TotpSetup = builder.objectRef<TotpSetupRow>('TotpSetup').implement({
  description: 'The key of an authenticator app. Returned once; turned on with confirmTotp.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The key, to type into the app (base32).' }),
    uri: t.exposeString('uri', { description: 'The same as an otpauth address, for a QR code.' }),
  }),
})

const RecoveryCodes = builder.objectRef<string[]>('RecoveryCodes').implement({
  description: 'New recovery codes. Each finishes one sign-in. Returned once; only their hashes are stored.',
  fields: (t) => ({
    codes: t.stringList({ description: 'The ten codes.', resolve: (codes) => codes }),
  }),
})

const FinishLoginInput = builder.inputType('FinishLoginInput', {
  description: 'The second step of a sign-in.',
  fields: (t) => ({
    challenge: t.string({ required: true, description: 'From `extensions.challenge` of the error.' }),
    code: t.string({ required: true, description: 'The current code of the app, or a recovery code.' }),
  }),
})

const ConfirmTotpInput = builder.inputType('ConfirmTotpInput', {
  description: 'Proof that the app has the key.',
  fields: (t) => ({ code: t.string({ required: true, description: 'The current code of the app.' }) }),
})

builder.objectFields(SuperAdmin, (t) => ({
  secondFactor: t.field({
    type: SecondFactor,
    description: 'Their second factor.',
    resolve: (superAdmin, _, ctx) => ctx.api.tenants.superAdminSecondFactor(ctx, superAdmin),
  }),
  mustSetUpSecondFactor: t.boolean({
    description: 'Whether they must set up a second factor before anything else. Never in local mode.',
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

builder.mutationFields((t) => ({
  requireSecondFactor: t.field({
    type: Tenant,
    authScopes: { admin: true },
    description:
      'Sets whether everybody in the workspace needs a second factor. People without one must set it up before anything else; API keys keep working. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, CONFLICT (you have none yourself).',
    args: { required: t.arg.boolean({ required: true, description: 'Whether it is required.' }) },
    resolve: (_, { required }, ctx) => ctx.api.accounts.requireSecondFactor(ctx, required),
  }),
  resetSecondFactor: t.field({
    type: User,
    authScopes: { admin: true },
    description:
      'Removes the lost second factor of a colleague with its recovery codes, and ends their sessions. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND, CONFLICT (yourself).',
    args: { id: t.arg.id({ required: true, description: 'Id of the user.' }) },
    resolve: (_, { id }, ctx) => ctx.api.accounts.resetSecondFactor(ctx, uuidOf('User', id)),
  }),
  finishLogin: t.field({
    type: SignedIn,
    skipTypeScopes: true,
    description:
      'Finishes a sign-in that answered SECOND_FACTOR_REQUIRED. A challenge works once and for 5 minutes; so does a code. Errors: BAD_INPUT (a wrong code), UNAUTHENTICATED (the challenge has expired), TENANT_INACTIVE, TOO_MANY_REQUESTS.',
    args: {
      input: t.arg({
        required: true,
        description: 'The challenge and a code.',
        type: FinishLoginInput,
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.accounts.finishLogin(ctx, input),
  }),
  startPasskeyLogin: t.field({
    type: 'JSON',
    skipTypeScopes: true,
    description:
      'Options for `navigator.credentials.get` (WebAuthn, as JSON). Answer them with loginWithPasskey within 5 minutes.',
    resolve: (_, _args, ctx) => ctx.api.accounts.startPasskeyLogin(ctx),
  }),
  loginWithPasskey: t.field({
    type: SignedIn,
    skipTypeScopes: true,
    description:
      'Signs in with a passkey: alone, or as the second step of a sign-in that answered SECOND_FACTOR_REQUIRED. Errors: BAD_INPUT, UNAUTHENTICATED, TENANT_INACTIVE.',
    args: {
      input: t.arg({
        required: true,
        description: 'What the browser returned.',
        type: builder.inputType('PasskeyLoginInput', {
          description: 'A sign-in with a passkey.',
          fields: (f) => ({
            response: f.field({ type: 'JSON', required: true, description: 'The browser’s answer, as JSON.' }),
            challenge: f.string({ description: 'From `extensions.challenge`, if it is the second step.' }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.accounts.loginWithPasskey(ctx, input),
  }),
  startPasskey: t.field({
    type: 'JSON',
    skipTypeScopes: true,
    authScopes: { enrolling: true },
    description:
      'Options for `navigator.credentials.create` (WebAuthn, as JSON). Requires a recent sign-in. Errors: REAUTHENTICATE.',
    resolve: (_, _args, ctx) => ctx.api.accounts.startPasskey(ctx),
  }),
  addPasskey: t.field({
    type: AddedPasskey,
    skipTypeScopes: true,
    authScopes: { enrolling: true },
    description:
      'Adds the passkey that the browser made. Requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, LIMIT_REACHED, CONFLICT.',
    args: {
      input: t.arg({
        required: true,
        description: 'The passkey.',
        type: builder.inputType('AddPasskeyInput', {
          description: 'A passkey to add.',
          fields: (f) => ({
            name: f.string({ required: true, description: 'A name to recognise it by.' }),
            response: f.field({ type: 'JSON', required: true, description: 'The browser’s answer, as JSON.' }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.accounts.addPasskey(ctx, input),
  }),
  renamePasskey: t.field({
    type: Passkey,
    authScopes: { person: true },
    description: 'Renames one of your passkeys. Errors: BAD_INPUT, NOT_FOUND.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the passkey.' }),
      name: t.arg.string({ required: true, description: 'The new name.' }),
    },
    resolve: (_, { id, name }, ctx) => ctx.api.accounts.renamePasskey(ctx, uuidOf('Passkey', id), name),
  }),
  removePasskey: t.field({
    type: Passkey,
    authScopes: { person: true },
    description:
      'Removes one of your passkeys and returns it. Without another factor, the recovery codes end too. Requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND.',
    args: { id: t.arg.id({ required: true, description: 'Id of the passkey.' }) },
    resolve: (_, { id }, ctx) => ctx.api.accounts.removePasskey(ctx, uuidOf('Passkey', id)),
  }),
  startTotp: t.field({
    type: TotpSetup,
    skipTypeScopes: true,
    authScopes: { enrolling: true },
    description:
      'Makes a key for an authenticator app. Signing in stays the same until confirmTotp. Requires a recent sign-in. Errors: REAUTHENTICATE, CONFLICT (an app is in use).',
    resolve: (_, _args, ctx) => ctx.api.accounts.startTotp(ctx),
  }),
  confirmTotp: t.field({
    type: RecoveryCodes,
    skipTypeScopes: true,
    authScopes: { enrolling: true },
    description:
      'Turns on the authenticator app with its first code. Requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, TOO_MANY_REQUESTS.',
    args: {
      input: t.arg({
        required: true,
        description: 'The code.',
        type: ConfirmTotpInput,
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.accounts.confirmTotp(ctx, input),
  }),
  removeTotp: t.field({
    type: SecondFactor,
    authScopes: { person: true },
    description:
      'Turns off the authenticator app. Without another factor, the recovery codes end too. Requires a recent sign-in. Errors: REAUTHENTICATE.',
    resolve: (_, _args, ctx) => ctx.api.accounts.removeTotp(ctx),
  }),
  renewRecoveryCodes: t.field({
    type: RecoveryCodes,
    authScopes: { person: true },
    description:
      'Makes ten new recovery codes; the old ones stop working. Requires a recent sign-in. Errors: REAUTHENTICATE, CONFLICT (no second factor).',
    resolve: (_, _args, ctx) => ctx.api.accounts.renewRecoveryCodes(ctx),
  }),
  superAdminFinishLogin: t.field({
    type: SuperAdmin,
    skipTypeScopes: true,
    description:
      'Finishes a super admin’s sign-in that answered SECOND_FACTOR_REQUIRED. Errors: BAD_INPUT (a wrong code), UNAUTHENTICATED (the challenge has expired), TOO_MANY_REQUESTS.',
    args: { input: t.arg({ type: FinishLoginInput, required: true, description: 'The challenge and a code.' }) },
    resolve: (_, { input }, ctx) => ctx.api.tenants.superAdminFinishLogin(ctx, input),
  }),
  superAdminStartTotp: t.field({
    type: TotpSetup,
    skipTypeScopes: true,
    authScopes: { enrollingSuperAdmin: true },
    description:
      'Makes a key for the super admin’s authenticator app. Requires a recent sign-in. Errors: REAUTHENTICATE, CONFLICT (an app is in use).',
    resolve: (_, _args, ctx) => ctx.api.tenants.superAdminStartTotp(ctx),
  }),
  superAdminConfirmTotp: t.field({
    type: RecoveryCodes,
    skipTypeScopes: true,
    authScopes: { enrollingSuperAdmin: true },
    description:
      'Turns on the super admin’s authenticator app with its first code. Requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, TOO_MANY_REQUESTS.',
    args: { input: t.arg({ type: ConfirmTotpInput, required: true, description: 'The code.' }) },
    resolve: (_, { input }, ctx) => ctx.api.tenants.superAdminConfirmTotp(ctx, input),
  }),
  superAdminRenewRecoveryCodes: t.field({
    type: RecoveryCodes,
    skipTypeScopes: true,
    authScopes: { superAdmin: true },
    description:
      'Makes ten new recovery codes for the super admin; the old ones stop working. Requires a recent sign-in. Errors: REAUTHENTICATE, CONFLICT (no second factor).',
    resolve: (_, _args, ctx) => ctx.api.tenants.superAdminRenewRecoveryCodes(ctx),
  }),
}))
