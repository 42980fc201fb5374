import type { DescribedLink } from '#api/accounts/links/emailed-link-description.ts'
import { RoleEnum, SIGNED_IN, User } from './accounts.ts'
import { builder, enumType } from './schema-builder.ts'
import { DONE, mutation } from './mutation-fields.ts'
import { uuidOf } from './object-ids.ts'

const AccountLink = builder.objectRef<DescribedLink>('AccountLink').implement({
  description: 'An emailed link that still works.',
  fields: (t) => ({
    kind: t.field({
      description: 'Purpose of the emailed link.',
      type: enumType('AccountLinkKind', {
        description:
          'What an emailed link is for. password: setting a new password. email: confirming an address. invitation: joining a workspace.',
        values: ['password', 'email', 'invitation'] as const,
      }),
      resolve: ({ kind }) => kind,
    }),
    email: t.exposeString('email', { description: 'The address it was sent to.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires.' }),
    workspace: t.exposeString('workspace', { description: 'Name of the workspace.' }),
    username: t.exposeString('username', { description: 'The user’s sign-in name.' }),
    name: t.exposeString('name', { description: 'The user’s name.' }),
  }),
})

builder.queryFields((t) => ({
  accountLink: t.field({
    type: AccountLink,
    nullable: true,
    skipTypeScopes: true,
    description: 'What an emailed link is for, without using it; null if it expired or was already used.',
    args: { token: t.arg.string({ required: true, description: 'Token: the part of the emailed link after the #.' }) },
    resolve: (_, { token }, ctx) => ctx.api.accounts.accountLink(ctx, token),
  }),
}))

mutation('requestPasswordReset', {
  skipTypeScopes: true,
  description:
    'Emails a link to set a new password to the accounts with this name. Returns true whether or not any account exists. Errors: BAD_INPUT, TOO_MANY_REQUESTS, UNAVAILABLE (no system email is configured).',
  input: {
    description: 'Who wants a new password.',
    fields: (t) => ({ username: t.string({ required: true, description: 'Username or email.' }) }),
  },
  payload: DONE,
  resolve: async (input, ctx) => ({ done: await ctx.api.accounts.requestPasswordReset(ctx, input) }),
})
mutation('resetPassword', {
  skipTypeScopes: true,
  description:
    'Sets a new password with an emailed link. Ends all sessions, the live links to spreadsheets, and the Microsoft and Google sign-in methods; second factors stay. Sign in afterwards. Errors: BAD_INPUT, GONE (the link expired or was used).',
  input: {
    description: 'A new password.',
    fields: (t) => ({
      token: t.string({ required: true, description: 'Token: the part of the emailed link after the #.' }),
      newPassword: t.string({ required: true, description: 'At least 8 characters.' }),
      confirmPassword: t.string({ required: true, description: 'The new password again.' }),
      revokeApiKeys: t.boolean({ description: 'True to revoke your API keys too. Defaults to false.' }),
    }),
  },
  payload: DONE,
  resolve: async (input, ctx) => ({ done: await ctx.api.accounts.resetPassword(ctx, input) }),
})
mutation('confirmEmail', {
  skipTypeScopes: true,
  description:
    'Confirms an email address with an emailed link. After changeEmail, the new address replaces the old one. Errors: GONE (the link expired or was used), CONFLICT (a colleague has the address).',
  input: {
    description: 'The input of confirmEmail.',
    fields: (t) => ({
      token: t.string({ required: true, description: 'Token: the part of the emailed link after the #.' }),
    }),
  },
  payload: DONE,
  resolve: async ({ token }, ctx) => ({ done: await ctx.api.accounts.confirmEmail(ctx, token) }),
})
mutation('resendEmailConfirmation', {
  authScopes: { person: true },
  description:
    'Emails you the link to confirm your address again. Errors: CONFLICT (it is confirmed), TOO_MANY_REQUESTS, UNAVAILABLE.',
  payload: DONE,
  resolve: async (_, ctx) => ({ done: await ctx.api.accounts.resendEmailConfirmation(ctx) }),
})
mutation('changeEmail', {
  authScopes: { person: true },
  description:
    'Emails a link to a new address of yours; opening it changes your address. Requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, TOO_MANY_REQUESTS, UNAVAILABLE.',
  input: {
    description: 'A change of address.',
    fields: (t) => ({ email: t.string({ required: true, description: 'The new email address.' }) }),
  },
  payload: DONE,
  resolve: async (input, ctx) => ({ done: await ctx.api.accounts.changeEmail(ctx, input) }),
})
mutation('inviteUser', {
  authScopes: { admin: true },
  description:
    'Adds a user and emails them an invitation, with which they choose their own password. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, CONFLICT, LIMIT_REACHED, UNAVAILABLE.',
  input: {
    description: 'A user to invite.',
    fields: (t) => ({
      name: t.string({ required: true, description: 'Full name.' }),
      email: t.string({ required: true, description: 'Email address.' }),
      role: t.field({ type: RoleEnum, description: 'Role. Defaults to user.' }),
    }),
  },
  payload: { user: { type: User, description: 'The user.' } },
  resolve: async (input, ctx) => ({ user: await ctx.api.accounts.inviteUser(ctx, input) }),
})
mutation('resendInvitation', {
  authScopes: { admin: true },
  description:
    'Emails an invitation again; the earlier link stops working. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND, CONFLICT (the user has joined), LIMIT_REACHED, UNAVAILABLE.',
  input: {
    description: 'The input of resendInvitation.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the user.' }) }),
  },
  payload: { user: { type: User, description: 'The user.' } },
  resolve: async ({ id }, ctx) => ({ user: await ctx.api.accounts.resendInvitation(ctx, uuidOf('User', id)) }),
})
mutation('acceptInvitation', {
  skipTypeScopes: true,
  description: 'Joins a workspace with an emailed invitation and signs in. Errors: BAD_INPUT, GONE.',
  input: {
    description: 'Joining a workspace.',
    fields: (t) => ({
      token: t.string({ required: true, description: 'Token: the part of the emailed link after the #.' }),
      name: t.string({ required: true, description: 'Your full name.' }),
      newPassword: t.string({ required: true, description: 'At least 8 characters.' }),
      confirmPassword: t.string({ required: true, description: 'The password again.' }),
    }),
  },
  payload: SIGNED_IN,
  resolve: async (input, ctx) => ctx.api.accounts.acceptInvitation(ctx, input),
})
