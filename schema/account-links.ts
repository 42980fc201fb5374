import type { DescribedLink } from '#api/accounts/links/describe-link.ts'
import { RoleEnum, SignedIn, User } from './accounts.ts'
import { builder } from './builder.ts'
import { uuidOf } from './ids.ts'

const AccountLink = builder.objectRef<DescribedLink>('AccountLink').implement({
  description: 'An emailed link that still works.',
  fields: (t) => ({
    kind: t.field({
      description: 'What it is for.',
      type: builder.enumType('AccountLinkKind', {
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
    args: { token: t.arg.string({ required: true, description: 'What follows the # in the link.' }) },
    resolve: (_, { token }, ctx) => ctx.api.accounts.accountLink(ctx, token),
  }),
}))

builder.mutationFields((t) => ({
  requestPasswordReset: t.boolean({
    skipTypeScopes: true,
    description:
      'Emails a link to set a new password to the accounts with this name. Returns true whether or not any account exists. Errors: BAD_INPUT, TOO_MANY_REQUESTS, UNAVAILABLE (no system email is configured).',
    args: {
      input: t.arg({
        required: true,
        description: 'Whose password it is.',
        type: builder.inputType('PasswordResetInput', {
          description: 'Who wants a new password.',
          fields: (f) => ({ username: f.string({ required: true, description: 'Username or email.' }) }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.accounts.requestPasswordReset(ctx, input),
  }),
  resetPassword: t.boolean({
    skipTypeScopes: true,
    description:
      'Sets a new password with an emailed link. Ends all sessions and the Microsoft and Google sign-in methods; second factors stay. Sign in afterwards. Errors: BAD_INPUT, GONE (the link expired or was used).',
    args: {
      input: t.arg({
        required: true,
        description: 'The link and the new password.',
        type: builder.inputType('ResetPasswordInput', {
          description: 'A new password.',
          fields: (f) => ({
            token: f.string({ required: true, description: 'What follows the # in the link.' }),
            newPassword: f.string({ required: true, description: 'At least 8 characters.' }),
            confirmPassword: f.string({ required: true, description: 'The new password again.' }),
            revokeApiKeys: f.boolean({ description: 'Whether to revoke your API keys too. Defaults to false.' }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.accounts.resetPassword(ctx, input),
  }),
  confirmEmail: t.boolean({
    skipTypeScopes: true,
    description:
      'Confirms an email address with an emailed link. After changeEmail, the new address replaces the old one. Errors: GONE (the link expired or was used), CONFLICT (a colleague has the address).',
    args: { token: t.arg.string({ required: true, description: 'What follows the # in the link.' }) },
    resolve: (_, { token }, ctx) => ctx.api.accounts.confirmEmail(ctx, token),
  }),
  resendEmailConfirmation: t.boolean({
    authScopes: { person: true },
    description:
      'Emails you the link to confirm your address again. Errors: CONFLICT (it is confirmed), TOO_MANY_REQUESTS, UNAVAILABLE.',
    resolve: (_, _args, ctx) => ctx.api.accounts.resendEmailConfirmation(ctx),
  }),
  changeEmail: t.boolean({
    authScopes: { person: true },
    description:
      'Emails a link to a new address of yours; opening it changes your address. Requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, TOO_MANY_REQUESTS, UNAVAILABLE.',
    args: {
      input: t.arg({
        required: true,
        description: 'The new address.',
        type: builder.inputType('ChangeEmailInput', {
          description: 'A change of address.',
          fields: (f) => ({ email: f.string({ required: true, description: 'The new email address.' }) }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.accounts.changeEmail(ctx, input),
  }),
  inviteUser: t.field({
    type: User,
    authScopes: { admin: true },
    description:
      'Adds a user and emails them an invitation, with which they choose their own password. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, CONFLICT, LIMIT_REACHED, UNAVAILABLE.',
    args: {
      input: t.arg({
        required: true,
        description: 'The user to invite.',
        type: builder.inputType('InviteUserInput', {
          description: 'A user to invite.',
          fields: (f) => ({
            name: f.string({ required: true, description: 'Full name.' }),
            email: f.string({ required: true, description: 'Email address.' }),
            role: f.field({ type: RoleEnum, description: 'Role. Defaults to user.' }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.accounts.inviteUser(ctx, input),
  }),
  resendInvitation: t.field({
    type: User,
    authScopes: { admin: true },
    description:
      'Emails an invitation again; the earlier link stops working. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND, CONFLICT (the user has joined), LIMIT_REACHED, UNAVAILABLE.',
    args: { id: t.arg.id({ required: true, description: 'Id of the user.' }) },
    resolve: (_, { id }, ctx) => ctx.api.accounts.resendInvitation(ctx, uuidOf('User', id)),
  }),
  acceptInvitation: t.field({
    type: SignedIn,
    skipTypeScopes: true,
    description: 'Joins a workspace with an emailed invitation and signs in. Errors: BAD_INPUT, GONE.',
    args: {
      input: t.arg({
        required: true,
        description: 'The invitation, your name and a password.',
        type: builder.inputType('AcceptInvitationInput', {
          description: 'Joining a workspace.',
          fields: (f) => ({
            token: f.string({ required: true, description: 'What follows the # in the link.' }),
            name: f.string({ required: true, description: 'Your full name.' }),
            newPassword: f.string({ required: true, description: 'At least 8 characters.' }),
            confirmPassword: f.string({ required: true, description: 'The password again.' }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.accounts.acceptInvitation(ctx, input),
  }),
}))
